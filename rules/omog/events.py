"""Events of both OMOG books: a man goes somewhere, men fight hand to hand."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from rules.game.dice_tray import DiceTray, Numbers
from rules.game.event import GameEvent
from rules.game.legs import Went

THROWS = "throws"


@dataclass(frozen=True, kw_only=True)
class Moved(Went):
    """A man has gone along a path."""

    word: ClassVar[str] = "moved"


@dataclass(frozen=True, kw_only=True)
class Fought(GameEvent):
    """Hand to hand: the attackers in turn against one man.

    `throws` are pairs (attacker's, defender's) in the order of the bouts, or each man's own
    numbers in that order; equal sums go on with the next.
    """

    word: ClassVar[str] = "fought"
    attackers: tuple[str, ...]
    defender: str
    throws: tuple[tuple[int, int], ...] | Mapping[str, tuple[int, ...]] | None = None
    declare: Mapping[str, Any] = field(default_factory=dict)

    def dice_given(self) -> Numbers:
        """Pairs are one row of numbers; numbers of a man are his own."""
        if self.throws is None:
            return {}
        if isinstance(self.throws, Mapping):
            return {(THROWS, man): numbers for man, numbers in self.throws.items()}
        return {(THROWS, None): tuple(number for pair in self.throws for number in pair)}

    def with_dice(self, tray: DiceTray) -> Self:
        """The numbers as journals keep them, in pairs."""
        numbers = tray.numbers(THROWS)
        pairs = tuple(zip(numbers[::2], numbers[1::2], strict=True))
        return replace(self, throws=pairs or None)
