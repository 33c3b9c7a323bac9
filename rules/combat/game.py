"""COMBAT's turn of three seconds: name moves and actions, move together, fire in order.

Events:

    acted   in plan: the one weapon `action` of a man's turn, `at` a soldier when he aims
    moved   in move: a man, vehicle or boat goes along a path; `declare` as for the question
    named   in fire: one man's fire to come, {"shooter", "target", "weapon", "bullets"}
    volley  in fire: everybody who fires, as named or as `shots`, a list of such objects;
            `throws` are the percentile dice of those whose order is tied
    fired   the next bullet of the volley, `roll` on percentile dice
    hit     what a hit did, by the players' word: `effect` "wounded" or "out"
"""

from collections.abc import Mapping
from typing import Any

from rules.answer import Move
from rules.book import Book
from rules.combat.actions import acted
from rules.combat.declared import HALF_TURN_ACTIONS
from rules.combat.man import POSTURES
from rules.combat.terrain import SIGHT
from rules.combat.volley import HITS, NAMED, agreed_scale, due, fired, named, volley
from rules.field import field_of
from rules.game.game import Event, EventRefusedError, Game, Phase, each_state
from rules.game.legs import forgotten, gone_along, whole_way
from rules.game.shots import asked, fall_now
from rules.game.turn_machine import GameRules, Throw, Told
from rules.game.victory import fewest_losses, sole_survivor, time_is_up
from rules.question import listed, shown
from rules.sight import sight
from table.scene import Soldier

MOTION = {
    "run": "running",
    "walk": "walking",
    "crawl": "crawling",
    "jump": "jumping",
    "wade": "wading",
    "swim": "swimming",
    "climb": "climbing",
}
PHASES = (
    Phase("plan", allows=frozenset({"acted", "hit"})),
    Phase("move", allows=frozenset({"moved", "acted", "hit"})),
    Phase("fire", allows=frozenset({"named", "volley", "fired", "hit"})),
)


def phases(_: Game) -> tuple[Phase, ...]:
    """The same three for all sides at once."""
    return PHASES


def begin(_: Book, game: Game, __: Throw | None) -> Told:
    """The first turn."""
    return Told(game, ("turn 1: plan",))


def moved(book: Book, game: Game, event: Event, _: Throw | None) -> Told:
    """Somebody goes along a path; his motion, posture and place follow from it.

    What the rules forbid is refused, unless `overruled`.
    """
    man = game.soldier(str(event.get("soldier")))
    begun, whole = whole_way(game, man, event)
    declare = {**agreed_scale(game), **whole["declare"]}
    question = {"ask": "move", "soldier": man.id, "path": whole["path"], "declare": declare}
    answer = None if event.get("overruled") else asked(book, begun, question)
    changes = _posture(event, declare)
    if not isinstance(answer, Move) or answer.length > 0.0:
        changes["motion"] = _motion(book, man, str(declare.get("gait") or "walk"))
    return Told(gone_along(game, man, event, whole).with_state(man.id, **changes))


def _motion(book: Book, man: Soldier, gait: str) -> str:
    wheeled = man.role in {*book.rows.tables["vehicle"], *book.rows.tables["boat"]}
    return "vehicle" if wheeled else MOTION.get(gait, "walking")


def _posture(event: Event, declare: Mapping[str, Any]) -> dict[str, Any]:
    """Where getting up and down leaves him: the last of them counts; down is prone unless said."""
    changes = [action for action in declare.get("actions") or () if action in HALF_TURN_ACTIONS]
    if not changes:
        return {}
    if changes[-1] == "get-up":
        return {"posture": None}
    posture = event.get("posture", "prone")
    if posture not in POSTURES[1:]:
        raise EventRefusedError(f"posture is {shown(posture)}; it is one of {listed(POSTURES[1:])}")
    return {"posture": posture}


def hit(_: Book, game: Game, event: Event, __: Throw | None) -> Told:
    """What a hit did; a hero is at worst out for the game (CO-EXP-04)."""
    man = game.soldier(str(event.get("soldier")))
    effect = event.get("effect")
    game = game.with_record(**{HITS: _judged(game, man.id)})
    if effect == "wounded":
        return Told(game.with_state(man.id, wounded=True), (f"{man.id} is wounded",))
    if effect != "out":
        raise EventRefusedError(f"effect is {shown(effect)}; it is out or wounded")
    why = "out for the game" if man.state.get("hero") else "out"
    by = str(event.get("by") or next((s for s in game.sides if s != man.side), man.side))
    return Told(fall_now(game, (man.id,), why, by), (f"{man.id} is {why}",))


def _judged(game: Game, name: str) -> list[str]:
    """The hits that nobody has judged yet, but for one on this man."""
    hits = list(game.record.get(HITS, ()))
    if name in hits:
        hits.remove(name)
    return hits


def end_phase(_: Book, game: Game, __: Throw | None) -> Told:
    """Bullets that nobody fired are forgotten."""
    game = forgotten(game)
    kept: dict[str, Any] = {key: [] for key in ("volley", NAMED, HITS) if game.record.get(key)}
    return Told(game.with_record(**kept) if kept else game)


def end_turn(book: Book, game: Game, __: Throw | None) -> Told:
    """What was done this turn becomes what was done in the turn before."""
    field = field_of(game.scene, book.meanings)

    def keeps_aim(man: Soldier) -> bool:
        if "aimed_at" not in man.state:
            return True  # the players' word, and only they know at whom
        target = game.scene.soldier(str(man.state["aimed_at"]))
        return target is not None and sight(field, SIGHT, man, target).visible

    def shifted(man: Soldier) -> dict[str, Any]:
        state = man.state
        changes: dict[str, Any] = {
            "ran_last": state.get("motion") == "running" or None,
            "under_fire_last": state.get("under_fire") or None,
            "fired_last": state.get("fired_now") or None,
        }
        changes |= dict.fromkeys(("motion", "under_fire", "fired_now", "acted"))
        if state.get("fired_now") or (state.get("aimed") and not keeps_aim(man)):
            changes |= dict.fromkeys(("aimed", "aimed_at", "moved_before_aiming"))
        return changes

    return Told(each_state(game, shifted))


def winner(_: Book, game: Game) -> str | None:
    """The source names no victory: a side that is alone, or the fewest losses when time is up."""
    return sole_survivor(game) or (fewest_losses(game) if time_is_up(game) else None)


GAME = GameRules(
    phases=phases,
    events={
        "acted": acted,
        "moved": moved,
        "named": named,
        "volley": volley,
        "fired": fired,
        "hit": hit,
    },
    end_phase=end_phase,
    end_turn=end_turn,
    winner=winner,
    begin=begin,
    ways_of=lambda _: ({}, *({"gait": gait} for gait in ("run", "wade", "swim", "climb"))),
    due=due,
)
