"""What a training reaches on its way, shown and kept in a file."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from evaluation import Policy, Wins, wins
from tqdm import tqdm

#: A check on the way is of so many games, the same each time and in each training.
CHECKED = 2000

#: The games of the evaluation at the end are others: they come so many deals later.
LAST = 1 << 30


class Record:
    """The curve of one training: wins by steps and minutes, where the minutes leave the evaluations out.

    Args:
        out: The file that holds it all, as JSON, written anew with each check; None keeps nothing.
        facts: What the training was, such as `line="PPO"`, `seed=1` and its `opponent`.
        steps: How many decisions it is to train on.
        checks: How often it is evaluated on the way.
    """

    def __init__(self, out: Path | None, facts: dict[str, Any], steps: int, checks: int) -> None:
        self._out = out
        self._kept: dict[str, Any] = {**facts, "planned": steps, "curve": []}
        self._every = max(1, steps // max(1, checks))
        self._done = 0
        self._away = 0.0
        self._start = time.monotonic()
        self._bar = tqdm(total=steps, unit=" steps", unit_scale=True, disable=None)

    def advance(self, steps: int, policy: Policy) -> None:
        """After so many more steps, evaluates `policy` where a check is due."""
        before, self._done = self._done, self._done + steps
        self._bar.update(steps)
        if self._done // self._every > before // self._every:
            found = self._evaluated(policy, CHECKED, 0)
            self._kept["curve"].append(self._point(found))
            self._bar.write(f"{self._done:>10} steps {self._minutes():7.1f} min   wins {found}")
            self._save()

    def finish(self, policy: Policy, games: int) -> Wins:
        """Evaluates `policy` over so many games and keeps the result."""
        self._bar.close()
        minutes = self._minutes()
        found = self._evaluated(policy, games, LAST)
        self._kept["result"] = {**self._point(found), "minutes": round(minutes, 3)}
        self._save()
        print(f"{self._done} steps in {minutes:.1f} minutes, {self._done / minutes / 60:.0f} a second: wins {found}")
        return found

    def _evaluated(self, policy: Policy, games: int, skip: int) -> Wins:
        began = time.monotonic()
        found = wins(policy, self._kept["opponent"], games, skip)
        self._away += time.monotonic() - began
        return found

    def _point(self, found: Wins) -> dict[str, Any]:
        return {"steps": self._done, "minutes": round(self._minutes(), 3), **found._asdict()}

    def _minutes(self) -> float:
        return (time.monotonic() - self._start - self._away) / 60

    def _save(self) -> None:
        if self._out is not None:
            self._out.parent.mkdir(parents=True, exist_ok=True)
            written = self._out.with_suffix(".part")
            written.write_text(json.dumps(self._kept, indent=1) + "\n")
            written.replace(self._out)
