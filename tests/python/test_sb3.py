"""The rows that Stable-Baselines3 learns from."""

from typing import Any

import gymnasium
import numpy as np
import pytest
import roadside

pytest.importorskip("stable_baselines3")
sb3_contrib = pytest.importorskip("sb3_contrib")

from roadside.gymnasium import RoadsideEnv  # noqa: E402
from roadside.sb3 import VecEnv  # noqa: E402
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported  # noqa: E402
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor  # noqa: E402

ROWS = 5
ARGS: dict[str, Any] = {"opponents": "random", "seat": "random", "max_steps": 40}


def both(game: Any, **args: Any) -> tuple[VecMonitor, VecMonitor]:
    """The rows of the native core, and those that Stable-Baselines3 makes of single environments."""
    single = DummyVecEnv([lambda: RoadsideEnv(game, **args) for _ in range(ROWS)])
    return VecMonitor(VecEnv(game, ROWS, **args)), VecMonitor(single)


def told(info: dict[str, Any]) -> dict[str, Any]:
    """What both must tell alike: `RoadsideEnv` has masks and seats beside it, and the clock runs on."""
    episode = {key: value for key, value in info.get("episode", {}).items() if key != "t"}
    keys = ("TimeLimit.truncated", "illegal_action")
    return {"episode": episode, **{key: info[key] for key in keys if key in info}}


@pytest.mark.parametrize("legal", [True, False])
def test_rows_are_those_of_single_environments(game, legal):
    alone = game.num_players() == 1
    native, single = both(game, **ARGS | ({"opponents": [], "seat": 0} if alone else {}))
    random = np.random.default_rng(1)
    ended = truncated = illegal = 0
    for env in (native, single):
        env.seed(7)
    np.testing.assert_array_equal(native.reset(), single.reset())
    for step in range(300):
        masks = get_action_masks(native)
        np.testing.assert_array_equal(masks, get_action_masks(single))
        if not legal and step % 10 == 0:
            masks = np.ones_like(masks)
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in masks])
        got, expected = native.step(actions), single.step(actions)
        for left, right in zip(got[:3], expected[:3], strict=True):
            np.testing.assert_array_equal(left, right)
            assert left.dtype == right.dtype
        for left, right in zip(got[3], expected[3], strict=True):
            assert told(left) == told(right)
            assert ("terminal_observation" in left) == ("terminal_observation" in right)
            if "terminal_observation" in left:
                np.testing.assert_array_equal(left["terminal_observation"], right["terminal_observation"])
            truncated += left["TimeLimit.truncated"]
            illegal += "illegal_action" in left
        ended += got[2].sum()
        if step == 150:
            np.testing.assert_array_equal(native.reset(), single.reset())
    assert ended > ROWS
    assert (illegal > 0) == (not legal and game.name in ("zone_stalker", "expedition"))
    assert truncated > 0 or not (legal and game.name == "zone_stalker" and game.num_players() > 1)


def test_what_was_handed_out_stays_as_it_was():
    env = VecEnv("kuhn", ROWS)
    env.seed(1)
    kept = [env.reset()]
    for _ in range(20):
        actions = np.array([np.argmax(mask) for mask in get_action_masks(env)])
        observations, rewards, dones, infos = env.step(actions)
        kept += [observations, rewards, dones, *(i["terminal_observation"] for i in infos if len(i) > 1)]
        kept += env.env_method("action_masks")
        before = [array.tobytes() for array in kept]
    assert [array.tobytes() for array in kept] == before
    assert len({array.tobytes() for array in kept if array.dtype == np.float32}) > 10


def test_rows_are_asked_one_by_one():
    env = VecEnv("zone_stalker", ROWS, render_mode="rgb_array")
    env.seed(3)
    env.reset()
    assert env.reset_infos == [{}] * 5
    assert is_masking_supported(env)
    masks = env.env_method("action_masks", indices=[4, 1])
    np.testing.assert_array_equal(masks, get_action_masks(env)[[4, 1]])
    (name,) = {game.name for game in env.get_attr("game", indices=[0, 2])}
    assert name == "zone_stalker"
    images = env.get_images()
    assert len(images) == ROWS and images[0].ndim == 3 and images[0].dtype == np.uint8
    assert VecEnv("pig", 2).get_images() == [None, None]


def test_what_rows_do_not_have_is_an_error():
    env = VecEnv("pig", ROWS)
    for wrong in (
        lambda: env.env_method("step", 1),
        lambda: env.get_attr("no_such_thing"),
        lambda: env.set_attr("game", None),
    ):
        with pytest.raises(AttributeError):
            wrong()
    with pytest.raises(ValueError, match="max_steps"):
        VecEnv("pig", ROWS, max_steps=0)
    with pytest.raises(IndexError):
        env.reset()
        env.env_method("action_masks", indices=[ROWS])


def test_a_learner_of_sb3_contrib_learns_with_it():
    env = VecMonitor(VecEnv("zone_stalker", 8, opponents="cautious:4", seat="random", on_illegal="raise"))
    learner = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=1, gamma=1.0, seed=1)
    before = [weights.clone() for weights in learner.policy.parameters()]
    learner.learn(1024)
    assert any((old != new).any() for old, new in zip(before, learner.policy.parameters(), strict=True))
    assert len(learner.ep_info_buffer) > 0
    assert all(episode["r"] in (-1, 0, 1) for episode in learner.ep_info_buffer)
    assert roadside.load_game("zone_stalker", players=2) == env.get_attr("game")[0]


def test_a_learner_with_masks_takes_the_environment_as_it_is():
    env = gymnasium.make("roadside/ZoneStalker-v0", opponents="random")
    learner = sb3_contrib.MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, gamma=1.0, seed=1)
    assert learner.learn(128).num_timesteps == 128
