"""L.G.A.M. as a game: its turn, its events, and how it is won."""

from typing import Any

from rules.book import Book
from rules.game.game import Game
from rules.game.turn_machine import GameRules
from rules.lgam.dare_events import dared, ways_of
from rules.lgam.fire_events import fired
from rules.lgam.ground_events import mines, smoke, work
from rules.lgam.move_events import boarded, declared, deployed, fell, healed, moved
from rules.lgam.roles import is_standing
from rules.lgam.turn import begin, due, end_phase, end_turn, initiative, phases, unjam
from rules.measure import apart_in, within
from rules.question import QuestionError, place_of


def winner(book: Book, game: Game) -> str | None:
    """LG-WIN-01: who touches his flag, agreed as {"flags": {"red": [30, 12]}}, or is alone left."""
    touching = [side for side in game.sides if _touches_flag(book, game, side)]
    if len(touching) == 1:
        return touching[0]
    left = {man.side for man in game.scene.soldiers if is_standing(man)}
    if len(left) > 1:
        return None
    return left.pop() if left else "draw"


def _touches_flag(book: Book, game: Game, side: str) -> bool:
    flags: Any = game.agreed.get("flags") or {}
    if side not in flags:
        return False
    try:
        flag = place_of(flags[side], f"flags.{side}")
    except QuestionError:
        return False
    near_in = book.rows["LG-WIN-01"].value or 0.0
    men = (man for man in game.scene.soldiers if man.side == side and is_standing(man))
    return any(within(apart_in(man, flag), near_in) for man in men)


GAME = GameRules(
    phases=phases,
    events={
        "unjam": unjam,
        "initiative": initiative,
        "smoke": smoke,
        "mines": mines,
        "moved": moved,
        "dared": dared,
        "declared": declared,
        "fell": fell,
        "boarded": boarded,
        "deployed": deployed,
        "healed": healed,
        "fired": fired,
        "work": work,
    },
    end_phase=end_phase,
    end_turn=end_turn,
    winner=winner,
    begin=begin,
    due=due,
    ways_of=ways_of,
    instead={
        "LG-OBST-07": "right-click him first: he throws to climb",
        "LG-OBST-09": "right-click him first: he throws to swim",
    },
)
