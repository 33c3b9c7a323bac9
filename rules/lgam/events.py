"""What happens in a game of L.G.A.M.: one class for each event of its journal."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Self

from rules.book.question import shown
from rules.game.dice_tray import DiceTray, Numbers
from rules.game.event import GameEvent, Overrulable, Rolled
from rules.game.game import EventRefusedError
from rules.game.legs import Went
from table.places import TablePoint

OF_A_DARE = "declare.roll"  # the die of a climb or a swim that is thrown with its move


@dataclass(frozen=True, kw_only=True)
class Unjam(Rolled):
    """A jammed man tries to clear his weapon (LG-CONV-06)."""

    word: ClassVar[str] = "unjam"
    soldier: str


@dataclass(frozen=True, kw_only=True)
class Initiative(Rolled):
    """The side named first throws for the turn's order (LG-TURN-04)."""

    word: ClassVar[str] = "initiative"


@dataclass(frozen=True, kw_only=True)
class SmokeTried(Rolled):
    """A smoke screen's die at the start of the moves (LG-SMOKE-03)."""

    word: ClassVar[str] = "smoke"
    smoke: str


@dataclass(frozen=True, kw_only=True)
class MinesLaid(GameEvent):
    """A side lays a minefield before play (LG-MINE-01)."""

    word: ClassVar[str] = "mines"
    side: str
    outline: tuple[TablePoint, ...]


@dataclass(frozen=True, kw_only=True)
class Moved(Went):
    """A man has gone along a path; `mines` are the throws he owed for those on his way.

    A climb or a swim has its die in `declare`, under "roll".
    """

    word: ClassVar[str] = "moved"
    mines: tuple[int, ...] | None = None

    def dice_given(self) -> Numbers:
        """The throws for mines, and the die of a climb or a swim."""
        found: dict[tuple[str, str | None], tuple[int, ...]] = {}
        if self.mines:
            found["mines", None] = self.mines
        roll = self.declare.get("roll")
        if roll is None:
            return found
        if not isinstance(roll, int) or isinstance(roll, bool):
            raise EventRefusedError(f"declare.roll is {shown(roll)}; it is a whole number")
        return {**found, (OF_A_DARE, None): (roll,)}

    def with_dice(self, tray: DiceTray) -> Self:
        """The numbers where journals keep them."""
        dared = tray.numbers(OF_A_DARE)
        declare = {**self.declare, "roll": dared[0]} if dared else self.declare
        return replace(self, mines=tray.numbers("mines") or None, declare=declare)


@dataclass(frozen=True, kw_only=True)
class Dared(Rolled):
    """A man throws for a climb or a swim before he is moved (LG-CLIMB, LG-SWIM)."""

    word: ClassVar[str] = "dared"
    soldier: str
    mode: Literal["climb", "swim"]


@dataclass(frozen=True, kw_only=True)
class Declared(GameEvent):
    """What is announced of a man and marked with a token; null or false takes it up again."""

    word: ClassVar[str] = "declared"
    soldier: str
    state: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Held(GameEvent):
    """A side holds its fire for the rest of the turn, so that its phases pass by themselves."""

    word: ClassVar[str] = "held"
    side: str


@dataclass(frozen=True, kw_only=True)
class Fell(GameEvent):
    """A figure was knocked over by accident (LG-TURN-06)."""

    word: ClassVar[str] = "fell"
    soldier: str


@dataclass(frozen=True, kw_only=True)
class Boarded(GameEvent):
    """A man goes into a vehicle's cup (LG-VEH-02)."""

    word: ClassVar[str] = "boarded"
    soldier: str
    vehicle: str


@dataclass(frozen=True, kw_only=True)
class Deployed(Overrulable):
    """A man gets out of his vehicle (LG-VEH-03), `overruled` where the players let him."""

    word: ClassVar[str] = "deployed"
    soldier: str
    vehicle: str
    place: TablePoint
    facing: float | None = None


@dataclass(frozen=True, kw_only=True)
class Healed(Rolled):
    """A medic tends a wounded man he touches (LG-ROLE-09)."""

    word: ClassVar[str] = "healed"
    medic: str
    soldier: str


@dataclass(frozen=True, kw_only=True)
class Fired(Rolled):
    """An attack: shots at a man (`target`), shared out (`targets`), or a burst (`aim`).

    `blast`: what hits a man bursts where he stands. `targets` has one entry a shot; a place
    among them is a burst. `random` says whom a shot into smoke hits, by name or by the dice
    thrown for it; `tanks` has the die of each flame thrower man who is hit.
    """

    word: ClassVar[str] = "fired"
    shooter: str
    target: str | None = None
    targets: tuple[str | TablePoint, ...] = ()
    aim: str | TablePoint | None = None
    weapon: str | None = None
    declare: Mapping[str, Any] = field(default_factory=dict)
    blast: bool = False
    random: str | tuple[int, ...] | None = None
    tanks: Mapping[str, int] = field(default_factory=dict)

    def dice_given(self) -> Numbers:
        """The throws to hit, those that pick a man in smoke, and those of fuel tanks."""
        picks = self.random if isinstance(self.random, tuple) else ()
        found = {**super().dice_given()}
        found |= {("random", None): picks} if picks else {}
        return found | {("tanks", man): (number,) for man, number in self.tanks.items()}

    def with_dice(self, tray: DiceTray) -> Self:
        """The numbers where journals keep them."""
        tanks = {man: numbers[0] for man, numbers in tray.numbers_of("tanks").items()}
        picks = tray.numbers("random") or self.random
        return replace(super().with_dice(tray), tanks=tanks, random=picks)


@dataclass(frozen=True, kw_only=True)
class Work(GameEvent):
    """An engineer is at work on an obstacle he touches, or on the mines around him."""

    word: ClassVar[str] = "work"
    soldier: str
    thing: str
