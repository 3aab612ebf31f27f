"""Board and card games about stalkers as reinforcement-learning environments, with a fast and exact core.

- `load_game` and `State`: one play, with the verbs of OpenSpiel.
- `VecEnv`: many games stepped by one call, every seat's decisions (self-play) or one learning seat's.
- `simulate` and `roadside.agents`: players by name, and matches between them.
- `import roadside.gymnasium` registers `roadside/ZoneStalker-v0` and the other environments of Gymnasium.
- `roadside.zone_stalker_v0`, `pig_v0`, `kuhn_v0`, `expedition_v0`: the same for PettingZoo.
- `roadside.open_spiel.register()` makes them games of OpenSpiel.
"""

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
