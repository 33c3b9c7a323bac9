"""The game goes on by events: what was, what happened, what is.

    game = new_game(book, scene, sides)
    told = next_state(book, game, {"event": "moved", "soldier": "R01", "path": [[4, 5], [4, 8]]})

Nothing here throws dice unless the caller passes a `throw`; events carry the numbers thrown.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from typing import Any

from rules.book import Book
from rules.game.agreed_state import all_agreed, as_agreed
from rules.game.game import Event, EventRefusedError, Game, Loss, Phase
from rules.game.turn_machine import GameRules, Throw, Told
from rules.question import QuestionError, listed, shown
from table.errors import UserError
from table.scene import Scene, Soldier
from table.scene_file import scene_from_json

# What may happen in any phase of any book: the players' word, the camera's, and the clock.
ALWAYS = frozenset({"next", "clock", "seen", "state", "removed", "agreed"})
LEFT = "left"  # in the record: the state of men who were taken off, should they come back


def new_game(
    book: Book,
    scene: Scene,
    sides: Iterable[str],
    agreed: Mapping[str, Any] | None = None,
    throw: Throw | None = None,
) -> Told:
    """The first phase of the first turn."""
    named = tuple(sides)
    game = Game(scene, named, named, agreed=dict(agreed or {}))
    with _unread_state_refused():
        return game_rules(book).begin(book, all_agreed(game), throw)


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
    machine = import_module(book.game).GAME
    assert isinstance(machine, GameRules), book.game
    return machine


def phase_now(book: Book, game: Game) -> Phase:
    """The phase the game is in."""
    return game_rules(book).phases(game)[game.phase]


def next_state(book: Book, game: Game, event: Event, throw: Throw | None = None) -> Told:
    """The game after the event; EventRefusedError where it cannot happen."""
    word = event.get("event")
    if game.winner is not None and word not in {"state", "seen"}:
        raise EventRefusedError(f"the game is over: {game.winner}")
    own = game_rules(book).events
    if word in own:
        _refuse_wrong_phase(str(word), phase_now(book, game))
        with _unread_state_refused():
            return own[str(word)](book, game, event, throw)
    if word not in ALWAYS:
        raise EventRefusedError(f"no event {shown(word)}; there are {listed({*ALWAYS, *own})}")
    with _unread_state_refused():
        return _COMMON[str(word)](book, game, event, throw)


def _refuse_wrong_phase(word: str, phase: Phase) -> None:
    if word not in phase.allows:
        may = listed(phase.allows) if phase.allows else "nothing but the next phase"
        raise EventRefusedError(f"{word} does not happen in phase {phase.words}; {may} may")


def _next(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """The next phase; after the last one the next turn. `took_s` is how long the phase took."""
    rules = game_rules(book)
    game = _played(game, event.get("took_s"))
    ended = rules.end_phase(book, _fallen(game), throw)
    last = game.phase + 1 >= len(rules.phases(game))
    if not last:
        after = replace(ended.game, phase=game.phase + 1, used_s=0.0)
        return Told(after, (*ended.lines, _announced(phase_now(book, after), after)))
    turned = rules.end_turn(book, ended.game, throw)
    winner = rules.winner(book, turned.game)
    if winner is not None:
        over = replace(turned.game, winner=winner)
        return Told(over, (*ended.lines, *turned.lines, _victory(winner)))
    after = replace(turned.game, turn=game.turn + 1, phase=0, used_s=0.0)
    return Told(after, (*ended.lines, *turned.lines, _announced(phase_now(book, after), after)))


def _played(game: Game, took_s: Any) -> Game:
    """The game with the phase's time added to what was played."""
    if isinstance(took_s, bool) or not isinstance(took_s, int | float) or took_s <= 0:
        return game
    return game.with_record(played_s=float(game.record.get("played_s", 0.0)) + took_s)


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


def _victory(winner: str) -> str:
    return "a draw" if winner == "draw" else f"{winner} wins"


def _clock(book: Book, game: Game, event: Event, _: Throw | None) -> Told:
    """The clock now shows `used_s`; warnings that it passed are said once."""
    used_s = float(event.get("used_s", 0.0))
    phase = phase_now(book, game)
    told = replace(game, used_s=max(game.used_s, used_s))
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


def _seen(_: Book, game: Game, event: Event, __: Throw | None) -> Told:
    """What the camera says anew: places of known men, men who came, things as they lie now."""
    known = {man.id: man for man in game.scene.soldiers}
    came = []
    for entry in event.get("soldiers", ()):
        name = str(entry.get("id"))
        if name in known:
            known[name] = _moved_to(known[name], entry)
        else:
            known[name] = as_agreed(game, _placed(entry, game.record.get(LEFT, {})))
            came.append(name)
    things = event.get("things")
    seen = replace(game.scene, soldiers=tuple(known.values()))
    if things is not None:
        seen = replace(seen, things=_parsed({"things": things}).things)
    # Who was only lifted off the table and is set down again is no loss.
    losses = tuple(loss for loss in game.losses if loss.id not in came or loss.by is not None)
    lines = tuple(f"{name} is on the table" for name in came)
    return Told(replace(game, scene=seen, losses=losses), lines)


def _moved_to(man: Soldier, entry: Mapping[str, Any]) -> Soldier:
    keys = ("x", "y", "facing", "elevation", "on")
    return replace(man, **{key: entry[key] for key in keys if key in entry})


def _placed(entry: Mapping[str, Any], left: Mapping[str, Any]) -> Soldier:
    """A man who comes onto the table, with the state he had if he was on it before."""
    man = _parsed({"soldiers": [{**entry, "on": None}]}).soldiers[0]
    return replace(man, state={**left[man.id], **man.state}) if man.id in left else man


def _parsed(part: Mapping[str, Any]) -> Scene:
    """A part of a scene from an event, checked like a file."""
    try:
        return scene_from_json({"table": {"width": 1, "height": 1}, **part}, "event")
    except UserError as problem:
        raise EventRefusedError(str(problem)) from None


def _state(_: Book, game: Game, event: Event, __: Throw | None) -> Told:
    """The players' own word on a man's state, such as a token they put beside him."""
    changes = event.get("state")
    if not isinstance(changes, Mapping):
        raise EventRefusedError("a state event needs 'state', an object of keys and values")
    return Told(game.with_state(str(event.get("soldier")), **changes))


def _removed(_: Book, game: Game, event: Event, __: Throw | None) -> Told:
    """A man is taken off at once, by the players' word or because he left the table."""
    man = game.soldier(str(event.get("soldier")))
    taken_off = Loss(man.id, man.side, str(event.get("why", "taken off")), game.turn, role=man.role)
    loss = next((hit for hit in game.hit if hit.id == man.id), taken_off)
    after = replace(
        game,
        scene=game.scene.without_soldiers(frozenset({man.id})),
        hit=tuple(hit for hit in game.hit if hit.id != man.id),
        losses=(*game.losses, loss),
    )
    left = {**game.record.get(LEFT, {}), man.id: dict(man.state)}
    return Told(after.with_record(**{LEFT: left}), (f"{man.id} is off the table",))


def _agreed(_: Book, game: Game, event: Event, __: Throw | None) -> Told:
    """What the players agree on: victory terms and options."""
    terms = event.get("terms")
    if not isinstance(terms, Mapping):
        raise EventRefusedError("an agreed event needs 'terms', an object")
    return Told(replace(game, agreed={**game.agreed, **terms}))


_COMMON = {
    "next": _next,
    "clock": _clock,
    "seen": _seen,
    "state": _state,
    "removed": _removed,
    "agreed": _agreed,
}
