"""Maps of when to stop."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from roadside.analysis._extras import collections, colors, pyplot
from roadside.analysis._reports import Report

Floats = NDArray[np.float64]
#: From stopping to going on, as in the pictures of the command line.
STOP_TO_GO = [
    "#083c72", "#2468a6", "#5c96c8", "#a5c8e4", "#f8f7f4", "#facd96", "#ef9844", "#cc6210", "#8a3804",
]  # fmt: skip


class PigMap(Report):
    """The roll/hold surface of pig, exact; made by `roadside.analysis.stopping`."""

    @property
    def first_wins(self) -> float:
        """The probability that the seat that begins wins."""
        return float(self.data["first_wins"])

    @property
    def hold_at(self) -> NDArray[np.int64]:
        """The least turn total at which to hold: target x target, `[theirs, own]`, by the points of each opponent and
        of the
        seat to act; -1 for points that nobody can have."""
        rows = self.data["hold_at"]
        return np.array([[-1 if turn is None else turn for turn in row] for row in rows], np.int64)

    @property
    def rolls_again(self) -> NDArray[np.int64]:
        """The scores, lines of (theirs, own), at which it is right to roll again with some larger turn total."""
        return np.array(self.data["rolls_again"], np.int64).reshape(-1, 2)

    @property
    def sections(self) -> dict[int, Floats]:
        """By the points of each opponent: the probability of winning by rolling less that by holding, `[turn, own]`,
        (target + 1) x target; NaN where that cannot be."""
        return {one["theirs"]: np.array(one["roll_less_hold"], np.float64) for one in self.data["sections"]}

    def rows(self) -> list[dict[str, Any]]:
        """One line for each score that can be."""
        again = {(theirs, own) for theirs, own in self.data["rolls_again"]}
        return [
            {"own": own, "theirs": theirs, "hold_at": turn, "rolls_again": (theirs, own) in again}
            for theirs, row in enumerate(self.data["hold_at"])
            for own, turn in enumerate(row)
            if turn is not None
        ]

    def columns(self) -> list[str]:
        return ["own", "theirs", "hold_at", "rolls_again"]

    def headline(self) -> str:
        return f"to {self.data['target']}: who begins wins with {self.first_wins:.6f}"

    def plot(self) -> Any:
        """Draws the surface and its sections, the region where it is right to hold outlined; returns the figure of
        matplotlib.

        Raises:
            ImportError: Without matplotlib, which the extra `analysis` brings.
        """
        surface = np.ma.masked_less(self.hold_at, 0)
        # Where an opponent is nearly home one rolls for all or nothing; these totals would flatten all others.
        usual = 2 * int(np.median(surface.compressed()))
        sections = {theirs: gain[: usual + 5] for theirs, gain in self.sections.items()}
        lines = 1 if len(sections) < 3 else 2
        columns = -(-len(sections) // lines)
        figure = pyplot().figure(figsize=(6.4 + 3.2 * columns, 2.6 + 2.4 * lines), layout="constrained")
        grid = figure.add_gridspec(lines, 1 + columns, width_ratios=[2] + [1] * columns)
        first = figure.add_subplot(grid[:, 0])
        image = first.imshow(surface, origin="lower", cmap="viridis", vmin=0, vmax=usual, aspect="auto")
        figure.colorbar(image, ax=first, label="hold at this turn total", extend="max", location="bottom", shrink=0.8)
        first.set(xlabel="own points", ylabel="points of each opponent", title=f"Pig to {self.data['target']}")
        others = [figure.add_subplot(grid[at // columns, 1 + at % columns]) for at in range(len(sections))]
        # What a few cells have would leave all others white.
        sizes = [np.abs(gain[~np.isnan(gain)]) for gain in sections.values()]
        reach = float(np.percentile(np.concatenate(sizes), 95)) if sizes else 1.0
        for axes, (theirs, gain) in zip(others, sections.items(), strict=True):
            shade = _shade(axes, gain, range(gain.shape[1]), range(gain.shape[0]), gain <= 1e-11, reach)
            axes.set(xlabel="own points", ylabel="turn total", title=f"they have {theirs}")
        if others:
            figure.colorbar(shade, ax=others, label="rolling less holding, probability", extend="both", shrink=0.8)
        return figure


class StoppingMap(NamedTuple):
    """The map for one number of quiet rounds that ends the game; arrays are rows x columns, `[y, x]`."""

    stalemate_rounds: int
    #: The value of flipping less that of stopping; NaN where there is no such position.
    value: Floats
    #: Its standard error.
    stderr: Floats
    #: The ends of its interval of 95 %.
    low: Floats
    high: Floats
    #: "flip", "stop", "impossible", or "undecided": not certain at 95 % for all cells of the map together.
    decision: NDArray[np.str_]
    #: The values themselves.
    flip: Floats
    stop: Floats
    #: How it differs from the map of the game itself; None for that one.
    moves: dict[str, Any] | None


class ZoneMap(Report):
    """Maps of flipping less stopping in Zone Stalker, estimates under a continuation; made by
    `roadside.analysis.stopping`."""

    @property
    def x(self) -> NDArray[np.int64]:
        """The numbers of the columns."""
        return np.array(self.data["x"]["values"], np.int64)

    @property
    def y(self) -> NDArray[np.int64]:
        """The numbers of the rows."""
        return np.array(self.data["y"]["values"], np.int64)

    @property
    def value(self) -> str:
        """What values are: "win_share", or alone at the table "score"."""
        return str(self.data["value"])

    @property
    def maps(self) -> dict[int, StoppingMap]:
        """The maps by the number of rounds without a flip that ends the game, rising."""
        return {one["stalemate_rounds"]: _map(one) for one in self.data["maps"]}

    def rows(self) -> list[dict[str, Any]]:
        """One line for each cell of each map."""
        names = (str(self.data["x"]["name"]), str(self.data["y"]["name"]))
        rows = []
        for one in self.data["maps"]:
            for cell in (cell for row in one["cells"] for cell in row):
                told = {"stalemate_rounds": one["stalemate_rounds"], names[0]: cell["x"], names[1]: cell["y"],
                        "decision": cell["decision"]}  # fmt: skip
                for name in ("flip", "stop", "difference"):
                    told |= {name: _part(cell[name], "mean"), f"{name}_stderr": _part(cell[name], "stderr")}
                rows.append(told | {end: _part(cell["difference"], end) for end in ("low", "high")})
        return rows

    def headline(self) -> str:
        return f"{self.data['y']['name']} over {self.data['x']['name']}, {self.value}, {self.data['samples']} samples a cell"

    def plot(self) -> Any:
        """Draws the maps side by side, in one scale: orange to flip, blue to stop, the region where it is certain that
        stopping is better outlined, cells that are not decided dotted; returns the figure of matplotlib.

        Raises:
            ImportError: Without matplotlib, which the extra `analysis` brings.
        """
        maps = self.maps
        figure, all_axes = pyplot().subplots(
            1, len(maps), figsize=(1.5 + 4.2 * len(maps), 4.6), layout="constrained", sharey=True
        )
        reach = max(float(np.nanmax(np.abs(one.value))) for one in maps.values())
        for axes, one in zip(np.atleast_1d(all_axes), maps.values(), strict=True):
            shade = _shade(axes, one.value, self.x, self.y, one.decision == "stop", reach)
            unsure = np.argwhere(one.decision == "undecided")
            axes.plot(unsure[:, 1], unsure[:, 0], ".", color="#444444", markersize=3,
                      label="undecided at 95 % for all cells together")  # fmt: skip
            axes.plot([], [], "-", color="black", linewidth=1.6, label="certainly better to stop")
            axes.set(xlabel=self.data["x"]["label"], title=f"{one.stalemate_rounds} rounds without a flip end it")
        first = np.atleast_1d(all_axes)[0]
        first.set_ylabel(self.data["y"]["label"])
        unit = "Swag Points" if self.value == "score" else "share of the win"
        figure.colorbar(shade, ax=all_axes, label=f"flipping less stopping, {unit}", shrink=0.85)
        figure.legend(*first.get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize="small")
        return figure


def _part(estimate: dict[str, float] | None, part: str) -> float | None:
    return None if estimate is None else estimate[part]


def _map(one: dict[str, Any]) -> StoppingMap:
    def part(name: str, of: str) -> Floats:
        return np.array([[_part(cell[name], of) for cell in row] for row in one["cells"]], np.float64)

    return StoppingMap(
        stalemate_rounds=one["stalemate_rounds"],
        value=part("difference", "mean"),
        stderr=part("difference", "stderr"),
        low=part("difference", "low"),
        high=part("difference", "high"),
        decision=np.array([[cell["decision"] for cell in row] for row in one["cells"]], np.str_),
        flip=part("flip", "mean"),
        stop=part("stop", "mean"),
        moves=one["moves"],
    )


def _shade(
    axes: Any, value: Floats, x: Any, y: Any, inside: NDArray[np.bool_], reach: float | None = None
) -> Any:
    """Draws values from blue (below 0) to orange, grey where there are none, with a line around the cells inside."""
    most = float(np.nanmax(np.abs(value))) if reach is None else reach
    cmap = colors().LinearSegmentedColormap.from_list("stop_to_go", STOP_TO_GO)
    norm = colors().TwoSlopeNorm(0.0, -(most or 1.0), most or 1.0)
    axes.set_facecolor("#d9d9d9")
    image = axes.imshow(
        np.ma.masked_invalid(value), origin="lower", cmap=cmap, norm=norm, aspect="auto", interpolation="nearest"
    )
    _outline(axes, inside, ~np.isnan(value))
    for axis, numbers in ((axes.xaxis, list(x)), (axes.yaxis, list(y))):
        step = max(1, len(numbers) // 8)
        axis.set_ticks(range(0, len(numbers), step), [str(number) for number in numbers[::step]])
    return image


def _outline(axes: Any, inside: NDArray[np.bool_], known: NDArray[np.bool_]) -> None:
    """A line between cells that are inside and those that are not, where there are cells on both sides."""
    height, width = inside.shape
    across = (inside[:, :-1] != inside[:, 1:]) & known[:, :-1] & known[:, 1:]
    along = (inside[:-1] != inside[1:]) & known[:-1] & known[1:]
    lines = [[(x + 0.5, y - 0.5), (x + 0.5, y + 0.5)] for y, x in np.argwhere(across)]
    lines += [[(x - 0.5, y + 0.5), (x + 0.5, y + 0.5)] for y, x in np.argwhere(along)]
    axes.add_collection(collections().LineCollection(lines, colors="black", linewidths=1.6), autolim=False)
    axes.set(xlim=(-0.5, width - 0.5), ylim=(-0.5, height - 0.5))
