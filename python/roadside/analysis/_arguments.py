"""Reading what callers hand over, with errors that name the argument."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any, SupportsIndex


def shown(value: Any) -> str:
    """How a value is told in an error, cut where it is long."""
    try:
        told = repr(value)
    except Exception:
        return "a value that cannot be shown"
    return told if len(told) <= 60 else told[:60] + "..."


def text(name: str, value: str) -> str:
    """The text that `value` is."""
    if not isinstance(value, str):
        raise TypeError(f"{name} = {shown(value)} is of type {type(value).__name__}: legal is a str")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"{name} = {shown(value)} is no text of Unicode: {error}") from error
    return value


def whole(name: str, value: SupportsIndex, least: int, most: int) -> int:
    """The whole number from `least` to `most` that `value` is."""
    legal = f"legal is a whole number from {least} to {most}"
    try:
        number = index(value)
    except TypeError as error:
        raise TypeError(f"{name} = {shown(value)} is of type {type(value).__name__}: {legal}") from error
    if not least <= number <= most:
        raise ValueError(f"{name} = {shown(value)}: {legal}")
    return number


def switch(name: str, value: bool) -> bool:
    """Whether it is true."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} = {shown(value)} is of type {type(value).__name__}: legal is True, False or None")
    return value


def pairs(name: str, value: Mapping[str, SupportsIndex] | None) -> list[tuple[str, int]]:
    """Names with whole numbers."""
    if value is None:
        return []
    if not isinstance(value, Mapping):
        raise TypeError(
            f"{name} = {shown(value)} is of type {type(value).__name__}: legal is a dictionary such as {{'injuries': 1}}"
        )
    return [(text(name, key), whole(f"{name}[{key!r}]", number, -10_000, 10_000)) for key, number in value.items()]
