"""Whatever is handed over, what comes back is right or an ordinary exception that names it, and nothing has moved."""

import random
import subprocess
import sys
import warnings

import pytest
import roadside
import walk
from walk import ROWS, Row, entries, fingerprint, go_on, wrong_values

ENTRIES = entries()


def test_every_entry_has_a_row():
    assert sorted(ENTRIES) == sorted(ROWS), "add the new entry to walk.ROWS, or take the old one away"


def ordinary(error: BaseException) -> str:
    """The text of an exception that `except Exception` catches; a panic is none."""
    assert isinstance(error, Exception) and "Panic" not in type(error).__name__, repr(error)
    return " ".join([str(error), *getattr(error, "__notes__", [])])


def names(row: Row, argument: str, text: str) -> bool:
    own = ["no repr", "no index", "no len", "no iter", "takes no arguments"]  # what the value's own code raised
    return any(word in text for word in [argument, row.words.get(argument, argument), *own])


@pytest.mark.parametrize("name", [name for name in ROWS if not ROWS[name].refused])
def test_a_wrong_argument_is_named_and_moves_nothing(name):
    row, entry = ROWS[name], ENTRIES[name]
    row.call(name, entry, row.on(), row.args)
    subject = row.on()
    for argument in row.args:
        for place, value in enumerate(wrong_values()):
            if row.takes_for_ever(argument, value):
                continue
            before = fingerprint(subject)
            try:
                row.call(name, entry, subject, {**row.args, argument: value})
            except BaseException as error:
                told = ordinary(error)
                assert names(row, argument, told), f"{argument}, value {place}: {error!r} does not name it"
                assert fingerprint(subject) == before, f"{argument}, value {place}: something moved"
                continue
            go_on(subject)
            subject = row.on()
        go_on(subject)
        subject = row.on()


@pytest.mark.parametrize("name", ROWS)
def test_a_call_of_another_form_is_refused(name):
    row, entry = ROWS[name], ENTRIES[name]
    subject = row.on()
    called = entry if subject is None else getattr(subject, name.rsplit(".", 1)[1])
    attempts = [lambda: called(*[None] * 40), lambda: called(**{**row.args, "no_such_argument": 1})]
    if row.refused:
        attempts.append(called)
    before = fingerprint(subject)
    for attempt in attempts:
        if name == "roadside.gymnasium.register" and attempt is called:
            continue
        with pytest.raises(Exception) as raised:
            attempt()
        ordinary(raised.value)
    assert fingerprint(subject) == before
    go_on(subject)


def test_every_setting_of_every_game_is_read_with_care():
    for game in map(roadside.load_game, roadside.game_names()):
        for setting in game.settings:
            for value in wrong_values():
                try:
                    made = roadside.load_game(game.name, **{setting: value})
                except BaseException as error:
                    told = ordinary(error)
                    assert setting in told or "no iter" in told, f"{setting}: {error!r}"
                else:
                    made.new_initial_state(1).render()


def mutated(text: str, draw: random.Random) -> str:
    """The text with something changed: a number, a word, a cut, a swap."""
    at, other = sorted(draw.sample(range(len(text)), 2))
    numbers = [place for place, letter in enumerate(text) if letter.isdigit()]
    number = draw.choice(numbers or [at])
    extreme = draw.choice(["0", "1", "-1", "255", "65535", "4294967295", "18446744073709551615", "1e400", "1.5", "null", "[]"])
    return draw.choice(
        [
            text[:at],
            text[:at] + text[other:],
            text[:at] + text[at:other] * 2 + text[other:],
            text[:number] + draw.choice("0123456789") + text[number + 1 :],
            text[:number] + draw.choice("0123456789") + text[number + 1 :],
            text[:number] + extreme + text[number + 1 :],
            text[:number] + text[number + 1 :],
            text[:at] + draw.choice('{}[],:"\\0\u2028') + text[at + 1 :],
        ]
    )


def play_on(state: roadside.State) -> None:
    """Uses a state in every way, to its end or for 30 moves."""
    for _ in range(30):
        for seat in range(len(state.returns())):
            state.render(seat), state.observation_tensor(seat), state.legal_actions_mask(seat), state.standing(seat)
        state.position(), state.rewards()
        if state.is_terminal():
            break
        state.resample(1)
        state.apply_action(state.legal_actions()[-1])


def test_saved_plays_that_were_changed_are_refused_or_can_be_played(game):
    draw, restored = random.Random(1), 0
    state = game.new_initial_state(1)
    for _ in range(6):
        if not state.is_terminal():
            state.apply_action(draw.choice(state.legal_actions()))
    texts = [game.new_initial_state(2).serialize(), state.serialize()]
    for _ in range(250):
        text = mutated(draw.choice(texts), draw)
        try:
            again = roadside.State.deserialize(text)
        except BaseException as error:
            ordinary(error)
            assert isinstance(error, ValueError)
        else:
            restored += 1
            play_on(again)
    assert restored > 5


@pytest.mark.parametrize("opponents", [None, "random"])
def test_saved_rows_that_were_changed_are_refused_or_can_be_stepped(game, opponents):
    draw, restored = random.Random(2), 0
    if opponents and game.num_players() == 1:
        opponents = []
    env = roadside.VecEnv(game, 2, opponents=opponents, autoreset="disabled", max_steps=6)
    env.reset(seed=1)
    texts = [env.save()]
    for _ in range(8):
        env.step(env.sample_actions())
        texts.append(env.save())
    for _ in range(120):
        text = mutated(draw.choice(texts), draw)
        before = env.save()
        try:
            env.restore(text)
        except BaseException as error:
            ordinary(error)
            assert isinstance(error, ValueError) and env.save() == before
        else:
            restored += 1
            env.ended(0), env.info(1), env.illegal_actions(), env.save()
            for _ in range(8):
                try:
                    env.step(env.sample_actions())
                except RuntimeError as error:
                    assert "call reset first" in str(error)
                    break
            env.reset(mask=[True, False])
            env.restore(texts[-1])
    assert restored > 5


def test_positions_that_were_changed_are_refused_or_can_be_played(game):
    draw = random.Random(3)
    lines = [game.new_initial_state(seed).position() for seed in range(3)]
    for _ in range(300):
        try:
            state = game.state_from_position(mutated(draw.choice(lines), draw), seed=1)
        except BaseException as error:
            ordinary(error)
            assert isinstance(error, ValueError)
        else:
            play_on(state)


def test_random_calls_leave_living_objects():
    """2,000 calls of any method with any arguments, on objects that live on from call to call."""
    draw = random.Random(4)
    on_objects = [name for name, row in ROWS.items() if row.on is not walk.nothing]
    subjects = {row.on: row.on() for row in ROWS.values() if row.on is not walk.nothing}
    raised = 0
    for _ in range(2_000):
        name = draw.choice(on_objects)
        row = ROWS[name]
        subject = subjects[row.on]
        args = {arg: draw.choice(wrong_values()) if draw.random() < 0.6 else value for arg, value in row.args.items()}
        before = fingerprint(subject)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # NumPy's, of arrays that are of no use anyway
                row.call(name, ENTRIES[name], subject, args)
        except BaseException as error:
            ordinary(error)
            raised += 1
            # What has come to its end, or waits for a reset, is begun anew.
            if fingerprint(subject) != before or "reset" in str(error) or "over" in str(error):
                subjects[row.on] = row.on()
    assert 200 < raised < 1_900
    for make, subject in subjects.items():
        fingerprint(subject)
        go_on(make())


ABSURD = {
    "nodes": "roadside.load_game('pig').new_initial_state(1)._node(0, range(2**40))",
    "rows": "roadside.VecEnv('zone_stalker', 2**20, threads=1).reset(seed=1)",
    "small rows": "[roadside.VecEnv('pig', 2**20, threads=1).reset(seed=1) for _ in range(9)]",
    "threads": "roadside.VecEnv('pig', 2048, threads=1024).reset(seed=1)",
    "games": "roadside.simulate('zone_stalker', 'random', games=2**20, threads=16, rows=2**16)",
    "actions": "roadside.VecEnv('pig', 1).step(range(2**40))",
    "nesting": "roadside.State.deserialize('[' * 10**6)",
    "name": "roadside.load_game('x' * 10**8)",
}


@pytest.mark.parametrize("call", ABSURD.values(), ids=ABSURD)
def test_an_absurd_size_is_refused_before_the_memory_ends(call):
    """In a process that may have 1 GiB of addresses."""
    script = f"""
import resource, roadside
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
try:
    {call}
except (MemoryError, ValueError, RuntimeError) as error:
    print("refused:", type(error).__name__)
assert roadside.load_game("pig").new_initial_state(1).legal_actions() == [0, 1]
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0 and ended.stdout.startswith("refused"), ended.stderr[-600:]
