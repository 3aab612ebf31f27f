"""Calls at the wrong moment: from inside, from two threads, after a failure, on arrays and objects that were tampered with."""

import copy
import gc
import pickle
import threading
import weakref

import numpy as np
import pytest
import roadside
from conftest import lowest
from roadside import _native, zone_stalker_v0
from roadside.gymnasium import RoadsideEnv, RoadsideVectorEnv
from test_bad_input import ordinary
from walk import wrong_values


class Meddler:
    """A player that calls what it is told to while it is asked."""

    def __init__(self) -> None:
        self.calls: list = []
        self.answers: list = []

    def __call__(self, observation, mask, info):
        for call in self.calls:
            try:
                self.answers.append(call())
            except BaseException as error:
                ordinary(error)
                self.answers.append(error)
        return lowest(mask)


def test_a_player_that_calls_the_rows_it_plays_in_is_refused():
    for threads in [1, 2]:
        meddler = Meddler()
        env, twin = (
            roadside.VecEnv("pig", 4, opponents=player, threads=threads, autoreset="same_step")
            for player in [meddler, lambda observation, mask, info: lowest(mask)]
        )
        meddler.calls = [
            lambda env=env: env.step([1] * 4), lambda env=env: env.reset(seed=1), lambda env=env: env.save(),
            lambda env=env: env.render(0), lambda env=env: env.action_masks(), lambda env=env: copy.deepcopy(env),
            lambda env=env: env.restore("{}"), lambda env=env: roadside.agents.make("random").act_batch(env),
            lambda env=env: repr(env), lambda env=env: env.sample_actions(seed=1),
        ]  # fmt: skip
        seen = [one.reset(seed=1) for one in [env, twin]]
        for _ in range(8):
            assert seen[0].observations.tobytes() == seen[1].observations.tobytes()
            seen = [one.step([1] * 4) for one in [env, twin]]
        assert meddler.answers and all(isinstance(answer, RuntimeError) for answer in meddler.answers)


def test_a_player_that_calls_the_environment_it_plays_in_is_refused():
    meddler = Meddler()
    env = RoadsideEnv("pig", opponents=meddler)
    meddler.calls = [lambda: env.step(0), lambda: env.reset(seed=1), env.action_masks, env._env.render]
    env.reset(seed=1)
    assert not env.step(1)[2]
    assert len(meddler.answers) >= 4 and all(isinstance(answer, RuntimeError) for answer in meddler.answers)


def test_a_player_may_simulate_and_step_others_while_it_is_asked():
    meddler = Meddler()
    inner = roadside.VecEnv("kuhn", 2, opponents="random")
    meddler.calls = [
        lambda: roadside.simulate("kuhn", "random", games=5)["games"],
        lambda: inner.reset(seed=1).observations.sum(),
        lambda: roadside.load_game("pig").new_initial_state(1).outcomes(0),
    ]
    assert roadside.simulate("pig", ["hold:20", meddler], games=2, threads=1)["games"] == 2
    assert meddler.answers and not any(isinstance(answer, BaseException) for answer in meddler.answers)


class Exit(BaseException):
    pass


@pytest.mark.parametrize("raised", [Exit, KeyboardInterrupt, SystemExit, StopIteration, GeneratorExit, MemoryError])
def test_what_a_player_raises_comes_through_and_nothing_is_broken(raised):
    def player(observation, mask, info):
        if calls[0]:
            raise raised
        return lowest(mask)

    calls = [True]
    env = roadside.VecEnv("pig", 4, opponents=player, threads=2)
    single = RoadsideEnv("pig", opponents=player)
    env.reset(seed=1)
    single.reset(seed=1)
    with pytest.raises(raised):
        env.step([1] * 4)
    with pytest.raises(raised):
        single.step(1)
    with pytest.raises(raised):
        roadside.simulate("pig", player, games=5, threads=2)
    calls[0] = False
    env.reset(seed=1)
    env.step([1] * 4)
    single.reset(seed=1)
    single.step(1)


@pytest.mark.parametrize("answer", wrong_values())
def test_nonsense_from_a_player_is_an_ordinary_exception(answer):
    env = roadside.VecEnv("pig", 2, opponents=lambda observation, mask, info: answer)
    env.reset(seed=1)
    try:
        env.step([1, 1])
    except BaseException as error:
        told = ordinary(error)
        assert "action = " in told or "no index" in told
        with pytest.raises(RuntimeError, match="call reset first"):
            env.step([1, 1])
    env.reset(seed=1)


def test_rows_stepped_from_two_threads_are_stepped_one_at_a_time():
    env = roadside.VecEnv("zone_stalker", 200, autoreset="same_step", threads=2)
    env.reset(seed=1)
    done, errors, lock = [0], [], threading.Lock()
    gate = threading.Barrier(4)

    def work() -> None:
        gate.wait()
        for _ in range(60):
            try:
                env.step([lowest(mask) for mask in env.action_masks()])
            except BaseException as error:
                errors.append(error)
            else:
                with lock:
                    done[0] += 1

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for error in errors:
        ordinary(error)
        # Somebody was at it; or the actions were those of rows that had moved meanwhile.
        assert isinstance(error, RuntimeError | ValueError), error
    assert done[0] >= 1
    env.reset(seed=2)
    fresh = roadside.VecEnv("zone_stalker", 200, autoreset="same_step")
    fresh.reset(seed=2)
    for _ in range(5):
        actions = [lowest(mask) for mask in env.action_masks()]
        assert env.step(actions).observations.tobytes() == fresh.step(actions).observations.tobytes()


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_shared_arrays_that_were_frozen_or_deleted_are_made_anew(dtype):
    env, twin = (roadside.VecEnv("pig", 4, copy=copies, dtype=dtype, autoreset="same_step") for copies in [False, True])
    batch, other = env.reset(seed=1), twin.reset(seed=1)
    for step in range(20):
        for name, array in batch._asdict().items():
            if array is not None and name != "final_observations":
                np.testing.assert_array_equal(array, getattr(other, name))
        held = [array for array in batch if array is not None]
        for array in held[step % 3 :: 3]:
            array.flags.writeable = False
        frozen = [(array, array.copy()) for array in held if not array.flags.writeable]
        del held, array
        if step % 5 == 0:
            del batch
            gc.collect()
        batch, other = env.step([step % 2] * 4), twin.step([step % 2] * 4)
        assert all(array.tobytes() == before.tobytes() for array, before in frozen), "what is read-only was written"


def test_arrays_that_were_handed_out_can_be_spoilt_without_harm():
    envs = [roadside.VecEnv("pig", 3), roadside.VecEnv("pig", 3)]
    for env in envs:
        env.reset(seed=1)
    for _ in range(10):
        one, two = (env.step([0, 0, 0]) for env in envs)
        assert one.observations.tobytes() == two.observations.tobytes()
        for array in one[:6]:
            array[...] = 1
        masks = envs[0].action_masks()
        masks[...] = False
        assert envs[0].action_masks().all()


class Named(roadside.VecEnv):
    """A subclass with something of its own."""

    def best(self) -> int:
        return int(self.action_masks().sum())


def test_a_subclass_is_copied_as_what_it_is():
    env = Named("pig", 3, opponents="random")
    env.reset(seed=1)
    for twin in [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]:
        assert type(twin) is Named and twin.best() == env.best() and twin.save() == env.save()
    for final in [roadside.State, roadside.Game, roadside.agents.Agent, _native.SingleEnv]:
        with pytest.raises(TypeError, match="not an acceptable base type"):
            type("Sub", (final,), {})


def test_what_a_copy_is_made_from_is_the_environments_own():
    env = roadside.VecEnv("pig", 2, opponents=["random"], seat=1)
    env.__getnewargs_ex__()[1]["seat"] = 99
    assert copy.deepcopy(env).save() == env.save()


@pytest.mark.parametrize("env", [lambda: roadside.VecEnv("pig", 2), lambda: _native.SingleEnv("pig", opponents="random")])
def test_a_state_that_cannot_be_set_changes_nothing(env):
    env = env()
    env.reset(seed=1)
    before = env.__getstate__()
    text, rest = before
    other = roadside.VecEnv("kuhn", 2)
    other.reset(seed=1)
    for wrong in [(text, object()), (text, "{"), (text, '{"counter": -1}'), ("{}", rest), (other.save(), rest), (text,)]:
        with pytest.raises((ValueError, TypeError)):
            env.__setstate__(wrong)
        assert env.__getstate__() == before


def test_a_refused_reset_leaves_the_stream_of_episodes_alone():
    for wrong in [-1, 2**70, 1.5, "x", [1], np.zeros((2, 2))]:
        env, twin = zone_stalker_v0.raw_env(), zone_stalker_v0.raw_env()
        for one in [env, twin]:
            one.reset(seed=1)
        with pytest.raises((ValueError, TypeError), match="seed"):
            env.reset(seed=wrong)
        for one in [env, twin]:
            one.reset()
        assert env._state.serialize() == twin._state.serialize()
        rows, others = RoadsideVectorEnv("pig", 3), RoadsideVectorEnv("pig", 3)
        for one in [rows, others]:
            one.reset(seed=1)
        with pytest.raises((ValueError, TypeError), match="seed"):
            rows.reset(seed=wrong)
        for one in [rows, others]:
            one.reset()
        assert rows._env.save() == others._env.save()


def test_before_the_first_reset_each_call_says_so():
    aec = zone_stalker_v0.raw_env(render_mode="ansi")
    calls = [lambda: aec.step(0), lambda: aec.observe("player_0"), aec.render]
    env = RoadsideEnv("pig", render_mode="ansi")
    calls += [lambda: env.step(0), env.render]
    rows = RoadsideVectorEnv("pig", 2, render_mode="ansi")
    calls += [lambda: rows.step([0, 0]), rows.render]
    for call in calls:
        with pytest.raises((RuntimeError, ValueError), match="call reset first"):
            call()
    assert env.action_masks().all() and rows.action_masks().all()


def test_a_player_that_steps_rows_of_its_own_is_never_entered_twice_by_one_thread():
    local = threading.local()

    def planner(observation, mask, info):
        if not hasattr(local, "env"):
            local.env, local.depth = roadside.VecEnv("kuhn", 64, threads=3), 0
            local.env.reset(seed=1)
        local.depth += 1
        assert local.depth == 1
        local.env.step(local.env.sample_actions())
        local.depth -= 1
        return int(mask.argmax())

    outer = roadside.VecEnv("kuhn", 64, opponents=planner, threads=4, autoreset="same_step")
    outer.reset(seed=2)
    for _ in range(200):
        outer.step([0] * 64)


@pytest.mark.parametrize("make", [lambda play: roadside.VecEnv("pig", 8, opponents=play), lambda play: RoadsideEnv("pig", opponents=play)])
def test_an_environment_whose_player_holds_it_is_collected(make):
    class Trainer:
        def __init__(self) -> None:
            self.env = make(self.play)
            self.env.reset(seed=1)

        def play(self, observation, mask, info):
            return int(mask.argmax())

    gone = weakref.ref(Trainer())
    gc.collect()
    assert gone() is None
