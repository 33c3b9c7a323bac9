"""Where a side could go now: each place with the event that the rules allow.

Everything here asks the book and tries events on the game; nothing is known of any one book.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

from rules.book.answer import Move
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.question import QuestionError
from rules.game.engine import game_rules, next_state, probing, read_event
from rules.game.event import GameEvent
from rules.game.game import EventRefusedError, Game
from rules.game.legs import Went
from table.directions import bearing_deg, distance_in
from table.places import TablePoint
from table.scene import Scene, Soldier


@dataclass(frozen=True, slots=True)
class MoveOption:
    """A move that is allowed: its event, and the game after it; its words where it goes nowhere."""

    event: GameEvent
    man: str
    place: TablePoint
    after: Game
    words: str | None = None


def enemies_of(scene: Scene, side: str) -> tuple[Soldier, ...]:
    """All men of other sides."""
    return tuple(man for man in scene.soldiers if man.side != side)


def happens(book: Book, game: Game, event: GameEvent) -> Game | None:
    """The game after the event, were it to happen with middling dice; None where it is refused."""
    try:
        return next_state(book, game, event, probing()).game
    except (EventRefusedError, QuestionError):
        return None


def held(book: Book, word: str, agreed: Mapping[str, Any]) -> dict[str, Any]:
    """What was agreed that a question of that word declares, as part of the question."""
    known = book.declares.get(word, frozenset())
    declare = {key: value for key, value in book.holding(agreed).items() if key in known}
    return {"declare": declare} if declare else {}


def goings_of(
    book: Book, game: Game, man: Soldier, places: Iterable[TablePoint]
) -> Iterator[MoveOption]:
    """The moves to these places that the rules allow, straight ways alone, each tried in turn."""
    for place in places:
        path = [[man.x, man.y], [place.x, place.y]]
        for declare in game_rules(book).ways_of(man)[:2]:
            said = {
                "event": "moved",
                "soldier": man.id,
                "path": path,
                "declare": dict(declare),
                "facing": _facing(game.scene, man, place),
            }
            try:
                event = read_event(book, said)
            except EventRefusedError:
                break
            after = happens(book, game, event)
            if after is not None and after.scene.soldier(man.id) is not None:
                yield MoveOption(event, man.id, place, after)
                break


def deeds_on_the_spot(book: Book, game: Game, man: Soldier) -> Iterator[MoveOption]:
    """What he may do in place of a move, such as get down, that leaves him otherwise than he is."""
    known = [man.state]
    for deed in game_rules(book).deeds(book, game, man, None):
        event = deed.event
        if not isinstance(event, Went) or any(place != event.path[0] for place in event.path):
            continue
        after = happens(book, game, event)
        there = None if after is None else after.scene.soldier(man.id)
        if after is not None and there is not None and there.state not in known:
            known.append(there.state)
            yield MoveOption(event, man.id, there.place, after, deed.words)


def _facing(scene: Scene, man: Soldier, place: TablePoint) -> float:
    """Toward the nearest enemy; as he stands where there is none."""
    enemies = enemies_of(scene, man.side)
    if not enemies:
        return man.facing
    return bearing_deg(place, min(enemies, key=lambda e: distance_in(place, e.place)).place)


def limit_in(book: Book, game: Game, man: Soldier, toward: TablePoint) -> float:
    """How far he may go that way, in inches; 0 where he may not move at all."""
    path = [[man.x, man.y], [toward.x, toward.y]]
    asked = {"ask": "move", "soldier": man.id, "path": path, **held(book, "move", game.agreed)}
    answer = ask(game.scene.with_soldiers(man), asked, book)
    if not isinstance(answer, Move):
        return 0.0
    if answer.limit is None:
        return answer.length if answer.allowed else 0.0
    return float(answer.limit)


def places_around(  # noqa: PLR0913 - the optional ones are named at every call
    book: Book,
    game: Game,
    man: Soldier,
    *,
    directions: int,
    steps: tuple[float, ...],
    spare_in: float = 0.0,
) -> list[TablePoint]:
    """Places he may get to: some shares of his move in some directions, less what is to spare."""
    found = []
    for number in range(directions):
        turn = radians(360.0 * number / directions)
        ahead = TablePoint(man.x + 0.5 * cos(turn), man.y + 0.5 * sin(turn))
        far_in = limit_in(book, game, man, ahead) - spare_in
        for share in steps:
            length_in = share * far_in
            if length_in > 0.3:
                place = TablePoint(man.x + length_in * cos(turn), man.y + length_in * sin(turn))
                found.append(place)
    return [place for place in found if is_free(game.scene, man, place)]


def is_free(scene: Scene, man: Soldier, place: TablePoint) -> bool:
    """Whether his base lies on the table and on nobody else."""
    rim = man.radius
    if not (rim <= place.x <= scene.width - rim and rim <= place.y <= scene.height - rim):
        return False
    return all(
        (other.x - place.x) ** 2 + (other.y - place.y) ** 2 >= (rim + other.radius) ** 2 - 1e-9
        for other in scene.soldiers
        if other.id != man.id
    )
