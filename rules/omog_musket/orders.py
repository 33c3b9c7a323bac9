"""A player's order to shoot as an event of OMOG Musket: at a man, with a firearm."""

from rules.book.book import Book
from rules.game.game import EventRefusedError, Game
from rules.game.orders import ShotOrder
from rules.omog.fire_events import first_weapon, only_target
from rules.omog_musket.events import Fired


def shoot(book: Book, game: Game, order: ShotOrder) -> Fired:
    """The event of the shot."""
    shooter, target = game.soldier(order.shooter), only_target(book, order)
    if not isinstance(target, str):
        rule = book.rows["OM-ART-01"]
        raise EventRefusedError(f"{rule.why}: shoot at a man ({rule.id})")
    return Fired(
        shooter=shooter.id,
        target=target,
        weapon=order.weapon or first_weapon(book, shooter),
        declare=order.declare,
        rolls=order.throws,
        saves=order.saves,
    )
