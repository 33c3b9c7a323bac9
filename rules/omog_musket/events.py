"""Events of OMOG Musket beside those of both OMOG books: shots, charges, repelled horses."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from rules.game.event import GameEvent, Rolled

RepelPart = Literal["bayonet", "shoot"]


@dataclass(frozen=True, kw_only=True)
class Fired(Rolled):
    """A shot at a man."""

    word: ClassVar[str] = "fired"
    shooter: str
    target: str
    weapon: str | None = None
    declare: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Declared(GameEvent):
    """Before a man moves: whom he `charge`s, or that his charge is `withdrawn`.

    Before the fire: the three who `repel` horses, each with his part.
    """

    word: ClassVar[str] = "declared"
    soldier: str | None = None
    charge: str | None = None
    withdrawn: bool = False
    repel: Mapping[str, RepelPart] | None = None
