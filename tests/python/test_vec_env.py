"""Many games stepped by one call."""

import copy
import gc
import os
import pickle
import signal
import time
import warnings

import numpy as np
import pytest
import roadside
from conftest import Digest

ROWS = 7


def arrays(batch: roadside.Batch) -> list[np.ndarray]:
    return [array for array in batch if array is not None]


def roll(env: roadside.VecEnv, steps: int, seed: int = 0) -> str:
    """The hash of so many random steps."""
    digest = Digest()
    env.sample_actions(seed=seed)
    for _ in range(steps):
        digest.add(*arrays(env.step(env.sample_actions())))
    return digest.hex()


def test_shapes_and_types_are_those_that_are_told(game):
    env = roadside.VecEnv(game, ROWS)
    for begin in [True, False]:
        batch = env.reset(seed=1) if begin else env.step(env.sample_actions())
        assert batch.observations.shape == (ROWS, *game.observation_tensor_shape())
        assert batch.masks.shape == (ROWS, game.num_distinct_actions())
        assert batch.rewards.shape == (ROWS, game.num_players())
        assert batch.seats.shape == batch.terminated.shape == batch.truncated.shape == (ROWS,)
        assert [array.dtype.name for array in arrays(batch)] == ["float32", "bool", "int8", "float64", "bool", "bool"]
        assert batch.final_observations is None
        np.testing.assert_array_equal(env.action_masks(), batch.masks)
    assert env.num_rows == ROWS and env.game == game


def test_a_row_is_the_play_of_its_seed(game):
    env = roadside.VecEnv(game, ROWS, autoreset="disabled")
    batch = env.reset(seed=10)
    states = [game.new_initial_state(10 + row) for row in range(ROWS)]
    while not batch.terminated.all():
        actions = env.sample_actions()
        for row, state in enumerate(states):
            assert batch.seats[row] == (-1 if state.is_terminal() else state.current_player())
            if not state.is_terminal():
                np.testing.assert_array_equal(batch.observations[row], state.observation_tensor())
                np.testing.assert_array_equal(batch.masks[row], state.legal_actions_mask())
                state.apply_action(actions[row])
        batch = env.step(actions)
    for row, state in enumerate(states):
        assert state.is_terminal() and env.ended(row)["returns"] == state.returns()


def test_seeds_can_be_named_one_by_one():
    envs = [roadside.VecEnv("zone_stalker", 3) for _ in range(5)]
    seeds = [5, [5, 6, 7], np.array([5, 6, 7]), (np.int32(5), np.uint64(6), 7), np.uint8(5)]
    firsts = [env.reset(seed=seed).observations for env, seed in zip(envs, seeds, strict=True)]
    assert all((first == firsts[0]).all() for first in firsts)
    assert [envs[1].info(row)["seed"] for row in range(3)] == [5, 6, 7]
    top = envs[0].reset(seed=[2**64 - 1] * 3)
    assert (top.observations[0] == top.observations[1]).all()


def test_what_was_handed_out_stays_as_it_was():
    env = roadside.VecEnv("zone_stalker", ROWS, autoreset="same_step")
    kept = arrays(env.reset(seed=0))
    for _ in range(10):
        kept += arrays(env.step(env.sample_actions()))
    kept.append(env.sample_actions())
    kept.append(env.reset(seed=1).observations[2:5])
    held = [array.tobytes() for array in kept]
    for _ in range(10):
        env.step(env.sample_actions())
    assert [array.tobytes() for array in kept] == held
    del env
    gc.collect()
    assert [array.tobytes() for array in kept] == held


def test_without_copies_the_same_arrays_are_written():
    env, safe = (roadside.VecEnv("zone_stalker", ROWS, copy=copies) for copies in [False, True])
    first = env.reset(seed=0)
    held = first.observations.tobytes()
    safe.reset(seed=0)
    actions = env.sample_actions()
    second = env.step(actions)
    assert second.observations is first.observations and first.observations.tobytes() != held
    for one, two in zip(arrays(second), arrays(safe.step(actions)), strict=True):
        np.testing.assert_array_equal(one, two)


@pytest.mark.parametrize("copies", [True, False])
def test_an_array_that_was_given_another_form_is_not_written_again(copies):
    env, plain = (roadside.VecEnv("pig", 4, copy=copies) for _ in range(2))
    env.reset(seed=1).observations.flags.writeable = False
    plain.reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy advises against it
        env.step([0] * 4).observations.shape = (-1,)
        plain.step([0] * 4)
        env.step([0] * 4).masks.dtype = np.uint8
        plain.step([0] * 4)
    for one, two in zip(arrays(env.step([0] * 4)), arrays(plain.step([0] * 4)), strict=True):
        assert one.dtype == two.dtype and one.flags.writeable
        np.testing.assert_array_equal(one, two)


def test_last_observations_are_those_of_the_rows_that_ended():
    env, twin = (roadside.VecEnv("kuhn", ROWS, autoreset=mode) for mode in ["same_step", "disabled"])
    env.reset(seed=1)
    twin.reset(seed=1)
    while True:
        actions = env.sample_actions()
        batch, last = env.step(actions), twin.step(actions)
        np.testing.assert_array_equal(batch.final_observations, last.observations[batch.terminated])
        if batch.terminated.any():
            break
    assert 0 < len(batch.final_observations) < ROWS


def test_whole_numbers_are_those_of_float32_times_their_unit():
    env, whole = roadside.VecEnv("zone_stalker", ROWS), roadside.VecEnv("zone_stalker", ROWS, dtype="uint8")
    units = np.concatenate([[part.unit] * part.len for part in env.game.observation_spec])
    seen, counted = env.reset(seed=3), whole.reset(seed=3)
    for _ in range(30):
        assert counted.observations.dtype == np.uint8
        np.testing.assert_allclose(seen.observations * units, counted.observations, atol=1e-3)
        actions = env.sample_actions()
        seen, counted = env.step(actions), whole.step(actions)


@pytest.mark.parametrize("opponents", [None, ["random"]])
def test_threads_change_nothing(opponents):
    hashes = set()
    for threads in [1, 2, 3, 8]:
        env = roadside.VecEnv("zone_stalker", 50, opponents=opponents, threads=threads, autoreset="same_step")
        env.reset(seed=4)
        hashes.add(roll(env, 300))
    assert len(hashes) == 1


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
@pytest.mark.parametrize("opponents", [None, "random"])
def test_copies_and_saved_rows_go_on_as_the_original(autoreset, opponents):
    def fresh() -> roadside.VecEnv:
        return roadside.VecEnv("zone_stalker", ROWS, opponents=opponents, autoreset=autoreset, max_steps=40)

    env = fresh()
    env.reset(seed=8)
    roll(env, 30)
    text = env.save()
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env)), fresh()]
    twins[2].restore(text)
    rolled = [roll(twin, 60) for twin in twins]
    assert env.save() == text, "copies move on their own"
    assert rolled == [roll(env, 60)] * 3
    assert len({twin.reset().observations.tobytes() for twin in [env, *twins]}) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_rows_go_on_in_a_process_that_was_forked_off():
    env = roadside.VecEnv("pig", 4096, threads=2)
    env.reset(seed=1)
    env.step(env.sample_actions())
    child = os.fork()
    if child == 0:
        env.step(env.sample_actions())
        os._exit(7)
    for _ in range(200):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        time.sleep(0.05)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert ended and os.waitstatus_to_exitcode(status) == 7
    env.step(env.sample_actions())


def test_copies_have_the_players_that_were_given():
    given = ["random"]
    for opponents in [iter(["random"]), given]:
        env = roadside.VecEnv("pig", ROWS, opponents=opponents)
        env.reset(seed=1)
        given[:] = ["hold:20"]
        assert roll(copy.deepcopy(env), 50) == roll(env, 50)


def test_rows_that_a_reset_leaves_out_show_where_they_stand():
    env = roadside.VecEnv("zone_stalker", ROWS)
    env.reset(seed=1)
    before = env.step(env.sample_actions())
    mask = np.arange(ROWS) % 2 == 0
    after = env.reset(seed=100, mask=mask)
    fresh = roadside.VecEnv("zone_stalker", ROWS).reset(seed=100)
    for name in ["observations", "masks", "seats"]:
        np.testing.assert_array_equal(getattr(after, name)[~mask], getattr(before, name)[~mask])
        np.testing.assert_array_equal(getattr(after, name)[mask], getattr(fresh, name)[mask])
    assert not after.rewards.any() and not after.terminated.any()
    assert env.reset(seed=100, mask=mask.tolist()).observations.tobytes() == after.observations.tobytes()


def test_ended_rows_keep_their_flags_until_they_are_reset():
    env = roadside.VecEnv("kuhn", ROWS, autoreset="disabled")
    batch = env.reset(seed=1)
    while not batch.terminated.all():
        batch = env.step(env.sample_actions())
    again = env.step(env.sample_actions())
    assert again.terminated.all() and not again.rewards.any()
    mask = np.arange(ROWS) == 2
    shown = env.reset(mask=mask)
    np.testing.assert_array_equal(shown.terminated, ~mask)


def test_actions_may_be_any_whole_numbers():
    env = roadside.VecEnv("zone_stalker", ROWS, autoreset="same_step")
    env.reset(seed=1)
    first = env.sample_actions()
    wide = np.zeros((ROWS, 3), np.int64)
    wide[:, 1] = first
    frozen = first.copy()
    frozen.flags.writeable = False
    forms = [first, first.tolist(), tuple(first), wide[:, 1], first[::-1].copy()[::-1], frozen]
    forms += [first.astype(kind) for kind in ["i1", "i2", "i4", "u1", "u2", "u4", "u8", ">i8", ">u2"]]
    unaligned = np.frombuffer(b"x" + first.tobytes(), np.uint8)[1:].view(np.int64)
    forms.append(unaligned)
    results = {copy.deepcopy(env).step(form).observations.tobytes() for form in forms}
    assert len(results) == 1


@pytest.mark.parametrize(
    ("actions", "error", "words"),
    [
        ([0.0] * ROWS, TypeError, "whole numbers"),
        (np.zeros(ROWS, np.float32), TypeError, "whole numbers"),
        (np.zeros(ROWS, bool), TypeError, "whole numbers"),
        (["flip"] * ROWS, TypeError, "whole numbers"),
        (None, (TypeError, ValueError), "actions"),
        (3, ValueError, "shape"),
        (np.zeros((ROWS, 1), int), ValueError, "shape"),
        ([0] * (ROWS - 1), ValueError, "actions: 6 elements; give 7"),
        ([], ValueError, "actions: 0 elements; give 7"),
        ([0] * 6 + [-1], ValueError, r"actions\[6\] = -1: legal is a whole number from 0 to 110"),
        ([0] * 6 + [111], ValueError, r"actions\[6\] = 111"),
        ([0] * 6 + [2**63], (TypeError, ValueError), "actions"),
        (np.array([0] * 6 + [2**63], np.uint64), ValueError, r"actions\[6\]"),
        ([0] * 6 + [2**70], (TypeError, ValueError), "actions"),
        ([0] * 6 + [110], ValueError, "row 6: .* is not legal for seat 0 here; legal: flip, stop"),
        ([[0]] * 6 + [0], (TypeError, ValueError), "actions"),
    ],
)
def test_wrong_actions_move_nothing(actions, error, words):
    env = roadside.VecEnv("zone_stalker", ROWS)
    env.reset(seed=1)
    before = env.save()
    with pytest.raises(error, match=words):
        env.step(actions)
    assert env.save() == before


def test_before_a_reset_nothing_can_be_stepped():
    env = roadside.VecEnv("pig", 3)
    with pytest.raises(RuntimeError, match="row 0: .*call reset first"):
        env.step([0] * 3)
    with pytest.raises(RuntimeError, match="call reset first"):
        env.render(0)
    assert env.info(0) is None and env.ended(0) is None
    env.reset(seed=1)
    assert env.render(2) and env.render(0, "svg").startswith("<svg")


def test_an_illegal_action_can_end_its_row_alone():
    env = roadside.VecEnv("zone_stalker", 4, on_illegal="terminate", autoreset="disabled")
    env.reset(seed=1)
    batch = env.step([0, 110, 0, 0])
    assert batch.terminated.tolist() == [False, True, False, False]
    assert batch.rewards[1].tolist() == [-1.0, 0.0]
    assert env.illegal_actions().tolist() == [-1, 110, -1, -1]
    assert env.ended(1)["illegal"] == 110
    with pytest.raises(ValueError, match="legal is a whole number from 0 to 110"):
        env.step([0, 0, 0, 111])
