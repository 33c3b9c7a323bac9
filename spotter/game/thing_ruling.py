"""Things that came, went or moved, against what the game knows of them.

What lies on the table counts as it lies, but for one thing: cover that is slid under a man, or
away from him, while he is not to move is his players' to accept, and waits until they do. So is
what is thrown over him, or laid where he was lifted from: he counts where he stood.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from shapely import Point

from rules.book.book import Book
from rules.game.common_events import Seen
from rules.game.engine import game_rules, phase_now
from rules.game.game import Game
from spotter.belief.belief import Belief
from spotter.game.riders import rides
from table.scene import Scene, Soldier, Thing
from table.scene_file import scene_json

THING_IN = 0.1  # an outline that differs less is the same one measured again


@dataclass(frozen=True, slots=True)
class Slid:
    """A thing that was slid under men, or away from them; `thing` is None where it is gone."""

    name: str
    thing: Thing | None
    men: tuple[str, ...]

    @property
    def words(self) -> str:
        """The question to the players."""
        return f"{self.name} was slid under or away from {', '.join(self.men)}: does that count?"

    def is_still(self, now: Thing | None) -> bool:
        """Whether it lies as it did when it was noticed."""
        return not differs(self.thing, now)


def differs(known: Thing | None, seen: Thing | None) -> bool:
    """Whether a thing came, went, moved or was set right."""
    if known is None or seen is None:
        return known is not seen
    if _nature(known) != _nature(seen):
        return True
    return bool(known.footprint.hausdorff_distance(seen.footprint) > THING_IN)


def _nature(thing: Thing) -> tuple[object, ...]:
    """What a thing is, wherever it lies."""
    return thing.kind, thing.height, thing.meant_as, thing.inverted


def changed_things(game: Game, seen: Scene) -> dict[str, Thing | None]:
    """Each thing that is not as the game knows it, as it is seen now."""
    known = {thing.id: thing for thing in game.as_seen}
    now = {thing.id: thing for thing in seen.things}
    names = [*known, *(name for name in now if name not in known)]
    return {name: now.get(name) for name in names if differs(known.get(name), now.get(name))}


def slid_things(
    book: Book, game: Game, belief: Belief, changed: Mapping[str, Thing | None]
) -> dict[str, Slid]:
    """Which of the changed things were slid under or away from whom."""
    known = {thing.id: thing for thing in game.as_seen}
    there = (man for man in belief.scene.soldiers if not belief.is_doubled(man))
    waiting = [man for man in there if _waits(book, game, man)]
    found = {}
    for name, now in changed.items():
        men = tuple(m.id for m in waiting if _covers(known.get(name), m) != _covers(now, m))
        if men:
            found[name] = Slid(name, now, men)
    return found


def _waits(book: Book, game: Game, man: Soldier) -> bool:
    """Whether it is no time for this man to take cover."""
    known, phase = game.scene.soldier(man.id), phase_now(book, game)
    if known is None or rides(game, man.id):
        return False
    if game_rules(book).placing(book, game, man) is not None:
        return False
    is_over = phase.clock_s is not None and game.used_s > phase.clock_s
    return is_over or not phase.is_to_move(man)


def _covers(thing: Thing | None, man: Soldier) -> bool:
    base = Point(man.x, man.y).buffer(man.radius)
    return thing is not None and bool(thing.footprint.intersects(base))


def things_event(game: Game, seen: Scene, held: Collection[str]) -> Seen:
    """The event that tells the game how things lie, those that are held as it knew them."""
    known = {thing.id: thing for thing in game.as_seen}
    now = {thing.id: thing for thing in seen.things}
    things = tuple(_as_they_count(known, now, held))
    written = scene_json(Scene(seen.width, seen.height, things=things))["things"]
    return Seen(things=tuple(written))


def _as_they_count(
    known: Mapping[str, Thing], now: Mapping[str, Thing], held: Collection[str]
) -> Iterator[Thing]:
    for name in (*known, *(name for name in now if name not in known)):
        thing = known.get(name) if name in held else now.get(name)
        if thing is not None:
            yield thing
