"""Proximal policy optimisation in plain PyTorch, to be read from top to bottom.

    python ppo.py                      # the whole training
    python ppo.py --steps 100000       # half a minute, to see that it runs
    python ppo.py --unmasked           # the policy must find out what is legal; it does not get far

It learns Zone Stalker for two against `cautious:4`, from the result of each game alone, and ends with the share of
games that the policy wins, where it takes its likeliest action.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import roadside.gymnasium  # noqa: F401  # registers the environments
import torch
from evaluation import Policy
from numpy.typing import NDArray
from record import Record
from torch import Tensor, nn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions of the learner to train on")
    parser.add_argument("--seed", type=int, default=1, help="of the games, the weights and the choices")
    parser.add_argument("--opponent", default="cautious:4", help="who plays the other seat")
    parser.add_argument("--unmasked", action="store_true", help="hide the masks; an illegal action loses the game")
    parser.add_argument("--rows", type=int, default=256, help="games side by side")
    parser.add_argument("--rollout", type=int, default=128, help="steps of each row between updates")
    parser.add_argument("--epochs", type=int, default=2, help="passes over a rollout")
    parser.add_argument("--minibatch", type=int, default=2048, help="decisions per gradient step")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate at the start; falls to 0")
    parser.add_argument("--trace", type=float, default=0.95, help="lambda of generalised advantage estimation")
    parser.add_argument("--clip", type=float, default=0.2, help="how far the policy may move in one update")
    # With less the policy soon never flips a card, which wins more than half of the games, and finds nothing better.
    parser.add_argument("--entropy", type=float, default=0.03, help="weight of the entropy bonus; falls to 0")
    parser.add_argument("--width", type=int, default=128, help="of both hidden layers")
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch")
    parser.add_argument("--checks", type=int, default=20, help="evaluations on the way")
    parser.add_argument("--games", type=int, default=10_000, help="games of the evaluation at the end")
    parser.add_argument("--out", type=Path, help="a file for the curve and the result, JSON")
    parser.add_argument("--weights", type=Path, help="a file for the weights, .pt")
    train(parser.parse_args())


class Network(nn.Module):
    """What to do, as logarithms of chances, and how it will end, from -1 to 1."""

    def __init__(self, observation: int, actions: int, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            layer(observation, width, 2**0.5), nn.ReLU(), layer(width, width, 2**0.5), nn.ReLU()
        )
        self.policy = layer(width, actions, 0.01)
        self.value = layer(width, 1, 1.0)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.body(observations)
        return log_softmax(self.policy(hidden), masks), self.value(hidden).squeeze(-1)


def log_softmax(logits: Tensor, masks: Tensor) -> Tensor:
    """The logarithms of the chances of what is legal; the others' are so low that their chances are exactly 0."""
    # Not -inf: its product with a chance of 0 would be NaN.
    return torch.log_softmax(logits.masked_fill(~masks, -1e9), dim=-1)


def layer(inputs: int, outputs: int, gain: float) -> nn.Linear:
    made = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(made.weight, gain)
    nn.init.zeros_(made.bias)
    return made


def train(args: argparse.Namespace) -> None:
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)

    # The arrays of the environment are overwritten by its next step (copy=False); what is kept of them is copied below.
    # Under same-step autoreset the observation after the end of a game is already that of the next game.
    env: Any = gymnasium.make_vec(
        "roadside/ZoneStalker-v0",
        num_envs=args.rows,
        vectorization_mode="vector_entry_point",
        opponents=args.opponent,
        seat="random",
        autoreset_mode="SameStep",
        copy=False,
        threads=1,
    )
    (numbers,), actions = env.single_observation_space.shape, env.single_action_space.n
    network = Network(numbers, actions, args.width)
    optimizer = torch.optim.Adam(network.parameters(), lr=args.rate, eps=1e-5)

    # One rollout: time x rows.
    shape = (args.rollout, args.rows)
    observations = torch.zeros(*shape, numbers)
    masks = torch.ones(*shape, actions, dtype=torch.bool)
    chosen = torch.zeros(shape, dtype=torch.int64)
    log_chances = torch.zeros(shape)
    values = torch.zeros(args.rollout + 1, args.rows)
    rewards = torch.zeros(shape)
    goes_on = torch.zeros(shape)

    batch = args.rollout * args.rows
    updates = max(1, args.steps // batch)
    facts = {"line": f"ppo.py{' --unmasked' * args.unmasked}", "seed": args.seed, "opponent": args.opponent}
    record = Record(args.out, facts, updates * batch, args.checks)
    seen, infos = env.reset(seed=args.seed << 20)
    for update in range(updates):
        left = 1 - update / updates
        optimizer.param_groups[0]["lr"] = left * args.rate

        # Play.
        for t in range(args.rollout):
            observations[t] = torch.from_numpy(seen)
            if not args.unmasked:
                masks[t] = torch.from_numpy(infos["action_mask"])
            with torch.no_grad():
                log_policy, values[t] = network(observations[t], masks[t])
            chosen[t] = torch.multinomial(log_policy.exp(), 1).squeeze(-1)
            log_chances[t] = log_policy.gather(-1, chosen[t, :, None]).squeeze(-1)
            seen, reward, terminated, _, infos = env.step(chosen[t].numpy())  # nothing truncates: no max_steps
            rewards[t] = torch.from_numpy(reward)
            goes_on[t] = torch.from_numpy(~terminated)
        with torch.no_grad():
            _, values[-1] = network(torch.from_numpy(seen), masks[0])  # the masks do not touch the value

        # How much better it went than expected. Nothing is discounted: a late win is as good as an early one.
        advantages = torch.zeros(shape)
        carried = torch.zeros(args.rows)
        for t in reversed(range(args.rollout)):
            surprise = rewards[t] + goes_on[t] * values[t + 1] - values[t]
            advantages[t] = carried = surprise + goes_on[t] * args.trace * carried
        returns = advantages + values[:-1]

        # Learn.
        data = [x.flatten(0, 1) for x in (observations, masks, chosen, log_chances, advantages, returns)]
        for _ in range(args.epochs):
            for rows in torch.split(torch.randperm(batch), args.minibatch):
                loss = loss_of(network, args, left, *(x[rows] for x in data))
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), 0.5)
                optimizer.step()

        record.advance(batch, policy_of(network, args.unmasked))
    if args.weights:
        torch.save(network.state_dict(), args.weights)
    record.finish(policy_of(network, args.unmasked), args.games)


def loss_of(
    network: Network,
    args: argparse.Namespace,
    left: float,
    observations: Tensor,
    masks: Tensor,
    chosen: Tensor,
    log_chances: Tensor,
    advantages: Tensor,
    returns: Tensor,
) -> Tensor:
    log_policy: Tensor
    values: Tensor
    log_policy, values = network(observations, masks)
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    ratio = (log_policy.gather(-1, chosen[:, None]).squeeze(-1) - log_chances).exp()
    clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
    gain = torch.min(ratio * advantages, clipped * advantages).mean()
    entropy = -(log_policy.exp() * log_policy).sum(-1).mean()
    miss = (values - returns).square().mean()
    loss: Tensor = -gain - left * args.entropy * entropy + 0.5 * miss
    return loss


def policy_of(network: Network, unmasked: bool) -> Policy:
    """The likeliest action of each row."""

    def policy(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        with torch.no_grad():
            log_policy, _ = network(torch.from_numpy(observations), torch.from_numpy(masks | unmasked))
        return np.asarray(log_policy.argmax(-1))

    return policy


if __name__ == "__main__":
    main()
