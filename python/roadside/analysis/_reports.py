"""Reports as dictionaries, arrays, data frames and plots."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from roadside.analysis._extras import frame, pyplot

#: Going on, stopping, and what is not certain: as in the pictures of the command line.
GO, HALT, UNSURE = "#d55e00", "#0072b2", "#888888"


class Report:
    """What was found out; `data` is all of it, as dictionaries and lists."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def rows(self) -> list[dict[str, Any]]:
        """The lines of the table that `to_frame` makes."""
        raise NotImplementedError

    def columns(self) -> list[str]:
        """The names of its columns."""
        return list(dict.fromkeys(name for row in self.rows() for name in row))

    def to_frame(self) -> Any:
        """The report as a `pandas.DataFrame`.

        Raises:
            ImportError: Without pandas, which the extra `analysis` brings.
        """
        return frame(self.rows(), self.columns())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.headline()}>"

    def headline(self) -> str:
        """The report in a line."""
        return ""


def _flat(estimates: dict[str, dict[str, float] | None]) -> dict[str, float | None]:
    """Estimates as columns: each its mean, standard error and interval of 95 %."""
    told: dict[str, float | None] = {}
    for name, estimate in estimates.items():
        for part, suffix in (("mean", ""), ("stderr", "_stderr"), ("low", "_low"), ("high", "_high")):
            told[name + suffix] = None if estimate is None else estimate[part]
    return told


class FlipReport(Report):
    """What the next flip may bring; made by `roadside.analysis.flip`."""

    @property
    def cards(self) -> list[dict[str, Any]]:
        """The cards that may be flipped, with chances and values; none unless the decision is to stop or to flip."""
        cards: list[dict[str, Any]] = self.data["cards"]
        return cards

    @property
    def sorts(self) -> list[dict[str, Any]]:
        """The same by sorts of cards."""
        sorts: list[dict[str, Any]] = self.data["sorts"]
        return sorts

    @property
    def moves(self) -> list[dict[str, Any]]:
        """What may be done: `action`; `value`, exact for the next flip, in SP less the cost of injuries; `turn`, bounds
        (`lower`, `upper`) of the mean SP at the end of the turn, dead = 0; `outcomes`, what may come of it."""
        moves: list[dict[str, Any]] = self.data["moves"]
        return moves

    @property
    def advice(self) -> dict[str, Any]:
        """`greedy`, the best action by the next flip, and `greedy_by`, how much more that is worth; `turn` and
        `turn_by` by the
        turn's value, None where its bounds leave it open."""
        advice: dict[str, Any] = self.data["advice"]
        return advice

    @property
    def looks(self) -> list[dict[str, Any]]:
        """Bounds of the turn's value after the best action that is not to stop, looked ever further ahead."""
        looks: list[dict[str, Any]] = self.data["looks"]
        return looks

    def rows(self) -> list[dict[str, Any]]:
        """One line for each move."""
        return [
            {"action": move["action"], "value": move["value"], "turn_lower": move["turn"]["lower"],
             "turn_upper": move["turn"]["upper"], **_outcomes(move["outcomes"])}
            for move in self.moves
        ]  # fmt: skip

    def headline(self) -> str:
        by = self.advice["greedy_by"]
        return f"{self.advice['greedy']}" + ("" if by is None else f" by {by:.3f}")

    def plot(self, axes: Any = None) -> Any:
        """Draws the value of each move, and the bounds of its turn's value; returns the figure of matplotlib.

        Raises:
            ImportError: Without matplotlib, which the extra `analysis` brings.
        """
        if axes is None:
            _, axes = pyplot().subplots(figsize=(7, 1.2 + 0.45 * len(self.moves)), layout="constrained")
        for place, move in enumerate(reversed(self.moves)):
            low, high = move["turn"]["lower"], move["turn"]["upper"]
            axes.plot([low, high], [place, place], color=GO, linewidth=7, alpha=0.45, solid_capstyle="butt",
                      label="the turn, between bounds" if place == 0 else None)  # fmt: skip
            axes.plot([low], [place], "|", color=GO, markersize=14)
        known = [(place, move["value"]) for place, move in enumerate(reversed(self.moves)) if move["value"] is not None]
        if known:
            axes.plot([value for _, value in known], [place for place, _ in known], "D", color=HALT,
                      label=f"the next flip, an injury costs {self.data['injury_cost']:g}")  # fmt: skip
        axes.set_yticks(range(len(self.moves)), [move["action"] for move in reversed(self.moves)])
        axes.set_xlabel("Swag Points, dead = 0")
        axes.set_title(f"{self.data['character']}, {self.data['points']} SP, {self.data['injuries']} injuries")
        axes.margins(y=0.3)
        axes.legend(loc="best", fontsize="small")
        return axes.figure


def _outcomes(outcomes: dict[str, Any] | None) -> dict[str, Any]:
    """What may come of a move, as far as it is a number."""
    return {name: value for name, value in (outcomes or {}).items() if isinstance(value, int | float)}


class Review(Report):
    """What the decisions of a seat cost; made by `roadside.analysis.review`."""

    @property
    def decisions(self) -> list[dict[str, Any]]:
        """The decisions, blunders first, then by their loss: `at`, after how many actions; `chosen`; `best`, what looked
        best; `loss` with `mean`, `stderr`, `low`, `high`, below 0 where an estimating judge found what was chosen to do
        better; `blunder`, whether chance does not explain the loss, all decisions looked at together (Holm at 5 %);
        `luck` behind the action (by the solver); `actions`, all with their values."""
        decisions: list[dict[str, Any]] = self.data["decisions"]
        return decisions

    @property
    def loss(self) -> dict[str, float]:
        """What all decisions cost together, in the unit of `value`; estimated, it is what they
        cost who plays on as the judge does."""
        loss: dict[str, float] = self.data["loss"]
        return loss

    @property
    def value(self) -> str:
        """What values are: "win_share", "score" or "utility"."""
        return str(self.data["value"])

    @property
    def exact(self) -> bool:
        """Whether the values are exact under best play."""
        return bool(self.data["exact"])

    @property
    def blunders(self) -> list[dict[str, Any]]:
        """The decisions that cost something which chance does not explain."""
        return [decision for decision in self.decisions if decision["blunder"]]

    def rows(self) -> list[dict[str, Any]]:
        """One line for each decision."""
        return [
            {"at": decision["at"], "chosen": decision["chosen"], "best": decision["best"],
             **_flat({"loss": decision["loss"]}), "blunder": decision["blunder"], "luck": decision["luck"]}
            for decision in self.decisions
        ]  # fmt: skip

    def headline(self) -> str:
        return f"seat {self.data['seat']}: {len(self.decisions)} decisions cost {self.loss['mean']:.4f} {self.value}, by {self.data['judge']}"

    def plot(self, axes: Any = None) -> Any:
        """Draws the loss of each decision over the play; returns the figure of matplotlib.

        Raises:
            ImportError: Without matplotlib, which the extra `analysis` brings.
        """
        if axes is None:
            _, axes = pyplot().subplots(figsize=(8, 3.5), layout="constrained")
        for blunder, color, label in ((True, HALT, "blunder"), (False, UNSURE, "may be chance")):
            some = [decision for decision in self.decisions if decision["blunder"] == blunder]
            if not some:
                continue
            at, loss = [one["at"] for one in some], [one["loss"]["mean"] for one in some]
            error = [1.96 * one["loss"]["stderr"] for one in some]
            axes.errorbar(at, loss, yerr=error, fmt="o", color=color, ecolor=color, elinewidth=1, label=label)
        axes.axhline(0, color="black", linewidth=0.8)
        axes.set_xlabel("actions before the decision")
        axes.set_ylabel(f"loss, {self.value.replace('_', ' ')}")
        axes.legend(loc="best", fontsize="small")
        return axes.figure


class RulesReport(Report):
    """What came of each value of a rule; made by `roadside.analysis.rules`."""

    @property
    def outcomes(self) -> list[dict[str, Any]]:
        """One for each value: `first_seat`, `first_seat_change`, `per_game`, `deaths`, `score`, `edge`, `skill`,
        `best_rule`, each
        with its estimates, None where there is no such thing."""
        outcomes: list[dict[str, Any]] = self.data["outcomes"]
        return outcomes

    def rows(self) -> list[dict[str, Any]]:
        """One line for each value and figure."""
        rows = []
        for outcome in self.outcomes:
            figures = {name: outcome[name] for name in ("first_seat", "first_seat_change")} | outcome["per_game"]
            figures |= {name: outcome[name] for name in ("deaths", "score", "edge", "skill")}
            best = outcome["best_rule"]
            figures |= {"best_rule_value": best["value"] if best else None}
            for name, estimate in figures.items():
                if estimate is not None:
                    rows.append({self.data["vary"]: outcome["value"], "figure": name, **estimate})
        return rows

    def headline(self) -> str:
        return f"{self.data['game']}, {self.data['vary']} in {[outcome['value'] for outcome in self.outcomes]}"

    def plot(self) -> Any:
        """Draws each figure over the values, with intervals of 95 %; returns the figure of matplotlib.

        Raises:
            ImportError: Without matplotlib, which the extra `analysis` brings.
        """
        rows = [row for row in self.rows() if row["figure"] != "first_seat_change"]
        names = list(dict.fromkeys(row["figure"] for row in rows))
        columns = min(3, len(names))
        lines = -(-len(names) // columns)
        figure, all_axes = pyplot().subplots(
            lines, columns, figsize=(3.6 * columns, 2.8 * lines), layout="constrained", squeeze=False
        )
        for axes in all_axes.flat[len(names) :]:
            axes.remove()
        for axes, name in zip(all_axes.flat, names, strict=False):
            told = [row for row in rows if row["figure"] == name]
            axes.errorbar([_number(row[self.data["vary"]]) for row in told], [row["mean"] for row in told],
                          yerr=_reach(told), fmt="o-", color=HALT, elinewidth=1, capsize=2)  # fmt: skip
            axes.set(xlabel=self.data["vary"], title=name.replace("_", " "))
        return figure


class SearchReport(Report):
    """What a search found out about a decision; made by `roadside.analysis.search`."""

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return int(self.data["seat"])

    @property
    def decision(self) -> str:
        """The label of what it should do."""
        return str(self.data["label"])

    @property
    def actions(self) -> list[dict[str, Any]]:
        """All legal actions: `action`, `label`, `prior`, `visits`, `value` with `stderr` (utility), `win_share` with
        `win_share_stderr`; None where there is nothing."""
        actions: list[dict[str, Any]] = self.data["actions"]
        return actions

    @property
    def visits(self) -> NDArray[np.int64]:
        """How many simulations began with each action."""
        return np.array([action["visits"] for action in self.actions], np.int64)

    @property
    def values(self) -> NDArray[np.float64]:
        """What the seat got on average behind each action, in utility; NaN without a visit.

        Only that of the action that is played is well known: the others were tried little, and along lines that were given up
        early, which their `stderrs` do not tell."""
        return np.array([action["value"] for action in self.actions], np.float64)

    @property
    def stderrs(self) -> NDArray[np.float64]:
        """The standard errors of `values`, as if all simulations of an action were alike; NaN with fewer than two visits."""
        return np.array([action["stderr"] for action in self.actions], np.float64)

    @property
    def line(self) -> list[str]:
        """What is most likely to follow, in words."""
        line: list[str] = self.data["line"]
        return line

    def rows(self) -> list[dict[str, Any]]:
        """One line for each action."""
        return self.actions

    def headline(self) -> str:
        return f"{self.decision}, {self.data['simulations']} simulations"


class ArenaReport(Report):
    """How players do against each other; made by `roadside.analysis.arena`."""

    @property
    def agents(self) -> list[str]:
        """The players' names in full."""
        agents: list[str] = self.data["agents"]
        return agents

    @property
    def share_of(self) -> str:
        """What shares are of: "win", or "stakes" in games that do not pay by the win: the utility, 0 for the least that can
        be paid and 1 for the most."""
        return str(self.data["share_of"])

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The share of each player (row) against each other (column), players x players; NaN where they did not meet."""
        return np.array(self.data["matrix"], np.float64)

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """All ordered pairs that met, with intervals of 95 %."""
        pairs: list[dict[str, Any]] = self.data["pairs"]
        return pairs

    @property
    def ratings(self) -> list[dict[str, Any]]:
        """The ratings of the players, on one line (`elo`) and for circles (`nash_...`), with intervals of 95 %; none in a
        gauntlet."""
        ratings: list[dict[str, Any]] = self.data.get("ratings", [])
        return ratings

    def rows(self) -> list[dict[str, Any]]:
        """One line for each ordered pair."""
        return [
            {"agent": pair["agent"], "against": pair["against"], **_flat({"share": pair["share"]}),
             "p_value": pair["p_value"], "p_holm": pair["p_holm"]}
            for pair in self.pairs
        ]  # fmt: skip

    def headline(self) -> str:
        return f"{self.data['game']}: {', '.join(self.agents)}, {self.data['games']} games a pair"

    def plot(self, axes: Any = None) -> Any:
        """Draws the share of each player against each other, with intervals of 95 %; returns the figure of matplotlib.

        Raises:
            ImportError: Without matplotlib, which the extra `analysis` brings.
        """
        if axes is None:
            _, axes = pyplot().subplots(figsize=(7.5, 1.5 + 0.22 * len(self.pairs)), layout="constrained")
        last = len(self.agents) - 1
        for place, against in enumerate(self.agents):
            met = [pair for pair in self.pairs if pair["against"] == against]
            if met:
                # Each opponent has a height of its own beside the player's, so that nothing is covered.
                beside = 0.6 * (0.5 - (place + 0.5) / (last + 1))
                height = [last - self.agents.index(pair["agent"]) + beside for pair in met]
                shares = [pair["share"] for pair in met]
                axes.errorbar([share["mean"] for share in shares], height, xerr=_reach(shares), fmt="o",
                              markersize=4, elinewidth=1.5, label=against)  # fmt: skip
        axes.axvline(1 / self.data["players"], color="black", linewidth=0.8, linestyle=":", label="even")
        axes.set_yticks(range(last + 1), list(reversed(self.agents)))
        axes.set(xlim=(-0.02, 1.02), ylim=(-0.5, last + 0.5))
        axes.set_xlabel(f"share of the {self.share_of}, with its interval of 95 %")
        axes.legend(title="against", loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize="small")
        return axes.figure


def _number(value: str) -> float | str:
    """A value of a rule, as a number where it is one."""
    try:
        return float(value)
    except ValueError:
        return value


def _reach(estimates: list[dict[str, Any]]) -> list[list[float]]:
    """How far intervals reach below and above their means."""
    return [
        [one["mean"] - one["low"] for one in estimates],
        [one["high"] - one["mean"] for one in estimates],
    ]
