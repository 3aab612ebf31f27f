"""Solves Pig for two seats by Roadside and by OpenSpiel's value iteration; holds the values against each other and
prints the CPU times and their ratio as a line of JSON. OpenSpiel needs most of a minute for 30 points."""

import argparse
import json
import subprocess
import sys
import time
import types
from importlib.metadata import version
from pathlib import Path

# OpenSpiel asks for it beforehand, and it for a solver of linear programs; it serves games of simultaneous moves alone.
UNUSED = "open_spiel.python.algorithms.lp_solver"
sys.modules[UNUSED] = types.ModuleType(UNUSED)

import pyspiel  # noqa: E402
from open_spiel.python.algorithms import value_iteration  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
TOLERANCE = 1e-9


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", type=int, default=30, help="points that win (default 30)")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time for Roadside's solutions (default 1)")
    return parser.parse_args()


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def by_roadside(target, seconds):
    """The first seat's utility, and the CPU-seconds of one solution, the mean over many."""
    program = ["cargo", "bench", "--quiet", "--bench", "peers", "--"]
    solved = json.loads(output(*program, "--solve", str(target), "--seconds", str(seconds)))
    return solved["value"], solved["cpu_seconds"] / solved["solved"]


def by_open_spiel(target):
    """The first player's utility, and the CPU-seconds that it took."""
    game = pyspiel.load_game(f"pig(players=2,winscore={target})")
    start = time.process_time()
    values = value_iteration.value_iteration(game, -1, 1e-12, cyclic_game=True)
    used = time.process_time() - start
    return values[str(game.new_initial_state())], used


def main():
    args = arguments()
    value, seconds = by_roadside(args.target, args.seconds)
    other_value, other_seconds = by_open_spiel(args.target)
    if abs(value - other_value) > TOLERANCE:
        sys.exit(f"Roadside finds {value}, OpenSpiel {other_value}")
    line = {
        "target": args.target,
        "value": value,
        "roadside_seconds": seconds,
        "open_spiel": version("open_spiel"),
        "open_spiel_seconds": other_seconds,
        "ratio": round(other_seconds / seconds),
    }
    print(json.dumps(line))


if __name__ == "__main__":
    main()
