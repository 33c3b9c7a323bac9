"""A lesson: places at which a player points and what he calls it in, a proven entry out.

What is pointed at is cut out of its pictures as a look and stored beside the table file. Then the
pictures are looked at again with the entry; one that does not find the thing is not written.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from shapely import Polygon

from spotter.files.table_folder import LOOKS
from spotter.setup.teaching import PhotographedTable
from table.errors import UserError
from table.picture import Picture
from table.places import TablePoint
from table.table_file import add_thing, change_thing
from table.table_spec import TableSpec, ThingSpec
from table.text_file import write_whole
from vision.things.candidate import Found
from vision.things.looks import (
    alike,
    colours_of,
    look_in,
    look_of,
    read_views,
    side_by_side,
)
from vision.things.pointed import Pointed

_SAME = 0.5  # of the ground of both together, of one thing found twice
_SAME_HEIGHT = 0.25  # of the higher one, by which two things of a kind differ at most
_LEAST_ODDS = -2.5  # nats, before anything is known of its colours and size
_MOST_VIEWS_PX = 4000  # side by side; the oldest go first


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a player says of a thing."""

    kind: str
    height_in: float
    name: str | None = None


@dataclass(frozen=True, eq=False)
class PointedAt:
    """A place of a photo at which a player points."""

    desk: PhotographedTable
    place: TablePoint


@dataclass(frozen=True, eq=False)
class Learnt:
    """A thing that was learnt and is found again: its entry, and what else changed."""

    thing: ThingSpec
    anew: bool  # or an entry that was there and now knows more
    lost: tuple[str, ...] = ()  # what was found before and is not any more, in words


@dataclass(frozen=True, eq=False)
class _Entry:
    """An entry that is not proven yet: the list with it, and its number there."""

    spec: TableSpec
    number: int
    anew: bool

    @property
    def thing(self) -> ThingSpec:
        return self.spec.things[self.number]


def learn(shown: Sequence[PointedAt], lesson: Lesson) -> Learnt:
    """Learn what lies at some places, prove it and write it; UserError where that fails."""
    table = shown[0].desk.table
    seen = [_pointed(one, lesson) for one in shown]
    before = [one.desk.found(one.desk.spec) for one in shown]
    entry = _entry(shown[0].desk, lesson, seen, before[0])
    assert entry.thing.look is not None, entry
    old = entry.thing.look.read_bytes() if entry.thing.look.exists() else None
    _write_look(entry.thing.look, _views(seen, old, entry.thing.look))
    try:
        lost = _proven(shown, seen, before, entry)
        _write_entry(table, entry)
    except UserError:
        _put_back(entry.thing.look, old)
        raise
    return Learnt(entry.thing, entry.anew, lost)


def _pointed(one: PointedAt, lesson: Lesson) -> Pointed:
    """What lies where a player points."""
    found = one.desk.pointed(one.place, ThingSpec(lesson.kind, None, lesson.height_in))
    if found is None or found.odds < _LEAST_ODDS or not look_in(found.view, lesson.kind).inks:
        where = f"({one.place.x:.1f}, {one.place.y:.1f})"
        raise UserError(
            f"nothing at {where} has the shape of a {lesson.kind}; {_what_else(one.desk)}"
        )
    return found


def _what_else(desk: PhotographedTable) -> str:
    """Where something lies that no entry explains."""
    at = ", ".join(f"({one.place.x:.1f}, {one.place.y:.1f})" for one in desk.strangers())
    return f"there is something at {at}" if at else "the list explains everything"


def _entry(
    desk: PhotographedTable, lesson: Lesson, seen: Sequence[Pointed], before: Sequence[Found]
) -> _Entry:
    """The entry that found it before, where it looks like that one; else a new one."""
    spec = desk.spec
    for found in before:
        same = found.spec.kind == lesson.kind and found.spec.height == lesson.height_in
        if same and _overlap(found.footprint, seen[0].footprint) > _SAME:
            number = spec.things.index(found.spec)
            if _is_alike(found.spec, seen[0]):
                look = found.spec.look or _new_look(desk.table, lesson)
                size = found.spec.size or seen[0].size
                known = replace(found.spec, look=look, size=size)
                return _Entry(_with(spec, number, known), number, anew=False)
    return _Entry(*_appended(spec, _new_thing(desk.table, lesson, seen)), anew=True)


def _is_alike(thing: ThingSpec, seen: Pointed) -> bool:
    """Whether what is seen may be what an entry lists."""
    known = look_of(thing)
    return known is None or alike(known, look_in(seen.view, thing.kind))


def _new_thing(table: Path, lesson: Lesson, seen: Sequence[Pointed]) -> ThingSpec:
    look = look_in(side_by_side([one.view for one in seen]), lesson.kind)
    colours = colours_of(look)
    sizes = np.array([one.size for one in seen])
    return ThingSpec(
        lesson.kind,
        colours[0],
        lesson.height_in,
        colours,
        tuple(round(float(side), 2) for side in np.median(sizes, axis=0)),
        _new_look(table, lesson),
        lesson.name,
    )


def _new_look(table: Path, lesson: Lesson) -> Path:
    """A file for a look that is not there yet."""
    words = "".join(
        sign if sign.isalnum() else "-" for sign in (lesson.name or lesson.kind).lower()
    )
    folder, number = table.parent / LOOKS, 1
    while (path := folder / f"{words}-{number}.png").exists():
        number += 1
    return path


def _appended(spec: TableSpec, thing: ThingSpec) -> tuple[TableSpec, int]:
    return replace(spec, things=(*spec.things, thing)), len(spec.things)


def _with(spec: TableSpec, number: int, thing: ThingSpec) -> TableSpec:
    return replace(spec, things=(*spec.things[:number], thing, *spec.things[number + 1 :]))


def _views(seen: Sequence[Pointed], old: bytes | None, path: Path) -> Picture:
    """All views of a thing, those that were stored before too."""
    stored = None if old is None else read_views(path)
    views = [one.view for one in seen] if stored is None else [stored, *(one.view for one in seen)]
    return side_by_side(views)[:, -_MOST_VIEWS_PX:]


def _write_look(path: Path, pixels: Picture) -> None:
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as problem:
        raise UserError(f"{path.parent}: cannot be made: {problem.strerror}") from None
    write_whole(path, cv2.imencode(".png", pixels)[1].tobytes())


def _put_back(path: Path, old: bytes | None) -> None:
    """The look as it was before, or none."""
    if old is not None:
        write_whole(path, old)
        return
    with suppress(OSError):
        path.unlink()
        path.parent.rmdir()


def _proven(
    shown: Sequence[PointedAt],
    seen: Sequence[Pointed],
    before: Sequence[Sequence[Found]],
    entry: _Entry,
) -> tuple[str, ...]:
    """What was found before and is no more; UserError where the entry does not find its thing."""
    lost = []
    for one, pointed, known in zip(shown, seen, before, strict=True):
        found = one.desk.found(entry.spec)
        there = [other for other in found if _overlap(other.footprint, pointed.footprint) > _SAME]
        if not any(_is_such(other.spec, entry.thing) for other in there):
            raise UserError(_why_not(one, entry.thing, there))
        lost += [
            _words(other)
            for other in known
            if _overlap(other.footprint, pointed.footprint) <= _SAME
            and not any(_is_same(other, again) for again in found)
        ]
    return tuple(lost)


def _is_such(one: ThingSpec, thing: ThingSpec) -> bool:
    """Whether an entry lists such a thing: which of two mugs it is matters little."""
    close = abs(one.height - thing.height) <= _SAME_HEIGHT * max(one.height, thing.height)
    return one.kind == thing.kind and close


def _why_not(one: PointedAt, thing: ThingSpec, there: Sequence[Found]) -> str:
    """Why an entry is not written."""
    where = f"({one.place.x:.1f}, {one.place.y:.1f})"
    if there:
        why = f"it is taken for {_words(there[0])}; if that is wrong, take its entry out"
    else:
        why = "its outline is too faint, or too much of it is hidden"
    return f"{one.desk.table}: nothing written: a {thing.kind} at {where} is not found again: {why}"


def _is_same(one: Found, other: Found) -> bool:
    return one.spec.kind == other.spec.kind and _overlap(one.footprint, other.footprint) > _SAME


def _words(one: Found) -> str:
    middle = one.footprint.centroid
    return f"the {one.spec.name or one.spec.kind} at ({middle.x:.1f}, {middle.y:.1f})"


def _overlap(one: Polygon, other: Polygon) -> float:
    shared = one.intersection(other).area
    return float(shared / max(one.area + other.area - shared, 1e-9))


def _write_entry(table: Path, entry: _Entry) -> None:
    if entry.anew:
        add_thing(table, entry.thing)
    else:
        change_thing(table, entry.number, entry.thing)
