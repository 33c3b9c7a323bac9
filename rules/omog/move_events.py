"""Moves in both OMOG books: judged from where the phase found a man to where he stands now."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from rules.book.answer import Mistake, Move
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.reason import Refusal
from rules.game.dice_tray import DiceTray
from rules.game.game import EventRefusedError, Game
from rules.game.legs import BACK_IN, WENT_ROUND, WholeWay, gone_along, refuse_no_path, whole_way
from rules.game.shots import fall_now, told_refusals
from rules.game.turn_machine import Told
from rules.omog.events import Moved
from rules.omog.man_state import OmogMan
from rules.omog.meanings import row
from rules.omog.turns import phase_of
from table.directions import distance_in
from table.scene import Soldier

# What only the way he took forbids: lakes, and too far; another way may avoid it.
OF_THE_WAY = ("MOVE-09", "MOVE-11", "HORSE-09", "HORSE-12")


@dataclass(frozen=True)
class JudgedMove:
    """A move as it is judged: the game with the man where he began, his way, what he declares."""

    game: Game
    man: Soldier
    event: Moved
    way: WholeWay

    @property
    def began(self) -> Soldier:
        """The man where the phase found him."""
        return self.game.soldier(self.man.id)


# Refusals that the book's game takes back, because the move is not of the usual kind.
Pardons = Callable[[JudgedMove, Refusal], bool]


def _no_pardon(_: JudgedMove, __: Refusal) -> bool:
    """A rule is a rule."""
    return False


def moved(  # noqa: PLR0913 - what every event gets, and what this move is besides
    book: Book,
    game: Game,
    event: Moved,
    dice: DiceTray,
    declare: dict[str, Any],
    *,
    pardons: Pardons = _no_pardon,
) -> Told:
    """A man has gone along a path; refused where a rule forbids it, unless overruled.

    Who comes back to where the phase found him has not moved. Men who cross a Line of Fire
    uncovered fall at once.
    """
    man = game.soldier(event.soldier)
    refuse_no_path(event)
    leg = _leg(game, man, event)
    answer = _asked(book, leg, declare)
    if not event.overruled:
        _refuse(leg, answer, pardons)
    if isinstance(answer, Move) and not event.by_the_players:
        dice.cite(answer.reasons)
    after = _marked(gone_along(game, man, event, leg.way), leg.began)
    if isinstance(answer, Move) and event.overruled != WENT_ROUND and _is_shot_down(answer):
        fallen = fall_now(after, (man.id,), "crossed a line of fire", _enemy_of(game, man))
        return Told(
            fallen, (f"{man.id} crosses a line of fire and falls: take {man.id} off the table",)
        )
    return Told(after)


def refuse_other_side(book: Book, game: Game, event: Moved) -> None:
    """In a side's move the other waits."""
    phase, man = phase_of(game), game.soldier(event.soldier)
    if phase.side not in {None, man.side} and not event.by_the_players:
        rule = row(book, "TURN-01").id
        raise EventRefusedError(f"it is {phase.side}'s turn to move, {man.id} waits ({rule})")


def _leg(game: Game, man: Soldier, event: Moved) -> JudgedMove:
    begun, way = whole_way(game, man, event)
    # Only where he stood when the phase began and where he stands now count, not the stops.
    if begun is not game:
        way = replace(way, path=(way.path[0], *event.path[1:]))
    return JudgedMove(begun, man, event, way)


def _asked(book: Book, leg: JudgedMove, declare: dict[str, Any]) -> Move | Mistake:
    declared = {**leg.way.declare, **declare, "elapsed": leg.game.used_s}
    answer = ask(leg.game.scene, leg.way.asked(leg.man.id, declared), book)
    assert isinstance(answer, Move | Mistake), answer
    return answer


def refuse_round(book: Book, game: Game, event: Moved) -> None:
    """Going round helps against lakes and lengths, not against what forbids the move itself."""
    if event.overruled == WENT_ROUND and event.path:
        leg = _leg(game, game.soldier(event.soldier), event)
        _refuse(leg, _asked(book, leg, {}), lambda _, refusal: _is_of_the_way(refusal))


def _refuse(leg: JudgedMove, answer: Move | Mistake, pardons: Pardons) -> None:
    if isinstance(answer, Mistake):
        raise EventRefusedError(answer.error)
    left = [refusal for refusal in answer.refusals if not pardons(leg, refusal)]
    if left:
        raise EventRefusedError(told_refusals(left))


def _is_of_the_way(refusal: Refusal) -> bool:
    """Whether another way to the same place might be allowed."""
    return refusal.rule[3:] in OF_THE_WAY


def is_of_the_ground(refusal: Refusal) -> bool:
    """Whether the ground refuses the move, or the table's edge."""
    return _is_of_the_way(refusal) or refusal.rule.endswith("-MOVE-12")


def _is_shot_down(answer: Move) -> bool:
    return any(reason.rule.endswith("-LOF-02") for reason in answer.reasons)


def _marked(game: Game, start: Soldier) -> Game:
    """The game with the man `moved`, unless he is back where he began."""
    away_in = distance_in(start.place, game.soldier(start.id).place)
    is_back = away_in <= BACK_IN and not OmogMan(start).moved
    return game.with_state(start.id, moved=None if is_back else True)


def _enemy_of(game: Game, man: Soldier) -> str:
    return next((side for side in game.sides if side != man.side), man.side)
