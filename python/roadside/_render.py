"""How environments show the table."""

RENDER_MODES = ["ansi", "rgb_array"]


def checked(render_mode: str | None) -> str | None:
    """The mode, if it is one that there is."""
    if render_mode is not None and not (isinstance(render_mode, str) and render_mode in RENDER_MODES):
        raise ValueError(f"render_mode = {render_mode!r}: legal is None or one of {RENDER_MODES}")
    return render_mode
