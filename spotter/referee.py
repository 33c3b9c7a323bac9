"""What the camera saw happen, as events of the game.

The camera sees where a man stood and where he stands now, not the way between. A move counts if
the straight way is allowed, or if his reach holds the place: then he went round.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from shapely import Point, Polygon

from rules.answer import Reach
from rules.ask import ask
from rules.book import Book
from rules.game.engine import game_rules, next_state, phase_now
from rules.game.game import Event, EventRefusedError, Game
from rules.game.legs import whole_way
from rules.game.turn_machine import Throw
from table.directions import between_deg, distance_in
from table.scene import Scene, Soldier, Thing
from table.scene_file import scene_json

MOVED_IN = 0.25  # less is a nudge, not a move
TURNED_DEG = 8.0
THING_IN = 0.1
NEAR_ENOUGH_IN = 0.15  # what measuring may be off at the edge of his reach
UNREAD_IN = 1.5  # a tag that lies so near to where a man stood and cannot be read is his
RIDES_IN = 1.0  # a rider's figure that lies so near to his transport is in it
TAKEN_OFF = "was taken off the table"


@dataclass(frozen=True, slots=True)
class Ruling:
    """Something that happened on the table: the event for the game, and whether it may stand.

    `refused` is the sentence that says why not; `instead` is the event that happens when the
    players let it stand all the same.
    """

    event: dict[str, Any]
    soldier: str | None = None
    refused: str | None = None
    instead: dict[str, Any] | None = None


def rulings(book: Book, game: Game, seen: Scene) -> Iterator[Ruling]:
    """All that changed between the game's scene and what the camera sees now."""
    fallen = still_lying(game, seen)
    for man in seen.soldiers:
        known = game.scene.soldier(man.id)
        if known is not None and _rides(game, seen, known, man):
            continue
        if known is not None and distance_in(known.place, man.place) > MOVED_IN:
            yield _moved(book, game, known, man)
        elif known is not None and between_deg(known.facing, man.facing) > TURNED_DEG:
            yield Ruling({"event": "seen", "soldiers": [_where(man)]})
        elif known is None and man.id not in fallen:
            yield _arrived(book, game, man, seen)
    for man in game.scene.soldiers:
        if (
            seen.soldier(man.id) is None
            and not _is_unread(man, seen)
            and not _carrier_of(game, man)
        ):
            yield _gone(game, man)
    if _things_moved(game, seen):
        yield Ruling({"event": "seen", "things": scene_json(seen)["things"]})


def still_lying(game: Game, seen: Scene) -> tuple[str, ...]:
    """Men who have fallen in this game and are still seen on the table."""
    fallen = {loss.id for loss in game.losses if loss.by is not None}
    return tuple(man.id for man in seen.soldiers if man.id in fallen)


def _things_moved(game: Game, seen: Scene) -> bool:
    """Whether a thing came, went, moved or was set right; the digits a file rounds do not count."""
    laid = {entry["id"] for entry in game.record.get("laid", ())}  # by the game, unseen
    known = {thing.id: thing for thing in game.scene.things if thing.id not in laid}
    if known.keys() != {thing.id for thing in seen.things}:
        return True
    return any(_differs(known[thing.id], thing) for thing in seen.things)


def _differs(known: Thing, seen: Thing) -> bool:
    if _nature(known) != _nature(seen):
        return True
    return bool(known.footprint.hausdorff_distance(seen.footprint) > THING_IN)


def _nature(thing: Thing) -> tuple[object, ...]:
    """What a thing is, wherever it lies."""
    return thing.kind, thing.height, thing.meant_as, thing.inverted


def _where(man: Soldier) -> dict[str, Any]:
    return {
        "id": man.id,
        "x": man.x,
        "y": man.y,
        "facing": man.facing,
        "elevation": man.elevation,
        "on": man.on,
    }


def _arrived(book: Book, game: Game, man: Soldier, seen: Scene) -> Ruling:
    """Somebody new; where a book says how units arrive, he must arrive like that."""
    entry = next(s for s in scene_json(seen)["soldiers"] if s["id"] == man.id)
    entry["on"] = None  # the event tells of him alone, not of the things
    stands: dict[str, Any] = {"event": "seen", "soldiers": [entry]}
    rider_in = _carrier(game, man.id)
    if rider_in is not None:
        out: dict[str, Any] = {"event": "deployed", "vehicle": rider_in, "soldier": man.id}
        out["place"] = [man.x, man.y]
        return Ruling(out, man.id, refusal_of(book, game, out), stands)
    lifted = any(loss.id == man.id for loss in game.losses)
    if "placed" not in game_rules(book).events or lifted:
        return Ruling(stands, man.id)
    placed = {"event": "placed", "soldier": entry}
    return Ruling(placed, man.id, refusal_of(book, game, placed), stands)


def _carrier(game: Game, name: str) -> str | None:
    """The vehicle whose cup holds a man."""
    cups: Mapping[str, Any] = game.record.get("cups", {})
    return next((cup for cup, men in cups.items() if any(m["id"] == name for m in men)), None)


def _carrier_of(game: Game, man: Soldier) -> Soldier | None:
    """The transport he has got into, whether his figure lies beside it or off the table."""
    carrier = man.state.get("in")
    return None if carrier is None else game.scene.soldier(str(carrier))


def _rides(game: Game, seen: Scene, known: Soldier, man: Soldier) -> bool:
    """Whether he is in a transport and his figure still lies by it."""
    carrier = _carrier_of(game, known)
    if carrier is None:
        return False
    now = seen.soldier(carrier.id) or carrier
    return distance_in(now.place, man.place) <= now.radius + man.radius + RIDES_IN


def _is_unread(man: Soldier, seen: Scene) -> bool:
    """Whether a tag near where he stood was seen and could not be read."""
    return any(distance_in(man.place, place) <= UNREAD_IN for place in seen.unread)


def _gone(game: Game, man: Soldier) -> Ruling:
    fell = any(loss.id == man.id for loss in game.hit) or man.state.get("down") is not None
    why = "fell" if fell else TAKEN_OFF
    return Ruling({"event": "removed", "soldier": man.id, "why": why}, man.id)


def _moved(book: Book, game: Game, known: Soldier, man: Soldier) -> Ruling:
    path = [[known.x, known.y], [man.x, man.y]]
    event: dict[str, Any] = {"event": "moved", "soldier": man.id, "path": path, **_where(man)}
    del event["id"], event["x"], event["y"]
    stands = {**event, "overruled": "by the players"}
    if "moved" not in phase_now(book, game).allows:
        wrong_phase = f"{man.id} moved in phase {phase_now(book, game).words}"
        return Ruling(event, man.id, wrong_phase, stands)
    refused: str | None = None
    for declare in _declarations(book, known):
        tried = {**event, "declare": declare} if declare else event
        again = refusal_of(book, game, tried)
        if again is None:
            return Ruling(tried, man.id)
        # What he threw for says more than that he could not walk there.
        refused = again if refused is None or "roll" in declare else refused
        went_round = {**tried, "overruled": "went round"}
        if _in_reach(book, game, man, tried) and refusal_of(book, game, went_round) is None:
            return Ruling(went_round, man.id)
    return Ruling(event, man.id, _with_advice(book, game, refused), stands)


def _with_advice(book: Book, game: Game, refused: str | None) -> str | None:
    """The refusal, with what a player can do to be let."""
    if refused is None or "dared" not in phase_now(book, game).allows:
        return refused
    known = game_rules(book).instead
    return "; ".join([refused, *(words for rule, words in known.items() if rule in refused)])


def _declarations(book: Book, man: Soldier) -> tuple[Mapping[str, Any], ...]:
    if man.state.get("in") is not None:
        return ({"exit": True},)
    if man.state.get("charging") is not None:
        return ({"charge": man.state["charging"]},)
    return game_rules(book).ways_of(man)


def refusal_of(book: Book, game: Game, event: Event) -> str | None:
    """Why the event cannot happen now, None where it can; nothing is thrown for good."""
    try:
        next_state(book, game, event, _probing())
    except EventRefusedError as problem:
        return str(problem)
    return None


def _probing() -> Throw:
    """Dice for events that are only tried: low, high, high, low, so that no bout stays even."""
    turns = cycle((False, True, True, False))

    def throw(dice: str) -> int:
        count, sides = (int(part) for part in dice.split("d"))
        return count * sides if next(turns) else count

    return throw


def _in_reach(book: Book, game: Game, man: Soldier, event: Event) -> bool:
    """Whether he could have come here some other way since the phase began."""
    clock_s = phase_now(book, game).clock_s
    if clock_s is not None and game.used_s >= clock_s:
        return False
    begun, whole = whole_way(game, game.soldier(man.id), event)
    question = {"ask": "reach", "soldier": man.id, "declare": whole["declare"]}
    answer = ask(begun.scene, question, book)
    if not isinstance(answer, Reach) or not answer.area:
        return False
    reach = Polygon(answer.area[0], answer.area[1:])
    return bool(reach.distance(Point(man.x, man.y)) <= NEAR_ENOUGH_IN)
