"""Who has won: shared ways in which games end."""

from collections import Counter
from typing import Any

from rules.book.question import QuestionError, place_of
from rules.game.game import Game
from rules.measure.lengths import within
from table.directions import distance_in
from table.places import TablePoint


def objective_taken(game: Game, side: str, place: TablePoint, radius_in: float) -> bool:
    """A man of the side within the radius of the place, and no enemy."""
    near = [
        man.side for man in game.scene.soldiers if within(distance_in(man.place, place), radius_in)
    ]
    return side in near and all(one == side for one in near)


def objectives(game: Game) -> dict[str, TablePoint]:
    """Each side's objective, as agreed: {"objectives": {"red": [30, 12], ...}}."""
    agreed: Any = game.agreed.get("objectives") or {}
    found = {}
    for side, place in agreed.items():
        try:
            found[side] = place_of(place, f"objectives.{side}")
        except QuestionError:
            continue
    return found


def sole_survivor(game: Game) -> str | None:
    """The side that alone has men left, "draw" where nobody has, None while two have."""
    alive = {man.side for man in game.scene.soldiers}
    if len(alive) > 1:
        return None
    return alive.pop() if alive else "draw"


def fewest_losses(game: Game) -> str:
    """The side that lost the fewest men, "draw" where two lost as few."""
    lost = Counter(dict.fromkeys(game.sides, 0))
    lost.update(loss.side for loss in game.losses)
    fewest = min(lost.values())
    best = [side for side in game.sides if lost[side] == fewest]
    return best[0] if len(best) == 1 else "draw"


def time_is_up(game: Game) -> bool:
    """Whether the agreed turns, {"turns": 6}, or minutes, {"minutes": 45}, are played."""
    turns, minutes = game.agreed.get("turns"), game.agreed.get("minutes")
    played_s = float(game.record.get("played_s", 0.0))
    return (isinstance(turns, int) and game.turn >= turns) or (
        isinstance(minutes, int | float) and played_s >= 60 * minutes
    )
