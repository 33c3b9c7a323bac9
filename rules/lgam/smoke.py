"""Smoke in a game: laid by a round, thinned by a die, blown away by a blast (LG-SMOKE).

A screen is laid by the game, or lies there as something that the camera sees and the players call
smoke; the first has its turns beside it, the second in the game's record.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from shapely import Polygon

from rules.book.book import Book
from rules.book.question import shown
from rules.game.changed_things import changed, laid, laid_things, noted, taken_up
from rules.game.dice_tray import DiceTray, Die
from rules.game.game import EventRefusedError, Game
from rules.game.turn_machine import Told
from rules.lgam.events import SmokeTried
from rules.lgam.record import record_of, recorded

MOST_TURNS = 3
SMOKE = "smoke"  # what a screen means
_SINCE, _TURNS, _TRIED = "since", "turns", "tried"


@dataclass(frozen=True, slots=True)
class SmokeScreen:
    """A smoke screen: the turn it came in, how many it has stayed, the turn of its last die."""

    name: str
    since: int
    stayed: int
    tried: int | None
    is_laid: bool


def screens(game: Game) -> tuple[SmokeScreen, ...]:
    """All smoke on the table."""
    by_game = tuple(
        _screen(one.thing.id, {_SINCE: one.turn, **one.notes}, is_laid=True)
        for one in laid_things(game, SMOKE)
    )
    names, kept = {one.name for one in by_game}, record_of(game).smoke
    seen = (t.id for t in game.scene.things if t.meant_as == SMOKE and t.id not in names)
    came_now = {_SINCE: game.turn}
    return (*by_game, *(_screen(name, kept.get(name, came_now), is_laid=False) for name in seen))


def _screen(name: str, notes: Mapping[str, int], *, is_laid: bool) -> SmokeScreen:
    return SmokeScreen(name, notes[_SINCE], notes.get(_TURNS, 0), notes.get(_TRIED), is_laid)


def laid_smoke(game: Game, area: Polygon) -> Game:
    """The game with a new smoke screen (LG-SMOKE-02)."""
    return laid(game, "napkin", SMOKE, area, notes={_TURNS: 0})


def smoke_tried(book: Book, game: Game, event: SmokeTried, dice: DiceTray) -> Told:
    """LG-SMOKE-03: one screen's die at the start of the moves."""
    known = {one.name: one for one in screens(game)}
    if event.smoke not in known:
        raise EventRefusedError(f"no smoke {shown(event.smoke)} on the table")
    if known[event.smoke].tried == game.turn:
        raise EventRefusedError(f"{event.smoke} has had its die this turn (LG-SMOKE-03)")
    return _thrown(book, game, known[event.smoke], dice)


def _thrown(book: Book, game: Game, screen: SmokeScreen, dice: DiceTray) -> Told:
    rule = book.rows["LG-SMOKE-03"]
    name, most = screen.name, int(rule.number)
    thrown = dice.take(Die("1d6", name, "whether it stays", f"{most}-", reasons=(rule.reason(),)))
    if thrown > most:
        line = f"{name} throws {thrown}: it is gone (LG-SMOKE-03)"
        return Told(without_smoke(game, [name]), (line,))
    stays = _kept(game, replace(screen, stayed=screen.stayed + 1, tried=game.turn))
    return Told(stays, (f"{name} throws {thrown}: it stays (LG-SMOKE-03)",))


def _kept(game: Game, screen: SmokeScreen) -> Game:
    """The game that remembers how long this screen has stayed."""
    notes = {_TURNS: screen.stayed} | ({} if screen.tried is None else {_TRIED: screen.tried})
    if screen.is_laid:
        return noted(game, screen.name, **notes)
    record = record_of(game)
    kept = {**record.smoke, screen.name: {_SINCE: screen.since, **notes}}
    return recorded(game, replace(record, smoke=kept))


def without_smoke(game: Game, names: Iterable[str]) -> Game:
    """The game after these screens are gone; one that is seen may still lie there."""
    known = {one.name: one for one in screens(game)}
    for name in names:
        if known[name].is_laid:
            game = taken_up(game, [name])
        else:
            game = changed(game, name, "blown away", gone=True)
    return game


def smoke_to_try(game: Game) -> Iterator[str]:
    """The screens whose die is due before the moves begin."""
    for screen in screens(game):
        is_due = game.turn not in {screen.since, screen.tried}
        if is_due and screen.stayed < MOST_TURNS:
            yield screen.name


def smoke_after(book: Book, game: Game, dice: DiceTray) -> Told:
    """The smoke that is left when the moves begin; none lasts longer than three turns."""
    lines: list[str] = []
    to_try = set(smoke_to_try(game))
    for screen in screens(game):
        if screen.name in to_try:
            told = _thrown(book, game, screen, dice)
            game, lines = told.game, [*lines, *told.lines]
        elif screen.stayed >= MOST_TURNS and screen.tried != game.turn:
            game = without_smoke(game, [screen.name])
            lines.append(f"{screen.name} is gone after three turns (LG-SMOKE-03)")
    return Told(game, tuple(lines))


def smoke_noticed(game: Game) -> Game:
    """The game at the end of a turn: smoke that came in it has its first die in the next one."""
    seen = [screen for screen in screens(game) if not screen.is_laid]
    game = recorded(game, replace(record_of(game), smoke={}))
    for screen in seen:
        game = _kept(game, screen)
    return game
