"""What window, page and cards do by habit, so that a turn costs few presses.

Stories and journals go step by step. At the table one press lets a whole burst go, and the first
attack ends the moves before it. (Phases that hold nothing to do: see idle_phases.py.)
"""

from collections.abc import Iterator

from rules.book.book import Book
from rules.game.engine import game_rules, next_state, probing
from rules.game.event import GameEvent
from rules.game.game import EventRefusedError, Game, Phase
from rules.game.orders import FightOrder, ShotOrder
from spotter.game.deeds import Happens, NextStep, PlayerDeed, Typed, WithThrows
from spotter.game.given_dice import Digits, Given, GivenNumbers
from spotter.game.opened_phases import AttackOrder, after_phases, asked_for, attacker_of, ended_by
from spotter.game.order_events import fight_event, shot_event
from spotter.game.table_game import DeedOutcome, TableGame


def do_by_habit(
    table: TableGame, deed: PlayerDeed, now_s: float, *, agreed: bool = False
) -> DeedOutcome:
    """The deed with what goes before it and follows it by itself.

    `agreed`: phases that nobody has used end for it too.
    """
    try:
        steps = [*_before(table.live.book, table.live.game, deed, agreed=agreed)]
    except EventRefusedError as problem:
        return DeedOutcome(error=str(problem))
    return _one_after_the_other(_done(table, step, now_s) for step in steps)


def _done(table: TableGame, deed: PlayerDeed, now_s: float) -> DeedOutcome:
    return _pressed(table, deed, now_s) if isinstance(deed, NextStep) else table.do(deed, now_s)


def _one_after_the_other(outcomes: Iterator[DeedOutcome]) -> DeedOutcome:
    """All that was said, until something is refused."""
    said: tuple[str, ...] = ()
    for done in outcomes:
        said = (*said, *done.said)
        if done.error is not None:
            return DeedOutcome(said, done.error)
    return DeedOutcome(said)


# -- one press


def _pressed(table: TableGame, step: NextStep, now_s: float) -> DeedOutcome:
    """What is due, as far as the players need not be asked between; else the phase ends."""
    return _one_after_the_other(table.do(deed, now_s) for deed in _steps(table, step))


def _steps(table: TableGame, step: NextStep) -> Iterator[PlayerDeed]:
    """The deeds of one press; each is told when the one before it has happened."""
    if step.throws is not None or step.typed:
        yield from _all_due(table, step) or (step,)
        return
    rules, due = game_rules(table.live.book), game_rules(table.live.book).due(table.live.game)
    yield _whole(table, step)
    follows = rules.due(table.live.game)
    if due is not None and due.goes_on and follows is not None and follows.in_one_go is not None:
        yield Happens(follows.in_one_go)


def _whole(table: TableGame, step: NextStep) -> PlayerDeed:
    """The step, or all of it that one event can do."""
    due = game_rules(table.live.book).due(table.live.game)
    return step if due is None or due.in_one_go is None else Happens(due.in_one_go)


def _all_due(table: TableGame, step: NextStep) -> tuple[PlayerDeed, ...]:
    """The events that take all dice that were given; () where only the first step may."""
    given: Given = Digits(step.typed) if step.throws is None else GivenNumbers(step.throws)
    try:
        return tuple(map(Happens, _with_dice(table.live.book, table.live.game, given)))
    except EventRefusedError:
        return ()


def _with_dice(book: Book, game: Game, given: Given) -> Iterator[GameEvent]:
    while (due := game_rules(book).due(game)) is not None:
        told = next_state(book, game, due.in_one_go or due.event, given)
        assert told.event is not None, due
        yield told.event
        game = told.game
        if not due.goes_on:
            break
    if given.left:
        raise EventRefusedError(f"{given.left} is too much")


# -- phases that an attack ends


def unused_before(book: Book, game: Game, deed: PlayerDeed) -> tuple[Phase, ...]:
    """The phases that must end for this attack and that nobody has used; () where it is in vain."""
    order = _attack_in(deed)
    if order is None:
        return ()
    asked = asked_for(book, game, order)
    try:
        _refuse_in_vain(book, after_phases(book, game, asked.ends), order)
    except EventRefusedError:
        return ()
    return asked.unused


def _before(book: Book, game: Game, deed: PlayerDeed, *, agreed: bool) -> Iterator[PlayerDeed]:
    """The deed, after the ends of the phases that it ends by itself."""
    order = _attack_in(deed)
    if order is None:
        yield deed
        return
    ended = ended_by(book, game, order) or (asked_for(book, game, order).ends if agreed else 0)
    if ended:
        _refuse_in_vain(book, after_phases(book, game, ended), order)
    yield from [NextStep()] * ended
    yield deed


def attacker_in(deed: PlayerDeed) -> str:
    """Who shoots or fights by this deed; nobody in any other."""
    order = _attack_in(deed)
    return "" if order is None else attacker_of(order)


def _attack_in(deed: PlayerDeed) -> AttackOrder | None:
    """The shot or fight that is ordered, with or without its dice."""
    order = deed.deed if isinstance(deed, Typed | WithThrows) else deed
    return order if isinstance(order, ShotOrder | FightOrder) else None


def _refuse_in_vain(book: Book, game: Game, order: AttackOrder) -> None:
    """No phase ends for an attack that the rules then forbid."""
    if isinstance(order, ShotOrder):
        event = shot_event(book, game, order)
    else:
        event = fight_event(book, game, order)
    next_state(book, game, event, probing())
