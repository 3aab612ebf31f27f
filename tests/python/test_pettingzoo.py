"""The turn-by-turn environments of PettingZoo, by its own tests."""

import copy

import numpy as np
import pytest
import roadside
from conftest import Digest, random_legal
from pettingzoo.test import api_test, seed_test
from roadside import expedition_v0, kuhn_v0, pig_v0, zone_stalker_v0

SETUPS = [
    (zone_stalker_v0, {}),
    (zone_stalker_v0, {"players": 4}),
    (zone_stalker_v0, {"players": 1}),
    (zone_stalker_v0, {"players": 3, "utility": "points"}),
    (pig_v0, {"target": 20}),
    (kuhn_v0, {}),
    (expedition_v0, {"players": 4}),
]
setups = pytest.mark.parametrize(("module", "config"), SETUPS)


@setups
# It would have an observation without a mask beside it.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably")
def test_pettingzoos_api_test_passes(module, config, capsys):
    api_test(module.env(**config), num_cycles=300)
    api_test(module.raw_env(**config), num_cycles=300)
    assert "Passed API test" in capsys.readouterr().out


@setups
def test_pettingzoos_seed_test_passes(module, config):
    seed_test(lambda: module.env(**config), num_cycles=100)


def play(env, random, seed=None):
    """What each agent was seen to get, and how often it was seen to end."""
    if seed is not None:
        env.reset(seed=seed)
    got = dict.fromkeys(env.agents, 0.0)
    ends = dict.fromkeys(env.agents, 0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        ends[agent] += terminated or truncated
        env.step(None if terminated or truncated else random_legal(seen["action_mask"], random))
    return got, ends


@pytest.mark.parametrize(("make", "seeds"), [(zone_stalker_v0.raw_env, 1000), (zone_stalker_v0.env, 50)])
def test_every_seat_hears_its_whole_payoff_once(make, seeds):
    env = make(players=4)
    game = env.unwrapped.game
    for seed in range(seeds):
        got, ends = play(env, np.random.default_rng(seed), seed)
        assert set(ends.values()) == {1} and env.agents == []
        # The same actions played natively.
        state, random = game.new_initial_state(seed), np.random.default_rng(seed)
        while not state.is_terminal():
            state.apply_action(random_legal(state.legal_actions_mask(), random))
        assert list(got.values()) == pytest.approx(state.returns())


def test_a_dead_seat_ends_as_soon_as_its_payoff_is_settled():
    def early_ends(utility):
        env, early = zone_stalker_v0.raw_env(players=3, utility=utility), 0
        for seed in range(60):
            env.reset(seed=seed)
            random = np.random.default_rng(seed)
            for _ in env.agent_iter():
                seen, reward, terminated, _, _ = env.last()
                early += terminated and not env._state.is_terminal()
                env.step(None if terminated else random_legal(seen["action_mask"], random))
        return early

    assert early_ends("share") > 5
    assert early_ends("points") == 0


def test_a_finished_seat_takes_no_action():
    env = zone_stalker_v0.raw_env(players=2)
    env.reset(seed=1)
    random = np.random.default_rng(1)
    while not any(env.terminations.values()):
        env.step(random_legal(env.last()[0]["action_mask"], random))
    before = env._state.serialize()
    with pytest.raises(ValueError, match="only valid action is None"):
        env.step(0)
    assert env._state.serialize() == before
    while env.agents:
        env.step(None)
    with pytest.raises(RuntimeError, match="call reset first"):
        env.step(None)


def test_an_illegal_action_is_an_error_raw_and_the_end_when_wrapped():
    raw = zone_stalker_v0.raw_env()
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="is not legal for seat 0 here"):
        raw.step(110)
    with pytest.raises(TypeError, match="action = None"):
        raw.step(None)
    assert raw.agent_selection == "player_0" and not any(raw.terminations.values())

    env = zone_stalker_v0.env()
    env.reset(seed=1)
    env.step(110)
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": -1.0, "player_1": 0}


def test_resets_without_a_seed_go_on():
    def hashes(seed):
        env, found = zone_stalker_v0.env(), []
        for number in range(3):
            env.reset(seed=seed if number == 0 else None)
            digest = Digest()
            digest.add(env.last()[0])
            play(env, np.random.default_rng(1))
            found.append(digest.hex())
        return found

    assert hashes(5) == hashes(5) and len(set(hashes(5))) > 1 and hashes(5) != hashes(6)


@setups
def test_a_copy_carries_its_randomness(module, config):
    env = module.raw_env(**config)
    env.reset(seed=1)
    env.action_space("player_0").seed(3)
    for _ in range(3):
        twin = copy.deepcopy(env)
        space, its = env.action_space("player_0"), twin.action_space("player_0")
        assert [space.sample() for _ in range(20)] == [its.sample() for _ in range(20)]
        assert play(env, np.random.default_rng(2)) == play(twin, np.random.default_rng(2))
        env.reset()
        twin.reset()
        assert env._state.serialize() == twin._state.serialize()


def test_it_is_drawn():
    for mode, kind in [("ansi", str), ("rgb_array", np.ndarray), (None, type(None))]:
        env = pig_v0.env(render_mode=mode)
        env.reset(seed=1)
        assert isinstance(env.render(), kind)
    with pytest.raises(ValueError, match="render_mode = 'human'"):
        pig_v0.env(render_mode="human")


def test_a_wrong_setting_is_named():
    with pytest.raises(ValueError, match="players = 99"):
        zone_stalker_v0.env(players=99)
    assert roadside.load_game("zone_stalker").facts["seats"] == 2
