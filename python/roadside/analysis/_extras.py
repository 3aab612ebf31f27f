"""What the extra `analysis` brings, imported when it is first used."""

from __future__ import annotations

import importlib
from typing import Any


def _extra(module: str, what: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.split(".")[0]
        raise ImportError(f"{what} needs {package}: pip install 'roadside[analysis]'") from error


def frame(rows: list[dict[str, Any]], columns: list[str]) -> Any:
    """A `pandas.DataFrame` of these rows."""
    return _extra("pandas", "to_frame").DataFrame(rows, columns=columns)


def pyplot() -> Any:
    return _extra("matplotlib.pyplot", "plot")


def collections() -> Any:
    return _extra("matplotlib.collections", "plot")


def colors() -> Any:
    return _extra("matplotlib.colors", "plot")
