"""What COMBAT's game keeps beside its men: fire to come, bullets in the air, hits to be judged.

The record is plain JSON; this is the one place that reads and writes it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.game.game import Game
from rules.game.shots import HITS

NAMED, VOLLEY = "named", "volley"


@dataclass(frozen=True, slots=True)
class Fire:
    """One man's fire of a turn."""

    shooter: str
    target: str
    weapon: str | None
    bullets: int
    declare: Mapping[str, Any]

    @property
    def json(self) -> dict[str, Any]:
        """As the record keeps it."""
        return {
            "shooter": self.shooter,
            "target": self.target,
            "weapon": self.weapon,
            "bullets": self.bullets,
            "declare": dict(self.declare),
        }


@dataclass(frozen=True, slots=True)
class Bullet:
    """One bullet of a man's fire, counted from 1."""

    fire: Fire
    number: int


def named_fire(game: Game) -> tuple[Fire, ...]:
    """The fire that was named and has not begun."""
    return tuple(_fire(one) for one in game.record.get(NAMED) or ())


def bullets_left(game: Game) -> tuple[Bullet, ...]:
    """The bullets still to be fired by men on the table at men on the table, in their order."""
    queue = (Bullet(_fire(one), int(one["bullet"])) for one in game.record.get(VOLLEY) or ())
    there = {man.id for man in game.scene.soldiers}
    return tuple(b for b in queue if {b.fire.shooter, b.fire.target} <= there)


def is_under_way(game: Game) -> bool:
    """Whether a volley was begun and is not over."""
    return bool(game.record.get(VOLLEY))


def unjudged(game: Game) -> tuple[str, ...]:
    """The men on the table whose hits nobody has judged, one entry for each hit."""
    hits: Iterable[str] = game.record.get(HITS) or ()
    return tuple(name for name in hits if game.scene.soldier(name) is not None)


def with_named(game: Game, fires: Iterable[Fire]) -> Game:
    """The game with this fire to come."""
    return game.with_record(**{NAMED: [fire.json for fire in fires]})


def with_bullets(game: Game, bullets: Iterable[Bullet]) -> Game:
    """The game with these bullets to be fired."""
    return game.with_record(**{VOLLEY: [{**b.fire.json, "bullet": b.number} for b in bullets]})


def with_hit(game: Game, name: str) -> Game:
    """The game with one more hit on this man to be judged."""
    return game.with_record(**{HITS: [*(game.record.get(HITS) or ()), name]})


def judged(game: Game, name: str) -> Game:
    """The game with one hit fewer on this man to be judged."""
    hits = list(game.record.get(HITS) or ())
    if name in hits:
        hits.remove(name)
    return game.with_record(**{HITS: hits})


def silent(game: Game) -> Game:
    """The game without named fire, bullets and hits to be judged."""
    kept: dict[str, Any] = {key: [] for key in (VOLLEY, NAMED, HITS) if game.record.get(key)}
    return game.with_record(**kept) if kept else game


def _fire(one: Mapping[str, Any]) -> Fire:
    return Fire(one["shooter"], one["target"], one["weapon"], one["bullets"], one["declare"])
