"""The same seed is the same play, in any process and in any later version.

`trajectories.json` pins the plays of each environment. Where they have to change, raise the environment's version first,
then write the file anew with `ROADSIDE_WRITE_TRAJECTORIES=1 python -m pytest tests/python/test_reproducible.py`.
"""

import importlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
import roadside
import roadside.gymnasium
from conftest import Digest, lowest

PINNED = Path(__file__).parent / "trajectories.json"
IDS = [f"roadside/{name}" for name in roadside.gymnasium.ENVIRONMENTS]
MODULES = [f"{game}_v0" for game in roadside.game_names()]
INTERFACES = ["gymnasium", "vector", "aec", "rows"]


def single(digest: Digest, seed: int) -> None:
    """Three episodes of `RoadsideEnv`, the later ones without a seed."""
    env = gymnasium.make("roadside/ZoneStalker-v0", players=3, opponents=["random"], seat="random")
    for episode in range(3):
        seen = env.reset(seed=seed if episode == 0 else None)
        digest.add(seen[0], seen[1]["action_mask"], seen[1]["seat"])
        over = False
        while not over:
            seen = env.step(lowest(env.unwrapped.action_masks()))
            digest.add(*seen[:4], seen[4]["action_mask"])
            over = seen[2] or seen[3]


def several(digest: Digest, env: object, seed: int) -> None:
    """Until the rows have had at least three episodes each."""
    first = env.reset(seed=seed)
    digest.add(*first[:1])
    ended = np.zeros(env.num_envs if hasattr(env, "num_envs") else env.num_rows, int)
    while ended.min() < 3:
        seen = env.step([lowest(mask) for mask in env.action_masks()])
        named = dict(zip(getattr(seen, "_fields", range(5)), seen, strict=False))
        arrays = [value for value in named.values() if isinstance(value, np.ndarray)]
        digest.add(*arrays, env.action_masks())
        terminated = seen.terminated if hasattr(seen, "terminated") else seen[2]
        ended += terminated


def turns(digest: Digest, seed: int) -> None:
    """Three episodes of the AEC environment."""
    env = importlib.import_module("roadside.zone_stalker_v0").env(players=3)
    for episode in range(3):
        env.reset(seed=seed if episode == 0 else None)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            digest.add(agent, seen, reward, terminated, truncated)
            env.step(None if terminated or truncated else lowest(seen["action_mask"]))


def played(interface: str, seed: int) -> str:
    """The hash of everything that three episodes by "lowest legal" show."""
    digest = Digest()
    match interface:
        case "gymnasium":
            single(digest, seed)
        case "vector":
            several(digest, gymnasium.make_vec("roadside/ZoneStalker-v0", num_envs=4, seat="random"), seed)
        case "aec":
            turns(digest, seed)
        case "rows":
            several(digest, roadside.VecEnv("zone_stalker", 4, opponents="random", threads=2), seed)
    return digest.hex()


def elsewhere(seed: int, others: int, hashes: int) -> list[str]:
    """The hashes of all interfaces in a process of its own, with other generators in another state."""
    script = (
        f"import random, numpy; random.seed({others}); numpy.random.seed({others})\n"
        "import test_reproducible as test\n"
        f"print([test.played(interface, {seed}) for interface in test.INTERFACES])"
    )
    paths = os.pathsep.join([str(Path(__file__).parent), str(Path(roadside.__file__).parents[1])])
    ended = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": str(hashes)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return [word.strip("[]'\", \n") for word in ended.stdout.split(",")]


def test_a_seed_is_one_play_in_any_process():
    here = [played(interface, 123) for interface in INTERFACES]
    assert len(set(here)) == len(INTERFACES)
    assert elsewhere(123, others=1, hashes=0) == here
    assert elsewhere(123, others=2, hashes=1) == here
    assert all(one != other for one, other in zip(here, [played(name, 124) for name in INTERFACES], strict=True))


def drawn(mask: np.ndarray, draw: random.Random) -> int:
    """A random legal action by the one method of `random` that never changes; NumPy's may."""
    legal = np.flatnonzero(mask)
    return int(legal[int(draw.random() * len(legal))])


def of_gymnasium(name: str) -> str:
    """Random legal play of 20 episodes against the default opponent and against random ones."""
    digest = Digest()
    for options in [{}, {"opponents": ["random"], "seat": "random"}]:
        env = gymnasium.make(name, **options)
        draw = random.Random(5)
        for episode in range(10):
            seen, info = env.reset(seed=11 if episode == 0 else None)
            digest.add(seen, info["action_mask"], info["seat"])
            over = False
            while not over:
                action = drawn(env.unwrapped.action_masks(), draw)
                seen, reward, terminated, truncated, info = env.step(action)
                digest.add(action, seen, float(reward), bool(terminated), bool(truncated), info["action_mask"])
                over = terminated or truncated
    return digest.hex()


def of_pettingzoo(name: str) -> str:
    """Random legal play of 20 episodes."""
    digest, draw = Digest(), random.Random(6)
    env = importlib.import_module(f"roadside.{name}").env()
    for episode in range(20):
        env.reset(seed=12 if episode == 0 else None)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            action = None if terminated or truncated else drawn(seen["action_mask"], draw)
            digest.add(agent, seen, float(reward), bool(terminated), bool(truncated), action)
            env.step(action)
    return digest.hex()


def trajectories() -> dict[str, str]:
    return {name: of_gymnasium(name) for name in IDS} | {f"roadside.{name}": of_pettingzoo(name) for name in MODULES}


def test_the_pinned_plays_are_those_of_this_version():
    found = trajectories()
    if os.environ.get("ROADSIDE_WRITE_TRAJECTORIES") == "1":
        PINNED.write_text(json.dumps(found, indent=2) + "\n")
    pinned = json.loads(PINNED.read_text())
    assert found.keys() == pinned.keys(), "an environment came or went: write tests/python/trajectories.json anew"
    changed = [name for name in found if found[name] != pinned[name]]
    if changed:
        pytest.fail(
            f"the same seed and actions play otherwise than before in {', '.join(changed)}. If that was meant, results of "
            "the old and the new environment can no longer be compared: raise -v0 to -v1 in "
            "roadside.gymnasium.ENVIRONMENTS and _v0 to _v1 in the module's name, then run this test with "
            "ROADSIDE_WRITE_TRAJECTORIES=1. If not, it is a fault.",
            pytrace=False,
        )
