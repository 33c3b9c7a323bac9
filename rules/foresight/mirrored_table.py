"""A table for a fair fight: two armies face each other, and each half is the other's mirror."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, pi, sin
from random import Random
from typing import Any

from shapely import Polygon, box
from shapely.affinity import rotate

from rules.book.book import Book
from table.army import Army
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing

WIDTH_IN, HEIGHT_IN = 36.0, 24.0
_FRONT_IN = 5.0  # from the side edge to the first rank
_RANK_IN = 1.8  # from one rank to the next, toward the edge
_IN_A_RANK = 8
_CLEAR_IN = 8.0  # what each side needs free of things to stand on
_STRIPS = 2.0  # a set-up strip of books on hexes is so many of them deep


def mirrored_table(army: Army, random: Random, things: int = 5) -> Scene:
    """The armies at the short edges, and pairs of things in mirrored places between them."""
    one, other = (side.name for side in army.sides[:2])
    men = [*_ranks(army, one), *(_turned(man) for man in _ranks(army, other))]
    return Scene(WIDTH_IN, HEIGHT_IN, tuple(men), tuple(_pairs(random, things)))


def table_terms(book: Book) -> dict[str, Any]:
    """What is agreed so that the table is not too small: hexes whose set-up strips fit it.

    On inches meant for a floor all men are within each other's move and range from the start, and
    who begins has won.
    """
    return {"scale": _CLEAR_IN / _STRIPS} if book.hexes is not None else {}


def _ranks(army: Army, side: str) -> list[Soldier]:
    """A side's men in ranks by the left edge, the first of them in front."""
    listed = [man for man in army.soldiers if man.side == side]
    placed = []
    for number, man in enumerate(listed):
        rank, file = divmod(number, _IN_A_RANK)
        in_rank = min(_IN_A_RANK, len(listed) - rank * _IN_A_RANK)
        gap_in = HEIGHT_IN / (in_rank + 1)
        place = TablePoint(_FRONT_IN - rank * _RANK_IN, gap_in * (file + 1))
        placed.append(
            Soldier(man.id, side, place.x, place.y, man.weapons, man.team, man.role, man.base, 0.0)
        )
    return placed


def _turned(man: Soldier) -> Soldier:
    return replace(man, x=WIDTH_IN - man.x, y=HEIGHT_IN - man.y, facing=180.0)


def _pairs(random: Random, count: int) -> Sequence[Thing]:
    """Things in the left half of the middle, each with its twin, none on another."""
    laid: list[Polygon] = []
    found: list[Thing] = []
    for _ in range(40 * count):
        if len(found) >= 2 * count:
            break
        kind, shape, height = _any_thing(random)
        twin = rotate(shape, 180.0, origin=(WIDTH_IN / 2, HEIGHT_IN / 2))
        if any(shape.distance(known) < 0.8 for known in [*laid, twin]):
            continue
        laid += [shape, twin]
        number = len(found) // 2 + 1
        found.append(Thing(f"{kind}-{number}a", kind, shape, height))
        found.append(Thing(f"{kind}-{number}b", kind, twin, height))
    return found


def _any_thing(random: Random) -> tuple[str, Polygon, float]:
    at = TablePoint(
        random.uniform(_CLEAR_IN + 1.0, WIDTH_IN / 2), random.uniform(2.5, HEIGHT_IN - 2.5)
    )
    kind = random.choice(("mug", "napkin", "napkin", "wall", "wall", "book"))
    turn = random.uniform(0.0, 180.0)
    if kind == "mug":
        rim = [(at.x + 1.6 * cos(a), at.y + 1.6 * sin(a)) for a in (i * pi / 16 for i in range(32))]
        return kind, Polygon(rim), 3.75
    sizes = {"napkin": (2.6, 2.2, 0.0), "wall": (2.6, 0.15, 0.5), "book": (2.2, 1.6, 1.0)}
    half_l, half_w, height = sizes[kind]
    shape = box(at.x - half_l, at.y - half_w, at.x + half_l, at.y + half_w)
    return kind, rotate(shape, turn), height
