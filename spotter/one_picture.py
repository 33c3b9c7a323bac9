"""One picture understood, or a sentence on why not: a bad picture never ends a game."""

from table.errors import UserError
from table.picture import Picture
from vision.flat_table import Pixels
from vision.track import Tracked, Watching, track


def understood(
    before: Tracked | None,
    picture: Picture,
    watching: Watching,
    at_s: float,
    lit: Pixels | None = None,
) -> tuple[Tracked | None, str | None]:
    """What is known after the picture; with a sentence it is what was known before it."""
    try:
        return track(before, picture, watching, at_s, lit), None
    except UserError as problem:
        return before, str(problem)
    except Exception as problem:  # noqa: BLE001 - whatever vision stumbles over, the game stays up
        word = type(problem).__name__
        return before, f"picture: cannot be understood ({word}); the next one is tried"
