"""What a player wants done with weapons, before any book has said what it is in its game.

Window, cards, page and stories make orders; the book's game turns one into its own event.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from table.places import TablePoint

# Whom or what: a soldier's id, a thing's id, or a place on the table.
Aimed = str | TablePoint


@dataclass(frozen=True, slots=True)
class ShotOrder:
    """Somebody is to shoot. `targets` has one entry, or one for each shot where they are split.

    `throws` and `saves` are the numbers the players threw; None and {}: the program throws.
    `area`: all around the target is meant, where a book lets him strike that or the man alone.
    """

    shooter: str
    targets: tuple[Aimed, ...]
    weapon: str | None = None
    declare: Mapping[str, Any] = field(default_factory=dict)
    throws: tuple[int, ...] | None = None
    saves: Mapping[str, int] = field(default_factory=dict)
    area: bool = False

    def __post_init__(self) -> None:
        assert self.targets, self


@dataclass(frozen=True, slots=True)
class FightOrder:
    """Some are to fight one man hand to hand, or attack him together.

    `throws` are each man's numbers in the order of the bouts.
    """

    attackers: tuple[str, ...]
    defender: str
    declare: Mapping[str, Any] = field(default_factory=dict)
    throws: Mapping[str, tuple[int, ...]] | None = None

    def __post_init__(self) -> None:
        assert self.attackers, self
