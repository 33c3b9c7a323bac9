"""One attack of a game, before any die: each of its firing events allowed, or all refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.book.answer import Burst, Shot
from rules.book.book import Book
from rules.book.dice import Roll, at_most
from rules.book.reason import Reason
from rules.game.game import EventRefusedError, Game
from rules.game.orders import Aimed
from rules.game.shots import asked
from rules.lgam.events import Fired
from rules.lgam.line_in_use import shots_now
from rules.lgam.throw import DICE
from rules.lgam.weapons import AttackRow, line_of
from table.places import TablePoint
from table.scene import Soldier


@dataclass(frozen=True)
class AttackMade:
    """One attack of the game: who fires what, as declared, and whether it bursts."""

    book: Book
    game: Game
    shooter: Soldier
    weapon: str
    declare: Mapping[str, Any]
    event: Fired

    @property
    def line(self) -> AttackRow:
        """The weapon's own line."""
        return line_of(self.book, self.weapon)

    @property
    def is_smoke(self) -> bool:
        """Whether it lays smoke."""
        return bool(self.declare.get("smoke")) or "smoke" in self.line.flags

    def question(self, **more: Any) -> dict[str, Any]:
        """What is asked of the book."""
        who = {"shooter": self.shooter.id, "weapon": self.weapon}
        return {**who, "declare": dict(self.declare), **more}


@dataclass(frozen=True, slots=True)
class FiringEvent:
    """One firing event that is allowed: at whom or what, with which number, how many of them."""

    at: Aimed
    roll: Roll
    shots: int
    on_worst: str | None
    bursts: bool
    reasons: tuple[Reason, ...]


def firing_events(attack: AttackMade) -> tuple[FiringEvent, ...]:
    """As many as the rate of fire, all at one target or shared out (LG-FIRE-15)."""
    event = attack.event
    if event.aim is not None:
        return (_burst_at(attack, event.aim),)
    aims = event.targets or ((event.target,) if event.target is not None else ())
    if not aims:
        raise EventRefusedError("fired needs 'target', 'targets' or 'aim'")
    each = [_firing(attack, at) for at in aims]
    if len(each) > each[0].shots:
        raise EventRefusedError(f"{attack.weapon} has {_shots(each[0].shots)} (LG-FIRE-15)")
    return (*each, *[each[-1]] * (each[0].shots - len(each)))


def _shots(count: int) -> str:
    return "one shot" if count == 1 else f"{count} shots"


def _firing(attack: AttackMade, at: Aimed) -> FiringEvent:
    if isinstance(at, TablePoint) or attack.is_smoke:
        return _burst_at(attack, at)
    shot = asked(attack.book, attack.game, attack.question(ask="shoot", target=at))
    assert isinstance(shot, Shot), shot
    assert shot.roll is not None, shot
    bursts = attack.event.blast and attack.line.blast_in is not None
    return FiringEvent(at, shot.roll, shot.shots, shot.on_worst, bursts, shot.reasons)


def _burst_at(attack: AttackMade, at: Aimed) -> FiringEvent:
    aim = at if isinstance(at, str) else [at.x, at.y]
    burst = asked(attack.book, attack.game, attack.question(ask="burst", aim=aim))
    assert isinstance(burst, Burst), burst
    number = max(outcome.roll for outcome in burst.outcomes if outcome.lands is not None)
    shots = shots_now(attack.book, attack.game.scene, attack.shooter, attack.weapon)
    roll, worst = at_most(DICE, number), attack.line.worst
    return FiringEvent(at, roll, shots, worst, bursts=True, reasons=burst.reasons)
