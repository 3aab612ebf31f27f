"""Trains every line of the table of baselines with several seeds, and writes the table and the learning curves.

    python run.py                          # five seeds of each line, two trainings at a time
    python run.py --seeds 2 --steps 500000
    python run.py --quick                  # a minute, to see that all of it runs; docs/ stays as it is
    python run.py --draw                   # docs/baselines.md and .svg anew from docs/baselines.json

It can be interrupted: trainings that are complete are not done again, as long as their files are in target/trainers.
The exit code is 1 where a learner that knows the masks wins less than 60 % against cautious:4.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import roadside.gymnasium
from baselines import Run, draw, means, table
from evaluation import wins
from numpy.typing import NDArray
from record import CHECKED, LAST
from stable_baselines3.common.env_checker import check_env
from tqdm import tqdm

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OPPONENT = "cautious:4"
MARK = 0.6

#: The lines that are not trained: random legal actions, and the same but that no card is flipped.
SCRIPTED = ("random", "skip")
STOP = roadside.load_game("zone_stalker").string_to_action("stop")

#: The trained lines of the table: the command of each, and whether it must reach the mark.
LINES = {
    "PPO": (["maskable_ppo.py", "--plain"], False),
    "MaskablePPO": (["maskable_ppo.py"], True),
    "ppo.py": (["ppo.py"], True),
}


class Job(NamedTuple):
    """One training."""

    line: str
    seed: int
    steps: int
    out: Path

    def command(self, games: int) -> list[str]:
        (script, *flags), _ = LINES[self.line]
        given = {"seed": self.seed, "steps": self.steps, "opponent": OPPONENT, "games": games, "out": self.out}
        options = [f"--{name}={value}" for name, value in given.items()]
        return [sys.executable, str(HERE / script), *flags, *options]

    def reached(self) -> int:
        """The steps until the last check; all of them when it is complete."""
        kept = read(self.out)
        if "result" in kept:
            return self.steps
        return min(self.steps, kept["curve"][-1]["steps"]) if kept.get("curve") else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5, help="trainings of each line")
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions of the learner in each")
    parser.add_argument("--lines", nargs="+", choices=[*LINES], default=[*LINES], help="which are trained")
    parser.add_argument("--jobs", type=int, default=2, help="trainings at a time, one core each")
    parser.add_argument("--quick", action="store_true", help="one short training of each line")
    parser.add_argument("--draw", action="store_true", help="train nothing")
    args = parser.parse_args()

    docs = ROOT / "docs"
    if not args.draw:
        if args.quick:
            args.seeds, args.steps = 1, 50_000
            docs = ROOT / "target/trainers/quick"
        check_env(gymnasium.make("roadside/ZoneStalker-v0", opponents=OPPONENT).unwrapped)
        runs = trained(args, docs)
        (docs / "baselines.json").write_text(json.dumps(runs, indent=1) + "\n")
    runs = read(docs / "baselines.json")
    (docs / "baselines.md").write_text(table(runs, OPPONENT))
    draw(runs, OPPONENT, docs / "baselines.svg")
    tqdm.write(f"written: {docs}/baselines.md, .svg and .json")
    if not args.quick:
        sys.exit(verdict(runs))


def verdict(runs: list[Run]) -> int:
    """The exit code, and what it means."""
    below = [
        f"{line} wins {100 * share:.1f} %, less than {100 * MARK:.0f} %"
        for line, share in means(runs).items()
        if line in LINES and LINES[line][1] and share < MARK
    ]
    print("\n".join(below) or f"every learner with masks wins at least {100 * MARK:.0f} % against {OPPONENT}")
    return 1 if below else 0


def trained(args: argparse.Namespace, docs: Path) -> list[Run]:
    """All runs of the table, of which those that are not complete are done now."""
    folder = ROOT / "target/trainers" / ("quick" if args.quick else str(args.steps))
    folder.mkdir(parents=True, exist_ok=True)
    games = 1000 if args.quick else 10_000
    jobs = [
        Job(line, seed, args.steps, folder / f"{line.removesuffix('.py')}-{seed}.json")
        for seed in range(1, args.seeds + 1)
        for line in args.lines
    ]
    if args.quick:
        for job in jobs:
            job.out.unlink(missing_ok=True)
    train(jobs, args.jobs, games)
    return [scripted(player, games) for player in SCRIPTED] + [read(job.out) for job in jobs]


def train(jobs: list[Job], at_once: int, games: int) -> None:
    """Runs what is not complete, so many at once."""
    waiting = [job for job in jobs if "result" not in read(job.out)]
    running: dict[Job, subprocess.Popen[bytes]] = {}
    one_thread = {**os.environ, "OMP_NUM_THREADS": "1"}
    with tqdm(total=sum(job.steps for job in jobs), unit=" steps", unit_scale=True, disable=None) as bar:
        try:
            while waiting or running:
                while waiting and len(running) < at_once:
                    job = waiting.pop(0)
                    with job.out.with_suffix(".log").open("wb") as log:
                        running[job] = subprocess.Popen(job.command(games), stdout=log, stderr=log, env=one_thread)
                time.sleep(0.5)
                for job, process in list(running.items()):
                    if process.poll() is not None:
                        del running[job]
                        complete(job, process)
                bar.n = sum(job.reached() for job in jobs)
                bar.refresh()
            bar.n = sum(job.steps for job in jobs)
        finally:
            for process in running.values():
                process.terminate()


def complete(job: Job, process: subprocess.Popen[bytes]) -> None:
    """Tells what a training reached; one that failed ends it all."""
    told = job.out.with_suffix(".log").read_text().strip().splitlines()
    if process.returncode != 0:
        where = f"{job.line} with seed {job.seed} failed; all it said: {job.out.with_suffix('.log')}"
        sys.exit("\n".join([*told[-20:], where]))
    tqdm.write(f"{job.line} with seed {job.seed}: {told[-1]}")


def scripted(player: str, games: int) -> Run:
    """The line of a player that is not trained, over the same games as the others."""
    random = np.random.default_rng(1)

    def policy(_: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        actions = np.where(masks, random.random(masks.shape, np.float32), -1).argmax(axis=1)
        return np.asarray(np.where(masks[:, STOP] & (player == "skip"), STOP, actions))

    check, result = (wins(policy, OPPONENT, *of)._asdict() for of in ((CHECKED, 0), (games, LAST)))
    return {"line": player, "opponent": OPPONENT, "curve": [], "check": check, "result": result}


def read(path: Path) -> Any:
    """What a file of results holds, or nothing."""
    return json.loads(path.read_text()) if path.exists() else {}


if __name__ == "__main__":
    main()
