"""Equilibria that the Rust side finds, against OpenSpiel's algorithms and a linear program on the tree that it walks.

The numbers are those of `agents/tests/equilibrium`.
"""

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")
optimize = pytest.importorskip("scipy.optimize")
sparse = pytest.importorskip("scipy.sparse")

import roadside.open_spiel  # noqa: E402

roadside.open_spiel.register()

#: The first hidden duel of Zone Stalker; with a Location in place of the Hazard its tree is small enough for
#: OpenSpiel's best responses.
DUEL = "roadside_zone_stalker(preset=duel-1)"
SMALLER_DUEL = "roadside_zone_stalker(preset=duel-1,zone_deck=Death Lamp;Pylons)"


class Sequences:
    """What two players can do one after the other, and what the first gets where both have done so."""

    def __init__(self, game: Any) -> None:
        #: By player: the sequence before each information state, the number of its first choice, and how many there are.
        self.sets: list[dict[str, tuple[int, int, int]]] = [{}, {}]
        self.count = [1, 1]
        self.gains: dict[tuple[int, int], float] = defaultdict(float)
        self._walk(game.new_initial_state(), 1.0, (0, 0))

    def _walk(self, state: Any, chance: float, done: tuple[int, int]) -> None:
        if state.is_terminal():
            self.gains[done] += chance * state.returns()[0]
        elif state.is_chance_node():
            for item, share in state.chance_outcomes():
                self._walk(state.child(item), chance * share, done)
        else:
            player, legal = state.current_player(), state.legal_actions()
            key = state.information_state_string(player)
            if key not in self.sets[player]:
                self.sets[player][key] = (done[player], self.count[player], len(legal))
                self.count[player] += len(legal)
            before, first, count = self.sets[player][key]
            assert (before, count) == (done[player], len(legal)), "players have perfect recall"
            for place, action in enumerate(legal):
                after = (first + place, done[1]) if player == 0 else (done[0], first + place)
                self._walk(state.child(action), chance, after)

    def flow(self, player: int) -> Any:
        """One row an information state, after one for the start: what leads there less what is done there is 0."""
        rows, columns, values = [0], [0], [-1.0]
        for row, (before, first, count) in enumerate(self.sets[player].values(), start=1):
            rows += [row] * (1 + count)
            columns += [before, *range(first, first + count)]
            values += [1.0] + [-1.0] * count
        return sparse.csr_matrix((values, (rows, columns)), shape=(1 + len(self.sets[player]), self.count[player]))

    def value(self) -> float:
        """What the first player gets in an equilibrium (Koller, Megiddo and von Stengel 1996)."""
        (plans, answers) = (self.flow(0), self.flow(1))
        places = np.array(list(self.gains)).T
        gains = sparse.csr_matrix((list(self.gains.values()), places), shape=tuple(self.count))
        start = np.zeros(plans.shape[0])
        start[0] = -1.0
        # The variables: the first player's plan, then what each information state of the second is worth.
        objective = np.concatenate([np.zeros(self.count[0]), -start_of(answers)])
        found = optimize.linprog(
            objective,
            A_ub=sparse.hstack([-gains.T, -answers.T]).tocsr(),
            b_ub=np.zeros(self.count[1]),
            A_eq=sparse.hstack([plans, sparse.csr_matrix((plans.shape[0], answers.shape[0]))]).tocsr(),
            b_eq=start,
            bounds=[(0, None)] * self.count[0] + [(None, None)] * answers.shape[0],
            method="highs",
        )
        assert found.status == 0, found.message
        return float(-found.fun)


def start_of(flow: Any) -> Any:
    start = np.zeros(flow.shape[0])
    start[0] = 1.0
    return start


@pytest.mark.parametrize(
    ("name", "value", "information_sets"),
    [("roadside_kuhn", -1 / 18, (6, 6)), (SMALLER_DUEL, 61 / 4800, (466, 698)), (DUEL, 29 / 2400, (2854, 1640))],
)
def test_the_value_is_that_of_a_linear_program(name, value, information_sets):
    sequences = Sequences(pyspiel.load_game(name))
    assert tuple(map(len, sequences.sets)) == information_sets
    assert sequences.value() == pytest.approx(value, abs=1e-8)


@pytest.mark.parametrize(
    ("name", "conv", "responses"),
    [("roadside_kuhn", 11 / 12, (0.5, 5 / 12)), (SMALLER_DUEL, 0.375, (0.25, 0.125))],
)
def test_best_responses_to_uniform_play_are_those_of_openspiel(name, conv, responses):
    game = pyspiel.load_game(name)
    uniform = pyspiel.UniformRandomPolicy(game)
    assert pyspiel.nash_conv(game, uniform) == pytest.approx(conv, abs=1e-9)
    start = game.new_initial_state()
    for player, response in enumerate(responses):
        best = pyspiel.TabularBestResponse(game, player, uniform)
        assert best.value_from_state(start) == pytest.approx(response, abs=1e-9)
