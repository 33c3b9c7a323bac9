"""The players' word on a man's state: known keys, readable values."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from rules.book.question import shown
from rules.game.game import EventRefusedError, Game
from table.errors import listed
from table.scene import Soldier


def refuse_unread(
    game: Game,
    soldier_id: str,
    state: Mapping[str, Any],
    keys: Iterable[str],
    read: Callable[[Soldier], object],
) -> None:
    """A key that the book does not keep is refused, and a value that it cannot read."""
    known = tuple(keys)
    for key in state:
        if key not in known:
            near = get_close_matches(key, known, n=1)
            meant = f"did you mean {near[0]}?" if near else f"there are {listed(known)}"
            raise EventRefusedError(f"{soldier_id} has no state {shown(key)}; {meant}")
    man = game.soldier(soldier_id)
    read(replace(man, state={**man.state, **state}))
