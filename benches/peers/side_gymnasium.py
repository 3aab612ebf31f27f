"""Gymnasium's side: its own blackjack, random actions, resets included."""

import random

import gymnasium
from clock import measure, report, seconds

DECISIONS_AT_ONCE = 1000

env = gymnasium.make("Blackjack-v1", disable_env_checker=True)
env.reset(seed=1)
choose = random.Random(1).random


def steps():
    for _ in range(DECISIONS_AT_ONCE):
        _, _, terminated, truncated, _ = env.step(int(choose() * 2))
        if terminated or truncated:
            env.reset()


calls = []
used = measure(seconds(), lambda: calls.append(steps()))
report("blackjack_env", "gymnasium", len(calls) * DECISIONS_AT_ONCE, used)
