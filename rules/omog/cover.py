"""What covers a target from a shooter: facts first, then the book's lines about them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rules.book.book import Book
from rules.book.reason import Reason
from rules.measure.cover import (
    NEAR_IN,
    covering_walls,
    entry_in,
    in_fan,
    is_chest_high,
    near_things,
    part_in_fan_near,
    stands_above,
)
from rules.measure.field import Field, Stand
from rules.measure.lengths import at_least, closer, within
from rules.measure.sight import SightFacts
from rules.omog.inside import houses_around, woods_around
from rules.omog.meanings import LARGE, WALLS, row

HIGH_PLACE_IN = 1.0
TREES = frozenset({"tree"})


@dataclass(frozen=True, slots=True)
class Cover:
    """What the rules may know about a target's cover from one shooter."""

    in_woods: bool = False
    in_house: bool = False
    wall: Literal["low", "chest-high"] | None = None
    crest: bool = False
    around: bool = False
    large_object: bool = False
    from_above: bool = False


COVER: tuple[tuple[str, Callable[[Cover], bool]], ...] = (
    ("COVER-01", lambda cover: cover.in_woods),
    ("COVER-02", lambda cover: cover.in_house),
    ("COVER-03", lambda cover: cover.wall == "low"),
    ("COVER-04", lambda cover: cover.wall == "chest-high"),
    ("COVER-05", lambda cover: cover.crest),
    ("COVER-06", lambda cover: cover.around),
    ("COVER-07", lambda cover: cover.large_object and not cover.around),
    ("HIGH-01", lambda cover: cover.from_above),
)


def cover_reasons(book: Book, cover: Cover) -> tuple[Reason, ...]:
    """The lines of the book's table that count, in its order."""
    return tuple(row(book, short).reason() for short, counts in COVER if counts(cover))


def cover_of(field: Field, shooter: Stand, target: Stand, seen: SightFacts) -> Cover:
    """What covers the target, as the shooter sees him."""
    near_walls = [
        i
        for i in near_things(field, target.place, WALLS)
        if not stands_above(target, field.thing(i).height)
    ]
    behind = covering_walls(field, shooter.place, target, WALLS) if near_walls else ()
    beside = [i for i in near_walls if i not in behind]
    return Cover(
        in_woods=bool(target.inside) and bool(woods_around(field, target)),
        in_house=bool(target.inside)
        and bool(houses_around(field, target) - houses_around(field, shooter)),
        wall=_wall(field, behind),
        crest=bool(target.inside) and _uses_crest(field, shooter, target),
        around=0.0 < seen.exposure < 1.0
        or any(part_in_fan_near(field, shooter, target, i) for i in beside)
        or bool(in_fan(field, shooter, target, near_things(field, target.place, TREES))),
        large_object=bool(in_fan(field, shooter, target, _large_near(field, shooter, target))),
        from_above=at_least(shooter.elevation_in - target.elevation_in, HIGH_PLACE_IN),
    )


def _wall(field: Field, behind: tuple[int, ...]) -> Literal["low", "chest-high"] | None:
    """The worst wall for the shooter."""
    if not behind:
        return None
    high = any(is_chest_high(field.thing(i).height) for i in behind)
    return "chest-high" if high else "low"


def _large_near(field: Field, shooter: Stand, target: Stand) -> list[int]:
    """Large objects close to the target that neither man is in."""
    held = shooter.inside | target.inside
    return [i for i in near_things(field, target.place, LARGE) if i not in held]


def _uses_crest(field: Field, shooter: Stand, target: Stand) -> bool:
    """Whether the target stands on a hill, just behind the edge that faces a lower shooter."""
    if not closer(shooter.elevation_in, target.elevation_in):
        return False
    hills = [i for i in target.inside - shooter.inside if field.words[i] == "hill"]
    entries = (entry_in(shooter.place, target.place, field, i) for i in hills)
    return any(entry is not None and within(entry, NEAR_IN) for entry in entries)
