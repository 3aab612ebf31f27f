"""MaskablePPO of sb3-contrib learns Zone Stalker for two against `cautious:4`, from the result of each game alone.

    python maskable_ppo.py                   # the whole training
    python maskable_ppo.py --steps 100000    # a minute, to see that it runs
    python maskable_ppo.py --plain           # PPO without masks: an illegal action loses the game

It ends with the share of games that the policy wins, where it takes its likeliest action.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from evaluation import Policy
from numpy.typing import NDArray
from record import Record
from roadside.sb3 import VecEnv
from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecMonitor
from torch import Tensor, nn

#: The weight of the entropy bonus at the start; it falls to 0. With less the policy soon never flips a card, which wins
#: more than half of the games, and finds nothing better.
ENTROPY = 0.03


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions of the learner to train on")
    parser.add_argument("--seed", type=int, default=1, help="of the games, the weights and the choices")
    parser.add_argument("--opponent", default="cautious:4", help="who plays the other seat")
    parser.add_argument("--plain", action="store_true", help="PPO of Stable-Baselines3, which knows no masks")
    parser.add_argument("--rows", type=int, default=256, help="games side by side")
    parser.add_argument("--checks", type=int, default=20, help="evaluations on the way")
    parser.add_argument("--games", type=int, default=10_000, help="games of the evaluation at the end")
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch")
    parser.add_argument("--out", type=Path, help="a file for the curve and the result, JSON")
    parser.add_argument("--weights", type=Path, help="a file for the weights, .zip")
    train(parser.parse_args())


def train(args: argparse.Namespace) -> None:
    torch.set_num_threads(args.threads)
    env = VecMonitor(VecEnv("zone_stalker", args.rows, opponents=args.opponent, seat="random", threads=1))
    kind: Any = PPO if args.plain else MaskablePPO
    learner = kind(
        "MlpPolicy",
        env,
        n_steps=128,  # of each row between updates: about two games
        batch_size=2048,
        n_epochs=2,
        learning_rate=lambda left: 1e-3 * left,
        gamma=1.0,  # a late win is as good as an early one
        gae_lambda=0.95,
        ent_coef=ENTROPY,
        policy_kwargs={"features_extractor_class": Body, "net_arch": []},
        seed=args.seed,
        device="cpu",
    )
    env.seed(args.seed << 20)  # in place of the learner's own, so that no two seeds share a game
    facts = {"line": "PPO" if args.plain else "MaskablePPO", "seed": args.seed, "opponent": args.opponent}
    record = Record(args.out, facts, args.steps, args.checks)
    learner.learn(args.steps, callback=Checks(record, policy_of(learner)))
    if args.weights:
        learner.save(args.weights)
    record.finish(policy_of(learner), args.games)


class Body(BaseFeaturesExtractor):
    """Two layers that the policy and the value share: half the work of one body for each."""

    def __init__(self, space: gymnasium.spaces.Box, width: int = 128) -> None:
        super().__init__(space, width)
        (numbers,) = space.shape
        self.layers = nn.Sequential(nn.Linear(numbers, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())

    def forward(self, observations: Tensor) -> Tensor:
        hidden: Tensor = self.layers(observations)
        return hidden


class Checks(BaseCallback):
    """Tells `record` of each rollout, and lowers the entropy bonus."""

    def __init__(self, record: Record, policy: Policy) -> None:
        super().__init__()
        self._record, self._policy = record, policy
        self._told = 0

    def _on_rollout_end(self) -> None:
        self._record.advance(self.num_timesteps - self._told, self._policy)
        self._told = self.num_timesteps
        learner: Any = self.model
        learner.ent_coef = ENTROPY * max(0, 1 - self.num_timesteps / self.locals["total_timesteps"])

    def _on_step(self) -> bool:
        return True


def policy_of(learner: Any) -> Policy:
    """The likeliest action of each row; where the learner knows masks, the likeliest legal one."""

    def policy(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        known = {"action_masks": masks} if isinstance(learner, MaskablePPO) else {}
        actions, _ = learner.predict(observations, deterministic=True, **known)
        return np.asarray(actions)

    return policy


if __name__ == "__main__":
    main()
