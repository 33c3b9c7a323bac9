"""What a player's order to shoot or to fight is in OmniWar: an attack, joint or of a whole hex."""

from collections.abc import Mapping
from typing import Any

from rules.book.book import Book
from rules.book.question import shown
from rules.game.event import GameEvent
from rules.game.game import EventRefusedError, Game
from rules.game.orders import FightOrder, ShotOrder
from rules.omniwar.events import Attacked
from rules.omniwar.record import terms_of
from rules.omniwar.turn import phase_of
from rules.omniwar.turn_attacks import attacks_of
from rules.omniwar.unit import unit_of
from table.errors import listed
from table.places import TablePoint

SHOTS = "shots"


def shot(book: Book, game: Game, order: ShotOrder) -> GameEvent:
    """At a unit its attacks, at a place the hex around it; several targets part the attacks."""
    shooter = game.soldier(order.shooter)
    declare = _checked(book, game, order.declare, (shooter.id,))
    means_area = order.area or isinstance(order.targets[0], TablePoint)
    # Only those whom an area catches owe saves.
    if means_area or (order.saves and unit_of(book, shooter).has("area-affect")):
        return _area(order)
    targets = tuple(str(target) for target in order.targets)
    return Attacked(
        attackers=(shooter.id,),
        target=targets[0] if len(targets) == 1 else None,
        targets=targets if len(targets) > 1 else (),
        shots=declare,
        weapon=order.weapon,
        rolls=order.throws,
        saves=order.saves,
    )


def _area(order: ShotOrder) -> Attacked:
    if len(order.targets) > 1 or order.declare.get(SHOTS) not in {None, 1}:
        raise EventRefusedError("an area attack strikes one declared hex (OW-ABL-04)")
    return Attacked(
        shooter=order.shooter,
        aim=order.targets[0],
        weapon=order.weapon,
        rolls=order.throws,
        saves=order.saves,
    )


def joint(book: Book, game: Game, order: FightOrder) -> GameEvent:
    """OW-ATK-06: all attackers on one unit; each throws for itself, the defender not at all."""
    declare = _checked(book, game, order.declare, order.attackers)
    event = Attacked(attackers=order.attackers, target=order.defender, shots=declare)
    if order.throws is None:
        return event
    owed = attacks_of(book, game, event)
    for name in (*owed, *order.throws):
        given = len(order.throws.get(name, ()))
        if given != owed.get(name, 0):
            raise EventRefusedError(
                f"{name} throws {owed.get(name, 0)} times in this attack, not {given} (OW-ATK-06)"
            )
    rolls = tuple(number for name in owed for number in order.throws[name])
    return Attacked(attackers=order.attackers, target=order.defender, shots=declare, rolls=rolls)


def _checked(
    book: Book, game: Game, declare: Mapping[str, Any], attackers: tuple[str, ...]
) -> dict[str, int]:
    """How many attacks each is to make; what was agreed for the whole game cannot be redeclared."""
    agreed: dict[str, Any] = {"grid": False, **terms_of(book, game).declare}
    own_turn = any(game.soldier(name).side == phase_of(game).side for name in attackers)
    holds = {**agreed, "reaction": not own_turn}
    for key, value in declare.items():
        if key != SHOTS and (key not in holds or holds[key] != value):
            raise EventRefusedError(
                f"an attack declares {listed([SHOTS])}, not {key} {shown(value)}; "
                "scale and grid are agreed before the game"
            )
    wanted = declare.get(SHOTS)
    if wanted is None:
        return {}
    counts = {attackers[0]: wanted} if isinstance(wanted, int) else wanted
    if not isinstance(counts, Mapping) or not all(type(n) is int for n in counts.values()):
        raise EventRefusedError(f"shots is {shown(wanted)}; give the number of attacks")
    return dict(counts)
