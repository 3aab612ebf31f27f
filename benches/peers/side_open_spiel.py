"""OpenSpiel's side: random legal play by its own loops in C++, none of which goes through Python, and by one in Python."""

import itertools
import random

import pyspiel
from clock import measure, report, seconds

SEED = 1
GAMES_COUNTED = 20_000
ROLLOUTS = 20_000
SIMULATIONS = 1_000


def first_decision(game):
    """The first position that asks a player; chance has gone by, which in Kuhn poker is the deal."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def bots():
    return [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(2)]


def play(position, players, number):
    state = position.clone()
    pyspiel.evaluate_bots(state, players, SEED + number)
    return state


def decisions_in(position, games):
    """How many decisions the first games from a position have, apart from any clock."""
    players = bots()
    histories = (play(position, players, number).full_history() for number in range(games))
    return sum(step.player >= 0 for history in histories for step in history)


def by_bots(name, limit):
    """Games by `evaluate_bots`, one call a game."""
    start = pyspiel.load_game(name).new_initial_state()
    players = bots()
    numbers = itertools.count()
    used = measure(limit, lambda: play(start, players, next(numbers)))
    report(f"{name}_bots", "open_spiel", decisions_in(start, next(numbers)), used)


def by_rollouts(name, limit):
    """The rollouts of one simulation of tree search: its tree is the root alone, so all the rest is rollouts.

    They tell only their mean return; the decisions are their number times the mean over games by bots."""
    game = pyspiel.load_game(name)
    root = first_decision(game)
    each = decisions_in(root, GAMES_COUNTED) / GAMES_COUNTED
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, SEED)
    search = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 10, False, SEED, False)
    calls = []
    used = measure(limit, lambda: calls.append(search.mcts_search(root).explore_count))
    report(f"{name}_rollouts", "open_spiel", round(sum(calls) * ROLLOUTS * each), used)


def by_search(limit):
    """Tree search of Pig from its opening, one random playout for each simulation."""
    game = pyspiel.load_game("pig")
    root = first_decision(game)
    search = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, SEED), 1.4, SIMULATIONS, 1000, False, SEED, False)
    counted = []
    used = measure(limit, lambda: counted.append(search.mcts_search(root).explore_count))
    report("pig_search", "open_spiel", sum(counted), used)


def in_python(limit):
    """Pig in a loop over states, with each decision's observation."""
    game = pyspiel.load_game("pig")
    generator, counted = random.Random(SEED), []

    def play():
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()  # equally likely, as those of a die are
                state.apply_action(outcomes[int(generator.random() * len(outcomes))][0])
                continue
            state.observation_tensor(state.current_player())
            state.apply_action(generator.choice(state.legal_actions()))
            decisions += 1
        counted.append(decisions)

    used = measure(limit, play)
    report("pig_python", "open_spiel", sum(counted), used)


limit = seconds()
for name in ["pig", "kuhn_poker"]:
    by_bots(name, limit)
    by_rollouts(name, limit)
by_search(limit)
in_python(limit)
