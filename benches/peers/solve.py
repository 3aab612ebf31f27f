"""Solves Pig for two seats by `roadside solve` and by OpenSpiel's value iteration; holds the values against each other and
prints the CPU times and their ratio as a line of JSON. OpenSpiel needs most of a minute for 30 points."""

import argparse
import json
import resource
import statistics
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
    parser.add_argument("--runs", type=int, default=11, help="how often Roadside solves it (default 11)")
    return parser.parse_args()


def cpu_seconds(command):
    """What a program prints, and the CPU-seconds that it takes from start to end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = output(*command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return printed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def program():
    lines = output("cargo", "build", "--release", "--quiet", "--bin", "roadside", "--message-format", "json")
    built = map(json.loads, lines.splitlines())
    return next(one["executable"] for one in built if one.get("executable"))


def by_roadside(target, runs):
    """The first seat's utility, and the median of the CPU-seconds that it took."""
    settings = ["--game", "pig", "--players", "2", "--config", f"target={target}", "--objective", "utility"]
    command = [program(), "solve", *settings, "--threads", "1", "--json"]
    solved = [cpu_seconds(command) for _ in range(runs)]
    return json.loads(solved[0][0])["value"], statistics.median(seconds for _, seconds in solved)


def by_open_spiel(target):
    """The first player's utility, and the CPU-seconds that it took."""
    game = pyspiel.load_game(f"pig(players=2,winscore={target})")
    start = time.process_time()
    values = value_iteration.value_iteration(game, -1, 1e-12, cyclic_game=True)
    used = time.process_time() - start
    return values[str(game.new_initial_state())], used


def main():
    args = arguments()
    value, seconds = by_roadside(args.target, args.runs)
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
