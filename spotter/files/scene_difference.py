"""Where two readings of one picture differ, in words."""

from collections.abc import Iterator

from table.directions import between_deg, distance_in
from table.scene import Scene

FAR_IN = 0.15
TURNED_DEG = 5.0
ALIKE = 0.7  # overlap (IoU) of two outlines


def differences(was: Scene, now: Scene) -> Iterator[str]:
    """What is understood differently now, one line each."""
    for man in was.soldiers:
        again = now.soldier(man.id)
        if again is None:
            yield f"{man.id} is no longer found"
            continue
        off_in = distance_in(man.place, again.place)
        if off_in > FAR_IN:
            yield f"{man.id} is {off_in:.2f} in from where he was understood to be"
        if between_deg(man.facing, again.facing) > TURNED_DEG:
            yield f"{man.id} faces {again.facing:.0f}, {man.facing:.0f} before"
    for man in now.soldiers:
        if was.soldier(man.id) is None:
            yield f"{man.id} is found now"
    yield from _things(was, now)


def _things(was: Scene, now: Scene) -> Iterator[str]:
    free = list(now.things)
    for thing in was.things:
        same = next(
            (
                t
                for t in free
                if t.kind == thing.kind
                and t.footprint.intersection(thing.footprint).area
                >= ALIKE * t.footprint.union(thing.footprint).area
            ),
            None,
        )
        if same is None:
            yield f"{thing.id} is not found as it was"
        else:
            free.remove(same)
    yield from (f"a {thing.kind} more: {thing.id}" for thing in free)
