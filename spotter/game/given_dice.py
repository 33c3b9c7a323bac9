"""Dice that players threw: numbers of a story or page, digits typed in the window.

An event takes them as it takes the program's dice, one after the other, so that whatever it
needs is asked for in its order; what is missing, impossible or left over refuses the event.
"""

from collections.abc import Iterable

from rules.book.book import Book
from rules.game.dice_tray import faces
from rules.game.engine import next_state
from rules.game.event import GameEvent
from rules.game.game import EventRefusedError, Game


class GivenNumbers:
    """Numbers thrown, each the sum of its dice."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._left = list(numbers)

    @property
    def left(self) -> str:
        """What nobody has asked for."""
        return ", ".join(map(str, self._left))

    def __call__(self, dice: str) -> int:
        """The next number, of these dice."""
        if not self._left:
            raise EventRefusedError(f"another throw of {dice} is needed; give it too")
        number = self._left.pop(0)
        least, highest = faces(dice)
        if not least <= number <= highest:
            raise EventRefusedError(
                f"{number} is no throw of {dice}; it gives {least} to {highest}"
            )
        return number


class Digits:
    """Faces as they are typed: a digit for each die, two for percentile dice.

    >>> typed = Digits("34612")
    >>> typed("1d6"), typed("2d6"), typed("1d100"), typed.left
    (3, 10, 12, '')
    """

    def __init__(self, typed: str) -> None:
        self.left = typed

    def __call__(self, dice: str) -> int:
        """The next throw of these dice."""
        count, sides = (int(part) for part in dice.split("d"))
        return sum(self._die(sides, dice) for _ in range(count))

    def _die(self, sides: int, dice: str) -> int:
        length = len(str(sides - 1))
        face, self.left = self.left[:length], self.left[length:]
        if len(face) < length:
            raise EventRefusedError(f"another throw of {dice} is needed; type all its digits")
        # The highest face of ten and a hundred shows nothing but zeros.
        number = sides if int(face) == 0 and sides % 10 == 0 else int(face)
        if not 1 <= number <= sides:
            raise EventRefusedError(f"{face} is no throw of {dice}; type the faces, 1 to {sides}")
        return number


Given = GivenNumbers | Digits


def event_with(book: Book, game: Game, event: GameEvent, given: Given) -> GameEvent:
    """The event with the dice that were given, no more and no less than it needs."""
    told = next_state(book, game, event, given)
    if given.left:
        raise EventRefusedError(f"{given.left} is too much: nothing is thrown for it; leave it out")
    assert told.event is not None, event
    return told.event
