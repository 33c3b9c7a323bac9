"""Things keep their names: what lies where a thing of its kind lay is that thing.

The camera numbers things as it finds them, and may find them in another order once it looks anew:
after a break, or when the table is found again. To the game that must not be a change.
"""

from collections.abc import Collection
from dataclasses import replace
from itertools import chain, count

from table.scene import Scene, Thing

_SAME = 0.5  # of what two outlines cover together


def named_as_before(before: Scene, now: Scene) -> Scene:
    """The scene of now with the names that its things had before."""
    names = _names(before.things, now.things)
    if all(old == new for old, new in names.items()):
        return now
    return replace(
        now,
        things=tuple(replace(thing, id=names[thing.id]) for thing in now.things),
        soldiers=tuple(
            man if man.on is None else replace(man, on=names.get(man.on, man.on))
            for man in now.soldiers
        ),
    )


def _names(before: tuple[Thing, ...], now: tuple[Thing, ...]) -> dict[str, str]:
    """What each thing of now is called; a new one keeps its own name where that is free."""
    left = {thing.id: thing for thing in before}
    found: dict[str, str] = {}
    for thing in now:
        # Its own name first: most things are called now as they were, and players may have said
        # that one is of another kind.
        own = left.get(thing.id)
        alike = (one for one in left.values() if one.kind == thing.kind and _lies_there(one, thing))
        match = own if own is not None and _lies_there(own, thing) else next(alike, None)
        if match is not None:
            found[thing.id] = match.id
            del left[match.id]
    taken = {*found.values(), *left}
    for thing in now:
        if thing.id not in found:
            # One that lies nowhere any more was carried here.
            first = [left[thing.id]] if thing.id in left else []
            same_kind = (one.id for one in (*first, *left.values()) if one.kind == thing.kind)
            carried = next(same_kind, None)
            found[thing.id] = _free(thing, taken) if carried is None else carried
            taken.add(found[thing.id])
            left.pop(found[thing.id], None)
    return found


def _lies_there(one: Thing, other: Thing) -> bool:
    """Whether two outlines cover much the same ground."""
    both = one.footprint.intersection(other.footprint).area
    return bool(both > _SAME * one.footprint.union(other.footprint).area)


def _free(thing: Thing, taken: Collection[str]) -> str:
    """Its own name, else the next of its kind that nothing has."""
    numbered = (f"{thing.kind}-{number}" for number in count(1))
    return next(name for name in chain([thing.id], numbered) if name not in taken)
