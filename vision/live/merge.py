"""Two moments of one table made one: names and places stay what they were unless they changed.

Small differences are measuring noise and are not followed. A thing that the new look missed is
still there if nothing has changed where it stood, or if something lies over it; and what it finds
where nothing has changed is not new: nothing was laid there.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import hypot

import shapely

from table.directions import between_deg, distance_in
from table.scene import Scene, Soldier, Thing

_SAME_THING = 0.5  # overlap (IoU) of two looks at one thing
_SAME_OUTLINE, _SAME_OUTLINE_IN = 0.85, 0.2  # overlap; or so near everywhere, for what is narrow
_SAME_SIZE = 0.8  # the smaller area beside the larger
_PART = 0.9  # of what is seen of a thing lies within it, and is less of it or ends sooner
_RIM_IN = 0.25  # by so much the outline of a piece may run over its thing's own
_TAKEN = 0.5  # of a thing's ground: new things there say that it is gone
_CHANGED = 0.08  # of what is seen of a thing: less is a shadow
_LAID = 0.3  # of what is seen of a new one: paper beside it covers its end


@dataclass(frozen=True, slots=True)
class DeadBand:
    """How much a measured place may differ before it is believed to have moved."""

    place_in: float = 0.08
    facing_deg: float = 4.0


@dataclass(frozen=True, slots=True)
class GroundTest:
    """What a picture says of things' ground: how much of it has changed, whether it is bare.

    `is_man` says of something new that it may be a man who lies there.
    """

    changed_share: Callable[[Thing], float]
    is_bare: Callable[[Thing], bool]
    is_man: Callable[[Thing], bool] = lambda _: False

    def has_changed(self, thing: Thing) -> bool:
        """Whether a known thing's ground is not as it was."""
        return self.changed_share(thing) > _CHANGED

    def is_laid(self, thing: Thing) -> bool:
        """Whether a thing that nobody knew may have been laid there."""
        return self.changed_share(thing) > _LAID and not self.is_man(thing)


UNCHANGED = GroundTest(lambda _: 0.0, lambda _: False)


def merged(before: Scene, seen: Scene, ground: GroundTest, dead_band: DeadBand) -> Scene:
    """What is seen now, by the names it had before."""
    found = _things(before.things, seen.things, ground)
    names = {thing.id: known for thing, known in found}
    seen_again = {known.id: known for _, known in found}.values()  # of some two pieces are seen
    kept = (*seen_again, *_missed(before.things, found, ground))
    old = {thing.id for thing in before.things} & {thing.id for thing in kept}
    men = (_named(man, names) for man in seen.soldiers)
    soldiers = tuple(_settled(before.soldier(man.id), man, dead_band, old) for man in men)
    return replace(seen, soldiers=soldiers, things=kept)


def _settled(known: Soldier | None, seen: Soldier, dead_band: DeadBand, old: set[str]) -> Soldier:
    """Where he stood, unless he really moved; what the game knows of him stays his."""
    if known is None:
        return seen
    if not _is_where(known, seen, dead_band):
        return replace(seen, state=known.state)
    surer = replace(known, confidence=max(known.confidence, seen.confidence))
    # What lies under him was laid there, or taken away, under him.
    lost = known.on is not None and known.on not in old
    laid = seen.on is not None and seen.on not in old
    return replace(surer, on=seen.on, elevation=seen.elevation) if lost or laid else surer


def _is_where(known: Soldier, seen: Soldier, dead_band: DeadBand) -> bool:
    """Whether two measured places are one: no farther apart than they may both be off."""
    error_in = hypot(known.error or 0.0, seen.error or 0.0)
    return (
        distance_in(known.place, seen.place) <= max(dead_band.place_in, error_in)
        and between_deg(known.facing, seen.facing) <= dead_band.facing_deg
    )


def _named(man: Soldier, names: dict[str, Thing]) -> Soldier:
    """The man, the thing under him called by its lasting name."""
    known = None if man.on is None else names.get(man.on)
    return replace(man, on=None if known is None else known.id)


def _things(
    before: tuple[Thing, ...], seen: tuple[Thing, ...], ground: GroundTest
) -> list[tuple[Thing, Thing]]:
    """Each thing seen, and the same thing by its lasting name."""
    free = list(before)
    found, new = [], []
    for thing in seen:
        known = _same(thing, free)
        if known is not None:
            free = [old for old in free if old is not known]
            found.append((thing, _steady(known, thing, ground)))
        else:
            new.append(thing)
    # What came when another of its kind and size went was carried from there to here.
    gone = [old for old in free if ground.has_changed(old)]
    taken = {thing.id for thing in before}
    half_seen = [known for thing, known in found if not _has_outline(thing, known)]
    for thing in new:
        whole = next((known for known in half_seen if _is_part(thing, known)), None)
        if whole is not None:
            found.append((thing, whole))
            continue
        if not ground.is_laid(thing):
            continue
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
    if known is not None and overlap(known, thing) >= _SAME_THING:
        return known
    return next((old for old in before if _is_part(thing, old)), None)


def _is_part(part: Thing, whole: Thing) -> bool:
    """Whether one is a piece of the other, as far as outlines tell."""
    if part.kind != whole.kind:
        return False
    around = whole.footprint.buffer(_RIM_IN)
    shared, own = part.footprint.intersection(around).area, part.footprint.area
    # Of what is narrow a piece may be measured wider, and as large as all of it.
    is_shorter = not part.footprint.buffer(_RIM_IN).contains(whole.footprint)
    return bool(shared > _PART * own and (own < _PART * whole.footprint.area or is_shorter))


def _is_alike(one: Thing, other: Thing) -> bool:
    """Whether two things are of one kind and about one size."""
    sizes = sorted((float(one.footprint.area), float(other.footprint.area)))
    return one.kind == other.kind and sizes[0] >= _SAME_SIZE * sizes[1]


def _again(known: Thing, seen: Thing) -> Thing:
    """The thing as it is seen now, by the name and meaning it had."""
    return replace(seen, id=known.id, side=known.side, meant_as=known.meant_as)


def _steady(known: Thing, seen: Thing, ground: GroundTest) -> Thing:
    if _has_outline(seen, known) or not ground.has_changed(known):
        return known
    return known if _is_half_covered(known, seen, ground) else _again(known, seen)


def _has_outline(one: Thing, other: Thing) -> bool:
    """Whether two outlines are one, as well as outlines are measured."""
    if overlap(one, other) >= _SAME_OUTLINE:
        return True
    some, others = one.footprint, other.footprint
    near = (a.buffer(_SAME_OUTLINE_IN).contains(b) for a, b in ((some, others), (others, some)))
    return one.kind == other.kind and all(near)


def _is_half_covered(known: Thing, seen: Thing, ground: GroundTest) -> bool:
    """Whether only a part of a thing is seen and something lies over the rest."""
    if not _is_part(seen, known):
        return False
    parts = shapely.get_parts(known.footprint.difference(seen.footprint))
    rest = max(parts, key=lambda part: float(part.area), default=None)
    return isinstance(rest, shapely.Polygon) and not ground.is_bare(replace(known, footprint=rest))


def _new_id(thing: Thing, taken: set[str]) -> str:
    number = 1
    while f"{thing.kind}-{number}" in taken:
        number += 1
    return f"{thing.kind}-{number}"


def _missed(
    before: tuple[Thing, ...], found: list[tuple[Thing, Thing]], ground: GroundTest
) -> tuple[Thing, ...]:
    """Things that were not seen again though nobody took them away."""
    again = {known.id for _, known in found}
    missing = [thing for thing in before if thing.id not in again]
    known = {thing.id for thing in before}
    new = tuple(thing for _, thing in found if thing.id not in known)
    return tuple(thing for thing in missing if not _is_gone(thing, new, ground))


def _is_gone(thing: Thing, new: tuple[Thing, ...], ground: GroundTest) -> bool:
    """Whether the ground shows where a thing was, or things that cannot lie on it."""
    if not ground.has_changed(thing):
        return False
    lower = [other for other in new if other.height <= thing.height and thing.height > 0]
    others = shapely.union_all([other.footprint for other in lower])
    taken = float(thing.footprint.intersection(others).area) / float(thing.footprint.area)
    return taken > _TAKEN or ground.is_bare(thing)


def overlap(one: Thing, other: Thing) -> float:
    """How much of two footprints is shared (IoU), 0 for things of different kinds."""
    if one is other:
        return 1.0
    if one.kind != other.kind or not one.footprint.intersects(other.footprint):
        return 0.0
    shared = float(one.footprint.intersection(other.footprint).area)
    return shared / (float(one.footprint.area) + float(other.footprint.area) - shared)
