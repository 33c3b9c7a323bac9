"""The game goes on by events: what was, what happened, what is.

    game = new_game(book, scene, sides)
    told = next_state(book, game, {"event": "moved", "soldier": "R01", "path": [[4, 5], [4, 8]]})

Nothing here throws dice unless the caller passes a `throw`; events carry the numbers thrown.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from itertools import cycle
from typing import Any

from rules.book.book import Book
from rules.book.question import QuestionError
from rules.game.agreed_state import all_agreed
from rules.game.agreed_terms import refuse_terms
from rules.game.changed_things import changed
from rules.game.common_events import Agreed, Clock, Next, Removed, Seen, StateSet
from rules.game.dice_tray import (
    DiceOwedError,
    DiceTray,
    Die,
    Throw,
    ThrowsMissingError,
    faces,
)
from rules.game.event import GameEvent, Overrulable, event_from_json
from rules.game.game import EventJson, EventRefusedError, Game, Loss, Phase, stating
from rules.game.legs import WENT_ROUND, Went
from rules.game.seen_table import may_come_back, newcomers, seen_anew, things_seen
from rules.game.stated import refuse_unread
from rules.game.turn_machine import GameRules, Handler, Told
from table.errors import UserError, listed
from table.scene import Scene, Thing

_MANY_FACES = 99


def new_game(
    book: Book,
    scene: Scene,
    sides: Iterable[str],
    agreed: Mapping[str, Any] | None = None,
    throw: Throw | None = None,
) -> Told:
    """The first phase of the first turn."""
    named = tuple(sides)
    _refuse_unknown_words(book, scene.things)
    game = Game(scene, named, named, agreed=dict(agreed or {}))
    with _unread_state_refused():
        return game_rules(book).begin(book, all_agreed(game), throw)


def _refuse_unknown_words(book: Book, things: Iterable[Thing]) -> None:
    """A thing is meant as something that the book knows."""
    for thing in things:
        try:
            book.meanings.word(thing)
        except UserError as problem:
            raise EventRefusedError(str(problem)) from None


@contextmanager
def _unread_state_refused() -> Iterator[None]:
    """A man's state that the book cannot read, such as a mistyped mod, refuses the event."""
    try:
        yield
    except QuestionError as problem:
        raise EventRefusedError(str(problem)) from None


def game_rules(book: Book) -> GameRules:
    """The book's turn machine."""
    assert book.game is not None, book.name
    machine = import_module(book.game).GAME if isinstance(book.game, str) else book.game
    assert isinstance(machine, GameRules), book.game
    return machine


def phase_now(book: Book, game: Game) -> Phase:
    """The phase the game is in."""
    return game_rules(book).phases(game)[game.phase]


def read_event(book: Book, value: Mapping[str, Any], *, strict: bool = True) -> GameEvent:
    """An event of this book's game from JSON; EventRefusedError with one sentence."""
    return event_from_json(event_classes(book), value, strict=strict)


def event_classes(book: Book) -> dict[str, type[GameEvent]]:
    """The events of the book's game by their words."""
    own = (handler.event for handler in game_rules(book).handlers)
    return {kind.word: kind for kind in (*(handler.event for handler in _COMMON), *own)}


def going(book: Book) -> type[Went]:
    """The event by which men of this book go somewhere."""
    kind = event_classes(book)["moved"]
    assert issubclass(kind, Went), kind
    return kind


def event_words(book: Book) -> frozenset[str]:
    """The words of all events of the book's game, those that every book has included."""
    return frozenset(event_classes(book))


def next_state(
    book: Book,
    game: Game,
    event: GameEvent | EventJson,
    throw: Throw | None = None,
    *,
    told_again: bool = False,
) -> Told:
    """The game after the event; EventRefusedError where it cannot happen.

    `told_again`: a journal says that it has happened, perhaps under an older program.
    """
    typed = event if isinstance(event, GameEvent) else read_event(book, event)
    if game.winner is not None and not isinstance(typed, StateSet | Seen):
        raise EventRefusedError(f"the game is over: {won_words(game.winner)}")
    handler = _handler(book, typed)
    if handler not in _COMMON and not _is_overruled(typed):
        _refuse_wrong_phase(book, typed.word, phase_now(book, game))
    if not told_again:
        with _unread_state_refused():
            handler.refuse(book, game, typed)
    told, tray = _reduced(book, game, typed, throw, told_again=told_again)
    if not told_again:
        tray.refuse_left_over()
    return replace(
        told,
        event=typed.with_dice(tray),
        thrown=tuple(tray.thrown),
        reasons=tuple(tray.cited),
    )


def _reduced(
    book: Book, game: Game, event: GameEvent, throw: Throw | None, *, told_again: bool
) -> tuple[Told, DiceTray]:
    """What the event does, and its dice."""
    tray = DiceTray(event.dice_given(), throw)
    with _unread_state_refused():
        try:
            return _handler(book, event).reduce(book, game, event, tray), tray
        except ThrowsMissingError:
            if not told_again:
                raise
            # Older programs let a single number be where several were owed, and threw them all.
            tray = DiceTray({}, throw)
            return _handler(book, event).reduce(book, game, event, tray), tray


def owed(book: Book, game: Game, event: GameEvent) -> tuple[Die, ...]:
    """The dice that the event needs and does not have, as far as they can be told now.

    What hangs on a number that has not fallen yet, such as who is caught where a shell lands,
    is told once that number is known. EventRefusedError where the event cannot happen at all.
    """
    try:
        next_state(book, game, event)
    except DiceOwedError:
        told = next_state(book, game, event, probing())
        return tuple(one.die for one in told.thrown if one.by_program)
    return ()


def probing() -> Throw:
    """Dice for events that are only tried: low, high, high, low, so that no bout stays even.

    Those with many faces never show one twice before a hundred throws: an order that they settle
    among many men is settled at once.
    """
    turns = enumerate(cycle((False, True, True, False)))

    def throw(dice: str) -> int:
        number, is_high = next(turns)
        least, highest = faces(dice)
        inward = number // 2 % 50 if highest - least >= _MANY_FACES else 0
        return highest - inward if is_high else least + inward

    return throw


def _handler(book: Book, event: GameEvent) -> Handler[Any]:
    known = {handler.event: handler for handler in (*_COMMON, *game_rules(book).handlers)}
    if type(event) not in known:
        raise EventRefusedError(f"{book.title} has no event {event.word}")
    return known[type(event)]


def _is_overruled(event: GameEvent) -> bool:
    """Whether the players let it stand whatever the rules say, the phase's included."""
    return isinstance(event, Overrulable) and event.overruled not in {None, False, WENT_ROUND}


def _refuse_wrong_phase(book: Book, word: str, phase: Phase) -> None:
    if word not in phase.allows:
        todo = f": {phase.todo}" if phase.todo else ""
        raise EventRefusedError(f"not in this phase, {phase.words}{todo}{order_cited(book)}")


def order_cited(book: Book) -> str:
    """The rule on what comes when in a turn, as sentences cite it; a book may have none."""
    rule = next((rule for rule in book.rows.rules if rule.endswith("-TURN-01")), None)
    return f" ({rule})" if rule else ""


def _next(book: Book, game: Game, event: Next, dice: DiceTray) -> Told:
    """The next phase; after the last one the next turn."""
    rules, throw = game_rules(book), dice.throw
    game = game.with_record(played_s=float(game.record.get("played_s", 0.0)) + event.took_s)
    ended = rules.end_phase(book, _fallen(game), throw)
    if ended.game.winner is not None:
        return Told(ended.game, (*ended.lines, won_words(ended.game.winner)))
    last = game.phase + 1 >= len(rules.phases(game))
    if not last:
        after = replace(ended.game, phase=game.phase + 1, used_s=0.0)
        return Told(after, (*ended.lines, _announced(phase_now(book, after), after)))
    turned = rules.end_turn(book, ended.game, throw)
    winner = rules.winner(book, turned.game)
    if winner is not None:
        over = replace(turned.game, winner=winner)
        return Told(over, (*ended.lines, *turned.lines, won_words(winner)))
    after = replace(turned.game, turn=game.turn + 1, phase=0, used_s=0.0)
    return Told(after, (*ended.lines, *turned.lines, _announced(phase_now(book, after), after)))


def _fallen(game: Game) -> Game:
    """The game with those who were hit in this phase taken off."""
    off = frozenset(loss.id for loss in game.hit)
    return replace(
        game,
        scene=game.scene.without_soldiers(off),
        hit=(),
        losses=game.losses + game.hit,
    )


def _announced(phase: Phase, game: Game) -> str:
    whose = f", {phase.side}" if phase.side else ""
    clock = f", {phase.clock_s:.0f} seconds" if phase.clock_s else ""
    return f"turn {game.turn}: {phase.words}{whose}{clock}"


def won_words(winner: str) -> str:
    """Who has won, in words.

    >>> won_words("red"), won_words("draw")
    ('red wins', 'a draw')
    """
    return "a draw" if winner == "draw" else f"{winner} wins"


def _clock(book: Book, game: Game, event: Clock, _: DiceTray) -> Told:
    """The clock now shows `used_s`; warnings that it passed are said once."""
    phase = phase_now(book, game)
    told = replace(game, used_s=max(game.used_s, event.used_s))
    if phase.clock_s is None:
        return Told(told)
    lines = [
        f"{warning_s:.0f} seconds left"
        for warning_s in phase.warnings_s
        if game.used_s < phase.clock_s - warning_s <= told.used_s
    ]
    if game.used_s < phase.clock_s <= told.used_s:
        lines.append("time is up: nothing moves any more")
    return Told(told, tuple(lines))


def _seen(_: Book, game: Game, event: Seen, __: DiceTray) -> Told:
    return seen_anew(game, event)


def _refuse_unread(book: Book, game: Game, event: Seen) -> None:
    """Who comes with a state that the book cannot read would hold up the game later.

    So would a thing that means nothing to it.
    """
    _refuse_unknown_words(book, things_seen(event) or ())
    for man in newcomers(game, event):
        refuse_unread(game_rules(book), book, man, {})


def _state(book: Book, game: Game, event: StateSet, __: DiceTray) -> Told:
    """The players' own word: a token they put beside a man, what a thing means to them."""
    if event.thing is not None and event.soldier is None:
        return Told(_thing_set(book, game, event, event.thing))
    if event.soldier is None or event.thing is not None or event.as_ is not None:
        raise EventRefusedError('state needs a "soldier" and "state", or a "thing" and "as"')
    try:
        state = game_rules(book).stated(book, game, event.soldier, event.state)
    except (EventRefusedError, QuestionError):  # older programs took the players' word
        state = event.state
    rider = game_rules(book).rider(game, event.soldier)
    if rider is not None:
        return Told(game_rules(book).with_rider(game, stating(rider, state)))
    return Told(game.with_state(event.soldier, **state))


def _refuse_state(book: Book, game: Game, event: StateSet) -> None:
    if event.soldier is not None and not event.state:
        raise EventRefusedError(f"nothing is said of {event.soldier}; give his state")
    if event.soldier is not None and event.thing is None:
        rules = game_rules(book)
        man = rules.rider(game, event.soldier) or game.soldier(event.soldier)
        refuse_unread(rules, book, man, event.state)
        rules.stated(book, game, event.soldier, event.state)


def _refuse_off(book: Book, game: Game, event: Removed) -> None:
    if game_rules(book).rider_off(game, event.soldier) is None:
        game.soldier(event.soldier)


def _thing_set(book: Book, game: Game, event: StateSet, name: str) -> Game:
    if event.as_ is not None and event.as_ not in book.meanings.words:
        raise EventRefusedError(f"no {event.as_}; the words are {listed(book.meanings.words)}")
    said = [key for key, value in event.state.items() if value]
    if event.as_ is None and not said:
        raise EventRefusedError('state of a thing needs "as", or a word in "state"')
    return changed(game, name, event.as_ or said[0], meant_as=event.as_)


def _removed(book: Book, game: Game, event: Removed, __: DiceTray) -> Told:
    """A man is taken off at once, by the players' word or because he left the table."""
    if any(loss.id == event.soldier for loss in game.losses):
        return Told(game)  # in older journals some fell later than they do now
    rider = game_rules(book).rider_off(game, event.soldier)
    if rider is not None:
        return rider
    man = game.soldier(event.soldier)
    taken_off = Loss(man.id, man.side, event.why, game.turn, role=man.role)
    loss = next((hit for hit in game.hit if hit.id == man.id), taken_off)
    after = replace(
        game,
        scene=game.scene.without_soldiers(frozenset({man.id})),
        hit=tuple(hit for hit in game.hit if hit.id != man.id),
        losses=(*game.losses, loss),
    )
    with_him = game_rules(book).leaves(may_come_back(after, man), man)
    return Told(with_him.game, (f"{man.id} is off the table", *with_him.lines))


def _agreed(book: Book, game: Game, event: Agreed, _: DiceTray) -> Told:
    """What the players agree on: victory terms and options, and what is known of each man."""
    rules = game_rules(book)
    told = rules.agree(book, game, event.terms)
    after = told.game
    for name, said in (event.terms.get("state") or {}).items():
        rider = rules.rider(after, name)
        if rider is not None:
            after = rules.with_rider(after, stating(rider, said))
        elif after.scene.soldier(name) is not None:
            after = after.with_state(name, **said)
    return replace(told, game=after)


def _refuse_terms(book: Book, game: Game, event: Agreed) -> None:
    refuse_terms(book, game_rules(book), game, event)


# What may happen in any phase of any book: the players' word, the camera's, and the clock.
_COMMON: tuple[Handler[Any], ...] = (
    Handler(Next, _next),
    Handler(Clock, _clock),
    Handler(Seen, _seen, _refuse_unread),
    Handler(StateSet, _state, _refuse_state),
    Handler(Removed, _removed, _refuse_off),
    Handler(Agreed, _agreed, _refuse_terms),
)
