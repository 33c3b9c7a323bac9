"""Charges and the threes who repel them in a game of OMOG Musket: declared, kept, withdrawn."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.book.book import Book
from rules.game.dice_tray import DiceTray
from rules.game.game import EventRefusedError, Game
from rules.game.legs import BACK_IN
from rules.game.shots import told_refusals
from rules.game.turn_machine import Told
from rules.omog.events import Fought
from rules.omog.turns import phase_of
from rules.omog_musket.charge import charge_refusals
from rules.omog_musket.events import Declared
from rules.omog_musket.man import Rider, is_bayonet_man, is_mounted, marked
from rules.omog_musket.record import record_of
from rules.omog_musket.repel import repel_refusals
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Soldier

PARTS = ["bayonet", "bayonet", "shoot"]


def declared(book: Book, game: Game, event: Declared, _: DiceTray) -> Told:
    """A charge, its withdrawal, or three men who repel horses."""
    if event.repel is not None:
        return _repel(game, event.repel)
    if event.soldier is None or (event.charge is None) == (not event.withdrawn):
        raise EventRefusedError(
            'declared needs "repel": three ids, two as "bayonet" and one as "shoot"; '
            'or "soldier" and "charge" or "withdrawn"'
        )
    state = {"charging": event.charge, "charge_from": None}
    kept = stated(book, game, event.soldier, state)
    words = "withdraws his charge" if event.withdrawn else f"charges {event.charge}"
    return Told(game.with_state(event.soldier, **kept), (f"{event.soldier} {words}",))


def stated(book: Book, game: Game, soldier_id: str, state: Mapping[str, Any]) -> Mapping[str, Any]:
    """The players' word on a man's state; a charge is held against its conditions.

    A charge that is withdrawn takes where it began along.
    """
    if "charging" not in state:
        return state
    known = game.soldier(soldier_id)
    said = Rider(replace(known, state=state))
    if said.charging is None:
        return {**state, "charge_from": None}
    man = replace(known, state={**known.state, **state, "charging": None})
    enemy = game.soldier(said.charging)
    _refuse_late(book, game, man)
    start = man.place
    if said.charge_from is not None and distance_in(said.charge_from, start) > BACK_IN:
        raise EventRefusedError(
            f"{man.id} stands at ({start.x:g}, {start.y:g}): a charge is declared before he moves "
            "(OM-CHARGE-02, OM-CHARGE-05)"
        )
    refusals = tuple(charge_refusals(book, man, start, enemy))
    if refusals:
        raise EventRefusedError(told_refusals(refusals))
    return {**state, "charge_from": [start.x, start.y]}


def _refuse_late(book: Book, game: Game, man: Soldier) -> None:
    """A charge is declared in the move of his side, before he is moved."""
    side = phase_of(game).side
    if side != man.side:
        now = f"it is {side}'s move" if side else "the moves are over"
        rule = book.rows["OM-TURN-01"].id
        raise EventRefusedError(f"{now}: {man.id} declares his charge in his own ({rule})")
    if Rider(man).moved:
        rule = book.rows["OM-CHARGE-03"].id
        raise EventRefusedError(f"{man.id} has moved: a charge is declared before ({rule})")


def charges_nobody(game: Game, gone: Soldier) -> Told:
    """Who was to charge a man that is off the table, and has not yet, is free to go elsewhere."""
    men = [m for m in game.scene.soldiers if Rider(m).charging == gone.id and not Rider(m).moved]
    for man in men:
        game = game.with_state(man.id, charging=None, charge_from=None)
    return Told(game, tuple(f"{man.id} charges {gone.id} no more" for man in men))


def refuse_declared(book: Book, game: Game, event: Declared) -> None:
    """Who repels horses is held against the conditions for it."""
    if event.repel is None or sorted(event.repel.values()) != PARTS:
        return
    if phase_of(game).side is None:
        raise EventRefusedError("repelling is declared before the fire (OM-REPEL-01)")
    _refuse_unfit(book, game, tuple(game.soldier(name) for name in event.repel), event.repel)


def _repel(game: Game, parts: Mapping[str, str]) -> Told:
    """Three men who repel horses: two with the bayonet, the third shoots."""
    if sorted(parts.values()) != PARTS:
        raise EventRefusedError(
            'declared needs "repel": three ids, two as "bayonet" and one as "shoot"'
        )
    men = tuple(game.soldier(name) for name in parts)
    for man in men:
        game = marked(game, man.id, repel=parts[man.id])
    record = record_of(game)
    three = tuple(man.id for man in men)
    others = tuple(old for old in record.repelling if not set(old) & set(three))
    after = replace(record, repelling=(*others, three)).kept_in(game)
    return Told(after, (f"{', '.join(three)} repel horses",))


def _refuse_unfit(
    book: Book, game: Game, men: tuple[Soldier, ...], parts: Mapping[str, str]
) -> None:
    names = {man.id for man in men}
    charging = tuple(m for m in game.scene.soldiers if Rider(m).charging in names and is_mounted(m))
    charged = next((m for m in men if any(Rider(c).charging == m.id for c in charging)), men[0])
    refusals = tuple(repel_refusals(book, men, charged, charging))
    if refusals:
        raise EventRefusedError(told_refusals(refusals))
    for man in men:
        if parts[man.id] == "bayonet" and not is_bayonet_man(book, man):
            raise EventRefusedError(f"{man.id} has no bayonet to repel with (OM-REPEL-01)")


def fight_declared(book: Book, game: Game, event: Fought) -> Mapping[str, Any]:
    """What a fight is declared with: the charges that were declared, and who repels them."""
    charges = event.declare.get("charge", _charges(book, game, event))
    found = {**event.declare, **({"charge": charges} if charges else {})}
    if "repel" in event.declare or not charges or not isinstance(charges, Mapping):
        return found
    three = _repelling(book, game, event, charges)
    return found if three is None else {**found, "repel": list(three)}


def _charges(book: Book, game: Game, event: Fought) -> dict[str, list[float]]:
    """Where each attacker's charge began that still is one; the enemy may have come nearer."""
    enemy = game.soldier(event.defender)
    men = (game.soldier(name) for name in event.attackers)
    charging = [man for man in men if Rider(man).charging == enemy.id]
    return {
        man.id: [_charge_start(man).x, _charge_start(man).y]
        for man in charging
        if not any(charge_refusals(book, man, _charge_start(man), enemy))
    }


def with_charges(game: Game, event: Fought) -> Game:
    """The game with charges that were declared with the fight: they too are spent."""
    charges = event.declare.get("charge")
    for name in charges if isinstance(charges, Mapping) else ():
        man = game.scene.soldier(str(name))
        if man is not None and Rider(man).charging is None:
            game = marked(game, man.id, charging=event.defender)
    return game


def _charge_start(man: Soldier) -> TablePoint:
    """Where a charging man stood when he declared it, else where he stands."""
    return Rider(man).charge_from or man.place


def _repelling(
    book: Book, game: Game, event: Fought, charges: Mapping[str, Any]
) -> tuple[str, ...] | None:
    """The three whom the charge meets, as long as all of them stand as they must."""
    three = record_of(game).three_of(event.defender) or _three_by_state(game, event.defender)
    found = tuple(game.scene.soldier(name) for name in three or ())
    men = tuple(man for man in found if man is not None)
    charging = (game.soldier(name) for name in event.attackers if name in charges)
    horsemen = tuple(man for man in charging if is_mounted(man))
    if not men or not horsemen or len(men) != len(found):
        return None
    refused = any(repel_refusals(book, men, game.soldier(event.defender), horsemen))
    return None if refused else tuple(man.id for man in men)


def _three_by_state(game: Game, defender: str) -> tuple[str, ...] | None:
    """Those whom the players marked as repelling, where the defender is one of them."""
    side = game.soldier(defender).side
    own = [man.id for man in game.scene.soldiers if man.side == side and Rider(man).repel]
    return tuple(own) if defender in own else None
