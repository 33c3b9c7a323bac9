"""What a player's order is in COMBAT: fire that is named; hand to hand is lacking."""

from rules.book.book import Book
from rules.book.question import shown
from rules.combat.events import Named
from rules.game.event import GameEvent
from rules.game.game import EventRefusedError, Game
from rules.game.orders import FightOrder, ShotOrder
from table.errors import listed
from table.places import TablePoint

SHOTS = "shots"
DECLARED = frozenset({SHOTS, "heard"})


def shot(book: Book, game: Game, order: ShotOrder) -> GameEvent:
    """Fire is named, with its bullets in `shots`; its dice fall in the volley."""
    (target, *others) = order.targets
    if others:
        raise EventRefusedError("a man fires at one target in a turn (CO-ACT-01)")
    if isinstance(target, TablePoint):
        raise EventRefusedError(f"{_lacks(book, 'CO-LACK-01')}; say who is wounded or out")
    if order.throws or order.saves:
        raise EventRefusedError(
            "nothing is thrown when fire is named; the dice fall bullet by bullet (CO-ORD-07)"
        )
    agreed = book.holding(game.agreed)
    for key, value in order.declare.items():
        if key not in DECLARED and agreed.get(key) != value:
            raise EventRefusedError(
                f"fire declares {listed(DECLARED)}, not {key} {shown(value)}; "
                "a scale is agreed before the game"
            )
    bullets = order.declare.get(SHOTS, 1)
    if type(bullets) is not int or bullets < 1:
        raise EventRefusedError(f"shots is {shown(bullets)}; give the number of bullets")
    heard = {key: order.declare[key] for key in ("heard",) if key in order.declare}
    return Named(
        shooter=order.shooter, target=target, weapon=order.weapon, bullets=bullets, declare=heard
    )


def hand_to_hand(book: Book, _: Game, __: FightOrder) -> GameEvent:
    """CO-LACK-02: the source stops before it."""
    raise EventRefusedError(f"{_lacks(book, 'CO-LACK-02')}; say who is wounded or out")


def _lacks(book: Book, rule: str) -> str:
    return f"{book.rows[rule].why} ({rule})"
