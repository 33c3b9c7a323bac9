"""What happens in a game of a plain rulebook, one class for each word of the journal."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from rules.game.dice_tray import DiceTray, Numbers
from rules.game.event import GameEvent, Rolled
from rules.game.legs import Went
from table.places import TablePoint

THROWS = "throws"


@dataclass(frozen=True, kw_only=True)
class Moved(Went):
    """A man goes along a path."""

    word: ClassVar[str] = "moved"


@dataclass(frozen=True, kw_only=True)
class Fired(Rolled):
    """A shot at a man, or a weapon laid on a man or a place."""

    word: ClassVar[str] = "fired"
    shooter: str
    target: str | TablePoint
    weapon: str | None = None


@dataclass(frozen=True, kw_only=True)
class Fought(GameEvent):
    """Some fight one man, one after the other; `throws` are each man's, bout by bout."""

    word: ClassVar[str] = "fought"
    attackers: tuple[str, ...]
    defender: str
    throws: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def dice_given(self) -> Numbers:
        """Each man's numbers."""
        return {(THROWS, man): numbers for man, numbers in self.throws.items()}

    def with_dice(self, tray: DiceTray) -> Self:
        """Each man's numbers, as they fell."""
        return replace(self, throws=tray.numbers_of(THROWS))
