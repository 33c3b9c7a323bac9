"""What happens in a game of OmniWar, one class for each word of the journal."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from rules.game.event import GameEvent, Rolled
from rules.game.legs import Went
from table.places import TablePoint


@dataclass(frozen=True, kw_only=True)
class Placed(GameEvent):
    """A teleporter or drop troops come onto the table: an id, or the unit as scenes write it."""

    word: ClassVar[str] = "placed"
    soldier: str | Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Moved(Went):
    """A unit goes along a path; `declare` {"exit": true} leaves its transport."""

    word: ClassVar[str] = "moved"


@dataclass(frozen=True, kw_only=True)
class Boarded(GameEvent):
    """A unit gets into a transport."""

    word: ClassVar[str] = "boarded"
    soldier: str
    transport: str


@dataclass(frozen=True, kw_only=True)
class Attacked(Rolled):
    """`attackers` on one `target`, or one on several; or a `shooter` at all in the hex of `aim`.

    `shots` is how many attacks each makes, all it has where nothing is said; `targets` has one
    unit for each attack of a single attacker. `rolls` go by attacker and attack.
    """

    word: ClassVar[str] = "attacked"
    attackers: tuple[str, ...] = ()
    target: str | None = None
    targets: tuple[str, ...] = ()
    shots: Mapping[str, int] = field(default_factory=dict)
    shooter: str | None = None
    aim: str | TablePoint | None = None
    weapon: str | None = None


@dataclass(frozen=True, kw_only=True)
class Held(GameEvent):
    """A side moves and attacks no more in its turn, so that what is left of it passes by itself."""

    word: ClassVar[str] = "held"
    side: str


@dataclass(frozen=True, kw_only=True)
class CardCounted(GameEvent):
    """A card is drawn, played or exchanged, by the side whose turn it is unless another is said."""

    word: ClassVar[str] = "card"
    does: Literal["drawn", "played", "exchanged"]
    side: str | None = None


@dataclass(frozen=True, kw_only=True)
class Debated(Rolled):
    """Two to six rival readings, settled by a die for the rest of the game."""

    word: ClassVar[str] = "debated"
    readings: tuple[str, ...]
    about: str = ""
