"""One play: the verbs of OpenSpiel."""

import copy
import pickle
import random

import numpy as np
import pytest
import roadside


def positions(game: roadside.Game, seed: int, plays: int = 3):
    """Random plays, position by position."""
    choose = random.Random(seed).choice
    for play in range(plays):
        state = game.new_initial_state(seed + play)
        yield state
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
            yield state


def same(a: roadside.State, b: roadside.State) -> bool:
    return a.position() == b.position() and a.returns() == b.returns() and a.rewards() == b.rewards()


def test_list_and_mask_agree_and_returns_are_the_sums_of_rewards(game):
    paid = np.zeros(game.num_players())
    for state in positions(game, 1):
        mask, legal = state.legal_actions_mask(), state.legal_actions()
        if state.is_terminal():
            assert state.current_player() == roadside.TERMINAL
            assert legal == [] and mask.all()
            np.testing.assert_allclose(paid + state.rewards(), state.returns())
            assert all(game.min_utility() <= got <= game.max_utility() for got in state.returns())
            paid[:] = 0
            continue
        paid += state.rewards()
        assert len(legal) >= 2 and legal == np.flatnonzero(mask).tolist()
        for seat in range(game.num_players()):
            if seat != state.current_player():
                assert state.legal_actions(seat) == []
                assert state.legal_actions_mask(seat).all()


def test_an_observation_lies_within_its_bounds_and_is_the_callers_own(game):
    bounds = game.observation_bounds
    (length,) = game.observation_tensor_shape()
    assert bounds.shape == (length,) and bounds.dtype == np.float32
    assert sum(part.len for part in game.observation_spec) == length
    for state in positions(game, 2, plays=1):
        for seat in range(game.num_players()):
            seen = state.observation_tensor(seat)
            assert seen.shape == (length,) and seen.dtype == np.float32
            assert (seen >= 0).all() and (seen <= bounds).all()
            seen[:] = 7
            assert (state.observation_tensor(seat) != 7).any()


def test_a_copy_has_the_same_future_and_leaves_the_original_alone(game):
    choose = random.Random(3).choice
    for number, state in enumerate(positions(game, 3, plays=1)):
        if number % 41 or state.is_terminal():
            continue
        before = state.position()
        twins = [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
        twins.append(roadside.State.deserialize(state.serialize()))
        while not twins[0].is_terminal():
            action = choose(twins[0].legal_actions())
            for twin in twins:
                twin.apply_action(action)
            assert all(same(twins[0], twin) for twin in twins)
        assert state.position() == before


def test_a_copy_with_a_seed_has_a_future_of_its_own():
    game = roadside.load_game("pig")
    state = game.new_initial_state(1)

    def faces(state: roadside.State) -> list[str]:
        state = state.clone()
        lines = []
        for _ in range(20):
            state.apply_action(0)
            lines.append(state.position())
        return lines

    assert faces(state) == faces(state.clone()) != faces(state.clone(seed=5))
    assert faces(state.clone(seed=5)) == faces(state.clone(seed=5)) != faces(state.clone(seed=6))
    state.apply_action(0)
    assert state.clone(seed=3).position() == state.position()


def test_a_copy_with_the_plays_own_seed_does_not_foresee(game):
    """Neither a copy nor a redraw nor a position read anew has the chance of an episode."""
    choose = random.Random(5).choice
    foreseen = whole = 0
    for seed in range(40):
        state = game.new_initial_state(seed)
        copies = [state.clone(seed=seed), game.state_from_position(state.position(), seed)]
        for _ in range(30):
            if state.is_terminal():
                break
            action = choose(state.legal_actions())
            state.apply_action(action)
            copies = [one for one in copies if action in one.legal_actions()]
            for one in copies:
                one.apply_action(action)
        whole += 2
        foreseen += sum(one.position() == state.position() for one in copies)
    assert foreseen < whole / 2 or game.name in {"kuhn", "expedition"}


def test_a_redraw_is_what_the_seat_to_act_cannot_tell_apart(game):
    for number, state in enumerate(positions(game, 4, plays=1)):
        if number % 11 or state.is_terminal():
            continue
        seat = state.current_player()
        for seed in range(5):
            redrawn = state.resample(seed)
            assert redrawn.position() == state.resample(seed).position()
            np.testing.assert_array_equal(redrawn.observation_tensor(seat), state.observation_tensor(seat))
            assert redrawn.legal_actions() == state.legal_actions()
            assert redrawn.render(seat) == state.render(seat)


def test_outcomes_are_all_that_can_come_with_their_probabilities():
    state = roadside.load_game("pig").new_initial_state(1)
    outcomes = state.outcomes(0)
    assert [round(share * 6) for _, share in outcomes] == [1] * 6
    assert sum(share for _, share in outcomes) == pytest.approx(1.0, abs=1e-12)
    assert len({child.position() for child, _ in outcomes}) == 6

    reached = {}
    for seed in range(600):
        child = state.clone(seed=seed)
        child.apply_action(0)
        reached[child.position()] = reached.get(child.position(), 0) + 1
    assert reached.keys() == {child.position() for child, _ in outcomes}
    assert max(abs(times - 100) for times in reached.values()) < 40

    with pytest.raises(ValueError, match="more than 3 paths"):
        state.outcomes(0, limit=3)


def test_an_outcome_tells_what_the_action_brought():
    game = roadside.load_game("pig", target=2, die=2)
    state = game.new_initial_state(1)
    while state.legal_actions() and "turn=2" not in state.position():
        state.apply_action(0)
    ((won, share),) = state.outcomes(1)
    assert share == 1.0 and won.is_terminal() and won.rewards() == won.returns()


def test_positions_and_labels_are_text(game):
    for number, state in enumerate(positions(game, 5, plays=1)):
        if number % 5:
            continue
        again = game.state_from_position(state.position(), seed=1)
        assert again.position() == state.position()
        for action in state.legal_actions():
            label = game.action_to_string(action)
            assert game.string_to_action(label) == action
            assert state.action_to_string(action) == label == game.action_labels[action]


def test_a_game_is_its_name_and_settings(game):
    again = roadside.load_game(game.name, **game.settings)
    assert again == game and hash(again) == hash(game)
    assert pickle.loads(pickle.dumps(game)) == game == copy.deepcopy(game)
    assert game != roadside.load_game("pig", target=99)
    assert game.facts["seats"] == game.num_players()
    spec = game.observation_spec
    assert pickle.loads(pickle.dumps(spec)) == spec == copy.deepcopy(spec) != spec[1:]
    assert len(set(game.observation_labels)) == len(game.observation_bounds)


def test_information_states_are_given_where_the_game_promises_them():
    kuhn = roadside.load_game("kuhn").new_initial_state(1)
    assert kuhn.information_state_string() != kuhn.information_state_string(1)
    with pytest.raises(NotImplementedError, match="pig keeps no information states"):
        roadside.load_game("pig").new_initial_state(1).information_state_string()


def test_a_finished_play_stays_finished():
    game = roadside.load_game("kuhn")
    state = game.new_initial_state(1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    before = state.serialize()
    for _ in range(100):
        for action in range(game.num_distinct_actions()):
            with pytest.raises(ValueError, match="the game is over"):
                state.apply_action(action)
    assert state.serialize() == before


def test_drawings_and_texts_show_what_a_seat_sees(game):
    state = game.new_initial_state(6)
    for seat in range(game.num_players()):
        assert state.render(seat).strip()
        assert state.render(seat, "svg").startswith("<svg")
        picture = state.render(seat, "rgb_array")
        assert picture.ndim == 3 and picture.shape[2] == 3 and picture.dtype == np.uint8
        assert picture.std() > 5
    with pytest.raises(ValueError, match='mode = "human": legal is "ansi" or "svg" or "rgb_array"'):
        state.render(mode="human")
