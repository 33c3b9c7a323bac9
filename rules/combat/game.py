"""COMBAT's turn of three seconds: name moves and actions, move together, fire in order.

Events:

    acted   in plan: the one weapon `action` of a man's turn, `at` a soldier when he aims
    moved   in move: a man, vehicle or boat goes along a path; `declare` as for the question
    volley  in fire: everybody who fires, `shots` = [{"shooter", "target", "weapon", "bullets"}];
            `throws` are the percentile dice of those whose order is tied
    fired   the next bullet of the volley, `roll` on percentile dice
    hit     what a hit did, by the players' word: `effect` "wounded" or "out"
"""

from collections.abc import Mapping
from typing import Any

from rules.answer import Move, Shot
from rules.book import Book
from rules.combat.declared import HALF_TURN_ACTIONS
from rules.combat.firing_order import Firer, firing_order, tied
from rules.combat.man import POSTURES, man_of
from rules.combat.terrain import SIGHT
from rules.field import field_of
from rules.game.game import Event, EventRefusedError, Game, Phase, each_state
from rules.game.legs import forgotten, gone_along, whole_way
from rules.game.shots import asked, fall_now, succeeded, thrown_number
from rules.game.turn_machine import GameRules, Throw, Told
from rules.game.victory import fewest_losses, sole_survivor, turns_are_up
from rules.question import listed, shown
from rules.sight import sight
from table.scene import Soldier

PERCENTILE = "1d100"
MOTION = {
    "run": "running",
    "walk": "walking",
    "crawl": "crawling",
    "jump": "jumping",
    "wade": "wading",
    "swim": "swimming",
    "climb": "climbing",
}
# CO-ACT-01: what a man may do with a weapon in a turn, and what it leaves in his state.
ACTIONS: Mapping[str, Mapping[str, bool]] = {
    "aim": {"aimed": True},
    "get-ammunition": {},
    "put-away-ammunition": {},
    "fix-bayonet": {"bayonet": True},
    "unfix-bayonet": {"bayonet": False},
    "prepare-bazooka": {"ready": True},
    "prepare-flamethrower": {"ready": True},
    "prepare-grenade": {"ready": True},
    "prepare-mortar": {"ready": True},
    "draw-knife": {"ready": True},
    "draw-pistol": {"ready": True},
    "load": {"loaded": True},
    "recharge-magazine": {"loaded": True},
    "insert-magazine": {"loaded": True},
    "load-mortar": {"loaded": True},
    "unload": {"loaded": False},
    "take-out-magazine": {"loaded": False},
}
PHASES = (
    Phase("plan", allows=frozenset({"acted", "hit"})),
    Phase("move", allows=frozenset({"moved", "acted", "hit"})),
    Phase("fire", allows=frozenset({"volley", "fired", "hit"})),
)


def phases(_: Game) -> tuple[Phase, ...]:
    """The same three for all sides at once."""
    return PHASES


def begin(_: Book, game: Game, __: Throw | None) -> Told:
    """The first turn."""
    return Told(game, ("turn 1: plan",))


def acted(_: Book, game: Game, event: Event, __: Throw | None) -> Told:
    """One action with a weapon, beside his move."""
    man = game.soldier(str(event.get("soldier")))
    action = str(event.get("action"))
    if action not in ACTIONS:
        raise EventRefusedError(f"no action {shown(action)}; there are {listed(ACTIONS)}")
    _refuse_second_action(man)
    game = game.with_state(man.id, acted=True, **ACTIONS[action])
    if action != "aim":
        return Told(game)
    at = game.soldier(str(event.get("at")))
    moved_first = man.state.get("motion", "still") != "still" or None
    return Told(game.with_state(man.id, aimed_at=at.id, moved_before_aiming=moved_first))


def _refuse_second_action(man: Soldier) -> None:
    if man.state.get("acted"):
        raise EventRefusedError(f"{man.id} has acted in this turn (CO-ACT-01)")


def moved(book: Book, game: Game, event: Event, _: Throw | None) -> Told:
    """Somebody goes along a path; his motion, posture and place follow from it.

    What the rules forbid is refused, unless `overruled`.
    """
    man = game.soldier(str(event.get("soldier")))
    begun, whole = whole_way(game, man, event)
    declare = {**_agreed(game), **whole["declare"]}
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


def volley(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """All who fire this turn, put in the order in which their bullets leave (CO-ORD)."""
    shots = event.get("shots")
    if game.record.get("volley") or not isinstance(shots, list) or not shots:
        raise EventRefusedError("a volley needs 'shots', the shots of everybody who fires, once")
    wanted = [_wanted(book, game, shot) for shot in shots]
    if len({shot["shooter"] for shot in wanted}) < len(wanted):
        raise EventRefusedError("a man fires at one target in a turn (CO-ACT-01)")
    firers = [
        Firer(
            man_of(book, game.soldier(shot["shooter"])),
            shot["weapon"],
            shot["bullets"],
            fired_last=bool(game.soldier(shot["shooter"]).state.get("fired_last")),
        )
        for shot in wanted
    ]
    order = firing_order(firers, _initiative(firers, event, throw))
    by_shooter = {shot["shooter"]: shot for shot in wanted}
    queue = [{**by_shooter[name], "bullet": bullet} for name, bullet in order]
    lines = tuple(f"{b['shooter']} fires bullet {b['bullet']} at {b['target']}" for b in queue)
    for shot in wanted:
        game = game.with_state(shot["shooter"], acted=True, fired_now=True)
    return Told(game.with_record(volley=queue), lines)


def _wanted(book: Book, game: Game, shot: Any) -> dict[str, Any]:
    """One man's fire, asked about before anybody's is thrown."""
    given = _mapping(shot)
    shooter, target = (game.soldier(str(given.get(key))) for key in ("shooter", "target"))
    _refuse_second_action(shooter)
    weapon = given.get("weapon") or next(
        (word for word in shooter.weapons if word in book.rows.weapons), None
    )
    bullets = given.get("bullets", 1)
    wanted = {
        "shooter": shooter.id,
        "target": target.id,
        "weapon": weapon,
        "bullets": bullets,
        "declare": dict(_mapping(given.get("declare"))),
    }
    asked(book, _aimed_right(game, shooter, target.id), _question(game, {**wanted, "bullet": 1}))
    return {**wanted, "bullets": int(bullets)}


def _question(game: Game, bullet: Mapping[str, Any]) -> dict[str, Any]:
    declare = {"shots": bullet["bullets"], "bullet": bullet["bullet"]}
    return {
        "ask": "shoot",
        "shooter": bullet["shooter"],
        "target": bullet["target"],
        "weapon": bullet["weapon"],
        "declare": {**_agreed(game), **bullet["declare"], **declare},
    }


def _aimed_right(game: Game, shooter: Soldier, target: str) -> Game:
    """The game with his aim taken away where it was at somebody else."""
    other = shooter.state.get("aimed_at") not in {None, target}
    return game.with_state(shooter.id, aimed=None) if other else game


def _initiative(firers: list[Firer], event: Event, throw: Throw | None) -> dict[str, int]:
    """CO-ORD-06: the percentile dice of those who are tied; equal numbers are thrown again."""
    given = _mapping(event.get("throws"))
    need = sorted(tied(firers))
    thrown = {name: given[name] for name in need if isinstance(given.get(name), int)}
    missing = [name for name in need if name not in thrown]
    if missing and throw is None:
        raise EventRefusedError(
            f"{listed(missing)} fire at the same moment; give their percentile throws (CO-ORD-06)"
        )
    for name in missing:
        assert throw is not None
        while (number := throw(PERCENTILE)) in thrown.values():
            pass
        thrown[name] = number
    if len(set(thrown.values())) < len(thrown):
        raise EventRefusedError("two threw the same number; they throw again (CO-ORD-06)")
    return thrown


def fired(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """The next bullet: nobody fires who has fallen, nobody is hit who is off the table."""
    queue = _standing(game)
    if not queue:
        raise EventRefusedError("nobody has a bullet left to fire in this turn")
    bullet, left = queue[0], queue[1:]
    shooter = game.soldier(bullet["shooter"])
    shot = asked(book, _aimed_right(game, shooter, bullet["target"]), _question(game, bullet))
    assert isinstance(shot, Shot), shot
    assert shot.roll is not None, shot
    thrown = thrown_number(event, "roll", PERCENTILE, throw)
    game = game.with_record(volley=left).with_state(bullet["target"], under_fire=True)
    if not succeeded(shot.roll, thrown):
        return Told(game, (f"{shooter.id} throws {thrown} and misses {bullet['target']}",))
    line = f"{shooter.id} hits {bullet['target']}: wounded or out, by the players' word"
    return Told(game, (f"{line} (CO-LACK-03)",))


def _standing(game: Game) -> list[dict[str, Any]]:
    """The bullets still to be fired by men on the table at men on the table."""
    queue: list[dict[str, Any]] = list(game.record.get("volley") or ())
    there = {man.id for man in game.scene.soldiers}
    return [b for b in queue if b["shooter"] in there and b["target"] in there]


def hit(_: Book, game: Game, event: Event, __: Throw | None) -> Told:
    """What a hit did; a hero is at worst out for the game (CO-EXP-04)."""
    man = game.soldier(str(event.get("soldier")))
    effect = event.get("effect")
    if effect == "wounded":
        return Told(game.with_state(man.id, wounded=True), (f"{man.id} is wounded",))
    if effect != "out":
        raise EventRefusedError(f"effect is {shown(effect)}; it is out or wounded")
    why = "out for the game" if man.state.get("hero") else "out"
    by = str(event.get("by") or next((s for s in game.sides if s != man.side), man.side))
    return Told(fall_now(game, (man.id,), why, by), (f"{man.id} is {why}",))


def end_phase(_: Book, game: Game, __: Throw | None) -> Told:
    """Bullets that nobody fired are forgotten."""
    game = forgotten(game)
    return Told(game.with_record(volley=[]) if game.record.get("volley") else game)


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
    return sole_survivor(game) or (fewest_losses(game) if turns_are_up(game) else None)


def _agreed(game: Game) -> dict[str, Any]:
    return {"scale": game.agreed["scale"]} if "scale" in game.agreed else {}


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


GAME = GameRules(
    phases=phases,
    events={"acted": acted, "moved": moved, "volley": volley, "fired": fired, "hit": hit},
    end_phase=end_phase,
    end_turn=end_turn,
    winner=winner,
    begin=begin,
)
