"""Self-play of Zone Stalker in NumPy: many games, stepped by one call, in which every seat is played here.

    python vector_loop.py --policy linear --rows 1024 --steps 500
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import roadside
from numpy.typing import NDArray


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--policy", choices=["random", "linear"], default="random", help="linear has random weights")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rows", type=int, default=1024, help="games side by side")
    parser.add_argument("--steps", type=int, default=300, help="decisions in each row")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    random = np.random.default_rng(args.seed)
    game = roadside.load_game("zone_stalker", players=args.players)
    env = roadside.VecEnv(game, args.rows, autoreset="same_step", copy=False)
    (numbers,), actions = game.observation_tensor_shape(), game.num_distinct_actions()
    weights = random.standard_normal((numbers, actions), np.float32)

    batch = env.reset(seed=args.seed)
    games, payoffs = 0, np.zeros(args.players)
    start = time.perf_counter()
    for _ in range(args.steps):
        chances = batch.masks if args.policy == "random" else softmax(batch.observations @ weights, batch.masks)
        batch = env.step(choose(chances, random))
        games += int(batch.terminated.sum())
        payoffs += batch.rewards.sum(axis=0)
    seconds = time.perf_counter() - start

    print(f"{games} games, {games / seconds:,.0f} a second; {args.rows * args.steps / seconds:,.0f} decisions a second")
    print("mean payoff by seat: " + ", ".join(f"{payoff:+.3f}" for payoff in payoffs / max(1, games)))


def softmax(logits: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Chances in proportion to exp(logit) of what is legal, exactly 0 for the rest."""
    logits = np.where(masks, logits, -np.inf)
    chances: NDArray[np.float32] = np.exp(logits - logits.max(axis=1, keepdims=True))
    return chances


def choose(chances: NDArray[np.bool_ | np.float32], random: np.random.Generator) -> NDArray[np.int64]:
    """One action for each row, drawn in proportion to its chances."""
    up_to = chances.cumsum(axis=1, dtype=np.float32)
    drawn = random.random((len(chances), 1), np.float32) * up_to[:, -1:]
    chosen: NDArray[np.int64] = (up_to > drawn).argmax(axis=1)
    return chosen


if __name__ == "__main__":
    main()
