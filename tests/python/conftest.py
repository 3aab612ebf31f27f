"""What the tests share."""

import hashlib
from typing import Any

import numpy as np
import pytest
import roadside

#: A configuration of each game, with several of the larger ones.
CONFIGURATIONS = [
    ("pig", {}),
    ("pig", {"players": 4, "target": 30}),
    ("kuhn", {}),
    ("expedition", {"players": 3}),
    ("zone_stalker", {}),
    ("zone_stalker", {"players": 4}),
    ("zone_stalker", {"preset": "reduced-1"}),
    ("zone_stalker", {"players": 3, "utility": "points", "inheritance": "on"}),
]


@pytest.fixture(params=CONFIGURATIONS, ids=lambda of: "-".join([of[0], *map(str, of[1].values())]))
def game(request: pytest.FixtureRequest) -> roadside.Game:
    name, config = request.param
    return roadside.load_game(name, **config)


class Digest:
    """A hash of everything that an interface hands out."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add(self, *values: Any) -> None:
        for value in values:
            if isinstance(value, dict):
                for key in sorted(value):
                    self.add(key, value[key])
            elif isinstance(value, np.ndarray):
                self._hash.update(f"{value.dtype}{value.shape}".encode() + value.tobytes())
            else:
                self._hash.update(repr(value).encode())

    def hex(self) -> str:
        return self._hash.hexdigest()


def lowest(mask: np.ndarray) -> int:
    """The lowest legal action."""
    return int(np.argmax(mask))


def random_legal(mask: np.ndarray, random: np.random.Generator) -> int:
    """One of the legal actions."""
    legal = mask.nonzero()[0]
    return int(legal[int(random.random() * len(legal))])
