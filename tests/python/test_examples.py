"""The examples for trainers: the quick ones run, and what they have of their own is right."""

import re
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest
from roadside.gymnasium import RoadsideEnv

EXAMPLES = Path(__file__).parents[2] / "python/examples"


@pytest.fixture(autouse=True)
def _importable(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))


def said(script: str, *flags: str) -> list[str]:
    command = [sys.executable, "-W", "error", str(EXAMPLES / script), *flags]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def test_the_loop_of_pettingzoo_hands_out_all_payoffs():
    pytest.importorskip("pettingzoo")
    lines = said("pettingzoo_loop.py", "--games", "3")
    assert [line.split(":")[0] for line in lines] == ["game 1", "game 2", "game 3"]
    for line in lines:
        payoffs = [float(payoff) for payoff in re.findall(r"player_\d ([-+][\d.]+)", line)]
        assert len(payoffs) == 3 and abs(sum(payoffs)) < 0.01 and max(payoffs) > 0
    assert said("pettingzoo_loop.py", "--games", "3") == lines


@pytest.mark.parametrize("policy", ["random", "linear"])
def test_the_loop_of_numpy_plays_whole_games(policy):
    games, payoffs = said("vector_loop.py", "--policy", policy, "--rows", "64")
    assert int(games.split()[0]) > 0
    assert re.search(r" ([\d,]+) decisions a second", games)
    first, second = (float(payoff) for payoff in payoffs.split(": ")[1].split(", "))
    assert first == -second


@pytest.mark.parametrize("skip", [0, 500])
def test_wins_are_counted_over_the_games_of_single_environments(skip):
    from evaluation import UNSEEN, wins

    def lowest(observations, masks):
        return np.asarray(masks.argmax(axis=1))

    found = wins(lowest, "random", 100, skip=skip)
    assert found.games == 100 and found == wins(lowest, "random", 100, skip=skip)
    won = 0.0
    for seat in (0, 1):
        env = RoadsideEnv("zone_stalker", opponents="random", seat=seat)
        for seed in range(UNSEEN + skip, UNSEEN + skip + 50):
            _, info = env.reset(seed=seed)
            over = False
            while not over:
                _, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
            won += (reward + 1) / 2
    assert found.share == won / 100
    illegal = wins(lambda observations, masks: np.asarray(masks.argmin(axis=1)), "random", 20)
    assert illegal.share == 0
    for games in (0, 7):
        with pytest.raises(ValueError, match="games"):
            wins(lowest, "random", games)


def masked_rows(torch, rows: int = 10_000, actions: int = 111):
    """Logits of all sizes with random masks, half of them with a single legal action."""
    torch.manual_seed(1)
    logits = torch.randn(rows, actions)
    logits[1::5] *= 50
    logits[2::5] = torch.where(torch.rand(logits[2::5].shape) < 0.5, 10_000.0, -10_000.0)
    logits[3::5] = 0.25
    masks = torch.rand(rows, actions) < 0.2
    masks[::2] = False
    masks[torch.arange(rows), torch.randint(actions, (rows,))] = True
    return logits.requires_grad_(), masks


def test_masked_chances_are_right_in_every_case():
    torch = pytest.importorskip("torch")
    from ppo import log_softmax

    logits, masks = masked_rows(torch)
    log_chances = log_softmax(logits, masks)
    chances = log_chances.exp()
    assert (chances.double().sum(-1) - 1).abs().max() < 1e-6
    assert (chances[~masks] == 0).all()
    entropy = -(chances * log_chances).sum(-1)
    single = masks.sum(-1) == 1
    assert single.sum() >= 5000
    assert (log_chances[single].max(-1).values == 0).all() and (entropy[single] == 0).all()
    assert entropy.isfinite().all() and (entropy[~single] >= 0).all()
    (entropy.sum() + log_chances.amax(-1).sum()).backward()
    assert logits.grad.isfinite().all() and (logits.grad[~masks] == 0).all()
    drawn = torch.multinomial(chances.detach(), 100, replacement=True)
    assert drawn.numel() == 1_000_000 and masks.gather(-1, drawn).all()


def test_an_update_with_nothing_to_choose_leaves_all_weights_finite():
    torch = pytest.importorskip("torch")
    from ppo import Network, loss_of

    network = Network(582, 111, 32)
    masks = torch.zeros(64, 111, dtype=torch.bool)
    masks[:, 5] = True
    seen, chosen = torch.rand(64, 582), torch.full((64,), 5)
    args = Namespace(clip=0.2, entropy=0.01)
    loss = loss_of(network, args, 1.0, seen, masks, chosen, torch.zeros(64), torch.randn(64), torch.randn(64))
    loss.backward()
    assert loss.isfinite()
    assert all(weights.grad.isfinite().all() for weights in network.parameters())
    assert (network.policy.weight.grad == 0).all() and (network.value.weight.grad != 0).any()


def test_the_table_tells_means_and_errors_and_who_is_below_the_mark(tmp_path, capsys):
    for needed in ("matplotlib", "stable_baselines3", "tqdm"):
        pytest.importorskip(needed)
    from baselines import draw, table
    from run import verdict

    def run(line, seed, share):
        point = {"steps": 1_500_000, "minutes": 2.5, "share": share, "error": 0.005, "games": 10_000}
        return {"line": line, "seed": seed, "opponent": "skip", "curve": [point, point], "result": point}

    runs = [run("ppo.py", 1, 0.59), run("ppo.py", 2, 0.63), run("MaskablePPO", 1, 0.65), run("PPO", 1, 0.1)]
    text = table(runs, "skip")
    assert "| 61.0 % ± 2.0 | 2 | 1.50 M | 2.5 |" in text and "| 65.0 % ± 0.5 | 1 |" in text
    assert text.index("| PPO |") < text.index("| MaskablePPO |") < text.index("| ppo.py |")
    assert verdict(runs) == 0
    assert verdict([*runs, run("ppo.py", 3, 0.5)]) == 1
    assert "ppo.py wins 57.3 %, less than 60 %" in capsys.readouterr().out
    draw(runs, "skip", tmp_path / "curves.svg")
    assert (tmp_path / "curves.svg").read_text().count("</svg>") == 1
