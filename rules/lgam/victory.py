"""How a game is won (LG-WIN-01): what the players agreed on, or the last men standing.

Agreed for each side, in any mixture:

    {"flags": {"red": [30, 12]},                       # touch the flag
     "escort": {"red": {"who": "R09", "to": [50, 20]}},     # bring a vehicle or man there
     "recover": {"blue": {"who": "B07", "to": [2, 20]}},    # men, prisoners, a weapon, a vehicle
     "escape": {"red": {"area": [[0, 0], ...], "men": 5}},  # so many reach an area
     "overrun": {"blue": {"area": [[0, 0], ...], "men": 8}},
     "destroy": {"red": ["B09", "wall-1"]},            # weapons, vehicles, buildings
     "leader": {"blue": ["R01"]}}                      # leaders are eliminated or captured

and {"won": "red"} where the players say so themselves. A side whose men are all gone has lost.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from shapely import Point, Polygon

from rules.book.book import Book
from rules.book.question import QuestionError, place_of, whole_number
from rules.game.changed_things import thing_states
from rules.game.game import Game
from rules.lgam.record import record_of
from rules.lgam.roles import is_standing
from rules.measure.lengths import HAIR_IN, apart_in, within
from table.places import TablePoint
from table.scene import Soldier

MOST_MEN = 10_000
DESTROYED = "destroyed"


def winner(book: Book, game: Game) -> str | None:
    """The side that alone has what was agreed, or alone has men left; None while it goes on."""
    said = game.agreed.get("won")
    if said in game.sides:
        return str(said)
    reached = [side for side in game.sides if _has_won(book, game, side)]
    if len(reached) == 1:
        return reached[0]
    left = {man.side for man in _in_play(game)}
    if len(left) > 1:
        return None
    return left.pop() if left else "draw"


def _in_play(game: Game) -> tuple[Soldier, ...]:
    """Everybody who stands; who is in the cup of a vehicle that does is where that is."""
    standing = {man.id: man for man in game.scene.soldiers if is_standing(man)}
    riders = (
        replace(man, x=standing[cup].x, y=standing[cup].y)
        for cup, men in record_of(game).cups.items()
        if cup in standing
        for man in men
    )
    return (*standing.values(), *riders)


def _has_won(book: Book, game: Game, side: str) -> bool:
    return any(
        aim(Case(book, game, side), said)
        for term, aim in AIMS.items()
        if (said := _said(game, term, side)) is not None
    )


def _said(game: Game, term: str, side: str) -> Any:
    agreed: Any = game.agreed.get(term)
    return agreed.get(side) if isinstance(agreed, Mapping) else None


@dataclass(frozen=True)
class Case:
    """One side of a game, to be held against what it wants."""

    book: Book
    game: Game
    side: str

    @property
    def near_in(self) -> float:
        """How near a man touches a place."""
        return self.book.rows["LG-WIN-01"].number

    def men(self) -> tuple[Soldier, ...]:
        """Its men who stand on the table."""
        own = (man for man in self.game.scene.soldiers if man.side == self.side)
        return tuple(man for man in own if is_standing(man))


def _touches(case: Case, said: Any) -> bool:
    flag = _place(said)
    return flag is not None and any(within(apart_in(man, flag), case.near_in) for man in case.men())


def _brought(case: Case, said: Any) -> bool:
    """Somebody or something is there and touches the place; who rides, by his vehicle."""
    if not isinstance(said, Mapping):
        return False
    to, who = _place(said.get("to")), str(said.get("who"))
    carrier = next((cup for cup, men in _cups(case) if any(man.id == who for man in men)), who)
    man = next((man for man in _in_play(case.game) if man.id == carrier), None)
    if to is None or man is None:
        return False
    return within(apart_in(man, to), case.near_in + man.radius)


def _cups(case: Case) -> Iterable[tuple[str, tuple[Soldier, ...]]]:
    return record_of(case.game).cups.items()


def _inside(case: Case, said: Any) -> bool:
    """So many men of the side stand in an area, one where no number was agreed."""
    if not isinstance(said, Mapping) or not isinstance(said.get("area"), list):
        return False
    try:
        ring = [place_of(entry, "area") for entry in said["area"]]
        men = whole_number(said.get("men", 1), "men", 1, MOST_MEN)
    except QuestionError:
        return False
    area = Polygon([(at.x, at.y) for at in ring]) if len(ring) >= 3 else Polygon()
    own = (man for man in _in_play(case.game) if man.side == case.side)
    there = [man for man in own if area.distance(Point(man.x, man.y)) <= HAIR_IN]
    return not area.is_empty and len(there) >= men


def _destroyed(case: Case, said: Any) -> bool:
    """All of these are off: fallen, or captured and taken off by the players' word.

    Things count no more, or the players call them destroyed.
    """
    names = [said] if isinstance(said, str) else said
    if not isinstance(names, list) or not names:
        return False
    lost = {loss.id for loss in case.game.losses}
    down = {man.id for man in case.game.scene.soldiers if not is_standing(man)}
    states, lying = thing_states(case.game), case.game.scene.thing
    gone = {name for name, word in states.items() if word == DESTROYED or lying(name) is None}
    return all(str(name) in lost | down | gone for name in names)


AIMS: Mapping[str, Callable[[Case, Any], bool]] = {
    "flags": _touches,
    "escort": _brought,
    "recover": _brought,
    "escape": _inside,
    "overrun": _inside,
    "destroy": _destroyed,
    "leader": _destroyed,
}


def _place(value: Any) -> TablePoint | None:
    try:
        return place_of(value, "place")
    except QuestionError:
        return None
