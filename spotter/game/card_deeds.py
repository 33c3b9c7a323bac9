"""Whom an order card means, what it lets happen in the game, and what it asks to be shown."""

from rules.game.engine import game_rules, phase_now
from rules.game.orders import ShotOrder
from spotter.game.deeds import Happens, NextStep, PlayerDeed, Undo
from spotter.game.live_game import LiveGame
from spotter.game.order_cards import CardOrder, card_order
from spotter.game.order_events import bursting, fitting, may_shoot
from table.scene import Order, Scene

_PLAIN: dict[str, PlayerDeed] = {"NEXT": NextStep(), "UNDO": Undo()}


def meant_by(card: Order, scene: Scene, live: LiveGame | None) -> CardOrder | str:
    """What the card asks of the side whose phase it is, else of another that may fire in it."""
    if live is None:
        return card_order(card, scene, None)
    side = phase_now(live.book, live.game).side
    own = card_order(card, scene, side)
    if side is None or _shoots(own, live):
        return own
    others = (card_order(card, scene, other) for other in live.game.sides if other != side)
    return next((order for order in others if _shoots(order, live)), own)


def _shoots(order: CardOrder | str, live: LiveGame) -> bool:
    """Whether it orders a shot that the game takes now."""
    deed = None if isinstance(order, str) else deed_of_card(order, live)
    return isinstance(deed, ShotOrder) and may_shoot(live.book, live.game, deed)


def shown_by(order: CardOrder) -> tuple[str, str | None] | None:
    """The man, and his target, that a card asks to be shown."""
    return None if order.soldier is None else (order.soldier, order.target)


def deed_of_card(order: CardOrder, live: LiveGame | None) -> PlayerDeed | None:
    """What the card lets happen; None where it only shows: shots outside their phases."""
    if order.order in _PLAIN:
        return _PLAIN[order.order]
    if order.order == "HOLD":
        word = None if live is None else game_rules(live.book).hold(live.game)
        return None if word is None else Happens(word)
    if live is None or order.soldier is None or not _may_shoot(live):
        return None
    if order.order == "FIRE" and order.target is not None:
        weapon = fitting(live.book, live.game, order.soldier, order.target)
        return ShotOrder(order.soldier, (order.target,), weapon)
    if order.order == "BLAST" and order.aim is not None:
        aim = order.target or order.aim
        weapon = bursting(live.book, live.game, order.soldier, aim)
        return ShotOrder(order.soldier, (aim,), weapon, area=True)
    return None


def _may_shoot(live: LiveGame) -> bool:
    shot = game_rules(live.book).shot
    return shot is not None and shot.word in phase_now(live.book, live.game).allows
