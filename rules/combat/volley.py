"""Fire in the game: who fires is put in order, then bullet after bullet leaves (CO-ORD)."""

from collections.abc import Mapping
from typing import Any

from rules.answer import Shot
from rules.book import Book
from rules.combat.actions import refuse_second_action
from rules.combat.firing_order import Firer, firing_order, tied
from rules.combat.man import man_of
from rules.game.game import Event, EventRefusedError, Game
from rules.game.shots import asked, succeeded, thrown_number
from rules.game.turn_machine import Due, Throw, Told
from rules.question import listed
from table.scene import Soldier

PERCENTILE = "1d100"
NAMED, HITS = "named", "hits"  # in the record: fire to come, hits that nobody has judged


def volley(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """All who fire this turn, put in the order in which their bullets leave (CO-ORD).

    Without `shots` those count that were named one by one.
    """
    shots = event.get("shots", game.record.get(NAMED))
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
    return Told(game.with_record(volley=queue, **{NAMED: []}), lines)


def named(book: Book, game: Game, event: Event, _: Throw | None) -> Told:
    """One man's fire is named; who names another target has changed his mind."""
    if game.record.get("volley"):
        raise EventRefusedError("the volley is under way; all named their fire before it")
    wanted = _wanted(book, game, event)
    others = [shot for shot in game.record.get(NAMED, ()) if shot["shooter"] != wanted["shooter"]]
    line = f"{wanted['shooter']} will fire at {wanted['target']}"
    return Told(game.with_record(**{NAMED: [*others, wanted]}), (line,))


def _wanted(book: Book, game: Game, shot: Any) -> dict[str, Any]:
    """One man's fire, asked about before anybody's is thrown."""
    given = _mapping(shot)
    shooter, target = (game.soldier(str(given.get(key))) for key in ("shooter", "target"))
    refuse_second_action(shooter)
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
        "declare": {**agreed_scale(game), **bullet["declare"], **declare},
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
    queue = bullets_left(game)
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
    game = game.with_record(**{HITS: [*game.record.get(HITS, ()), bullet["target"]]})
    return Told(game, (f"{line} (CO-LACK-03)",))


def bullets_left(game: Game) -> list[dict[str, Any]]:
    """The bullets still to be fired by men on the table at men on the table."""
    queue: list[dict[str, Any]] = list(game.record.get("volley") or ())
    there = {man.id for man in game.scene.soldiers}
    return [b for b in queue if b["shooter"] in there and b["target"] in there]


def due(game: Game) -> Due | None:
    """In fire: a hit to be judged, the next bullet, or the volley of those who named their fire."""
    hits = [name for name in game.record.get(HITS, ()) if game.scene.soldier(name) is not None]
    if hits:
        event = {"event": "hit", "soldier": hits[0], "effect": "wounded"}
        return Due(event, f"{hits[0]} was hit: take him off if he is out, else he is wounded")
    queue = bullets_left(game)
    if queue:
        words = f"bullet {queue[0]['bullet']} of {queue[0]['shooter']} at {queue[0]['target']}"
        return Due({"event": "fired"}, words, PERCENTILE)
    named_so_far = game.record.get(NAMED) or ()
    if not named_so_far:
        return None
    who = listed([shot["shooter"] for shot in named_so_far])
    return Due({"event": "volley"}, f"{who} fire; others may still name their fire")


def agreed_scale(game: Game) -> dict[str, Any]:
    """The scale the players agreed on for the whole game, as a declaration."""
    return {"scale": game.agreed["scale"]} if "scale" in game.agreed else {}


def _mapping(value: Any) -> Mapping[str, Any]:
    """The object in an event, {} where there is none."""
    return value if isinstance(value, Mapping) else {}
