"""What a player orders, as the event of the book's own game."""

from dataclasses import replace

from rules.book.answer import Burst
from rules.book.ask import ask
from rules.book.book import Book
from rules.game.common_events import Next
from rules.game.engine import game_rules, next_state, probing
from rules.game.event import GameEvent
from rules.game.game import EventRefusedError, Game
from rules.game.orders import Aimed, FightOrder, ShotOrder
from spotter.game.deeds import PlayerDeed, Typed
from spotter.game.given_dice import Given, event_with
from spotter.game.opened_phases import ended_by, opened_for
from table.places import TablePoint


def next_event(book: Book, game: Game, given: Given | None = None) -> GameEvent:
    """What is due, with the dice thrown for it; else the end of the phase."""
    due = game_rules(book).due(game)
    event = Next() if due is None else due.event
    if given is None:
        return event
    if due is None and given.left:
        raise EventRefusedError(f"{given.left}: nothing is thrown for the end of a phase")
    return event if due is None else event_with(book, game, event, given)


def shot_event(book: Book, game: Game, order: ShotOrder) -> GameEvent:
    """The order as the book has it."""
    return game_rules(book).shoot(book, game, order)


def fight_event(book: Book, game: Game, order: FightOrder) -> GameEvent:
    """The order as the book has it."""
    return game_rules(book).fight(book, game, order)


def with_digits(book: Book, order: ShotOrder, typed: str) -> PlayerDeed:
    """The order with what was typed: its dice, or how many bullets where fire is named first."""
    if not typed:
        return order
    if game_rules(book).counts_bullets:
        return replace(order, declare={**order.declare, "shots": int(typed)})
    return Typed(order, typed)


def fitting(book: Book, game: Game, shooter: str, target: str) -> str | None:
    """The weapon with which he may shoot there soonest, the first of these; None where none may."""
    orders = {w: ShotOrder(shooter, (target,), w) for w in game.soldier(shooter).weapons}
    may = [w for w, order in orders.items() if may_shoot(book, game, order)]
    return min(may, key=lambda w: ended_by(book, game, orders[w]), default=None)


def may_shoot(book: Book, game: Game, order: ShotOrder) -> bool:
    """Whether the game takes the order, in this phase or in one that it opens."""
    return after_shot(book, game, order) is not None


def after_shot(book: Book, game: Game, order: ShotOrder) -> Game | None:
    """The game once the shot has happened, by dice that are only tried; None where it may not."""
    opened = opened_for(book, game, order)
    try:
        return next_state(book, opened, shot_event(book, opened, order), probing()).game
    except EventRefusedError:
        return None


def bursting(book: Book, game: Game, shooter: str, aim: Aimed) -> str | None:
    """The first of his weapons that may burst there now, else the first that bursts at all."""
    place = [aim.x, aim.y] if isinstance(aim, TablePoint) else aim
    asked = {"ask": "burst", "shooter": shooter, "aim": place, "declare": book.holding(game.agreed)}
    answers = {
        weapon: ask(game.scene, {**asked, "weapon": weapon}, book)
        for weapon in game.soldier(shooter).weapons
    }
    bursts = {w: a for w, a in answers.items() if isinstance(a, Burst)}
    reach = [w for w, a in bursts.items() if a.allowed]
    now = (w for w in reach if may_shoot(book, game, ShotOrder(shooter, (aim,), w, area=True)))
    return next(now, next(iter(reach), next(iter(bursts), None)))
