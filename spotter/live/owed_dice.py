"""The dice that are to be thrown for what the players are about to do, for the tray."""

from collections.abc import Iterable

from overlay.window.attacks_now import STRIKES
from overlay.window.hud import OwedDice
from rules.book.book import Book
from rules.game.dice_tray import Die
from rules.game.engine import game_rules, owed, phase_now
from rules.game.event import GameEvent
from rules.game.game import EventRefusedError, Game
from rules.game.orders import FightOrder, ShotOrder
from spotter.game.opened_phases import opened_for
from spotter.game.order_events import fight_event, shot_event


def owed_for_order(book: Book, game: Game, order: ShotOrder | FightOrder) -> tuple[OwedDice, ...]:
    """The dice of a shot or a fight; none where the rules refuse it."""
    try:
        return _in_tray(_owed(book, game, order))
    except EventRefusedError:
        return ()


def refused_now(book: Book, game: Game, order: ShotOrder | FightOrder) -> str | None:
    """Why a shot or a fight may not happen now; None where it may."""
    try:
        phase = phase_now(book, opened_for(book, game, order))
        if not (phase.allows & STRIKES or phase.hand_to_hand):
            return f"nobody attacks in this phase: {phase.words}"
        _owed(book, game, order)
    except EventRefusedError as problem:
        return str(problem)
    return None


def strike_refused(book: Book, game: Game, man: str, enemy: str, weapon: str | None) -> str | None:
    """Why a man may not attack that enemy now, the way men attack in this phase."""
    order: ShotOrder | FightOrder = ShotOrder(man, (enemy,), weapon)
    if phase_now(book, game).hand_to_hand:
        order = FightOrder((man,), enemy)
    return refused_now(book, game, order)


def _owed(book: Book, game: Game, order: ShotOrder | FightOrder) -> Iterable[Die]:
    opened = opened_for(book, game, order)
    if isinstance(order, ShotOrder):
        return owed(book, opened, shot_event(book, opened, order))
    return owed(book, opened, fight_event(book, opened, order))


def owed_for_event(book: Book, game: Game, event: GameEvent) -> tuple[OwedDice, ...]:
    """The dice of something that is told; none where the rules refuse it."""
    try:
        return _in_tray(owed(book, game, event))
    except EventRefusedError:
        return ()


def owed_now(book: Book, game: Game) -> tuple[OwedDice, ...]:
    """The dice of what is due before the phase can end."""
    due = game_rules(book).due(game)
    if due is None or game.winner is not None:
        return ()
    return owed_for_event(book, game, due.in_one_go or due.event)


def _in_tray(dice: Iterable[Die]) -> tuple[OwedDice, ...]:
    """Dice like "2d6" as the tray shows them."""
    made = []
    for die in dice:
        count, sides = (int(part) for part in die.dice.split("d"))
        made.append(OwedDice(count, sides, die.who, die.why, die.needs))
    return tuple(made)
