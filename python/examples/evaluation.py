"""How often a policy wins: the measure that all trainers here share."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import roadside
from numpy.typing import NDArray

#: From (observations, rows x numbers, float32) and (masks, rows x actions, bool) to an action for each row.
Policy = Callable[[NDArray[np.float32], NDArray[np.bool_]], NDArray[np.int64]]

#: Seeds from here on are for evaluation alone; training uses smaller ones.
UNSEEN = 1 << 40


class Wins(NamedTuple):
    """The share of games won, in [0, 1]; a tie counts half."""

    share: float
    error: float
    """The standard error over the games."""
    games: int

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ± {100 * self.error:.1f} of {self.games} games"


def wins(policy: Policy, opponent: str = "cautious:4", games: int = 2000, skip: int = 0) -> Wins:
    """Plays `games` of Zone Stalker for two, an even number: each deal twice, with the seats swapped. `skip` leaves out
    so many deals.

    Every game that is begun is counted, so that short ones are not favoured. An illegal action loses.

    Raises:
        ValueError: Where the number of games is odd or less than 2, or the opponent is none that there is.
    """
    if games < 2 or games % 2:
        raise ValueError(f"games = {games}: legal is an even number from 2")
    game = roadside.load_game("zone_stalker", players=2)
    results = [_results(policy, game, opponent, seat, games // 2, UNSEEN + skip) for seat in (0, 1)]
    points = np.concatenate(results) / 2 + 0.5
    return Wins(float(points.mean()), float(points.std(ddof=1) / np.sqrt(points.size)), points.size)


def _results(
    policy: Policy, game: roadside.Game, opponent: str, seat: int, games: int, seed: int
) -> NDArray[np.float64]:
    """What the policy got in each game: 1, 0 or -1."""
    env = roadside.VecEnv(
        game, games, opponents=opponent, seat=seat, autoreset="disabled", on_illegal="terminate", threads=1
    )
    batch = env.reset(seed=seed)
    results, over = np.zeros(games), np.zeros(games, np.bool_)
    actions = np.zeros(games, np.int64)
    while True:
        results += np.where(over, 0, batch.rewards)
        over |= batch.terminated
        if over.all():
            return np.sign(results)
        playing = ~over
        observations = batch.observations[playing].astype(np.float32, copy=False)
        actions[playing] = policy(observations, batch.masks[playing])
        batch = env.step(actions)
