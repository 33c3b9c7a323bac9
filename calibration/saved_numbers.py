"""Numbers in files that the program wrote itself: right, or made again."""

import numpy as np

from table.entry import Entry
from table.errors import UserError
from table.places import Floats


def field(entry: Entry, key: str, again: str) -> Entry:
    """The entry under a key; `again` is the command that writes the file."""
    found = entry.get(key)
    if found is None:
        place = f"{entry.path} has" if entry.path else "has"
        raise UserError(f"{entry.file}: {place} no {key}; run {again} again")
    return found


def check_version(whole: Entry, key: str, version: int, again: str) -> None:
    """Raise UserError for another program's file, or another version's."""
    if field(whole, key, again).value != version:
        raise UserError(f"{whole.file}: made by another version of spotter; run {again} again")


def floats(entry: Entry, key: str, shape: tuple[int, ...], again: str) -> Floats:
    """Finite numbers of that shape; -1 stands for any length."""
    found = field(entry, key, again)
    try:
        values = np.array(found.value, np.float64)
    except (TypeError, ValueError):
        values = np.full((), np.nan)
    fits = len(values.shape) == len(shape) and all(
        wanted in (-1, length) for wanted, length in zip(shape, values.shape, strict=True)
    )
    if not fits or not np.isfinite(values).all():
        raise UserError(f"{entry.file}: {found.path} is damaged; run {again} again")
    return values


def pixel_size(entry: Entry, key: str, again: str) -> tuple[int, int]:
    """Width and height in whole pixels."""
    width, height = floats(entry, key, (2,), again)
    if not (1 <= width <= 65536 and 1 <= height <= 65536):
        raise UserError(f"{entry.file}: {key} is damaged; run {again} again")
    return int(width), int(height)
