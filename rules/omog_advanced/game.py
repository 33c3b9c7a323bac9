"""OMOG Advanced's own part of the turn: ammunition, mortars that range in, lost officers."""

from dataclasses import replace
from typing import Any

from rules.answer import Burst
from rules.book import Book
from rules.game.game import Event, EventRefusedError, Game, each_state
from rules.game.legs import forgotten
from rules.game.shots import asked, fallen_of, hit_later, thrown_number
from rules.game.turn_machine import GameRules, Throw, Told
from rules.omog.meanings import number
from rules.omog.turns import (
    begin,
    cleared,
    fired_at,
    fought,
    moved,
    officers_lost,
    phases,
    refuse_early_fire,
    swapped,
    winner,
)
from rules.omog_advanced.ammo import left_of
from rules.omog_advanced.crew import carriers_of
from table.directions import bearing_deg, distance_in
from table.places import TablePoint
from table.scene import Soldier

SAME_SPOT_IN = 0.25
RANGING = frozenset({"mortar", "grenade-launcher", "rifle-grenade"})
NO_ROLL = frozenset(
    {"flamethrower", "machine-gun", "automatic-rifle", "assault-rifle", "submachine-gun"}
)


def fired(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """A shot (`target`) or a burst (`aim`); who fires is `fired` and has a round less.

    A free shot (peekaboo) or calling a Line of Fire uses neither.
    """
    shooter = game.soldier(str(event.get("shooter")))
    weapon = event.get("weapon") or next(iter(shooter.weapons), None)
    event = {**event, "weapon": weapon}
    is_free = _is_free(event)
    refuse_early_fire(game, is_free=is_free)
    told = (_burst if "aim" in event else fired_at)(book, game, event, throw)
    if is_free:
        return told
    spent = _spent(book, told.game, shooter, str(weapon))
    return replace(told, game=spent.with_state(shooter.id, fired=True))


def _is_free(event: Event) -> bool:
    declare: Any = event.get("declare") or {}
    return bool(declare.get("peekaboo") or declare.get("line_of_fire"))


def _burst(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    shooter, weapon = game.soldier(str(event["shooter"])), str(event["weapon"])
    declare: dict[str, Any] = dict(event.get("declare") or {})
    aim = _aim(game, event["aim"])
    if weapon in RANGING:
        declare.setdefault("same_spot_shots", _same_spot_shots(game, shooter, aim))
    question = {
        "ask": "burst",
        "shooter": shooter.id,
        "weapon": weapon,
        "aim": event["aim"],
        "declare": declare,
    }
    if weapon not in NO_ROLL:
        asked(book, game, question)  # refused before anything is thrown
        question["roll"] = thrown_number(event, "roll", "1d6", throw)
    burst = asked(book, game, question)
    assert isinstance(burst, Burst), burst
    if declare.get("line_of_fire"):
        return Told(_called(game, shooter, aim), (f"{shooter.id} calls a line of fire",))
    fallen = fallen_of(burst.caught, event, throw)
    after = hit_later(game, fallen, f"caught by {shooter.id}'s {weapon}", shooter.side)
    for name in burst.flee or ():
        after = after.with_state(name, fled=True)
    if weapon in RANGING:
        after = _ranged_in(after, shooter, aim, declare["same_spot_shots"])
    return Told(after, tuple(f"{name} is hit" for name in fallen) or ("nobody is hit",))


def _aim(game: Game, aim: Any) -> TablePoint:
    if isinstance(aim, str):
        return game.soldier(aim).place
    if isinstance(aim, list) and len(aim) == 2:
        return TablePoint(float(aim[0]), float(aim[1]))
    raise EventRefusedError("aim is a soldier's id or a place [x, y]")


def _called(game: Game, shooter: Soldier, aim: TablePoint) -> Game:
    return game.with_state(shooter.id, line_of_fire=bearing_deg(shooter.place, aim))


def _same_spot_shots(game: Game, shooter: Soldier, aim: TablePoint) -> int:
    """How many turns running, up to the last, this weapon fired at this very spot."""
    last: Any = game.record.get("spots", {}).get(shooter.id)
    if last is None or last["turn"] != game.turn - 1 or shooter.state.get("moved"):
        return 0
    same = distance_in(TablePoint(*last["aim"]), aim) <= SAME_SPOT_IN
    return int(last["shots"]) + 1 if same else 0


def _ranged_in(game: Game, shooter: Soldier, aim: TablePoint, before: int) -> Game:
    spot = {"aim": [aim.x, aim.y], "turn": game.turn, "shots": before}
    return game.with_record(spots={**game.record.get("spots", {}), shooter.id: spot})


def _spent(book: Book, game: Game, shooter: Soldier, weapon: str) -> Game:
    """One round less: the shooter's own, for a rocket else the nearest carrier's."""
    line = book.rows.weapons[weapon]
    if "ammo_rule" not in line:
        return game
    own = left_of(shooter, weapon, round(number(book.rows[line["ammo_rule"]])))
    if own > 0:
        return _with_ammo(game, shooter, weapon, own - 1)
    for carrier in carriers_of(book, game.scene, shooter):
        left = left_of(carrier, weapon, line["carried"])
        if left > 0:
            return _with_ammo(game, carrier, weapon, left - 1)
    return game


def _with_ammo(game: Game, man: Soldier, weapon: str, left: int) -> Game:
    ammo: Any = man.state.get("ammo") or {}
    return game.with_state(man.id, ammo={**ammo, weapon: left})


def declared(_: Book, game: Game, event: Event, __: Throw | None) -> Told:
    """What a man's side declares of him: his crew."""
    man = game.soldier(str(event.get("soldier")))
    crew = event.get("crew")
    if not isinstance(crew, list):
        raise EventRefusedError("declared needs 'crew', a list of soldier ids")
    for name in crew:
        game.soldier(str(name))
    return Told(game.with_state(man.id, crew=crew))


def end_phase(_: Book, game: Game, __: Throw | None) -> Told:
    """The ways of the phase are forgotten; the engine takes off those who were hit."""
    return Told(forgotten(game))


def end_turn(_: Book, game: Game, __: Throw | None) -> Told:
    """What was done this turn becomes what was done in the turn before."""

    def shifted(man: Soldier) -> dict[str, Any]:
        has_moved, has_fired = man.state.get("moved", False), man.state.get("fired", False)
        return {
            "moved_last_turn": has_moved or None,
            "fired_last_turn": has_fired or None,
            "line_of_fire": None if has_moved else man.state.get("line_of_fire"),
        }

    leaderless = officers_lost(game)
    game = cleared(each_state(game, shifted), "moved", "fired", "fled", "officer_lost")
    game = each_state(
        game,
        lambda man: (
            {"officer_lost": True} if man.side in leaderless and man.role != "officer" else {}
        ),
    )
    return Told(swapped(game))


GAME = GameRules(
    phases=phases,
    events={"moved": moved, "fired": fired, "fought": fought, "declared": declared},
    end_phase=end_phase,
    end_turn=end_turn,
    winner=winner,
    begin=begin,
)
