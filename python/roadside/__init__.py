"""Board and card games about stalkers as reinforcement-learning environments, with a fast and exact core.

- `load_game` and `State`: one play, with the verbs of OpenSpiel.
- `VecEnv`: many games stepped by one call, every seat's decisions (self-play) or one learning seat's.
- `simulate` and `roadside.agents`: players by name, and matches between them.
- `import roadside.gymnasium` registers `roadside/ZoneStalker-v0` and the other environments of Gymnasium.
- `roadside.zone_stalker_v0`, `pig_v0`, `kuhn_v0`, `expedition_v0`: the same for PettingZoo.
- `roadside.analysis`: exact values, equilibria, searches, when to stop, and what decisions cost.
- `roadside.open_spiel.register()` makes them games of OpenSpiel.
"""

import importlib
from typing import Any

from roadside import agents
from roadside._batch import Batch
from roadside._native import (
    TERMINAL,
    Game,
    Slice,
    State,
    VecEnv,
    __version__,
    game_names,
    load_game,
    simulate,
)

__all__ = [
    "TERMINAL",
    "Batch",
    "Game",
    "Slice",
    "State",
    "VecEnv",
    "__version__",
    "agents",
    "game_names",
    "load_game",
    "simulate",
]

#: What is imported when it is asked for: it needs packages that not everybody has, or not everybody uses it.
_MODULES = ["analysis", "expedition_v0", "gymnasium", "kuhn_v0", "open_spiel", "pettingzoo", "pig_v0", "sb3", "zone_stalker_v0"]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"roadside.{name}")
    raise AttributeError(f"module 'roadside' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_MODULES])
