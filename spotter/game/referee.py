"""Each move seen on the table, judged: legal and confirmed, or refused and to be put back.

What the players change by hand is a difference between the game's scene and what is believed of
the table. Each difference becomes an event, and the engine's own refusals say what may not stand.
Nothing follows from a man who is hidden, lifted, or whose tag lies there twice, but that one who
was hit and whose place is bare has been taken off.
"""

from collections.abc import Iterator
from dataclasses import replace

from rules.book.book import Book
from rules.game.common_events import Removed, Seen
from rules.game.engine import event_words, game_rules, read_event
from rules.game.event import Overrulable
from rules.game.game import EventRefusedError, Game
from spotter.belief.belief import Belief
from spotter.game.figures import MOVED_IN
from spotter.game.hits import is_hit
from spotter.game.move_ruling import OVERRULED, ruling_on_move
from spotter.game.riders import cup_of, still_rides
from spotter.game.ruling import Ruling, against, judged, where
from table.directions import between_deg, distance_in
from table.scene import Scene, Soldier
from table.scene_file import scene_json

TURNED_DEG = 8.0
RAISED_IN = 0.25


def ruling_on(book: Book, game: Game, man: Soldier, seen: Scene) -> Ruling | None:
    """What a man who is surely seen has done, None where he stands as the game has him."""
    known = game.scene.soldier(man.id)
    if still_rides(game, seen, man):
        return None
    if known is None:
        return None if _is_off(game, man) else _arrived(book, game, man, seen)
    if distance_in(known.place, man.place) > MOVED_IN:
        down = Seen(soldiers=(where(man),))
        return _set_down(book, game, man, down) or ruling_on_move(book, game, known, man)
    is_raised = abs(known.elevation - man.elevation) > RAISED_IN
    if is_raised or between_deg(known.facing, man.facing) > TURNED_DEG:
        return Ruling(Seen(soldiers=(where(man),)))
    return None


def taken_off(game: Game, belief: Belief) -> Iterator[Ruling]:
    """Those whom the game waits to be taken off and whose places are bare."""
    for man in belief.scene.soldiers:
        if man.lifted and is_hit(game, man.id) and game.scene.soldier(man.id) is not None:
            yield Ruling(Removed(soldier=man.id, why="fell"), man.id)


def still_lying(game: Game, belief: Belief) -> tuple[str, ...]:
    """Men who are out of this game and still seen on the table."""
    return tuple(man.id for man in belief.seen if _is_off(game, man))


def _is_off(game: Game, man: Soldier) -> bool:
    return any(loss.id == man.id for loss in game.losses)


def _arrived(book: Book, game: Game, man: Soldier, seen: Scene) -> Ruling:
    """Somebody new; where a book says how units arrive, he must arrive like that."""
    entry = next(s for s in scene_json(seen)["soldiers"] if s["id"] == man.id)
    entry["on"] = None  # the event tells of him alone, not of the things
    stands = Seen(soldiers=(entry,))
    cup = cup_of(game, man.id)
    if cup is not None:
        place = [man.x, man.y]
        out = {"event": "deployed", "vehicle": cup, "soldier": man.id, "place": place}
        let_out = read_event(book, {**out, "overruled": OVERRULED})
        assert isinstance(let_out, Overrulable), let_out
        return judged(book, game, read_event(book, out), man.id, let_out)
    set_down = _set_down(book, game, man, stands)
    if set_down is not None or "placed" not in event_words(book):
        return set_down or Ruling(stands, man.id)
    placed = read_event(book, {"event": "placed", "soldier": entry})
    return judged(book, game, placed, man.id, replace(stands, overruled=OVERRULED))


def _set_down(book: Book, game: Game, man: Soldier, stands: Seen) -> Ruling | None:
    """Where men are set down, not moved: whether he may stand there."""
    placing = game_rules(book).placing(book, game, man)
    if placing is None or placing.refused is None:
        return None if placing is None else Ruling(stands, man.id)
    problem = EventRefusedError(placing.refused)
    return against(stands, man.id, problem, stands)
