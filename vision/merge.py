"""Two moments of one table made one: names and places stay what they were unless they changed.

A man or thing that the new look missed is still there if nothing has changed where it stood:
a tag in glare is no casualty. Small differences are measuring noise and are not followed.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from table.directions import between_deg, distance_in
from table.scene import Scene, Soldier, Thing

HasChanged = Callable[[Soldier | Thing], bool]
_SAME_THING = 0.5  # overlap (IoU) of two looks at one thing
_SAME_OUTLINE = 0.85
_SAME_SIZE = 0.8  # the smaller area beside the larger


@dataclass(frozen=True, slots=True)
class DeadBand:
    """How much a measured place may differ before it is believed to have moved."""

    place_in: float = 0.08
    facing_deg: float = 4.0


def merged(before: Scene, seen: Scene, has_changed: HasChanged, dead_band: DeadBand) -> Scene:
    """What is on the table now, by the names it had before."""
    things = _things(before.things, seen.things, has_changed)
    names = {thing.id: known for thing, known in things}
    soldiers = _soldiers(before, seen, has_changed, dead_band)
    kept = tuple(known for _, known in things) + _missed(before.things, things, has_changed)
    ids = {thing.id for thing in kept}
    return replace(
        seen,
        soldiers=tuple(_standing_on(man, names, ids) for man in soldiers),
        things=kept,
    )


def _soldiers(
    before: Scene, seen: Scene, has_changed: HasChanged, dead_band: DeadBand
) -> Iterable[Soldier]:
    for man in seen.soldiers:
        known = before.soldier(man.id)
        yield man if known is None else _settled(known, man, dead_band)
    for man in before.soldiers:
        if seen.soldier(man.id) is None and not has_changed(man):
            yield man


def _settled(known: Soldier, seen: Soldier, dead_band: DeadBand) -> Soldier:
    """Where he stood, unless he really moved; what the game knows of him stays his."""
    if (
        distance_in(known.place, seen.place) <= dead_band.place_in
        and between_deg(known.facing, seen.facing) <= dead_band.facing_deg
    ):
        return replace(known, confidence=max(known.confidence, seen.confidence))
    return replace(seen, state=known.state)


def _standing_on(man: Soldier, names: dict[str, Thing], ids: set[str]) -> Soldier:
    """The man, the thing under him called by its lasting name."""
    if man.on is None:
        return man
    known = names.get(man.on)
    if known is not None:
        return replace(man, on=known.id)
    return man if man.on in ids else replace(man, on=None)


def _things(
    before: tuple[Thing, ...], seen: tuple[Thing, ...], has_changed: HasChanged
) -> list[tuple[Thing, Thing]]:
    """Each thing seen, and the same thing by its lasting name."""
    free = list(before)
    found, new = [], []
    for thing in seen:
        known = _same(thing, free)
        if known is not None:
            free = [old for old in free if old is not known]
            found.append((thing, _steady(known, thing, has_changed)))
        else:
            new.append(thing)
    # What came when another of its kind and size went was carried from there to here.
    gone = [old for old in free if has_changed(old)]
    taken = {thing.id for thing in before}
    for thing in new:
        known = next((old for old in gone if _is_alike(old, thing)), None)
        if known is not None:
            gone.remove(known)
            found.append((thing, _again(known, thing)))
            continue
        named = replace(thing, id=_new_id(thing, taken))
        taken.add(named.id)
        found.append((thing, named))
    return found


def _same(thing: Thing, before: list[Thing]) -> Thing | None:
    """Which of these the thing is, None where it is new."""
    if any(old is thing for old in before):
        return thing
    known = max(before, key=lambda old: overlap(old, thing), default=None)
    return known if known is not None and overlap(known, thing) >= _SAME_THING else None


def _is_alike(one: Thing, other: Thing) -> bool:
    """Whether two things are of one kind and about one size."""
    sizes = sorted((float(one.footprint.area), float(other.footprint.area)))
    return one.kind == other.kind and sizes[0] >= _SAME_SIZE * sizes[1]


def _again(known: Thing, seen: Thing) -> Thing:
    """The thing as it is seen now, by the name and meaning it had."""
    return replace(seen, id=known.id, side=known.side, meant_as=known.meant_as)


def _steady(known: Thing, seen: Thing, has_changed: HasChanged) -> Thing:
    if overlap(known, seen) >= _SAME_OUTLINE or not has_changed(known):
        return known
    return _again(known, seen)


def _new_id(thing: Thing, taken: set[str]) -> str:
    number = 1
    while f"{thing.kind}-{number}" in taken:
        number += 1
    return f"{thing.kind}-{number}"


def _missed(
    before: tuple[Thing, ...], found: list[tuple[Thing, Thing]], has_changed: HasChanged
) -> tuple[Thing, ...]:
    """Things that were not seen again though nothing changed where they stand."""
    again = {known.id for _, known in found}
    return tuple(t for t in before if t.id not in again and not has_changed(t))


def overlap(one: Thing, other: Thing) -> float:
    """How much of two footprints is shared (IoU), 0 for things of different kinds."""
    if one is other:
        return 1.0
    if one.kind != other.kind or not one.footprint.intersects(other.footprint):
        return 0.0
    shared = float(one.footprint.intersection(other.footprint).area)
    return shared / (float(one.footprint.area) + float(other.footprint.area) - shared)
