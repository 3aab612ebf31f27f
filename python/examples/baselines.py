"""The table and the picture of docs/baselines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MultipleLocator
from record import CHECKED

#: What `record.Record` keeps of a training.
Run: TypeAlias = dict[str, Any]

#: What each line is, and its colour (after Okabe and Ito, to be told apart by all).
LINES = {
    "random": ("random legal actions, untrained", "#777777"),
    "skip": ("never flips a card, untrained", "#333333"),
    "PPO": ("PPO of Stable-Baselines3, blind to the masks", "#D55E00"),
    "MaskablePPO": ("MaskablePPO of sb3-contrib", "#0072B2"),
    "ppo.py": ("the one file in plain PyTorch", "#009E73"),
}

#: Where the axis of wins begins, in %.
LOWEST = 50


def by_line(runs: list[Run]) -> Iterator[tuple[str, list[Run]]]:
    """The lines in the order of the table, with their runs."""
    for line in LINES:
        found = [run for run in runs if run["line"] == line]
        if found:
            yield line, found


def means(runs: list[Run]) -> dict[str, float]:
    """The share of wins of each line, the mean over its seeds."""
    return {line: float(np.mean([run["result"]["share"] for run in found])) for line, found in by_line(runs)}


def table(runs: list[Run], opponent: str) -> str:
    """The page, in Markdown."""
    rows = "\n".join(_row(line, found) for line, found in by_line(runs))
    games = max((run["result"]["games"] for run in runs if run["curve"]), default=0)
    return f"""# Baselines

Zone Stalker for two, the learner against `{opponent}`, seats drawn for each game. The reward is the result of the game
alone: 1, 0 or -1.

| line | what it is | wins | seeds | steps | minutes |
|---|---|---|---|---|---|
{rows}

Wins are the share of {games:,} games that were not trained on, each deal played from both seats, a tie counted half;
trained policies take their likeliest action. The mean over the seeds ± its standard error; with one seed the standard
error over its games. Steps are decisions of the learner; the minutes are of one core, without the evaluations, on a
shared machine.

`skip` shows how much is owed to the opponent: `{opponent}` goes on until it is hurt, and dies in many games, so who
never flips a card wins more than half of them. What a learner wins beyond that, it has learned.

![Learning curves](baselines.svg)

The curves are of {CHECKED:,} games, the same for each point and line, which are others than those of the table.

```sh
make trainers   # makes all of this anew
```
"""


def _row(line: str, found: list[Run]) -> str:
    shares = np.array([run["result"]["share"] for run in found])
    error = shares.std(ddof=1) / np.sqrt(len(found)) if len(found) > 1 else found[0]["result"]["error"]
    steps = f"{np.mean([run['result']['steps'] for run in found]) / 1e6:.2f} M" if found[0]["curve"] else ""
    minutes = f"{np.mean([run['result']['minutes'] for run in found]):.1f}" if found[0]["curve"] else ""
    wins = f"{100 * shares.mean():.1f} % ± {100 * error:.1f}"
    seeds = str(len(found)) if found[0]["curve"] else ""
    return f"| {line} | {LINES[line][0]} | {wins} | {seeds} | {steps} | {minutes} |"


def draw(runs: list[Run], opponent: str, path: Path) -> None:
    """The learning curves by steps and by minutes: the mean of the seeds, and from the lowest to the highest."""
    plt.rcParams.update({"svg.hashsalt": "roadside", "font.size": 11})
    figure, axes = plt.subplots(1, 2, figsize=(11, 4.6), sharey=True, layout="constrained")
    for axis, of, label in zip(axes, ("steps", "minutes"), ("steps, in millions", "minutes on one core"), strict=True):
        for line, found in by_line(runs):
            _draw_line(axis, line, found, of)
        axis.axhline(60, color="black", linewidth=0.8, linestyle=":")
        axis.set_xlabel(label)
        axis.set_xlim(left=0)
        axis.spines[["top", "right"]].set_visible(False)
        axis.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes[0].set_ylabel(f"wins against {opponent}, in %")
    # What stays below the axis stands in the legend alone.
    axes[0].set_ylim(bottom=LOWEST)
    axes[0].yaxis.set_major_locator(MultipleLocator(5))
    figure.legend(*axes[0].get_legend_handles_labels(), frameon=False, loc="outside lower center", ncols=len(LINES))
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def _draw_line(axis: Any, line: str, found: list[Run], of: str) -> None:
    colour = LINES[line][1]
    if not found[0]["curve"]:
        axis.axhline(100 * found[0]["check"]["share"], color=colour, linewidth=1.5, linestyle="--", label=line)
        return
    length = min(len(run["curve"]) for run in found)
    points = [run["curve"][:length] for run in found]
    x = np.mean([[point[of] for point in curve] for curve in points], axis=0) / (1e6 if of == "steps" else 1)
    y = 100 * np.array([[point["share"] for point in curve] for curve in points])
    label = line if y.mean(axis=0).max() > LOWEST else f"{line}: {y[:, -1].mean():.0f} %, below"
    axis.fill_between(x, y.min(axis=0), y.max(axis=0), color=colour, alpha=0.2, linewidth=0)
    axis.plot(x, y.mean(axis=0), color=colour, linewidth=2, label=label)
