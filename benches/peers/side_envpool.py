"""EnvPool's side: its blackjack, the cheapest of its games with cards, by actions drawn beforehand."""

import envpool
import numpy as np
from clock import measure, report, seconds

ROWS = 1024
SIZES = [64, 256, ROWS, 4096]
STEPS_AT_ONCE = 16


def blackjack(rows, limit):
    """Decisions and CPU-seconds; a step after a game's end only begins the next game."""
    pool = envpool.make("Blackjack-v1", env_type="gymnasium", num_envs=rows, batch_size=rows, num_threads=1, seed=1)
    pool.reset()
    drawn = np.random.default_rng(1).integers(0, pool.action_space.n, (STEPS_AT_ONCE, rows), dtype=np.int32)
    flags = []

    def steps():
        for actions in drawn:
            _, _, terminated, truncated, _ = pool.step(actions)
            flags.append(terminated | truncated)

    steps()
    before = flags[-1]
    flags.clear()
    used = measure(limit, steps)
    idle = sum(int(done.sum()) for done in [before, *flags[:-1]])
    return len(flags) * rows - idle, used


limit = seconds()
found = {rows: blackjack(rows, limit) for rows in SIZES}
report("blackjack", "envpool", *found[ROWS])
report("blackjack_best", "envpool", *max(found.values(), key=lambda one: one[0] / one[1]))
