"""Players by name and players that are functions."""

import copy
import pickle

import numpy as np
import pytest
import roadside
from conftest import lowest


def play_out(state: roadside.State, agent: roadside.agents.Agent) -> str:
    while not state.is_terminal():
        state.apply_action(agent.act(state))
    return state.position()


def test_a_player_by_name_plays_every_game_that_knows_it():
    for game in map(roadside.load_game, roadside.game_names()):
        for agent in [roadside.agents.make("random", seed=1), roadside.agents.make("random", game, seed=1)]:
            assert agent.name == "random"
            state = game.new_initial_state(1)
            assert play_out(state, agent) == play_out(game.new_initial_state(1), roadside.agents.make("random", seed=1))


def test_the_seed_of_a_player_is_that_of_its_choices():
    game = roadside.load_game("zone_stalker")
    ends = {seed: play_out(game.new_initial_state(1), roadside.agents.make("random", seed=seed)) for seed in range(5)}
    assert len(set(ends.values())) == 5
    agent = roadside.agents.make("random", seed=3)
    agent.act(game.new_initial_state(1))
    twins = [copy.deepcopy(agent), pickle.loads(pickle.dumps(agent))]
    states = [game.new_initial_state(seed) for seed in range(50)]
    assert [[twin.act(state) for state in states] for twin in twins] == 2 * [[agent.act(state) for state in states]]


def test_a_batch_is_answered_as_its_states_are():
    game = roadside.load_game("zone_stalker", players=3)
    states = [game.new_initial_state(seed) for seed in range(20)]
    batch = roadside.agents.make("random", seed=7).act_batch(states)
    one_by_one = roadside.agents.make("random", seed=7)
    assert batch.dtype == np.int64 and batch.tolist() == [one_by_one.act(state) for state in states]

    env = roadside.VecEnv(game, 20)
    env.reset(seed=0)
    assert roadside.agents.make("random", seed=7).act_batch(env).tolist() == batch.tolist()


def test_rows_played_by_a_player_are_won_as_often_as_in_a_simulation():
    env = roadside.VecEnv("pig", 64, autoreset="disabled")
    agent, batch = roadside.agents.make("hold:20"), env.reset(seed=0)
    while not batch.terminated.all():
        batch = env.step(agent.act_batch(env))
    won = np.mean([env.ended(row)["returns"][0] > 0 for row in range(64)])
    games = [roadside.simulate("pig", "hold:20", games=1, seed=seed) for seed in range(64)]
    assert won == np.mean([game["seats"][0]["win_share"]["mean"] for game in games])


def hold_at_20(observation, mask, info):
    assert observation.dtype == np.float32 and mask.tolist() == [True, True]
    spec = {part.name: part for part in roadside.load_game("pig").observation_spec}
    banked, turn = spec["banked"], spec["turn_total"]
    total = round(observation[turn.start] * turn.unit)
    short = 100 - round(observation[banked.start] * banked.unit)
    return int(total >= 20 or total >= short)


def test_a_function_sits_where_a_name_does():
    named = roadside.simulate("pig", ["hold:20", "random"], games=40, seed=5)
    for threads, rows in [(1, 1), (2, 3)]:
        called = roadside.simulate("pig", [hold_at_20, "random"], games=40, seed=5, threads=threads, rows=rows)
        assert called["seats"][0].pop("agent") == "hold_at_20"
        named["seats"][0].pop("agent", None)
        assert called == named

    options = {"seat": "random", "autoreset": "disabled"}
    by_name = roadside.VecEnv("pig", 8, opponents="hold:20", **options)
    by_call = roadside.VecEnv("pig", 8, opponents=hold_at_20, **options)
    for batch, other in [(by_name.reset(seed=1), by_call.reset(seed=1))] + [
        (by_name.step(actions), by_call.step(actions)) for actions in [by_name.sample_actions() for _ in range(5)]
    ]:
        for one, two in zip(batch[:-1], other[:-1], strict=True):
            np.testing.assert_array_equal(one, two)


def test_a_function_draws_from_its_seats_own_stream():
    def at_random(observation, mask, info):
        return np.random.default_rng(info["random"]).choice(np.flatnonzero(mask))

    runs = [roadside.simulate("kuhn", at_random, games=50, seed=2, threads=threads) for threads in [1, 2]]
    assert runs[0] == runs[1] != roadside.simulate("kuhn", at_random, games=50, seed=3)


def test_what_a_function_raises_comes_through():
    class Tired(Exception):
        pass

    def tired(observation, mask, info):
        raise Tired("enough")

    with pytest.raises(Tired, match="enough"):
        roadside.simulate("pig", tired, games=10)
    env = roadside.VecEnv("pig", 4, opponents=tired)
    env.reset(seed=1)
    with pytest.raises(Tired, match="enough"):
        while True:
            env.step([1] * 4)
    with pytest.raises(RuntimeError, match="call reset first"):
        env.step([1] * 4)
    assert env.reset(seed=1).observations.shape[0] == 4


@pytest.mark.parametrize("answer", [float("nan"), 1.0, None, "roll", 2, -1, np.array([1])])
def test_an_answer_that_is_no_action_names_the_player(answer):
    def odd(observation, mask, info):
        return answer

    with pytest.raises((ValueError, TypeError), match="player odd answered action = "):
        roadside.simulate("pig", odd, games=2)


def test_players_that_cannot_be_dealt_are_refused():
    with pytest.raises(ValueError, match="too many players: 5 for 2 seats"):
        roadside.simulate("pig", ["random"] * 5)
    with pytest.raises(ValueError, match="no player is named"):
        roadside.simulate("pig", [])


def test_an_illegal_answer_names_the_player():
    def first(observation, mask, info):
        return lowest(~mask)

    with pytest.raises(ValueError, match="player first broke the rules"):
        roadside.simulate("zone_stalker", first, games=2)


def test_a_simulation_is_the_command_lines():
    report = roadside.simulate("zone_stalker", ["cautious:4", "random"], games=100, seed=1)
    assert report["games"] == 100 and report["seed"] == 1
    assert [seat["agent"] for seat in report["seats"]] == ["cautious:4", "random"]
    assert report["seats"][0]["score"]["mean"] > 4 * report["seats"][1]["score"]["mean"]
    assert report == roadside.simulate("zone_stalker", ["cautious:4", "random"], games=100, seed=1, threads=2, rows=7)
