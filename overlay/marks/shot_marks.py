"""Shots and bursts as marks: the aim, the cone or blast, who is caught and how he is saved."""

from collections.abc import Callable, Sequence
from typing import Any

from overlay.marks.marks import Area, Arrow, Icon, Label, Line, Mark, Ring
from overlay.marks.words import chance_words, roll_words, share, spans
from rules.book.answer import Answer, Burst, Caught, Outcome, Shot, roll_of
from rules.book.question import QuestionJson
from table.directions import bearing_deg, distance_in, step
from table.places import TablePoint
from table.scene import Scene, Soldier

AskAgain = Callable[[QuestionJson], Answer]


def shot_marks(
    scene: Scene, shooter: Soldier, target: TablePoint, answer: Shot
) -> tuple[Mark, ...]:
    """The shot from the shooter to what he aims at, or the cone he sprays."""
    if answer.area:
        return (*_area_marks(answer.area, "danger"), *caught_marks(scene, answer.caught or ()))
    ink = "blocked" if not _can_hit(answer) else "clear"
    words = "no shot" if answer.roll is None else roll_words(answer.roll)
    around_in = _around_in(scene, target)
    label = Label(target, words, ink, around_in + 0.15, rank=9, height_in=0.4)
    return (*_aim(shooter, target, ink, around_in), label)


def _around_in(scene: Scene, place: TablePoint) -> float:
    """How wide a ring round what is aimed at must be: round a man's base, else a spot's."""
    bases = [s.radius for s in scene.soldiers if s.place == place]
    return max(bases, default=0.5) + 0.15


def _can_hit(answer: Shot) -> bool:
    return answer.roll is not None and answer.roll.succeeds != "never"


def _aim(
    shooter: Soldier, target: TablePoint, ink: str, around_in: float = 0.65
) -> tuple[Mark, ...]:
    away_in = distance_in(shooter.place, target)
    if away_in <= shooter.radius + around_in + 0.05:
        return ()
    bearing = bearing_deg(shooter.place, target)
    start = step(shooter.place, bearing, shooter.radius + 0.05)
    return (
        Arrow((start, step(shooter.place, bearing, away_in - around_in)), ink),
        Ring(target, around_in, ink),
    )


def target_marks(target: Soldier, answer: Answer) -> tuple[Mark, ...]:
    """On an enemy: the roll that hits him, or that he cannot be shot."""
    roll = roll_of(answer)
    if roll is not None and roll.succeeds != "never":
        words, ink = roll_words(roll), "clear"
    elif isinstance(answer, Burst) and answer.allowed:
        words, ink = "in range", "clear"
    else:
        words, ink = "no shot", "blocked"
    label = Label(target.place, words, ink, target.radius + 0.2, rank=6)
    return (Ring(target.place, target.radius + 0.12, ink), label)


def _area_marks(area: Sequence[Any], ink: str) -> tuple[Mark, ...]:
    """A cone, kite, swath or blast; two corners alone are a lane of fire."""
    if not area:
        return ()
    if len(area[0]) == 2:
        (ax, ay), (bx, by) = area[0]
        return (Arrow((TablePoint(ax, ay), TablePoint(bx, by)), "lane"),)
    return (Area(tuple(tuple((x, y) for x, y in ring) for ring in area), ink),)


def caught_marks(scene: Scene, caught: Sequence[Caught]) -> tuple[Mark, ...]:
    """For every man caught: hit, safe, or the roll that saves him."""
    return tuple(mark for man in caught for mark in _caught(scene, man))


def _caught(scene: Scene, man: Caught) -> tuple[Mark, ...]:
    soldier = scene.soldier(man.id)
    if soldier is None:
        return ()
    ink, words = "safe", "safe"
    if man.save is not None:
        ink, words = "saved", f"lives on {roll_words(man.save)}"
    elif man.hit:
        ink, words = "hit", "hit"
    at = step(soldier.place, -45.0, soldier.radius + 0.15)
    return (
        Ring(soldier.place, soldier.radius + 0.12, ink),
        Icon(at, ink, 0.45),
        Label(soldier.place, words, ink, soldier.radius + 0.35, rank=8),
    )


def burst_marks(
    scene: Scene,
    question: QuestionJson,
    answer: Burst,
    ask_again: AskAgain,
) -> tuple[Mark, ...]:
    """What is aimed at, where it may fall with which chance, and whom it catches."""
    shooter = scene.soldier(question["shooter"])
    if shooter is None:
        return ()
    # What goes off where its bearer stands, such as fuel tanks, is aimed at nothing.
    aim = aim_place(scene, question.get("aim")) or shooter.place
    if not answer.allowed:
        return (*_aim(shooter, aim, "blocked"), Label(aim, "not allowed", "blocked", 0.8, rank=9))
    if not answer.thrown:
        return (*_flight(shooter, aim), *_ghosts(question, answer.outcomes, ask_again))
    if answer.lands is None:
        return (*_flight(shooter, aim), Label(aim, "no effect", "blocked", 0.8, rank=9))
    lands = TablePoint(*answer.lands)
    caught = caught_marks(scene, answer.caught)
    impact = () if _somebody_at(scene, lands) else (Icon(lands, "danger", 0.5),)
    return (*_area_marks(answer.area, "danger"), *_flight(shooter, lands), *impact, *caught)


def _somebody_at(scene: Scene, place: TablePoint) -> bool:
    """Whether a man stands there, whom a mark would hide."""
    return any(distance_in(s.place, place) <= s.radius for s in scene.soldiers)


def aim_place(scene: Scene, aim: Any) -> TablePoint | None:
    """Where a question aims: at a soldier, a thing or a place."""
    if isinstance(aim, str):
        soldier, thing = scene.soldier(aim), scene.thing(aim)
        if soldier is not None:
            return soldier.place
        if thing is not None:
            middle = thing.footprint.representative_point()
            return TablePoint(middle.x, middle.y)
        return None
    return None if aim is None else TablePoint(float(aim[0]), float(aim[1]))


def _flight(shooter: Soldier, to: TablePoint) -> tuple[Mark, ...]:
    if distance_in(shooter.place, to) <= shooter.radius + 0.3:
        return ()
    start = step(shooter.place, bearing_deg(shooter.place, to), shooter.radius + 0.05)
    return (Line((start, to), "aim"),)


def _ghosts(
    question: QuestionJson, outcomes: Sequence[Outcome], ask_again: AskAgain
) -> tuple[Mark, ...]:
    """A ghost of the blast at each place where it may fall, with its chance."""
    places: dict[tuple[float, float], list[int]] = {}
    for outcome in outcomes:
        if outcome.lands is not None:
            places.setdefault(outcome.lands, []).append(outcome.roll)
    rolls = [outcome.roll for outcome in outcomes]
    made: list[Mark] = []
    for lands, thrown in places.items():
        fallen = ask_again({**question, "roll": thrown[0]})
        if isinstance(fallen, Burst):
            made += _area_marks(fallen.area, "ghost")
        words = f"{spans(thrown)}: {chance_words(share(thrown, rolls))}"
        made.append(Label(TablePoint(*lands), words, "ghost", 0, rank=7))
    return tuple(made)
