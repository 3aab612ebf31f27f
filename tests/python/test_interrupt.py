"""Ctrl-C while Rust works: KeyboardInterrupt soon after, and all goes on."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

REPLAY = Path(__file__).with_name("pig.replay")

#: A play of six in which one action has more paths of outcomes than a minute is enough for.
SETTINGS = {"players": 6, "hand_target": 15, "utility": "points", "inheritance": "on"}
POSITION = (
    "turn=0 phase=play quiet=0 flags=fu site=plain card=Witches_Jelly roll=- table=0 offers=0 found=- dealt=- "
    "gone=Automobile_Graveyard,Witches_Jelly,Meat_Grinder deck=9.11.8.6.2.1.2.2 discard=0.0.1.0.0.0.1.0 "
    "p0=Pygmy_Zmyg:alive:0:0:0:-:0.0.0.0.0.0.0.0:3.3.1.5.0.0.0.1:0.0.0.0.0.0.0.0:-"
) + "".join(
    f" p{seat}={name}:alive:0:0:0:-:0.0.0.0.0.0.0.0:0.0.0.0.0.0.0.0:0.0.0.0.0.0.0.0:-"
    for seat, name in enumerate(["Slimy", "The_Nose", "The_Maltese", "Four_Eyes", "Cactus"], 1)
)

#: Each is a call of minutes, or a loop of short ones; `env` and `state` must be of use afterwards.
WORK = {
    "simulate by names": "roadside.simulate('zone_stalker', 'random', games=10**9, threads={threads}, rows=64)",
    "simulate by a function": "roadside.simulate('zone_stalker', lowest, games=10**9, threads={threads})",
    "steps": "forever(lambda: env.step(env.sample_actions()))",
    "steps against a function": "forever(lambda: against.step(against.sample_actions()))",
    "outcomes": "state.outcomes(9, limit=10_000_000)",
    "a player that searches": "roadside.agents.make('search:3600s@root=puct').act(state)",
    "a player that searches for many": "roadside.agents.make('search:3600s@root=puct').act_batch([state, state])",
    "a player that searches for rows": "roadside.agents.make('search:3600s@root=puct').act_batch(env)",
    "a player that solves": "roadside.agents.make('solver').act(large)",
    "simulate with search": "roadside.simulate('zone_stalker', 'search:3600s@root=puct', games=2, threads={threads})",
    "solve": "analysis.solve(large_game, threads={threads})",
    "answers of a solution": "solution.action_values(alone.new_initial_state(1))",
    "regret of an action": "judged.step(0)",
    "regrets of rows": "judged_rows.step([0])",
    "equilibrium": "analysis.equilibrium('kuhn', tolerance=1e-300, iterations=10**12)",
    "nash_conv": "analysis.nash_conv('kuhn', 'search:3600s')",
    "flip": "analysis.flip(hand='3/0x3,2/1x3,1/2x3,0/3x3', depth=30, situations=10**12)",
    "surface": "analysis.stopping(large_game, threads={threads})",
    "map": "analysis.stopping('zone_stalker', samples=10**6, threads={threads})",
    "review": "analysis.review(replay, by='search:1000000', threads={threads})",
    "rules": "analysis.rules('pig', 'target', [100], games=10**7, threads={threads})",
    "search": "analysis.search(state, name='search:3600s')",
    "arena": "analysis.arena('pig', ['hold:20', 'search:3600s'], threads={threads})",
}
#: Work that does not ask for threads, or is tested enough with one number of them.
ALONE = {"outcomes", "answers of a solution", "regret of an action", "regrets of rows", "equilibrium", "nash_conv", "flip", "search", *(work for work in WORK if work.startswith("a player"))}
SCRIPT = """
import signal
import time
import numpy as np
import roadside
from roadside import analysis
from roadside._native import SingleEnv

# Where tests run in the background the signal may be ignored, and children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

replay = open({replay!r}).read()
large_game = roadside.load_game("pig", players=4, target=200)
large = large_game.new_initial_state(1)

# The solution of a position near the end has to find out what a whole game is worth.
alone = roadside.load_game("zone_stalker", players=1)
late = alone.new_initial_state(1)
while not late.is_terminal():
    position = late.position()
    late.apply_action(late.legal_actions()[-1])
solution = analysis.solve(alone, objective="score", position=position)
judged = SingleEnv(alone, opponents=[], solution=solution)
judged.reset(seed=1)
judged_rows = roadside.VecEnv(alone, 1, solution=solution)
judged_rows.reset(seed=1)

def lowest(observation, mask, info):
    return int(np.argmax(mask))

def forever(call):
    while True:
        call()

env = roadside.VecEnv("zone_stalker", 1000, threads={threads}, autoreset="same_step")
env.reset(seed=1)
against = roadside.VecEnv("zone_stalker", 10, opponents=lowest, threads={threads}, autoreset="same_step")
against.reset(seed=1)
state = roadside.load_game("zone_stalker", **{settings}).state_from_position("{position}", seed=1)
before = state.serialize()
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
assert state.serialize() == before
state.apply_action(state.legal_actions()[0])
env.reset(seed=2)
env.step(env.sample_actions())
against.reset(seed=2)
against.step(against.sample_actions())
report = roadside.simulate("zone_stalker", ["random", lowest], games=20, threads={threads})
print("on", report["games"], flush=True)
"""
CASES = [(work, threads) for work in WORK for threads in ([1] if work in ALONE else [1, 2])]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")
@pytest.mark.parametrize(("work", "threads"), CASES)
def test_an_interrupt_is_heard_soon(work, threads):
    script = SCRIPT.format(work=WORK[work].format(threads=threads), threads=threads, settings=SETTINGS, position=POSITION,
                           replay=str(REPLAY))  # fmt: skip
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout.readline() == "ready\n", child.stderr.read()
            time.sleep(1.0)
            child.send_signal(signal.SIGINT)
            sent = time.monotonic()
            assert child.stdout.readline() == "interrupted\n", child.stderr.read()
            assert time.monotonic() - sent < 2
            out, error = child.communicate(timeout=60)
            assert (child.returncode, out) == (0, "on 20\n"), error
        finally:
            child.kill()
