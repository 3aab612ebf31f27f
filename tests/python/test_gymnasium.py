"""The environments of Gymnasium, by its own checker and wrappers."""

import copy

import gymnasium
import numpy as np
import pytest
import roadside.gymnasium
from conftest import Digest, lowest, random_legal
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import RecordEpisodeStatistics

IDS = [f"roadside/{name}" for name in roadside.gymnasium.ENVIRONMENTS]
SETUPS = [
    ("roadside/ZoneStalker-v0", {}),
    ("roadside/ZoneStalker-v0", {"players": 3, "opponents": ["cautious:4", "random"], "seat": "random"}),
    ("roadside/ZoneStalker-v0", {"preset": "reduced-2"}),
    ("roadside/ZoneStalker-v0", {"preset": "train-3"}),
    ("roadside/Pig-v0", {"target": 30}),
    ("roadside/Kuhn-v0", {"seat": 1}),
    ("roadside/Expedition-v0", {"players": 4, "seat": "random"}),
]


def make(setup, **options):
    name, config = setup
    return gymnasium.make(name, disable_env_checker=True, **config, **options)


def signature(setup) -> str:
    return "-".join([setup[0].split("/")[1], *map(str, setup[1].values())])


setups = pytest.mark.parametrize("setup", SETUPS, ids=signature)


@setups
@pytest.mark.parametrize("render_mode", ["ansi", "rgb_array"])
def test_gymnasiums_checker_is_content(setup, render_mode):
    env = make(setup, render_mode=render_mode).unwrapped
    check_env(env)


def test_the_defaults_are_those_of_the_game():
    for name, opponent in zip(IDS, ["cautious:4", "hold:20", "random", "random"], strict=True):
        env = gymnasium.make(name).unwrapped
        assert env.game.num_players() == 2 and env.game.default_opponent == opponent
        assert env.reset(seed=1)[1]["seat"] == 0
        named = gymnasium.make(name, opponents=[opponent]).unwrapped
        for one, two in zip(episode(env, 1), episode(named, 1), strict=True):
            assert one == two


def episode(env, seed, actions=None):
    """What an episode shows, step by step."""
    random = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    yield seen.tobytes(), info["action_mask"].tobytes(), info["seat"]
    over = False
    while not over:
        action = random_legal(env.unwrapped.action_masks(), random)
        seen, reward, terminated, truncated, info = env.step(action)
        yield seen.tobytes(), info["action_mask"].tobytes(), info["seat"], reward, terminated, truncated
        over = terminated or truncated


@setups
def test_masks_stand_where_trainers_look_for_them(setup):
    env = make(setup)
    random = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    for _ in range(50):
        mask = env.unwrapped.action_masks()
        np.testing.assert_array_equal(mask, info["action_mask"])
        assert mask.dtype == bool and mask.any()
        _, _, terminated, truncated, info = env.step(random_legal(mask, random))
        if terminated or truncated:
            _, info = env.reset()


def test_numbers_of_all_kinds_are_the_same_action():
    def after(action) -> str:
        env = gymnasium.make("roadside/Pig-v0").unwrapped
        env.reset(seed=1)
        digest = Digest()
        digest.add(*env.step(action))
        return digest.hex()

    same = [1, np.int64(1), np.int32(1), np.uint8(1), np.array(1)]
    assert len({after(action) for action in same}) == 1


@pytest.mark.parametrize("on_illegal", ["terminate", "raise"])
def test_what_is_no_action_is_refused_and_moves_nothing(on_illegal):
    env, twin = (gymnasium.make("roadside/Pig-v0", on_illegal=on_illegal).unwrapped for _ in range(2))
    env.reset(seed=1)
    twin.reset(seed=1)
    for action in [1.0, np.float32(1), np.array([1]), "1", None, -1, 2, 2**70]:
        with pytest.raises((TypeError, ValueError), match="action = .*legal is a whole number from 0 to 1"):
            env.step(action)
    for _ in range(5):
        one, two = env.step(0), twin.step(0)
        assert one[0].tobytes() == two[0].tobytes() and one[1:4] == two[1:4]


def test_an_illegal_action_ends_the_episode_with_the_lowest_return():
    env = gymnasium.make("roadside/ZoneStalker-v0").unwrapped
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(110)
    assert (reward, terminated, truncated, info["illegal_action"]) == (-1.0, True, False, 110)
    assert info["action_mask"].all()
    with pytest.raises(RuntimeError, match="call reset first"):
        env.step(0)
    _, info = env.reset()
    assert "illegal_action" not in info


def test_an_illegal_action_can_be_refused():
    env = gymnasium.make("roadside/ZoneStalker-v0", on_illegal="raise").unwrapped
    env.reset(seed=1)
    with pytest.raises(ValueError, match="is not legal for seat 0 here; legal: flip, stop"):
        env.step(110)
    assert not env.step(1)[2]


@setups
def test_a_finished_episode_stays_finished(setup):
    env, twin = make(setup).unwrapped, make(setup).unwrapped
    for one in [env, twin]:
        one.reset(seed=3)
        while not one.step(lowest(one.action_masks()))[2]:
            pass
    for _ in range(100):
        for action in range(env.action_space.n):
            with pytest.raises(RuntimeError, match="call reset first"):
                env.step(action)
    assert env.reset()[0].tobytes() == twin.reset()[0].tobytes()


@setups
def test_a_copy_carries_its_randomness(setup):
    for steps in range(0, 31, 6):
        env = make(setup)
        env.action_space.seed(1)
        env.reset(seed=2)
        random = np.random.default_rng(5)

        def go(one, count, random):
            digest = Digest()
            for _ in range(count):
                seen = one.step(random_legal(one.unwrapped.action_masks(), random))
                digest.add(*seen)
                if seen[2] or seen[3]:
                    digest.add(*one.reset())
            digest.add([one.action_space.sample() for _ in range(20)])
            return digest.hex()

        go(env, steps, random)
        twin = copy.deepcopy(env)
        assert go(env, 200, np.random.default_rng(6)) == go(twin, 200, np.random.default_rng(6))
        env.reset(seed=4)
        shown = env.unwrapped.action_masks().tobytes()
        twin = copy.deepcopy(env)
        go(twin, 50, np.random.default_rng(7))
        assert env.unwrapped.action_masks().tobytes() == shown
        assert go(env, 50, np.random.default_rng(7)) != go(copy.deepcopy(twin), 50, np.random.default_rng(8))


def vector(setup, rows, **options):
    name, config = setup
    return gymnasium.make_vec(name, num_envs=rows, vectorization_mode="vector_entry_point", **config, **options)


def told_alike(native: dict, plain: dict) -> None:
    """All that the plain vector tells of a row, the native one tells too."""
    for key in plain:
        if key.startswith("_"):
            assert (native[key] | ~plain[key]).all(), key
            continue
        rows = plain[f"_{key}"]
        if isinstance(plain[key], dict):
            told_alike(native[key], plain[key])
        else:
            for one, two in zip(native[key][rows], plain[key][rows], strict=True):
                np.testing.assert_array_equal(one, two, err_msg=key)


@setups
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_rows_are_gymnasiums_own_vector_of_single_environments(setup, mode):
    """The same numbers as `SyncVectorEnv` over single environments, in each autoreset mode."""
    rows = 5
    native = vector(setup, rows, autoreset_mode=mode)
    assert native.metadata["autoreset_mode"] is mode
    plain = gymnasium.vector.SyncVectorEnv([lambda: make(setup)] * rows, autoreset_mode=mode)
    assert native.observation_space == plain.observation_space and native.action_space == plain.action_space
    random = np.random.default_rng(3)
    one, two = native.reset(seed=7), plain.reset(seed=7)
    episodes = 0
    for _ in range(300):
        np.testing.assert_array_equal(one[0], two[0])
        told_alike(one[-1], two[-1])
        actions = np.array([random_legal(mask, random) for mask in native.action_masks()])
        if random.random() < 0.1:
            actions[random.integers(rows)] = random.integers(native.single_action_space.n)  # perhaps illegal
        one, two = native.step(actions), plain.step(actions)
        for a, b in zip(one[:4], two[:4], strict=True):
            np.testing.assert_array_equal(a, b)
        ended = one[2] | one[3]
        episodes += ended.sum()
        if mode is AutoresetMode.DISABLED and ended.any():
            one = native.reset(options={"reset_mask": ended})
            two = plain.reset(options={"reset_mask": ended})
    assert episodes > 3


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_lengths_and_returns_are_those_of_each_episode(mode):
    """Cut from the stream, by `RecordEpisodeStatistics`, by the rows themselves, and played again alone."""
    setup, rows = ("roadside/ZoneStalker-v0", {"players": 2, "opponents": "random", "seat": "random"}), 8
    bare = vector(setup, rows, autoreset_mode=mode)
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(bare)
    env.reset(seed=11)
    native = bare._env
    random = np.random.default_rng(2)
    actions_of = [[] for _ in range(rows)]
    got = np.zeros(rows)
    fresh = np.zeros(rows, bool)
    checked = 0
    for _ in range(3000):
        actions = np.array([random_legal(mask, random) for mask in bare.action_masks()])
        _, rewards, terminated, truncated, infos = env.step(actions)
        for row in range(rows):
            if fresh[row] and mode is AutoresetMode.NEXT_STEP:
                fresh[row] = False
                assert rewards[row] == 0 and not terminated[row]
                continue
            actions_of[row].append(actions[row])
            got[row] += rewards[row]
            if not terminated[row]:
                continue
            ended = native.ended(row)
            assert infos["episode"]["l"][row] == ended["length"] == len(actions_of[row])
            assert infos["episode"]["r"][row] == pytest.approx(got[row])
            assert ended["returns"][ended["seat"]] == pytest.approx(got[row])
            if checked < 40:
                assert alone(setup, ended, actions_of[row]) == pytest.approx(got[row])
                checked += 1
            actions_of[row], got[row], fresh[row] = [], 0.0, True
    assert checked == 40


def alone(setup, ended, actions) -> float:
    """The return of the same episode in a single environment."""
    env = RecordEpisodeStatistics(make(setup))
    env.reset(seed=ended["seed"])
    for _ in range(ended["episode"]):
        env.reset()
    for action in actions:
        seen = env.step(action)
    assert seen[2] and seen[4]["episode"]["l"] == ended["length"]
    return seen[4]["episode"]["r"]


def test_a_list_names_each_rows_seed():
    native = vector(SETUPS[0], 3)
    first, _ = native.reset(seed=[9, 4, 9])
    np.testing.assert_array_equal(first[0], first[2])
    np.testing.assert_array_equal(first[1], make(SETUPS[0]).reset(seed=4)[0])


def test_without_a_seed_one_is_drawn_and_told():
    for env in [make(SETUPS[0]), make(SETUPS[0])]:
        seen, info = env.reset()
        assert info.keys() == {"action_mask", "seat"}, "the seed is not for a policy"
        np.testing.assert_array_equal(make(SETUPS[0]).reset(seed=env.unwrapped.np_random_seed)[0], seen)
    rows = [vector(SETUPS[0], 2) for _ in range(2)]
    seen = [env.reset()[0] for env in rows]
    assert rows[0].np_random_seed != rows[1].np_random_seed
    np.testing.assert_array_equal(vector(SETUPS[0], 2).reset(seed=rows[0].np_random_seed)[0], seen[0])


def test_episodes_can_be_cut_off():
    env = make(SETUPS[0], max_steps=3)
    env.reset(seed=1)
    flags = [env.step(lowest(env.unwrapped.action_masks()))[2:4] for _ in range(3)]
    assert flags == [(False, False), (False, False), (False, True)]
    rows = vector(SETUPS[0], 2, max_episode_steps=3)
    rows.reset(seed=1)
    cut = [rows.step(rows.action_masks().argmax(1))[3].any() for _ in range(3)]
    assert cut == [False, False, True]


def test_pictures_and_texts_are_shown():
    for mode, kind in [("ansi", str), ("rgb_array", np.ndarray)]:
        env = make(SETUPS[0], render_mode=mode)
        env.reset(seed=1)
        assert isinstance(env.render(), kind)
        rows = vector(SETUPS[0], 2, render_mode=mode)
        rows.reset(seed=1)
        shown = rows.render()
        assert len(shown) == 2 and np.all(shown[0] == env.render())


def test_options_that_a_reset_does_not_know_are_refused():
    env, rows = make(SETUPS[0]), vector(SETUPS[0], 2)
    for reset in [env.reset, rows.reset]:
        with pytest.raises(ValueError, match="options has the key 'reset_msk': legal are"):
            reset(options={"reset_msk": np.array([True, False])})
        with pytest.raises(TypeError, match="options = 3"):
            reset(options=3)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 99}, "players = 99: legal is a whole number from 1 to 6"),
        ({"seat": 2}, "seat = 2: legal is a whole number from 0 to 1"),
        ({"seat": "first"}, "seat = 'first': legal is \"random\" or"),
        ({"opponents": ["nobody"]}, 'unknown player "nobody"'),
        ({"opponents": ["random", "random"]}, "too many players: 2 for 1 seat"),
        ({"opponents": []}, "no player is named"),
        ({"opponents": 3}, "opponents = 3"),
        ({"on_illegal": "forgive"}, 'on_illegal = "forgive": legal is "raise" or "terminate"'),
        ({"max_steps": 0}, "max_steps = 0"),
        ({"render_mode": "human"}, "render_mode = 'human'"),
        ({"hands": 3}, 'unknown setting "hands"'),
        ({"game": "chess"}, 'unknown game "chess"'),
        ({"game": roadside.load_game("pig"), "target": 3}, "are given beside a Game"),
    ],
)
def test_a_wrong_argument_is_named(options, words):
    for entry in [roadside.gymnasium.RoadsideEnv, lambda **all: roadside.gymnasium.RoadsideVectorEnv(num_envs=2, **all)]:
        with pytest.raises((ValueError, TypeError), match=words.replace("(", r"\(")):
            entry(**options)
