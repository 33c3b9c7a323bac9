"""The dice of one event: those that players gave, those the program throws, those still owed.

Whoever needs a die takes it from the tray and says whose it is, what for and by which rules. So
one list tells what is owed before anything happens, a number that nobody asked for is refused
instead of dropped, the journal gets every number that fell, and the log the rules that decided.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.book.reason import Reason
from rules.game.game import EventRefusedError

Throw = Callable[[str], int]  # dice like "2d6" to the number thrown


@dataclass(frozen=True, slots=True)
class Die:
    """One roll that is owed: `dice` like "2d6", whose it is, what for, what he needs.

    `field` is the event's field that holds its number; `key` the man's id in a field that has
    one number, or several, for each man. `reasons` are the rules that ask for it or change what
    he needs.
    """

    dice: str
    who: str
    why: str
    needs: str | None = None  # "4+", "7-"
    field: str = "rolls"
    key: str | None = None
    reasons: tuple[Reason, ...] = ()
    at: str | None = None  # whom it is thrown at, where the event does not say

    @property
    def cited(self) -> str:
        """What it is for, and by which rules."""
        return ", ".join([self.why, *(one.rule for one in self.reasons)])


@dataclass(frozen=True, slots=True)
class Thrown:
    """A die with its number, and whether the program threw it."""

    die: Die
    number: int
    by_program: bool

    @property
    def reached(self) -> bool:
        """Whether it is what was needed; never where nothing was."""
        needs = self.die.needs
        if needs is None or needs in {"always", "never"}:
            return needs == "always"
        number = int(needs[:-1])
        return self.number >= number if needs.endswith("+") else self.number <= number


class DiceOwedError(EventRefusedError):
    """A die that nobody gave and nobody may throw."""

    def __init__(self, die: Die) -> None:
        at = die.field if die.key is None else f'{die.field} of "{die.key}"'
        super().__init__(f"{die.who} needs a throw of {die.dice} ({die.cited}); give it in {at}")
        self.die = die


class ThrowsMissingError(EventRefusedError):
    """Numbers were given for a field, but not as many as are owed."""


Numbers = Mapping[tuple[str, str | None], Sequence[int]]


@dataclass
class DiceTray:
    """Numbers that were given, by field and key, and who throws the others, if anybody.

    `cited` are the rules that decided what happens, thrown for or not.
    """

    given: Numbers = field(default_factory=dict)
    throw: Throw | None = None
    thrown: list[Thrown] = field(default_factory=list)
    cited: list[Reason] = field(default_factory=list)

    def cite(self, reasons: Iterable[Reason]) -> None:
        """These rules decide, each told once."""
        self.cited += [one for one in dict.fromkeys(reasons) if one not in self.cited]

    def take(self, die: Die) -> int:
        """The number for this die: the next one given for it, else thrown now."""
        place = (die.field, die.key)
        used = sum((one.die.field, one.die.key) == place for one in self.thrown)
        numbers = self.given.get(place, ())
        if used < len(numbers):
            _refuse_impossible(die, numbers[used])
            self.thrown.append(Thrown(die, numbers[used], by_program=False))
        elif place in self.given:
            raise ThrowsMissingError(
                f"{die.who} needs {used + 1} throws or more of {die.dice} ({die.cited}); "
                f"{len(numbers)} given"
            )
        elif self.throw is None:
            raise DiceOwedError(die)
        else:
            self.thrown.append(Thrown(die, self.throw(die.dice), by_program=True))
        self.cite(die.reasons)
        return self.thrown[-1].number

    def refuse_left_over(self) -> None:
        """A number that nothing asked for is refused, never dropped."""
        for place, numbers in self.given.items():
            used = [one for one in self.thrown if (one.die.field, one.die.key) == place]
            if len(used) < len(numbers):
                of = f" for {place[1]}" if place[1] else ""
                left = ", ".join(str(number) for number in numbers[len(used) :])
                raise EventRefusedError(
                    f"{left}{of} is too much: {_count(len(used))} owed; leave it out"
                )

    def numbers(self, field_name: str) -> tuple[int, ...]:
        """The numbers that fell for a field, in order."""
        return tuple(one.number for one in self.thrown if one.die.field == field_name)

    def numbers_of(self, field_name: str) -> dict[str, tuple[int, ...]]:
        """The numbers that fell for each man of a field."""
        men = dict.fromkeys(one.die.key for one in self.thrown if one.die.field == field_name)
        return {
            man: tuple(
                one.number
                for one in self.thrown
                if one.die.field == field_name and one.die.key == man
            )
            for man in men
            if man is not None
        }


def _count(number: int) -> str:
    words = {0: "no throw is", 1: "one throw is"}
    return words.get(number, f"{number} throws are")


def faces(dice: str) -> tuple[int, int]:
    """The least and the highest number of dice like "2d6".

    >>> faces("2d6"), faces("1d100")
    ((2, 12), (1, 100))
    """
    count, sides = (int(part) for part in dice.split("d"))
    return count, count * sides


def _refuse_impossible(die: Die, number: int) -> None:
    least, highest = faces(die.dice)
    if not least <= number <= highest:
        raise EventRefusedError(
            f"{number} is no throw of {die.dice} ({die.who}, {die.cited}); "
            f"it gives {least} to {highest}"
        )
