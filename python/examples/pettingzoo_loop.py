"""Random legal play of Zone Stalker for three, turn by turn, through PettingZoo.

    python pettingzoo_loop.py --games 5
"""

from __future__ import annotations

import argparse

import numpy as np
from roadside import zone_stalker_v0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    random = np.random.default_rng(args.seed)
    env = zone_stalker_v0.env(players=3)
    env.reset(seed=args.seed)
    for game in range(args.games):
        if game > 0:
            env.reset()  # the next episode of the seed
        payoffs = dict.fromkeys(env.possible_agents, 0.0)
        decisions = 0
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            payoffs[agent] += reward
            if terminated or truncated:
                env.step(None)  # each agent leaves the table, having heard how it ended
                continue
            assert observation is not None
            env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
            decisions += 1
        print(f"game {game + 1}: {decisions:4} decisions, " + ", ".join(f"{a} {p:+.2f}" for a, p in payoffs.items()))


if __name__ == "__main__":
    main()
