"""Smoke in a game: laid by a round, thinned by a die, blown away by a blast (LG-SMOKE)."""

from collections.abc import Iterator

from shapely import Polygon

from rules.book.book import Book
from rules.game.changed_things import laid, laid_things, noted, taken_up
from rules.game.dice_tray import DiceTray, Die
from rules.game.game import EventRefusedError, Game
from rules.game.thing_change import Laid
from rules.game.turn_machine import Told
from rules.lgam.events import SmokeTried

MOST_TURNS = 3
_TURNS, _TRIED = "turns", "tried"  # kept of a screen: turns it has stayed, turn of its last die


def laid_smoke(game: Game, area: Polygon) -> Game:
    """The game with a new smoke screen (LG-SMOKE-02)."""
    return laid(game, "napkin", "smoke", area, notes={_TURNS: 0})


def smoke_tried(book: Book, game: Game, event: SmokeTried, dice: DiceTray) -> Told:
    """LG-SMOKE-03: one screen's die at the start of the moves."""
    known = {one.thing.id: one for one in laid_things(game, "smoke")}
    if event.smoke not in known:
        raise EventRefusedError(f"no smoke {event.smoke} on the table")
    if known[event.smoke].notes.get(_TRIED) == game.turn:
        raise EventRefusedError(f"{event.smoke} has had its die this turn (LG-SMOKE-03)")
    return _thrown(book, game, known[event.smoke], dice)


def _thrown(book: Book, game: Game, screen: Laid, dice: DiceTray) -> Told:
    rule = book.rows["LG-SMOKE-03"]
    name, most = screen.thing.id, int(rule.number)
    thrown = dice.take(Die("1d6", name, "whether it stays", f"{most}-", reasons=(rule.reason(),)))
    if thrown > most:
        line = f"{name} throws {thrown}: it is gone (LG-SMOKE-03)"
        return Told(taken_up(game, [name]), (line,))
    stays = noted(game, name, **{_TURNS: _stayed(screen) + 1, _TRIED: game.turn})
    return Told(stays, (f"{name} throws {thrown}: it stays (LG-SMOKE-03)",))


def _stayed(screen: Laid) -> int:
    return screen.notes.get(_TURNS, 0)


def smoke_to_try(game: Game) -> Iterator[str]:
    """The screens whose die is due before the moves begin."""
    for screen in laid_things(game, "smoke"):
        is_due = screen.turn != game.turn and screen.notes.get(_TRIED) != game.turn
        if is_due and _stayed(screen) < MOST_TURNS:
            yield screen.thing.id


def smoke_after(book: Book, game: Game, dice: DiceTray) -> Told:
    """The smoke that is left when the moves begin; none lasts longer than three turns."""
    lines: list[str] = []
    to_try = set(smoke_to_try(game))
    for screen in laid_things(game, "smoke"):
        if screen.thing.id in to_try:
            told = _thrown(book, game, screen, dice)
            game, lines = told.game, [*lines, *told.lines]
        elif _stayed(screen) >= MOST_TURNS and screen.notes.get(_TRIED) != game.turn:
            game = taken_up(game, [screen.thing.id])
            lines.append(f"{screen.thing.id} is gone after three turns (LG-SMOKE-03)")
    return Told(game, tuple(lines))
