"""What happens in a game of COMBAT, one class for each word of the journal."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Self

from rules.game.dice_tray import DiceTray, Numbers
from rules.game.event import GameEvent, Rolled
from rules.game.legs import Went

Posture = Literal["kneeling", "sitting", "prone"]


@dataclass(frozen=True, kw_only=True)
class Acted(GameEvent):
    """The one weapon `action` of a man's turn, `at` a soldier when he aims."""

    word: ClassVar[str] = "acted"
    soldier: str
    action: str
    at: str | None = None


@dataclass(frozen=True, kw_only=True)
class Moved(Went):
    """A man, vehicle or boat goes along a path; `declare` as for the question.

    `posture` is where getting down leaves him, `vehicle` what he mounts.
    """

    word: ClassVar[str] = "moved"
    posture: Posture = "prone"
    vehicle: str | None = None


@dataclass(frozen=True, kw_only=True)
class Named(GameEvent):
    """One man's fire to come; `declare` as for the question."""

    word: ClassVar[str] = "named"
    shooter: str
    target: str
    weapon: str | None = None
    bullets: int = 1
    declare: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Volley(GameEvent):
    """Everybody who fires, as named or as `shots`, a list of objects like named ones.

    `throws` are the percentile dice of those whose order is tied: by man, or in the order of
    their ids, and then again those of the ones who threw alike.
    """

    word: ClassVar[str] = "volley"
    shots: tuple[Mapping[str, Any], ...] | None = None
    throws: Mapping[str, int] | tuple[int, ...] = field(default_factory=dict)

    def dice_given(self) -> Numbers:
        """The numbers that were given, by man where they were."""
        if isinstance(self.throws, tuple):
            return {("throws", None): self.throws}
        return {("throws", man): (number,) for man, number in self.throws.items()}

    def with_dice(self, tray: DiceTray) -> Self:
        """Each man's throw; where some threw again, all in the order in which they fell."""
        by_man = {one.die.who: one.number for one in tray.thrown}
        once = len(by_man) == len(tray.thrown)
        in_turn = tuple(one.number for one in tray.thrown)
        return replace(self, throws=by_man if once else in_turn)


@dataclass(frozen=True, kw_only=True)
class Fired(Rolled):
    """The next bullet of the volley, or as many as `bullets` says, a throw for each."""

    word: ClassVar[str] = "fired"
    bullets: int | None = None

    def with_dice(self, tray: DiceTray) -> Self:
        """The numbers alone: there are as many as bullets left the barrel."""
        return replace(Rolled.with_dice(self, tray), bullets=None)


@dataclass(frozen=True, kw_only=True)
class Hit(GameEvent):
    """What a hit did, by the players' word; `by` is the side whose doing it was."""

    word: ClassVar[str] = "hit"
    soldier: str
    effect: Literal["wounded", "out"]
    by: str | None = None
