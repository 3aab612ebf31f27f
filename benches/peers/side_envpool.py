"""EnvPool's side: its blackjack, the cheapest of its games with cards, by actions drawn beforehand."""

import envpool
import numpy as np
from clock import measure, report, seconds

ROWS = 1024
STEPS_AT_ONCE = 16

pool = envpool.make("Blackjack-v1", env_type="gymnasium", num_envs=ROWS, batch_size=ROWS, num_threads=1, seed=1)
pool.reset()
actions = np.random.default_rng(1).integers(0, pool.action_space.n, (STEPS_AT_ONCE, ROWS), dtype=np.int32)
flags = []


def steps():
    for row_actions in actions:
        _, _, terminated, truncated, _ = pool.step(row_actions)
        flags.append(terminated | truncated)


steps()
before = flags[-1]
flags.clear()
used = measure(seconds(), steps)
# A step after a game's end only begins the next game.
idle = sum(int(done.sum()) for done in [before, *flags[:-1]])
report("blackjack", "envpool", len(flags) * ROWS - idle, used)
