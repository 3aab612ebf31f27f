"""Pig for PettingZoo: `env(...)` and `raw_env(...)`, with the game's settings by keyword."""

from typing import Any

from roadside.pettingzoo import RoadsideAEC, wrapped

__all__ = ["env", "raw_env"]


class raw_env(RoadsideAEC):  # noqa: N801  # PettingZoo's name
    """Pig without wrappers; see `roadside.pettingzoo.RoadsideAEC`."""

    game_name = "pig"
    metadata: dict[str, Any] = {**RoadsideAEC.metadata, "name": "pig_v0"}


env = wrapped(raw_env)
