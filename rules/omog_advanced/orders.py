"""A player's order to shoot as an event of OMOG Advanced: at a man, a thing or a place."""

from typing import Any

from rules.book.book import Book
from rules.game.changed_things import whole_of
from rules.game.game import EventRefusedError, Game
from rules.game.orders import ShotOrder
from rules.omog.fire_events import first_weapon, only_target
from rules.omog_advanced.events import Fired
from rules.omog_advanced.things_hit import place_hit
from table.errors import listed
from table.places import TablePoint
from table.scene import Soldier, Thing


def shoot(book: Book, game: Game, order: ShotOrder) -> Fired:
    """The event; which of shot and burst it is the weapon and the target tell."""
    shooter, target = game.soldier(order.shooter), only_target(book, order)
    weapon = order.weapon or first_weapon(book, shooter)
    if weapon not in book.rows.weapons:
        raise EventRefusedError(f"no weapon {weapon}; there are {listed(book.rows.weapons)}")
    return Fired(
        shooter=shooter.id,
        weapon=weapon,
        declare=order.declare,
        rolls=order.throws,
        saves=order.saves,
        **_aimed(game, shooter, book.rows.weapons[weapon], target, order),
    )


def _aimed(
    game: Game, shooter: Soldier, line: Any, target: str | TablePoint, order: ShotOrder
) -> dict[str, Any]:
    if isinstance(target, TablePoint):
        return {"aim": target}
    shoots = "shoot" in line["asked"] and not order.declare.get("line_of_fire")
    if game.scene.soldier(target) is not None:
        return {"target": target} if shoots else {"aim": target}
    thing = whole_of(game, target)
    if "blast" in line or "burst" not in line["asked"]:
        return {"target": target}
    return {"aim": _place_of(shooter, thing, line)}


def _place_of(shooter: Soldier, thing: Thing, line: Any) -> TablePoint:
    """Where a thing is aimed at: thrown into its middle, else at what is nearest of it."""
    if "disk" in line:
        middle = thing.footprint.representative_point()
        return TablePoint(middle.x, middle.y)
    return place_hit(shooter.place, thing, None)
