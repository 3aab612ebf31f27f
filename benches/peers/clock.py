"""What all sides written in Python share: their command line, their clock and what they print."""

import argparse
import json
import time
from importlib.metadata import version


def seconds():
    """The CPU time for each thing measured, from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=1.0)
    return parser.parse_args().seconds


def measure(limit, stretch):
    """Calls `stretch` for `limit` seconds of this process's CPU time; the CPU-seconds that it took."""
    start = time.process_time()
    while True:
        stretch()
        used = time.process_time() - start
        if used >= limit:
            return used


def report(row, package, decisions, used):
    line = {"row": row, "version": version(package), "decisions": decisions, "cpu_seconds": used}
    print(json.dumps(line), flush=True)
