"""The turn of a plain rulebook: each side in turn moves, shoots and fights hand to hand."""

from collections.abc import Mapping
from typing import Any

from rules.book.answer import Move
from rules.book.book import Book
from rules.game.dice_tray import DiceTray, Throw
from rules.game.game import Game, each_state
from rules.game.legs import forgotten, gone_along, whole_way
from rules.game.shots import asked
from rules.game.turn_machine import GameRules, Handler, Told
from rules.game.victory import fewest_losses, sole_survivor, time_is_up
from rules.plain.attacks import fight_order, fired, fought, passes, shot_order
from rules.plain.events import Fired, Fought, Moved
from rules.plain.plain_rules import plain_of
from rules.plain.turn import FIGHTS, phases, refuse_other_side
from table.scene import Soldier

DONE = ("moved", "fired", "fought")  # what a man has done in his side's turn


def begin(book: Book, game: Game, _: Throw | None) -> Told:
    """The first side moves."""
    begun = game.with_record(**{FIGHTS: plain_of(book).fight is not None})
    return Told(begun, (f"turn 1: move, {game.order[0]}",))


def moved(book: Book, game: Game, event: Moved, dice: DiceTray) -> Told:
    """A man goes along a path; what the rules forbid is refused, unless `overruled`."""
    man = game.soldier(event.soldier)
    if not event.by_the_players:
        refuse_other_side(book, game, man)
    begun, way = whole_way(game, man, event)
    if not event.overruled:
        answer = asked(book, begun, way.asked(man.id, {}))
        assert isinstance(answer, Move), answer
        dice.cite(answer.reasons)
    return Told(gone_along(game, man, event, way).with_state(man.id, moved=True))


def end_phase(_: Book, game: Game, __: Throw | None) -> Told:
    """What the next side's men did in their last turn is over."""
    parts = phases(game)
    after = parts[(game.phase + 1) % len(parts)]
    if after.side == parts[game.phase].side and game.phase + 1 < len(parts):
        return Told(forgotten(game))
    return Told(each_state(forgotten(game), lambda man: _fresh(man, after.side)))


def _fresh(man: Soldier, side: str | None) -> Mapping[str, Any]:
    return {key: None for key in DONE if key in man.state} if man.side == side else {}


def end_turn(_: Book, game: Game, __: Throw | None) -> Told:
    """The sides keep their order."""
    return Told(game)


def winner(_: Book, game: Game) -> str | None:
    """The side that is alone; when the agreed time is up, the one with fewer losses."""
    return sole_survivor(game) or (fewest_losses(game) if time_is_up(game) else None)


GAME = GameRules(
    phases=phases,
    handlers=(Handler(Moved, moved), Handler(Fired, fired), Handler(Fought, fought)),
    shoot=shot_order,
    fight=fight_order,
    shot=Fired,
    passes=passes,
    end_phase=end_phase,
    end_turn=end_turn,
    winner=winner,
    begin=begin,
)
