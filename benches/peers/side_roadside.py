"""Roadside's side in Python: rows into NumPy, one play in a loop, one environment of Gymnasium."""

import random

import gymnasium
import roadside
import roadside.gymnasium
from clock import measure, report, seconds

ROWS = 1024
STEPS_AT_ONCE = 16
DECISIONS_AT_ONCE = 1000


def rows(row, game, limit, **options):
    """Random legal play of all seats; a step after a game's end only begins the next game."""
    env = roadside.VecEnv(game, ROWS, threads=1, **options)
    env.reset(seed=1)
    ended = []

    def steps():
        for _ in range(STEPS_AT_ONCE):
            batch = env.step(env.sample_actions())
            ended.append(int(batch.terminated.sum()))

    steps()
    idle = ended[-1]
    ended.clear()
    used = measure(limit, steps)
    idle += sum(ended[:-1])
    report(row, "roadside", len(ended) * ROWS - idle, used)


def one_play(limit):
    """Random legal play of Pig with each decision's observation."""
    game = roadside.load_game("pig")
    choose, seeds, counted = random.Random(1).choice, iter(range(1 << 60)), []

    def play():
        state, decisions = game.new_initial_state(next(seeds)), 0
        while not state.is_terminal():
            state.observation_tensor()
            state.apply_action(choose(state.legal_actions()))
            decisions += 1
        counted.append(decisions)

    used = measure(limit, play)
    report("pig_state", "roadside", sum(counted), used)


def one_environment(row, name, limit):
    """Random legal play against the default opponent, resets included."""
    env = gymnasium.make(name, disable_env_checker=True)
    _, info = env.reset(seed=1)
    choose, state = random.Random(1).random, {"mask": info["action_mask"]}

    def steps():
        for _ in range(DECISIONS_AT_ONCE):
            legal = state["mask"].nonzero()[0]
            _, _, terminated, truncated, info = env.step(legal[int(choose() * len(legal))])
            if terminated or truncated:
                _, info = env.reset()
            state["mask"] = info["action_mask"]

    calls = []
    used = measure(limit, lambda: calls.append(steps()))
    report(row, "roadside", len(calls) * DECISIONS_AT_ONCE, used)


limit = seconds()
rows("zone_stalker_in_place", "zone_stalker", limit, copy=False)
rows("zone_stalker_copied", "zone_stalker", limit)
rows("pig_in_place", "pig", limit, copy=False)
one_play(limit)
one_environment("pig_env", "roadside/Pig-v0", limit)
one_environment("zone_stalker_env", "roadside/ZoneStalker-v0", limit)
