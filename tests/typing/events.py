"""Lines that must not type-check: events and orders with a mistyped name or a wrong value."""

from typing import TYPE_CHECKING

from rules.combat.events import Fired, Hit, Moved
from rules.game.deed import Deed
from rules.game.event import GameEvent
from rules.omniwar.events import Attacked
from spotter.game.ruling import Ruling
from table.places import TablePoint

if TYPE_CHECKING:
    Attacked(atackers=("R01",), target="B01")  # type: ignore[call-arg]
    Attacked(attackers="R01", target="B01")  # type: ignore[arg-type]
    Hit(soldier="B01", effect="dead")  # type: ignore[arg-type]
    Moved(soldier="R01")  # type: ignore[call-arg]
    Moved(soldier="R01", path=(TablePoint(1, 2),), posture="lying")  # type: ignore[arg-type]
    here = Fired(roll=4)
    here.roll = 5  # type: ignore[misc]
    event: GameEvent = {"event": "fierd"}  # type: ignore[assignment]
    Deed("shoots", {"event": "fired"})  # type: ignore[arg-type]
    Ruling({"event": "moved"})  # type: ignore[arg-type]
