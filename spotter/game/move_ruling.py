"""A move that was seen, judged along the way he must have taken.

Only where he was and where he is are seen. He is taken to have gone straight; where that is
refused, the cheapest way round. Whatever lies on that way counts: Lines of Fire, mines, wire.
What measuring may be off is an inch or less at the end of the way, never more than that: he may
stand where he could have come to within it. What hangs on less than that, a move's length or a Line
of Fire, is too close to call, and that is said and written down.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import hypot, inf
from typing import Any

from rules.book.answer import Move
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.question import QuestionError
from rules.book.ways import cheapest_way
from rules.game.engine import game_rules, going, next_state, order_cited, phase_now, probing
from rules.game.game import EventRefusedError, Game
from rules.game.legs import Went, whole_way
from rules.measure.ways import WayPlaces
from spotter.game.ruling import Ruling, against, refusal
from table.directions import bearing_deg, distance_in, step
from table.scene import Soldier

OVERRULED = "by the players"
_ALL_ROUND_DEG = (0.0, 90.0, 180.0, 270.0)  # farther, to his right, shorter, to his left


def ruling_on_move(book: Book, game: Game, known: Soldier, man: Soldier) -> Ruling:
    """What the rules say of a man who stands elsewhere than the game has him."""
    event = _event(book, man, (known.place, man.place))
    stands = replace(event, overruled=OVERRULED)
    if "moved" not in phase_now(book, game).allows:
        wrong = EventRefusedError(_wrong_phase(book, game, man))
        return against(event, man.id, wrong, stands)
    refused: list[tuple[Mapping[str, Any], EventRefusedError]] = []  # the first of each way
    for tried in _tried(book, game, known, man):
        problem = refusal(book, game, tried)
        if problem is None:
            close = tried.too_close or _is_close(book, game, tried, _slack_in(known, man))
            return Ruling(replace(tried, too_close=close), man.id, instead=stands)
        if all(declare != tried.declare for declare, _ in refused):
            refused.append((tried.declare, problem))
    _, told = max(refused, key=lambda one: _goes_in(book, game, event, one[0]))
    ruling = against(event, man.id, told, stands)
    return replace(ruling, refused=_with_advice(book, game, str(told)))


def refused_plan(book: Book, game: Game, man: Soldier) -> str | None:
    """Why a man may not come to stand where he is planned to; None where he may.

    While it is not his to move, what his book says of the way alone counts.
    """
    known, phase = game.scene.soldier(man.id), phase_now(book, game)
    if known is None or game.winner is not None:
        return None
    if phase.is_to_move(man):
        return ruling_on_move(book, game, known, man).refused
    answers = [
        ask(game.scene, {**_move_of(book, game, declare), "soldier": man.id, "path": path}, book)
        for declare in game_rules(book).ways_of(known)
        for path in _paths(book, game, known, man, declare)
    ]
    moves = [answer for answer in answers if isinstance(answer, Move)]
    if not moves or any(move.allowed for move in moves):
        return None
    return "; ".join(f"{one.why} ({one.rule})" for one in moves[0].refusals)


def _move_of(book: Book, game: Game, declare: Mapping[str, Any]) -> dict[str, Any]:
    return {"ask": "move", "declare": {**book.holding(game.agreed), **declare}}


def _paths(
    book: Book, game: Game, known: Soldier, man: Soldier, declare: Mapping[str, Any]
) -> Iterator[list[list[float]]]:
    """Straight, and the cheapest way round."""
    yield [[known.x, known.y], [man.x, man.y]]
    said = {**book.holding(game.agreed), **declare}
    way = cheapest_way(book, game.scene, man.id, man.place, said)
    if way is not None:
        yield way.path_json


def _goes_in(book: Book, game: Game, event: Went, declare: Mapping[str, Any]) -> float:
    """How far a way of going leads: of several that are refused, the farthest is told of.

    What he threw for says more than that he could not walk there.
    """
    if "roll" in declare:
        return inf
    went = {"soldier": event.soldier, "path": [[place.x, place.y] for place in event.path]}
    question = {**_move_of(book, game, declare), **went}
    answer = ask(game.scene, question, book)
    return (answer.limit or 0.0) if isinstance(answer, Move) else 0.0


def _event(
    book: Book,
    man: Soldier,
    path: WayPlaces,
    declare: Mapping[str, Any] | None = None,
    *,
    too_close: bool = False,
) -> Went:
    return going(book)(
        soldier=man.id,
        path=path,
        declare=declare or {},
        facing=man.facing,
        elevation=man.elevation,
        on=man.on,
        too_close=too_close,
    )


def _wrong_phase(book: Book, game: Game, man: Soldier) -> str:
    return f"{man.id} moved in phase {phase_now(book, game).words}{order_cited(book)}"


def _slack_in(known: Soldier, man: Soldier) -> float:
    """What measuring both ends of a way may be off."""
    return hypot(known.error or 0.0, man.error or 0.0)


def _tried(book: Book, game: Game, known: Soldier, man: Soldier) -> Iterator[Went]:
    """The ways he may have taken, the likeliest first, as events.

    Who has thrown dice for a way, such as a swim, takes it rather than a way round.
    """
    ways = game_rules(book).ways_of(known)
    thrown_for = [declare for declare in ways if "roll" in declare]
    if thrown_for:
        for declare in ways:
            yield from _straight(book, known, man, declare)
    for declare in ways:
        if not thrown_for:
            yield from _straight(book, known, man, declare)
        yield from _round(book, game, known, man, declare)


def _straight(
    book: Book, known: Soldier, man: Soldier, declare: Mapping[str, Any]
) -> Iterator[Went]:
    """Straight, and less far than it seems."""
    straight, slack_in = (known.place, man.place), _slack_in(known, man)
    yield _event(book, man, straight, declare)
    if distance_in(*straight) > slack_in > 0.0:
        yield _event(book, man, shortened(straight, slack_in), declare, too_close=True)


def _round(
    book: Book, game: Game, known: Soldier, man: Soldier, declare: Mapping[str, Any]
) -> Iterator[Went]:
    """The cheapest way round, and less far."""
    slack_in = _slack_in(known, man)
    ending = _event(book, man, (known.place, man.place), declare)
    way = _way_round(book, game, man, ending)
    if way is not None:
        yield _event(book, man, way, declare)
    if way is not None and distance_in(*way[-2:]) > slack_in > 0.0:
        yield _event(book, man, shortened(way, slack_in), declare, too_close=True)


def _is_close(book: Book, game: Game, event: Went, slack_in: float) -> bool:
    """Whether all comes out otherwise where he may really stand."""
    if slack_in == 0.0:
        return False
    *way, last, end = event.path
    ahead_deg = bearing_deg(last, end)
    ends = (step(end, ahead_deg + turn_deg, slack_in) for turn_deg in _ALL_ROUND_DEG)
    as_it_is = _outcome(book, game, event)
    tried = (replace(event, path=(*way, last, there)) for there in ends)
    return any(_outcome(book, game, one) != as_it_is for one in tried)


def _outcome(book: Book, game: Game, event: Went) -> tuple[object, ...] | None:
    """Who falls by a move and how many dice; None where it may not be."""
    try:
        told = next_state(book, game, event, probing())
    except EventRefusedError:
        return None
    lost = {loss.id for loss in (*told.game.losses, *told.game.hit)}
    return frozenset(lost), len(told.thrown), told.game.winner


def shortened(path: WayPlaces, by_in: float) -> WayPlaces:
    """The path with so much less of its last stretch; with more of it where that is below 0."""
    last, end = path[-2:]
    left_in = distance_in(last, end) - by_in
    return (*path[:-1], step(last, bearing_deg(last, end), left_in))


def _way_round(book: Book, game: Game, man: Soldier, event: Went) -> WayPlaces | None:
    """The cheapest way from where the phase found him, None where that is the straight one."""
    begun, gone = whole_way(game, game.soldier(man.id), event)
    declare = {**book.holding(game.agreed), **gone.declare}
    try:
        way = cheapest_way(book, begun.scene, man.id, man.place, declare)
    except QuestionError:
        return None
    is_new = way is not None and (len(way.path) > 2 or begun is not game)
    return way.path if way is not None and is_new else None


def _with_advice(book: Book, game: Game, refused: str) -> str:
    """The refusal, with what a player can do to be let."""
    if "dared" not in phase_now(book, game).allows:
        return refused
    known = game_rules(book).instead
    return "; ".join([refused, *(words for rule, words in known.items() if rule in refused)])
