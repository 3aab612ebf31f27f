"""Every public entry of the package, with a call that is right: the ground of `test_bad_input.py`."""

import importlib
import inspect
import math
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import roadside
import roadside.analysis
import roadside.gymnasium
import roadside.pettingzoo
from conftest import lowest
from roadside import _native, pig_v0, zone_stalker_v0

#: Modules whose entries need something that is not at hand everywhere; they are called in tests of their own.
NOT_WALKED = {"open_spiel", "sb3"}
#: Methods of reports that need packages that are not at hand everywhere; they are tested by themselves.
DRAWN = {"plot", "to_frame"}
#: What every class has from Python, or has nothing of its own to be given.
NO_ENTRIES = {
    "__annotations__", "__dict__", "__doc__", "__firstlineno__", "__module__", "__orig_bases__", "__parameters__",
    "__slots__", "__lt__", "__le__", "__gt__", "__ge__", "__static_attributes__", "__weakref__", "__new__", "__init__", "__abstractmethods__",
}  # fmt: skip


def modules() -> Iterator[Any]:
    """The modules of the package, those that others take from first."""
    yield from (_native, roadside, roadside.agents, roadside.gymnasium, roadside.pettingzoo)
    for found in pkgutil.iter_modules(roadside.__path__):
        if found.name not in NOT_WALKED and not found.name.startswith("_"):
            yield importlib.import_module(f"roadside.{found.name}")


def is_ours(value: Any) -> bool:
    return callable(value) and str(getattr(value, "__module__", "")).startswith("roadside")


def entries() -> dict[str, Any]:
    """What can be called, by module and name; each thing once."""
    found, seen = {}, set()
    for module in modules():
        for name, value in vars(module).items():
            if name.startswith("_") or not is_ours(value) or id(value) in seen:
                continue
            seen.add(id(value))
            key = f"{module.__name__}.{name}"
            found[key] = value
            if inspect.isclass(value) and not issubclass(value, tuple):
                found |= {f"{key}.{method}": call for method, call in methods(value)}
    return found


def methods(of: type) -> Iterator[tuple[str, Any]]:
    for name, value in vars(of).items():
        if name in DRAWN and of.__module__.startswith("roadside.analysis"):
            continue
        private = name.startswith("_") and not (name.startswith("__") and name.endswith("__"))
        if not private and name not in NO_ENTRIES and (callable(value) or isinstance(value, staticmethod)):
            yield name, value


class Hostile:
    """Whose every answer is an exception."""

    def __repr__(self) -> str:
        raise OSError("no repr")

    def __index__(self) -> int:
        raise OSError("no index")

    def __len__(self) -> int:
        raise OSError("no len")

    def __iter__(self) -> Iterator[Any]:
        raise OSError("no iter")


class Liar(list[Any]):
    """That says it is longer than anything."""

    def __len__(self) -> int:
        return 2**62


def nonsense(*_: Any) -> Any:
    return "nonsense"


def wrong_values() -> list[Any]:
    """What is given for each argument; some of it is right for some."""
    return [
        0, 1, -1, 99, 2**16, 2**40, 2**63, 2**64, 2**70, -(2**70), 1.5, math.nan, math.inf, 1j, None, True, ...,
        "", "x", "\ud800", "pig", "x" * 10_000, "{}", "[]", "null", '{"game": "pig", "settings": {}}', b"x", bytearray(9),
        [], [None], [[]], [0], [-1], [2**70], ["x"], ["\ud800"], [0.5], [0] * 99, (), (1, 2), ("", ""), {}, {"x": 1}, set(),
        range(2**40), range(2**60), range(-5, 0), iter([]), iter(range(2**40)), object(), object, nonsense, Hostile(),
        [Hostile()], Liar([0]), memoryview(b"xy"), np.float32(1), np.int64(-1), np.uint64(2**64 - 1), np.bool_(True),
        np.array(1.5), np.array(0), np.array([math.nan]), np.zeros((2, 3)), np.zeros((2, 0), int), np.zeros(0, int),
        np.zeros(3, bool), np.ones((3, 1), bool), np.zeros(99, bool), np.zeros(3, "U1"), np.zeros(3, object),
        np.zeros(3, "M8[s]"), np.zeros(3, [("a", "i4")]), np.full(3, 2**63, np.uint64), np.zeros(10**6, np.int8),
        np.zeros(3, complex), np.ma.masked_array([0, 0, 0], [True, False, True]),
    ]  # fmt: skip


def pig() -> roadside.Game:
    return roadside.load_game("pig")


def state() -> roadside.State:
    play = roadside.load_game("zone_stalker").new_initial_state(1)
    play.apply_action(play.legal_actions()[0])
    return play


def kuhn() -> roadside.State:
    return roadside.load_game("kuhn").new_initial_state(1)


def rows(**options: Any) -> roadside.VecEnv:
    env = roadside.VecEnv("zone_stalker", 3, **options)
    env.reset(seed=1)
    env.step(env.sample_actions())
    return env


def single() -> Any:
    env = _native.SingleEnv("pig", opponents="random")
    env.reset(seed=1)
    return env


def gym() -> Any:
    env = roadside.gymnasium.RoadsideEnv("pig", on_illegal="raise")
    env.reset(seed=1)
    return env


def gym_rows() -> Any:
    env = roadside.gymnasium.RoadsideVectorEnv("pig", 3)
    env.reset(seed=1)
    return env


def aec() -> Any:
    env = zone_stalker_v0.raw_env()
    env.reset(seed=1)
    return env


def agent() -> Any:
    return roadside.agents.make("random", seed=1)


def nothing() -> None:
    return None


def fingerprint(of: Any) -> Any:
    """All that a later call depends on."""
    match of:
        case roadside.State():
            return of.serialize()
        case roadside.VecEnv() | _native.SingleEnv():
            return of.__getstate__()
        case roadside.agents.Agent():
            return of.__reduce__()[1]
        case roadside.pettingzoo.RoadsideAEC():
            now = [of.agents, of.rewards, of._cumulative_rewards, of.terminations, of.agent_selection]
            return of._state.serialize(), of._seed, of._episode, repr(now)
        case gymnasium.Env() | gymnasium.vector.VectorEnv():
            return fingerprint(of._env), repr(of.np_random.bit_generator.state)
        case _:
            return repr(of)


def go_on(with_: Any) -> None:
    """Takes a step that is right, after a reset where the episode is over."""
    match with_:
        case roadside.State():
            with_.clone().apply_action(with_.legal_actions()[0])
        case roadside.VecEnv() | roadside.gymnasium.RoadsideVectorEnv():
            with_.step([lowest(mask) for mask in with_.action_masks()])
        case _native.SingleEnv() | gymnasium.Env():
            with_.step(lowest(with_.action_masks()))
        case roadside.agents.Agent():
            assert with_.act(state()) in state().legal_actions()
        case roadside.pettingzoo.RoadsideAEC():
            with_.step(lowest(with_.last()[0]["action_mask"]))


@dataclass
class Row:
    """How an entry is called rightly."""

    #: Makes what it is called on; a module's own entries have nothing.
    on: Callable[[], Any] = nothing
    args: dict[str, Any] = field(default_factory=dict)
    #: Other words for an argument that an error may have.
    words: dict[str, str] = field(default_factory=dict)
    positional: bool = False
    #: Whether it is no call that anyone may make.
    refused: bool = False
    #: Arguments of which legal numbers may take for ever.
    endless: str = ""
    #: From what number on they do.
    long: int = 2**16

    def takes_for_ever(self, argument: str, value: Any) -> bool:
        number = isinstance(value, int | np.integer)
        return argument in self.endless.split() and number and self.long <= value < 2**64

    def call(self, name: str, entry: Any, subject: Any, args: dict[str, Any]) -> Any:
        """Calls the entry called `name`: a method of `subject`, unless that is None."""
        called = entry if subject is None else getattr(subject, name.rsplit(".", 1)[1])
        return called(*args.values()) if self.positional else called(**args)


def solution() -> roadside.analysis.Solution:
    return roadside.analysis.solve(roadside.load_game("pig", target=10), threads=1)


def small() -> roadside.State:
    return roadside.load_game("pig", target=10).new_initial_state(1)


def judged() -> roadside.VecEnv:
    env = roadside.VecEnv(roadside.load_game("pig", target=10), 2, solution=solution())
    env.reset(seed=1)
    env.step([0, 1])
    return env


def equilibrium() -> roadside.analysis.Equilibrium:
    return roadside.analysis.equilibrium("kuhn")


def flipped() -> roadside.analysis.FlipReport:
    return roadside.analysis.flip(hand="3/0", depth=1)


def stalker() -> roadside.Game:
    return roadside.load_game("zone_stalker")


TABLES = {"opponents": ["random"], "seat": 0, "on_illegal": "raise", "max_steps": 5}
LEGAL = state().legal_actions()[0]
NATIVE = {
    "Agent": Row(refused=True),
    "Agent.__reduce__": Row(agent),
    "Agent.__repr__": Row(agent),
    "Agent.act": Row(agent, {"state": state()}),
    "Agent.act_batch": Row(agent, {"states": [state()]}),
    "Equilibrium": Row(refused=True),
    "Equilibrium.__repr__": Row(equilibrium),
    "Equilibrium.policy": Row(equilibrium, {"state": kuhn()}),
    "Game": Row(refused=True),
    "Game.__eq__": Row(pig, {"other": pig()}, positional=True),
    "Game.__ne__": Row(pig, {"other": pig()}, positional=True),
    "Game.__hash__": Row(pig),
    "Game.__reduce__": Row(pig),
    "Game.__repr__": Row(pig),
    "Game.action_to_string": Row(pig, {"action": 0}),
    "Game.max_game_length": Row(pig),
    "Game.max_utility": Row(pig),
    "Game.min_utility": Row(pig),
    "Game.new_initial_state": Row(pig, {"seed": 1, "episode": 0}),
    "Game.num_distinct_actions": Row(pig),
    "Game.num_players": Row(pig),
    "Game.observation_tensor_shape": Row(pig),
    "Game.state_from_position": Row(stalker, {"line": state().position(), "seed": 1}, {"line": "position"}),
    "Game.string_to_action": Row(pig, {"label": "roll"}),
    "SingleEnv": Row(args={"game": "pig", **TABLES, "solution": None}, words={"opponents": "player"}),
    "SingleEnv.__getnewargs_ex__": Row(single),
    "SingleEnv.__getstate__": Row(single),
    "SingleEnv.__repr__": Row(single),
    "SingleEnv.__setstate__": Row(single, {"state": single().__getstate__()}, {"state": "saved text"}, positional=True),
    "SingleEnv.action_masks": Row(single),
    "SingleEnv.render": Row(single, {"mode": "ansi"}),
    "SingleEnv.reset": Row(single, {"seed": 1}),
    "SingleEnv.step": Row(single, {"action": 0}),
    "Slice": Row(refused=True),
    "Slice.__eq__": Row(lambda: pig().observation_spec[0], {"other": 3}, positional=True),
    "Slice.__ne__": Row(lambda: pig().observation_spec[0], {"other": 3}, positional=True),
    "Slice.__reduce__": Row(lambda: pig().observation_spec[0]),
    "Slice.__repr__": Row(lambda: pig().observation_spec[0]),
    "Solution": Row(refused=True),
    "Solution.__copy__": Row(solution),
    "Solution.__deepcopy__": Row(solution, {"_memo": {}}, positional=True),
    "Solution.__reduce__": Row(solution),
    "Solution.__repr__": Row(solution),
    "Solution.action_values": Row(solution, {"state": small()}),
    "Solution.decision_at": Row(solution, {"state": small()}),
    "Solution.regret": Row(solution, {"state": small(), "action": 0}),
    "Solution.value_at": Row(solution, {"state": small()}),
    "Solution.values_at": Row(solution, {"state": small()}),
    "State": Row(refused=True),
    "State.__copy__": Row(state),
    "State.__deepcopy__": Row(state, {"_memo": {}}, positional=True),
    "State.__reduce__": Row(state),
    "State.__repr__": Row(state),
    "State.action_to_string": Row(state, {"action": 0}),
    "State.apply_action": Row(state, {"action": LEGAL}, {"action": "legal"}),
    "State.clone": Row(state, {"seed": 1}),
    "State.current_player": Row(state),
    "State.deserialize": Row(state, {"text": state().serialize()}),
    "State.information_state_string": Row(kuhn, {"player": 0}),
    "State.is_done": Row(state, {"player": 0}),
    "State.is_terminal": Row(state),
    "State.legal_actions": Row(state, {"player": 0}),
    "State.legal_actions_mask": Row(state, {"player": 0}),
    "State.observation_tensor": Row(state, {"player": 0}),
    "State.outcomes": Row(state, {"action": LEGAL, "limit": 10}, {"action": "legal", "limit": "paths"}),
    "State.player_return": Row(state, {"player": 0}),
    "State.position": Row(state),
    "State.render": Row(state, {"player": 0, "mode": "svg"}),
    "State.resample": Row(state, {"seed": 1}),
    "State.returns": Row(state),
    "State.rewards": Row(state),
    "State.serialize": Row(state),
    "State.standing": Row(state, {"player": 0}),
    "VecEnv": Row(
        args={"game": "pig", "rows": 3, **TABLES, "autoreset": "disabled", "threads": 1, "dtype": "uint8", "copy": False,
              "solution": None},
        words={"opponents": "player"},
    ),
    "VecEnv.__getnewargs_ex__": Row(rows),
    "VecEnv.__getstate__": Row(rows),
    "VecEnv.__repr__": Row(rows),
    "VecEnv.__setstate__": Row(rows, {"state": rows().__getstate__()}, {"state": "saved text"}, positional=True),
    "VecEnv.action_masks": Row(rows),
    "VecEnv.ended_seats": Row(rows),
    "VecEnv.ended": Row(rows, {"row": 0}),
    "VecEnv.illegal_actions": Row(rows),
    "VecEnv.info": Row(rows, {"row": 0}),
    "VecEnv.regrets": Row(judged),
    "VecEnv.render": Row(rows, {"row": 0, "mode": "svg"}),
    "VecEnv.reset": Row(rows, {"seed": 1, "mask": [True, False, True]}),
    "VecEnv.restore": Row(rows, {"text": rows().save()}),
    "VecEnv.sample_actions": Row(rows, {"seed": 1}),
    "VecEnv.save": Row(rows),
    "VecEnv.step": Row(rows, {"actions": [lowest(mask) for mask in rows().action_masks()]}, {"actions": "legal for"}),
    "agent_from_json": Row(args={"name": "random", "stream": agent().__reduce__()[1][1]}, words={"name": "player"}),
    "game_from_json": Row(args={"name": "pig", "settings": "{}"}, words={"name": "game", "settings": "setting"}),
    "slice_from_json": Row(args={"text": pig().observation_spec[0].__reduce__()[1][0]}),
    "game_names": Row(),
    "load_game": Row(args={"name": "zone_stalker", **stalker().settings}, words={"name": "unknown"}),
    "make_agent": Row(args={"name": "random", "game": "pig", "seed": 1}, words={"name": "player"}),
    "simulate": Row(
        args={"game": "pig", "agents": "random", "games": 3, "seed": 1, "threads": 2, "rows": 2},
        words={"agents": "player", "threads": "side by side", "rows": "side by side"},
        endless="games",
    ),
}
WORDS = {"opponents": "player", "game": "name"}
GYMNASIUM = {
    "RoadsideEnv": Row(args={"game": "pig", **TABLES, "render_mode": "ansi", "regret": False, "target": 10}, words=WORDS),
    "RoadsideEnv.action_masks": Row(gym),
    "RoadsideEnv.render": Row(gym),
    "RoadsideEnv.reset": Row(gym, {"seed": 1, "options": {}}),
    "RoadsideEnv.step": Row(gym, {"action": 0}),
    "RoadsideVectorEnv": Row(
        args={"game": "pig", "num_envs": 3, **TABLES, "max_episode_steps": 4, "autoreset_mode": "NextStep",
              "threads": 1, "copy": False, "render_mode": "ansi", "regret": True, "target": 10},
        words=WORDS,
    ),
    "RoadsideVectorEnv.action_masks": Row(gym_rows),
    "RoadsideVectorEnv.render": Row(gym_rows),
    "RoadsideVectorEnv.reset": Row(gym_rows, {"seed": 1, "options": {"reset_mask": np.ones(3, bool)}}),
    "RoadsideVectorEnv.step": Row(gym_rows, {"actions": [1, 1, 1]}),
    "register": Row(),
}  # fmt: skip
PETTINGZOO = {
    "RoadsideAEC": Row(refused=True),
    "RoadsideAEC.action_space": Row(aec, {"agent": "player_0"}),
    "RoadsideAEC.close": Row(aec),
    "RoadsideAEC.observation_space": Row(aec, {"agent": "player_0"}),
    "RoadsideAEC.observe": Row(aec, {"agent": "player_0"}),
    "RoadsideAEC.render": Row(aec),
    "RoadsideAEC.reset": Row(aec, {"seed": 1, "options": {}}),
    "RoadsideAEC.step": Row(aec, {"action": 1}, {"action": "legal"}),
    "wrapped": Row(args={"raw_env": pig_v0.raw_env}),
}
#: A game to 20 points.
REPLAY = Path(__file__).with_name("pig.replay").read_text()


def reviewed() -> roadside.analysis.Review:
    return roadside.analysis.review(REPLAY, by="search:4", threads=1)


def searched() -> roadside.analysis.SearchReport:
    return roadside.analysis.search(small(), 4)


def pig_map() -> Any:
    return roadside.analysis.stopping(roadside.load_game("pig", target=10))


def zone_map() -> Any:
    game = roadside.load_game("zone_stalker", players=1)
    return roadside.analysis.stopping(game, x="hand=1,2", y="injuries=0,1", samples=2, agents="cautious:4")


def swept() -> roadside.analysis.RulesReport:
    return roadside.analysis.rules("pig", "target", [10], games=16, strong="hold:5", candidates=[])


def met() -> roadside.analysis.ArenaReport:
    return roadside.analysis.arena("pig", ["hold:20", "random"], games=4, luck_paths=0)


REPORTS = {
    "FlipReport": flipped, "Review": reviewed, "SearchReport": searched, "PigMap": pig_map, "ZoneMap": zone_map, "RulesReport": swept,
    "ArenaReport": met, "Report": flipped,
}  # fmt: skip
AXIS = {"x": "axis", "y": "axis"}
ANALYSIS = {
    "StoppingMap": Row(args=dict.fromkeys(roadside.analysis.StoppingMap._fields)),
    **{name: Row(refused=True) for name in REPORTS},
    **{
        f"{name}.{method}": Row(make)
        for name, make in REPORTS.items()
        for method, _ in methods(getattr(roadside.analysis, name))
    },
    "arena": Row(
        args={"game": "pig", "agents": ["hold:20", "random"], "games": 4, "gauntlet": True, "luck_paths": 0, "seed": 1, "threads": 1},
        words={"game": "one seat", "agents": "player"}, endless="games luck_paths", long=64,
    ),
    "equilibrium": Row(
        args={"game": "kuhn", "objective": "utility", "tolerance": 1e-3, "iterations": 100, "memory": 10},
        words={"game": "a play of", "objective": "no", "tolerance": "number"},
    ),
    "flip": Row(
        args={"hand": "3/0", "character": None, "discard": "", "injuries": 1, "permanent": 0, "site": "plain", "swag": "",
              "found": "", "gone": None, "left": None, "sp": [0], "used": False, "flipped": False, "game": None, "depth": 1, "situations": 1000,
              "injury_cost": 3.0},
        words={"hand": "kind", "character": "Character", "discard": "kind", "swag": "card", "found": "card", "gone": "card", "left": "card", "sp": "SP", "used": "use up", "flipped": "flipped",
               "site": "Location", "game": "flips"},
    ),
    "nash_conv": Row(args={"game": "kuhn", "agent": "random", "samples": 2, "seed": 1}, words={"game": "no bounded", "agent": "player"}),
    "review": Row(
        args={"replay": REPLAY, "seat": 0, "by": "search:4", "seed": 1, "threads": 1}, words={"by": "judge", "replay": "first line"}
    ),
    "rules": Row(
        args={"game": "pig", "vary": "target", "values": [10], "games": 16, "strong": "hold:5", "weak": "random", "candidates": [],
              "seed": 1, "threads": 1},
        words={"game": "parameter", "vary": "parameter", "values": "target", "strong": "player", "weak": "player", "candidates": "player"},
        endless="games", long=64,
    ),
    "search": Row(args={"state": state(), "name": "search:4", "seed": 1}, words={"name": "player"}),
    "solve": Row(
        args={"game": roadside.load_game("pig", target=10), "objective": "win", "against": "hold:5", "position": None, "until": "game",
              "memory": 10, "threads": 1},
        words={"game": "memory", "against": "player", "position": "position"},
    ),
    "stopping": Row(
        args={"game": roadside.load_game("zone_stalker", players=1), "x": "hand=1,2", "y": "injuries=0,1", "set": {}, "position": None,
              "flipped": None, "agents": "cautious:4", "samples": 2, "rounds": [3], "seed": 1, "threads": 1},
        words={**AXIS, "set": "axis", "agents": "player", "game": "x"}, endless="samples", long=64,
    ),
}  # fmt: skip
AEC_MODULES = [f"roadside.{game}_v0" for game in roadside.game_names()]
ROWS = {
    "roadside.Batch": Row(args=dict.fromkeys(roadside.Batch._fields)),
    **{f"roadside._native.{name}": row for name, row in NATIVE.items()},
    **{f"roadside.analysis.{name}": row for name, row in ANALYSIS.items()},
    **{f"roadside.gymnasium.{name}": row for name, row in GYMNASIUM.items()},
    **{f"roadside.pettingzoo.{name}": row for name, row in PETTINGZOO.items()},
    **{f"{module}.{name}": Row(args={"render_mode": "ansi"}) for module in AEC_MODULES for name in ("env", "raw_env")},
}
