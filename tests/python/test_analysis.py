"""What is worked out about games: known values, and that all interfaces tell the same."""

import copy
import pickle
from pathlib import Path

import gymnasium
import numpy as np
import pytest
import roadside
import roadside.gymnasium
from roadside import analysis

REPLAY = Path(__file__).with_name("pig.replay")


def pig(target: int = 10, **settings) -> roadside.Game:
    return roadside.load_game("pig", target=target, **settings)


def test_known_values_of_pig():
    solution = analysis.solve(pig(), objective="win")
    assert solution.value == pytest.approx(0.70942, abs=5e-6)
    assert solution.exact and solution.objective == "win" and solution.decision == "roll" and solution.states > 0
    assert sum(solution.values) == pytest.approx(1, abs=1e-9)
    assert solution.game == pig() and solution.seconds >= 0 and solution.bytes > 0


def test_the_best_answer_to_a_player_is_at_least_as_good_as_playing_against_the_best():
    best, answer = analysis.solve(pig(20)), analysis.solve(pig(20), against=["hold:3"])
    assert answer.value > best.value
    with pytest.raises(ValueError, match="against: .*does not tell how it chooses"):
        analysis.solve(pig(), against="search:10")


def test_the_value_of_a_reduced_set_up():
    game = roadside.load_game("zone_stalker", preset="reduced-1")
    solution = analysis.solve(game)
    assert solution.objective == "score" and solution.value == pytest.approx(7.273461958, abs=1e-9)
    state = game.new_initial_state(seed=3)
    assert solution.value_at(state) == pytest.approx(max(solution.action_values(state).values()), abs=1e-9)
    within = analysis.solve(game, objective="score", position=state, until="turn")
    assert within.value <= solution.value_at(state) + 1e-9


def test_values_of_positions_follow_from_those_behind_them():
    game = pig(20)
    solution, state = analysis.solve(game, objective="utility"), game.new_initial_state(seed=1)
    while not state.is_terminal():
        seat, values = state.current_player(), solution.action_values(state)
        for action in state.legal_actions():
            label = state.action_to_string(action)
            mean = sum(share * solution.values_at(after)[seat] for after, share in state.outcomes(action))
            assert values[label] == pytest.approx(mean, abs=1e-9)
            assert solution.regret(state, action) == pytest.approx(max(values.values()) - values[label], abs=1e-12)
            assert solution.regret(state, label) == solution.regret(state, action)
        best = solution.decision_at(state)
        assert values[best] == max(values.values()) and solution.regret(state, best) == 0
        state.apply_action(game.string_to_action(best))
    assert solution.values_at(state) == state.returns() and solution.action_values(state) == {}
    assert solution.decision_at(state) is None


def test_a_solution_is_of_one_game():
    solution = analysis.solve(pig())
    for other in [pig(11), roadside.load_game("kuhn")]:
        with pytest.raises(ValueError, match="state is of"):
            solution.value_at(other.new_initial_state(seed=1))
    with pytest.raises(TypeError, match="state = 3"):
        solution.value_at(3)  # type: ignore[arg-type]
    again = pickle.loads(pickle.dumps(solution))
    assert again.values == solution.values and copy.deepcopy(solution) is solution


def test_what_cannot_be_solved_says_why_and_what_else_there_is():
    with pytest.raises(ValueError, match=r"hides what others hold.*roadside\.analysis\.equilibrium"):
        analysis.solve("kuhn")
    with pytest.raises(ValueError, match=r"too large.*roadside\.analysis\.flip gives bounds"):
        analysis.solve(roadside.load_game("zone_stalker", players=1), memory=1)
    with pytest.raises(ValueError, match="until"):
        analysis.solve(pig(), until="turn")


def test_the_equilibrium_of_kuhn_poker():
    found = analysis.equilibrium("kuhn")
    assert found.value == pytest.approx(-1 / 18, abs=1e-8) and found.converged
    assert found.lower[0] <= -1 / 18 + 1e-12 and -1 / 18 - 1e-12 <= found.upper[0]
    assert found.nash_conv == pytest.approx(found.upper[0] - found.lower[0], abs=1e-12)
    policy = found.policy(roadside.load_game("kuhn").new_initial_state(seed=1))
    assert policy is not None and sum(policy.values()) == pytest.approx(1)
    with pytest.raises(ValueError, match="another game"):
        found.policy(pig().new_initial_state(seed=1))


def test_how_far_players_are_from_an_equilibrium():
    told = analysis.nash_conv("kuhn", "random")
    assert told["exact"] and told["nash_conv"] == pytest.approx(11 / 12, abs=1e-9)
    gains = [seat["best_response"] - seat["value"] for seat in told["seats"]]
    assert sum(gains) == pytest.approx(told["nash_conv"], abs=1e-12)
    sampled = analysis.nash_conv("kuhn", "search:50", samples=50)
    assert not sampled["exact"] and sampled["stderr"] > 0


FLIP = {"hand": "3/0,2/1,0/3x2", "character": "Red", "injuries": 1, "sp": [24, 30]}


def test_a_flip_by_hand():
    report = analysis.flip(**FLIP)
    chances = sum(card["chance"] if "chance" in card else card["probability"] for card in report.cards)
    assert chances == pytest.approx(1, abs=1e-9)
    assert {move["action"] for move in report.moves} == {"flip", "stop"}
    for move in report.moves:
        assert move["turn"]["lower"] <= move["turn"]["upper"] + 1e-9
    values = {move["action"]: move["value"] for move in report.moves}
    assert report.advice["greedy"] == max(values, key=values.__getitem__)
    assert report.data["points"] == 24 and report.data["all_points"] == [24, 30]
    dearer = {move["action"]: move["value"] for move in analysis.flip(**FLIP, injury_cost=9).moves}
    assert dearer["flip"] < values["flip"]
    widths = [look["turn"]["upper"] - look["turn"]["lower"] for look in report.looks]
    assert widths == sorted(widths, reverse=True)
    assert report.data["depth"] == max(look["depth"] for look in report.looks if look["complete"])
    flipped = analysis.flip(**FLIP, depth=1, flipped=True)
    assert flipped.data["depth"] == 1 and flipped.data["points"] == 24


def test_a_flip_of_a_state_depends_on_what_is_seen_alone():
    state = roadside.load_game("zone_stalker").new_initial_state(seed=5)
    while "flip" not in [state.action_to_string(action) for action in state.legal_actions()]:
        state.apply_action(state.legal_actions()[0])
    assert analysis.flip(state, depth=1).data == analysis.flip(state.resample(seed=9), depth=1).data
    with pytest.raises(ValueError, match="zone_stalker only"):
        analysis.flip(pig().new_initial_state(seed=1))
    with pytest.raises(ValueError, match="one or the other"):
        analysis.flip(state, hand="3/0")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"hand": "3/0x13"}, "3/0"), ({"injuries": 9}, "injur"), ({"sp": [999]}, "999"), ({"site": "nowhere"}, "nowhere"), ({"hand": None}, "hand")],
)  # fmt: skip
def test_a_position_that_cannot_be_says_what_is_wrong(wrong, words):
    with pytest.raises(ValueError, match=words):
        analysis.flip(**{**FLIP, **wrong})


def test_the_surface_of_pig():
    game = pig(20)
    surface = analysis.stopping(game, at=[0, 10])
    assert isinstance(surface, analysis.PigMap) and surface.hold_at.shape == (20, 20)
    assert (surface.hold_at[:, 1] == -1).all(), "nobody has 1 point"
    assert surface.first_wins == pytest.approx(analysis.solve(game, objective="win").value, abs=1e-12)
    for theirs, gain in surface.sections.items():
        assert gain.shape == (21, 20)
        hold = surface.hold_at[theirs, 5]
        assert (gain[2:hold, 5] > 0).all() and gain[hold, 5] <= 1e-11
    assert surface.rows()[0] == {"own": 0, "theirs": 0, "hold_at": surface.hold_at[0, 0], "rolls_again": False}
    with pytest.raises(ValueError, match="samples = 9 is for zone_stalker"):
        analysis.stopping(game, samples=9)


def test_maps_of_zone_stalker_do_not_depend_on_threads():
    options = {
        "x": "hand=1..3",
        "y": "injuries=0,1",
        "samples": 20,
        "rounds": [2, 3],
        "agents": "veteran:4:15",
        "set": {"lead": 5},
    }
    one, two = (analysis.stopping("zone_stalker", threads=threads, **options) for threads in [1, 2])
    assert isinstance(one, analysis.ZoneMap) and one.data == two.data
    assert list(one.maps) == [2, 3] and one.x.tolist() == [1, 2, 3] and one.y.tolist() == [0, 1]
    for rounds, cells in one.maps.items():
        assert cells.stalemate_rounds == rounds and cells.value.shape == (2, 3)
        assert np.allclose(cells.value, cells.flip - cells.stop) and (cells.stderr >= 0).all()
        assert set(np.unique(cells.decision)) <= {"flip", "stop", "undecided"}
        assert (cells.low > 0)[cells.decision == "flip"].all() and (cells.high < 0)[cells.decision == "stop"].all()
    assert len(one.rows()) == 12 and one.value == "win_share"
    with pytest.raises(ValueError, match="did you mean injuries"):
        analysis.stopping("zone_stalker", x="injurys")


def test_a_review_puts_blunders_first_and_agrees_with_the_solution():
    game, seat = pig(20), 1
    report = analysis.review(REPLAY, seat, by="solver")
    assert report.exact and report.value == "win_share" and report.data["players"] == ["hold:12", "random"]
    losses = [decision["loss"]["mean"] for decision in report.decisions]
    assert losses == sorted(losses, reverse=True) and losses[0] > 0
    assert report.loss["mean"] == pytest.approx(sum(losses), abs=1e-12)
    solution = analysis.solve(game, objective="win")
    worst = report.blunders[0]
    values = {action["action"]: action["value"]["mean"] for action in worst["actions"]}
    assert values[worst["best"]] - values[worst["chosen"]] == pytest.approx(worst["loss"]["mean"], abs=1e-9)
    assert 0 <= solution.value <= 1 and report.data == analysis.review(REPLAY.read_text(), seat, by="solver").data
    estimated = analysis.review(REPLAY, seat, by="search:500", threads=1)
    assert not estimated.exact and estimated.data == analysis.review(str(REPLAY), seat, by="search:500", threads=2).data


def test_a_review_names_what_is_wrong():
    with pytest.raises(ValueError, match="replay"):
        analysis.review("nowhere.replay")
    with pytest.raises(ValueError, match="seat"):
        analysis.review(REPLAY, 2)
    with pytest.raises(ValueError, match="did you mean solver"):
        analysis.review(REPLAY, by="sovler")


def test_a_search_tells_what_it_found():
    state = pig(20).new_initial_state(seed=1)
    report = analysis.search(state, 2000)
    assert report.decision == "roll" and report.seat == 0 and report.visits.sum() == 2000
    exact = analysis.solve(pig(20), objective="utility").action_values(state)
    values = dict(zip((action["label"] for action in report.actions), report.values, strict=True))
    assert values["roll"] == pytest.approx(exact["roll"], abs=0.2)
    told, again = (analysis.search(state, name="search:300@root=puct", seed=4).data for _ in range(2))
    assert told | {"seconds": 0} == again | {"seconds": 0} and told["line"]
    with pytest.raises(ValueError, match="name: "):
        analysis.search(state, name="random")


def test_rules_with_common_chance():
    report = analysis.rules(
        "pig", "target", [10, 20], games=200, strong="hold:8", candidates=["hold:4", "hold:8"], threads=1
    )
    assert [outcome["value"] for outcome in report.outcomes] == ["10", "20"]
    assert all(outcome["best_rule"]["player"].startswith("hold:") for outcome in report.outcomes)
    same = analysis.rules(
        "pig", "target", [10, 20], games=200, strong="hold:8", candidates=["hold:4", "hold:8"], threads=2
    )
    assert report.data == same.data
    assert {row["figure"] for row in report.rows()} >= {"first_seat", "skill", "decisions"}


def test_an_arena_rates_players():
    report = analysis.arena(pig(30), ["hold:10", "hold:20", "random"], games=100, seed=1)
    assert report.agents == ["hold:10", "hold:20", "random"] and report.matrix.shape == (3, 3)
    assert np.isnan(np.diagonal(report.matrix)).all() and report.matrix[0, 2] > 0.5
    assert np.allclose(np.nansum(report.matrix + report.matrix.T, axis=0), 2)
    assert len(report.rows()) == 6


def episodes(env: gymnasium.Env, count: int):
    """What `count` random episodes brought: the return, and the regrets."""
    random = np.random.default_rng(1)
    for seed in range(count):
        _, info = env.reset(seed=seed)
        assert "regret" not in info
        total, regrets, over = 0.0, [], False
        while not over:
            action = random.choice(np.flatnonzero(info["action_mask"]))
            _, reward, terminated, truncated, info = env.step(action)
            total, over = total + reward, terminated or truncated
            regrets.append(info["regret"])
        yield total, regrets


def test_regret_is_the_loss_by_the_solution():
    game, random, costly = pig(20), np.random.default_rng(2), 0
    solution = analysis.solve(game)
    rows = roadside.VecEnv(game, 1, solution=solution, autoreset="disabled")
    for seed in range(5):
        state = game.new_initial_state(seed=seed)
        rows.reset(seed=seed)
        while not state.is_terminal():
            action = int(random.choice(state.legal_actions()))
            expected = solution.regret(state, action)
            rows.step([action])
            assert rows.regrets().tolist() == [pytest.approx(expected, abs=1e-12)]
            costly += expected > 1e-3
            state.apply_action(action)
    assert costly > 5


def test_regret_of_a_position_that_was_not_solved_is_refused():
    game = pig(30)
    solution = analysis.solve(game, position="banked=20,20 turn=0 act=1")
    rows = roadside.VecEnv(game, 2, solution=solution)
    rows.reset(seed=1)
    before = rows.save()
    with pytest.raises(ValueError, match="cannot come to this position"):
        rows.step([0, 0])
    assert rows.save() == before and np.isnan(rows.regrets()).all()
    env = gymnasium.make("roadside/Pig-v0", target=30, regret=solution)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="cannot come to this position"):
        env.step(0)


def test_playing_the_solution_costs_nothing():
    game = pig(20)
    solution, env = analysis.solve(game), gymnasium.make("roadside/Pig-v0", target=20, regret=True, opponents="hold:8")
    agent = roadside.agents.make("solver")
    state = game.new_initial_state(seed=1)
    assert solution.regret(state, agent.act(state)) == 0
    rows = roadside.VecEnv(game, 64, opponents="hold:8", solution=solution, autoreset="disabled")
    rows.reset(seed=1)
    assert np.isnan(rows.regrets()).all()
    lost = 0.0
    for _ in range(60):
        try:
            rows.step(agent.act_batch(rows))
        except RuntimeError:
            break
        lost += np.nansum(rows.regrets())
    assert lost == pytest.approx(0, abs=1e-9)
    assert all(sum(regrets) > 0 for _, regrets in episodes(env, 5))


def test_an_illegal_action_costs_all_there_was():
    game = roadside.load_game("zone_stalker", preset="reduced-1", utility="points")
    solution = analysis.solve(game, objective="utility")
    env = gymnasium.make("roadside/ZoneStalker-v0", preset="reduced-1", utility="points", regret=True)
    _, info = env.reset(seed=3)
    state = game.new_initial_state(seed=3)
    illegal = int(np.flatnonzero(~info["action_mask"])[0])
    _, reward, terminated, _, info = env.step(illegal)
    assert terminated and info["illegal_action"] == illegal
    assert info["regret"] == pytest.approx(solution.value_at(state) - game.min_utility(), abs=1e-9)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_regrets_of_many_rows_are_those_of_single_environments(mode):
    options = {"target": 20, "regret": True, "opponents": "hold:8"}
    rows = gymnasium.make_vec(
        "roadside/Pig-v0", num_envs=5, vectorization_mode="vector_entry_point", autoreset_mode=mode, **options
    )
    rows.reset(seed=7)
    singles = [gymnasium.make("roadside/Pig-v0", **options) for _ in range(5)]
    for row, single in enumerate(singles):
        single.reset(seed=7 + row)
    going = [True] * 5
    for step in range(25):
        action = int(step % 4 == 3)
        try:
            _, _, terminated, _, infos = rows.step(np.full(5, action))
        except RuntimeError:
            break  # a row that is over, and not begun anew
        for row in np.flatnonzero(going):
            _, _, over, _, info = singles[row].step(action)
            told = infos["final_info"] if over and mode == "SameStep" else infos
            assert told["_regret"][row] and told["regret"][row] == info["regret"]
            assert over == terminated[row]
            going[row] = not over
    assert not all(going)


def test_regret_is_only_told_where_it_is_asked_for_and_can_be():
    env = gymnasium.make("roadside/Pig-v0", target=20)
    env.reset(seed=1)
    assert "regret" not in env.step(0)[4]
    with pytest.raises(ValueError, match=r"regret = True: kuhn with 2 seats hides"):
        gymnasium.make("roadside/Kuhn-v0", regret=True)
    with pytest.raises(TypeError, match="regret"):
        roadside.gymnasium.RoadsideEnv("pig", regret=1)
    with pytest.raises(ValueError, match="another game"):
        roadside.gymnasium.RoadsideEnv("pig", regret=analysis.solve(pig()))
    with pytest.raises(ValueError, match="solution="):
        roadside.VecEnv("pig", 2).regrets()


def test_copies_of_environments_go_on_telling_regret():
    env = roadside.gymnasium.RoadsideEnv(pig(20), regret=True)
    env.reset(seed=1)
    for again in [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]:
        told, expected = again.step(0), copy.deepcopy(env).step(0)
        assert told[4]["regret"] == expected[4]["regret"] and told[1:4] == expected[1:4]


def reports():
    alone = roadside.load_game("zone_stalker", players=1)
    yield analysis.flip(**FLIP)
    yield analysis.stopping(pig(20))
    yield analysis.stopping(alone, x="hand=1..3", y="injuries=0,1", samples=10)
    yield analysis.review(REPLAY, 1, by="solver")
    yield analysis.rules("pig", "target", [10, 20], games=16, strong="hold:5", candidates=["hold:4"])
    yield analysis.arena(pig(30), ["hold:20", "hold:10", "random"], games=20, luck_paths=0)


def test_reports_become_frames():
    pandas = pytest.importorskip("pandas")
    others = [
        analysis.search(pig().new_initial_state(seed=1), 10),
    ]
    for report in [*reports(), *others]:
        frame = report.to_frame()
        assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == report.columns()
        assert len(frame) == len(report.rows()) > 0


def test_reports_are_drawn(tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    for number, report in enumerate(reports()):
        figure = report.plot()
        figure.savefig(tmp_path / f"{number}.png")
        assert (tmp_path / f"{number}.png").stat().st_size > 5000 and figure.axes
        matplotlib.pyplot.close(figure)


def test_colours_are_those_of_the_command_lines_pictures():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    alone = roadside.load_game("zone_stalker", players=1)
    figure = analysis.stopping(alone, x="hand=1..3", y="injuries=0,1", samples=10).plot()
    [image] = figure.axes[0].images
    red, green, blue, _ = image.cmap(0.9)
    assert red > green > blue, "going on is orange"
    red, green, blue, _ = image.cmap(0.1)
    assert red < green < blue, "stopping is blue"
    told = [text.get_text() for legend in figure.legends for text in legend.get_texts()]
    assert any("undecided" in words for words in told)
    surface = analysis.stopping(pig(20), at=[0, 10, 15]).plot()
    surface.canvas.draw()
    boxes = [axes.get_tightbbox() for axes in surface.axes]
    apart = [not one.overlaps(other) for at, one in enumerate(boxes) for other in boxes[:at]]
    assert all(apart), "nothing is drawn over another panel's labels"
    sizes = [box.width * box.height for box in boxes]
    assert max(sizes) == sizes[0], "the surface is the largest"
    matplotlib.pyplot.close("all")


def test_an_arena_of_kuhn_is_of_the_stakes():
    report = analysis.arena("kuhn", ["solver", "random"], games=400, luck_paths=0)
    assert report.share_of == "stakes" and report.matrix[0, 1] > 0.5
    assert analysis.arena(pig(10), ["hold:5", "random"], games=4, luck_paths=0).share_of == "win"


def test_without_the_extra_it_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.pyplot", None)
    report = analysis.flip(**FLIP, depth=1)
    for call in [report.to_frame, report.plot]:
        with pytest.raises(ImportError, match=r"pip install 'roadside\[analysis\]'"):
            call()
