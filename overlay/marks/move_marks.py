"""Moves as marks: the path with what is left of it, and the reach."""

from collections.abc import Sequence

from shapely import LineString, Point
from shapely.ops import substring

from overlay.marks.marks import Area, Arrow, Icon, Label, Line, Mark, Ring
from overlay.marks.shot_marks import AskAgain
from rules.book.answer import Move, Reach
from rules.book.question import QuestionJson
from table.places import TablePoint
from table.scene import Soldier

_FINE_IN = 0.02


def move_marks(
    soldier: Soldier, question: QuestionJson, answer: Move, ask_again: AskAgain
) -> tuple[Mark, ...]:
    """The path as far as he may go, the rest of it as forbidden."""
    places = tuple(TablePoint(float(x), float(y)) for x, y in question["path"])
    end = places[-1]
    if answer.allowed:
        return (
            Arrow(places, "path"),
            Ring(end, soldier.radius, "path"),
            Label(end, _left_words(answer), "path", soldier.radius + 0.1, rank=6),
        )
    stop = _stop_in(question, ask_again)
    why = answer.refusals[0].why if answer.refusals else "not allowed"
    return (
        *_legs(places, stop),
        Icon(end, "forbidden", 0.6),
        Label(end, why, "forbidden", 0.5, rank=8),
    )


def _left_words(answer: Move) -> str:
    """What the path takes, and the inches that are left on the same ground."""
    if answer.limit is None or answer.fraction is None:
        return f"{answer.length:.1f} in"
    left_in = max(answer.limit - answer.length, 0.0)
    return f"{answer.length:.1f} in, {left_in:.1f} left"


def _stop_in(question: QuestionJson, ask_again: AskAgain) -> float:
    """How far along the path he may go, found by asking for less and less of it."""
    line = LineString(question["path"])
    low_in, high_in = 0.0, float(line.length)
    while high_in - low_in > _FINE_IN:
        middle_in = (low_in + high_in) / 2
        part = [[x, y] for x, y in substring(line, 0.0, middle_in).coords]
        tried = ask_again({**question, "path": part})
        allowed = isinstance(tried, Move) and tried.allowed
        low_in, high_in = (middle_in, high_in) if allowed else (low_in, middle_in)
    return low_in if low_in > _FINE_IN else 0.0


def _legs(places: Sequence[TablePoint], stop_in: float) -> tuple[Mark, ...]:
    line = LineString([(p.x, p.y) for p in places])
    if stop_in <= 0.0:
        return (Line(tuple(places), "forbidden"),)
    gone, rest = substring(line, 0.0, stop_in), substring(line, stop_in, line.length)
    here = Point(gone.coords[-1])
    return (
        Line(_places(gone), "path"),
        Line(_places(rest), "forbidden"),
        Label(TablePoint(here.x, here.y), f"{stop_in:.1f} in is as far as he gets", "path", rank=5),
    )


def _places(line: LineString) -> tuple[TablePoint, ...]:
    return tuple(TablePoint(float(x), float(y)) for x, y in line.coords)


def reach_marks(soldier: Soldier, answer: Reach) -> tuple[Mark, ...]:
    """All the places where he can end this move."""
    if not answer.area:
        return (Label(soldier.place, "cannot move", "forbidden", soldier.radius + 0.1, rank=6),)
    x, y = min(answer.area[0], key=lambda place: place[1])  # where nothing hides the words
    return (
        Area(answer.area, "reach"),
        Ring(soldier.place, soldier.radius + 0.1, "chosen"),
        Label(TablePoint(x, y), "he can go this far", "reach", 0.05, rank=2),
    )
