"""What is said of the table besides rulings: tags that lie there twice, men covered or lifted."""

from collections.abc import Collection, Iterator, Mapping

from spotter.belief.belief import Belief
from table.errors import listed
from table.places import TablePoint


def news(
    before: Belief | None, after: Belief, hidden: Collection[str] | None = None
) -> Iterator[str]:
    """A sentence for each thing that is new and that players must know.

    `hidden` are those covered whom a game has on the table; without one it is whoever is covered.
    """
    yield from _doubled({} if before is None else before.doubled, after.doubled)
    known = frozenset() if before is None else frozenset(before.scene.unknown)
    strange = [name for name in after.scene.unknown if name not in known]
    if strange:
        yield f"in no army: {listed(strange)}; nothing is ruled by them"
    for man in after.scene.soldiers:
        was = None if before is None else before.scene.soldier(man.id)
        counts = hidden is None or man.id in hidden
        if was is not None and counts and man.hidden and not was.hidden:
            yield f"{man.id} is covered and counts as standing there"


def _doubled(
    before: Mapping[str, tuple[TablePoint, ...]], after: Mapping[str, tuple[TablePoint, ...]]
) -> Iterator[str]:
    for name, places in after.items():
        if name not in before:
            where = listed(f"{place.x:.1f}, {place.y:.1f}" for place in places)
            yield f"{name} lies on the table {len(places)} times ({where}); take away the wrong one"
