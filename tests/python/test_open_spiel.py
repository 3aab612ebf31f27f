"""The games as games of OpenSpiel, by its own tests and algorithms."""

import copy
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest
import roadside

pyspiel = pytest.importorskip("pyspiel")

import roadside.open_spiel  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, ismcts, mcts  # noqa: E402
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation  # noqa: E402

roadside.open_spiel.register()

GAMES = [
    "roadside_pig(target=30)",
    "roadside_pig(players=4,target=15,die=4)",
    "roadside_kuhn",
    "roadside_expedition",
    "roadside_expedition(players=1)",
    "roadside_expedition(players=4,team=on)",
    "roadside_zone_stalker",
    "roadside_zone_stalker(players=1)",
    "roadside_zone_stalker(players=4,trade_offers=1,stalemate_rounds=1)",
    "roadside_zone_stalker(preset=reduced-1)",
    "roadside_zone_stalker(players=3,random_seats=on,utility=win)",
    "roadside_zone_stalker(inheritance=on,utility=points)",
]
games = pytest.mark.parametrize("name", GAMES)


def chance(state, rng: random.Random) -> int:
    items, shares = zip(*state.chance_outcomes(), strict=True)
    return rng.choices(items, shares)[0]


def walk(game, seed: int):
    """A random play, node by node."""
    rng, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state
        state.apply_action(chance(state, rng) if state.is_chance_node() else rng.choice(state.legal_actions()))
    yield state


def decisions(game, seed: int):
    return (state for state in walk(game, seed) if state.is_player_node())


@games
def test_openspiels_own_test_passes(name):
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_registering_again_is_harmless():
    before = pyspiel.registered_names()
    roadside.open_spiel.register()
    assert pyspiel.registered_names() == before
    assert {f"roadside_{name}" for name in roadside.game_names()} <= set(before)


@games
def test_what_openspiel_is_told_is_what_the_game_says(name):
    game = pyspiel.load_game(name)
    native, kind = game.native, game.get_type()
    facts = native.facts
    assert game.num_players() == native.num_players() and game.num_distinct_actions() == native.num_distinct_actions()
    assert (game.min_utility(), game.max_utility()) == (native.min_utility(), native.max_utility())
    assert game.max_game_length() == (native.max_game_length() or 2**30 - 1)
    assert 0 < game.max_chance_nodes_in_history() <= 2**31 - 1 - game.max_game_length()
    assert game.observation_tensor_shape() == native.observation_tensor_shape()
    assert kind.min_num_players <= game.num_players() <= kind.max_num_players
    hides = kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert hides == facts["hidden_information"]
    assert kind.utility.name == facts["utility"].upper()
    assert game.utility_sum() == {"zero_sum": 0.0, "constant_sum": 1.0}.get(facts["utility"])
    assert kind.provides_information_state_tensor == facts["perfect_recall"]


def test_settings_that_are_not_given_are_the_games_own():
    def settings(name, params=None):
        return (pyspiel.load_game(name, params) if params else pyspiel.load_game(name)).native.settings

    stalker = "roadside_zone_stalker"
    assert settings(stalker) == roadside.load_game("zone_stalker").settings
    # With three players the game's own number is 2.
    assert settings(f"{stalker}(players=3)")["trade_offers"] == 2
    assert settings(f"{stalker}(players=3,trade_offers=0)")["trade_offers"] == 0
    assert settings(f"{stalker}(players=3,trade_offers=-1)")["trade_offers"] == 2
    reduced = roadside.load_game("zone_stalker", preset="reduced-1", hand_target=4)
    assert settings(f"{stalker}(preset=reduced-1,hand_target=4)") == reduced.settings
    assert settings(stalker, {"characters": "Red,Four Eyes"})["characters"] == ["Red", "Four Eyes"]
    assert settings(f"{stalker}(characters=Red;Four Eyes)")["characters"] == ["Red", "Four Eyes"]


def test_a_wrong_setting_is_named():
    with pytest.raises(ValueError, match="players = 1: legal is"):
        pyspiel.load_game("roadside_pig(players=1)")
    with pytest.raises(ValueError, match="these are 1 for 2 seats"):
        pyspiel.load_game("roadside_zone_stalker(characters=Red,players=2)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'seats'"):
        pyspiel.load_game("roadside_pig(seats=3)")


def test_a_game_is_its_text():
    game = pyspiel.load_game("roadside_zone_stalker", {"characters": "Red,Four Eyes", "utility": "points"})
    assert str(game) == "roadside_zone_stalker(characters=Red;Four Eyes,utility=points)"
    for again in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert again == game and again.native == game.native


@games
def test_copies_stand_where_the_state_stands_and_go_their_own_way(name):
    game = pyspiel.load_game(name)
    for number, state in enumerate(walk(game, 1)):
        if number > 20 and number % 60:
            continue
        copies = [state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
        copies.append(game.deserialize_state(state.serialize()))
        copies.append(pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1])
        before = str(state)
        for twin in copies:
            assert str(twin) == before and twin.history() == state.history()
            for seat in range(game.num_players()):
                assert twin.information_state_string(seat) == state.information_state_string(seat)
                assert twin.observation_tensor(seat) == state.observation_tensor(seat)
            if not state.is_terminal():
                assert twin.legal_actions() == state.legal_actions()
                twin.apply_action(twin.legal_actions()[-1])
                assert str(twin) != before
        assert len({str(twin) for twin in copies}) == 1
        assert str(state) == before


@games
def test_chance_is_as_likely_as_the_game_says(name):
    game, rng = pyspiel.load_game(name), random.Random(2)

    def spread(state, share, found):
        if not state.is_chance_node():
            position = state.native.position()
            found[position] = found.get(position, 0.0) + share
            return
        for item, part in state.chance_outcomes():
            spread(state.child(item), share * part, found)

    compared = 0
    for state in decisions(game, 2):
        if rng.random() < 0.2 and compared < 5:
            action = rng.choice(state.legal_actions())
            try:
                expected = state.native.outcomes(action, limit=300)
            except ValueError:
                continue  # too many
            found: dict[str, float] = {}
            spread(state.child(action), 1.0, found)
            assert found == pytest.approx({child.position(): share for child, share in expected})
            compared += len(expected) > 1
    assert compared > 0 or game.native.name == "kuhn"


def test_actions_and_events_are_told_in_words():
    game = pyspiel.load_game("roadside_kuhn")
    state = game.new_initial_state()
    assert state.native is None and str(state) == "set-up []"
    assert state.chance_outcomes() == [(card, pytest.approx(1 / 3)) for card in range(3)]
    assert [state.action_to_string(card) for card in range(3)] == ["deal J", "deal Q", "deal K"]
    state.apply_action(2)
    assert str(state) == "set-up [2]" and state.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    state.apply_action(0)
    assert str(state) == state.native.position() == "cards=K,J moves=-"
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == ["pass", "bet"]
    assert state.string_to_action("bet") == 1
    pig = pyspiel.load_game("roadside_pig").new_initial_state()
    pig.apply_action(0)
    assert str(pig) == "banked=0,0 turn=0 act=0 then roll []"
    assert pig.native.position() == "banked=0,0 turn=0 act=0"


def test_an_action_that_cannot_be_moves_nothing():
    state = pyspiel.load_game("roadside_kuhn").new_initial_state()
    with pytest.raises(ValueError, match="= 3 cannot come of"):
        state.apply_action(3)
    state.apply_action(1)
    with pytest.raises(ValueError, match="= 1 cannot come of"):
        state.apply_action(1)
    state.apply_action(0)
    with pytest.raises(ValueError, match="action = 2"):
        state.apply_action(2)
    assert state.history() == [1, 0] and str(state) == "cards=Q,J moves=-"


@games
def test_returns_are_paid_at_the_end(name):
    game = pyspiel.load_game(name)
    for state in walk(game, 3):
        if not state.is_terminal():
            assert state.returns() == state.rewards() == [0.0] * game.num_players()
    assert state.returns() == state.rewards() == state.native.returns()


@games
def test_a_seat_sees_the_observation(name):
    game = pyspiel.load_game(name)
    observer = make_observation(game)
    for number, state in enumerate(decisions(game, 4)):
        for seat in range(game.num_players() if number % 20 == 0 else 0):
            seen = state.native.observation_tensor(seat)
            np.testing.assert_array_equal(state.observation_tensor(seat), seen)
            observer.set_from(state, seat)
            np.testing.assert_array_equal(observer.tensor, seen)
            told = observer.string_from(state, seat)
            assert told == state.observation_string(seat) and len(told.split()) == np.count_nonzero(seen)
    with pytest.raises(ValueError, match="iig_obs_type"):
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, public_info=False))


def test_an_observation_is_told_in_words():
    state = pyspiel.load_game("roadside_kuhn").new_initial_state()
    assert state.observation_string(0) == state.information_state_string(1) == "set-up"
    assert not any(state.observation_tensor(0))
    for action in (2, 0, 1):
        state.apply_action(action)
    told = "seat:acts_second=1 to_act:observer=1 own_card:J=1 moves:1:bet=1 pot:observer=1 pot:other=2"
    assert state.observation_string(1) == told
    assert state.information_state_string(1) == state.native.information_state_string(1)
    assert state.information_state_tensor(1) == state.observation_tensor(1)


@games
def test_an_information_state_holds_what_the_seat_did_and_may_do(name):
    game = pyspiel.load_game(name)
    recall = make_observation(game, INFO_STATE_OBS_TYPE)
    assert (recall.tensor is not None) == game.native.facts["perfect_recall"]
    known: dict[str, tuple] = {}
    for seed in range(2 if "zone" in name else 30):
        before: dict[int, str] = {}
        for state in decisions(game, seed):
            seat = state.current_player()
            own = state.information_state_string()
            assert own == recall.string_from(state, seat) and len(own) <= 32
            did = [move.action for move in state.full_history() if move.player == seat][-1:]
            entry = (seat, before.get(seat), did, state.legal_actions(), state.observation_tensor())
            assert known.setdefault(own, entry) == entry
            before[seat] = own
    assert len(known) > 5


def test_what_others_do_unseen_leaves_no_trace():
    state = pyspiel.load_game("roadside_expedition(players=3)").new_initial_state()
    state.apply_action(7)
    stays, leaves = state.child(0), state.child(1)
    for seat in (1, 2):
        assert stays.information_state_string(seat) == leaves.information_state_string(seat)
    assert stays.information_state_string(0) != leaves.information_state_string(0)
    for twin in (stays, leaves):
        twin.apply_action(0)
        twin.apply_action(0)
        twin.apply_action(twin.chance_outcomes()[0][0])
    assert stays.information_state_string(2) != leaves.information_state_string(2)


@games
def test_a_redraw_keeps_what_the_seat_knows_and_tells_nothing_else(name):
    game = pyspiel.load_game(name)
    sampler, changed = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0), 0
    for state in decisions(game, 5):
        if len(state.history()) > 60 and len(state.history()) % 5:
            continue
        seat = state.current_player()
        redrawn = state.resample_from_infostate(seat, sampler)
        assert redrawn.information_state_string() == state.information_state_string()
        assert redrawn.observation_string() == state.observation_string()
        assert redrawn.legal_actions() == state.legal_actions() and redrawn.history() == []
        changed += str(redrawn) != str(state)
        action = state.legal_actions()[0]
        redrawn.apply_action(action)
        assert redrawn.history() == [action]
        with pytest.raises(ValueError, match="only the seat to act"):
            state.resample_from_infostate(seat + 1, sampler)
    assert (changed > 0) == game.native.facts["hidden_information"]


def solved(game, solver, iterations=300):
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    if isinstance(policy, pyspiel.Policy):
        value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
        return pyspiel.exploitability(game, policy), value[0]
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    return exploitability.exploitability(game, policy), value[0]


@pytest.mark.parametrize("solver", [cfr.CFRSolver, pyspiel.CFRSolver, pyspiel.CFRPlusSolver])
def test_regret_minimization_solves_kuhn_poker_as_it_solves_openspiels(solver):
    ours, its = pyspiel.load_game("roadside_kuhn"), pyspiel.load_game("kuhn_poker")
    (gap, value) = solved(ours, solver(ours))
    assert gap < 0.004 and value == pytest.approx(-1 / 18, abs=1e-3)
    assert (gap, value) == pytest.approx(solved(its, solver(its)), abs=1e-9)


def test_sampled_regret_minimization_takes_the_games():
    kuhn = pyspiel.load_game("roadside_kuhn")
    solver = pyspiel.ExternalSamplingMCCFRSolver(kuhn, seed=1)
    for _ in range(3000):
        solver.run_iteration()
    assert pyspiel.exploitability(kuhn, solver.average_policy()) < 0.03
    expedition = pyspiel.load_game("roadside_expedition(players=2,rounds=1)")
    solver = pyspiel.OutcomeSamplingMCCFRSolver(expedition, seed=1)
    for _ in range(200):
        solver.run_iteration()
    state = next(decisions(expedition, 1))
    policy = solver.average_policy().action_probabilities(state)
    assert set(policy) == set(state.legal_actions()) and sum(policy.values()) == pytest.approx(1.0)


class NativePlayouts(mcts.Evaluator):
    """Random play to the end by the native state, without the nodes of chance in between."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def evaluate(self, state):
        play = state.native.clone(seed=self._rng.getrandbits(64))
        while not play.is_terminal():
            play.apply_action(self._rng.choice(play.legal_actions()))
        return np.array(play.returns())

    def prior(self, state):
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def searcher(game, seed, simulations):
    """A bot of IS-MCTS whose chance is all from `seed`."""
    bot = ismcts.ISMCTSBot(game, NativePlayouts(seed), 2.0, simulations, random_state=np.random.RandomState(seed))
    sampler = pyspiel.UniformProbabilitySampler(seed, 0.0, 1.0)
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, sampler))
    return bot


def wins(game, bot, plays: int) -> int:
    """How many plays the bot wins against random play, in seat 0 and 1 in turn."""
    won = 0
    for number in range(plays):
        rng, state, seat = random.Random(number), game.new_initial_state(), number % 2
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance(state, rng))
            elif state.current_player() == seat:
                state.apply_action(int(bot.step(state)))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        won += state.returns()[seat] > 0
    return won


#: A short game for two, in which random play wins a quarter of its games against itself; the rest nobody wins.
SHORT = (
    "roadside_zone_stalker(hand_target=4,stalemate_rounds=1,zone_deck=Rail Lines;Burning Fluff;Empty;Metal Hoop;Hoax;"
    "Bracelet;Death Lamp;Jelly Container;Meat Grinder;Factory)"
)


def test_information_set_search_wins_against_random_play():
    stalker = pyspiel.load_game(SHORT)
    assert wins(stalker, searcher(stalker, 1, 40), 16) >= 8
    expedition = pyspiel.load_game("roadside_expedition(players=2)")
    assert wins(expedition, searcher(expedition, 1, 20), 12) >= 9


def test_information_set_search_plays_the_whole_game_to_its_end(monkeypatch):
    stalker = pyspiel.load_game("roadside_zone_stalker")
    # By OpenSpiel's own way to a redrawn state, with a seed, so that the game is the same in each run.
    sampler = pyspiel.UniformProbabilitySampler(1, 0.0, 1.0)
    monkeypatch.setattr(pyspiel, "UniformProbabilitySampler", lambda low, high: sampler)
    bot = ismcts.ISMCTSBot(stalker, NativePlayouts(1), 2.0, 10, random_state=np.random.RandomState(1))
    state, steps = stalker.new_initial_state(), 0
    rng = random.Random(1)
    while not state.is_terminal():
        steps += state.is_player_node()
        state.apply_action(chance(state, rng) if state.is_chance_node() else int(bot.step(state)))
    assert steps > 20 and sum(state.returns()) == pytest.approx(0.0)


def test_information_set_search_does_not_see_what_is_hidden():
    game = pyspiel.load_game("roadside_zone_stalker")
    compared = 0
    for state in decisions(game, 6):
        if compared == 8:
            break
        redrawn = state.resample_from_infostate(state.current_player(), lambda: 0.5)
        if str(redrawn) != str(state):
            compared += 1
            assert searcher(game, 3, 30).get_policy(redrawn) == searcher(game, 3, 30).get_policy(state)
    assert compared == 8


def test_tree_search_wins_at_games_without_secrets():
    pig = pyspiel.load_game("roadside_pig(target=20)")
    with pytest.raises(AssertionError):
        ismcts.ISMCTSBot(pig, NativePlayouts(1), 1.0, 10).step(pig.new_initial_state())
    random_state = np.random.RandomState(1)
    bot = mcts.MCTSBot(pig, 1.0, 30, mcts.RandomRolloutEvaluator(1, random_state), random_state=random_state)
    assert wins(pig, bot, 10) >= 6
    native = pyspiel.MCTSBot(pig, pyspiel.RandomRolloutEvaluator(1, 1), 1.0, 30, 10, False, 1, False)
    for state in decisions(pig, 1):
        assert native.step_with_policy(state)[1] in state.legal_actions()


def test_reinforcement_learners_find_an_environment():
    for name in ("roadside_kuhn", "roadside_zone_stalker(players=3)"):
        game = pyspiel.load_game(name)
        environment, rng = rl_environment.Environment(game), random.Random(1)
        environment.seed(1)
        step = environment.reset()
        while not step.last():
            seat = step.observations["current_player"]
            assert len(step.observations["info_state"][seat]) == game.observation_tensor_size()
            step = environment.step([rng.choice(step.observations["legal_actions"][seat])])
        assert sum(step.rewards) == pytest.approx(0.0) and any(step.rewards)


def run(program: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_roadside_itself_does_without_openspiel():
    assert run("import sys, roadside; assert 'pyspiel' not in sys.modules").returncode == 0
    missing = run("import sys; sys.modules['pyspiel'] = None; import roadside.open_spiel")
    assert "ImportError: OpenSpiel is missing: pip install 'roadside[open-spiel]'" in missing.stderr


def test_python_ends_well_after_registering():
    ended = run("import roadside.open_spiel as o; o.register(); import pyspiel; pyspiel.load_game('roadside_kuhn')")
    assert (ended.returncode, ended.stderr) == (0, "")
