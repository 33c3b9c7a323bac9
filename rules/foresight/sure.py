"""How sure a ruling is where the camera is not: the chance that true places give the same one.

A man's `error` is the radius that holds his true centre 95 times in 100 at least, whatever the way.
The question is asked again with both men where they might truly stand, and with the things between
and beside them as they might truly lie. Heights are measured as well as men; outlines are not, as
no tag says where a cloth ends: most are as good, and some are far off, and one that is seen to end
by a man's base may go on under it. Errors of one picture are
drawn each for itself; on rendered tables those of two men have nothing in common (their correlation
is below 0.1), so that the pose adds nothing to it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, log, pi, radians, sin, sqrt, tan
from random import Random
from statistics import NormalDist
from typing import Any

from shapely import LineString, Point, Polygon, union_all
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from rules.book.answer import Answer, Shot, Sight
from rules.book.ask import ask
from rules.book.book import Book
from table.directions import bearing_deg, step
from table.scene import Scene, Soldier, Thing

_ENDS = {"sight": ("from", "to"), "shoot": ("shooter", "target")}
_DRAWS = 100
_PARTS = tuple((number + 0.5) / _DRAWS for number in range(_DRAWS))
_OFF = tuple(NormalDist().inv_cdf(part) for part in _PARTS)
# How far things reach, whichever way, scatters by Cauchy's law on rendered tables: half of it lies
# within this of the truth, one in ten lies six times as far off, one in twenty twelve times.
_EDGE_IN = 0.035
_EDGE_OFF = tuple(tan(pi * (part - 0.5)) for part in _PARTS)
_GROWN = 0.5  # how much of a shift it is that a thing is wider all around
_OF_AN_EDGE = 1.0 / (4.0 / pi + _GROWN)  # the scale of one shift where all together make an edge's
# Nobody sees how far a cloth goes on under a man. Where it is seen to end so many radii from his
# middle, by the rim of his base or tag, it did so in this share of rendered men, anywhere under it.
_BY_THE_RIM = (0.5, 1.1)
_GOES_ON = 0.4
_UNDER = tuple(max(0.0, 1.0 - part / _GOES_ON) for part in _PARTS)  # in widths of the base
# On rendered tables the radius of men holds this share of them, more than it says.
_HELD = 0.98
_SPREAD = 1.0 / sqrt(-2.0 * log(1.0 - _HELD))  # of one coordinate of a man, in his radii
_FAR = 1.6  # radii within which he stands but for once in two thousand times
_RING_DEG = tuple(range(0, 360, 45))
_RINGS = (6.0, 24.0)  # scales by which outlines are off to see whether anything hangs on them
_BESIDE_IN = 1.5  # nearer to the line between the men a thing may hide or cover

RulingParts = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Sure:
    """The chance that the ruling holds, and what it would likeliest be otherwise, in words."""

    chance: float
    otherwise: str | None


@dataclass(frozen=True, slots=True)
class Doubted:
    """A thing, within how much half of its outline lies, and the spread of its height.

    `bases` are those under which it may go on.
    """

    thing: Thing
    edge_in: float
    height_in: float
    bases: tuple[Polygon, ...] = ()

    def off(self, x_in: float, y_in: float, wider_in: float, higher_in: float) -> Thing:
        """The thing shifted, grown all around, and higher."""
        thing = self.thing
        shape = translate(thing.footprint, x_in, y_in)
        grown = _whole(shape.buffer(wider_in, join_style="mitre"), shape)
        return replace(thing, footprint=grown, height=max(thing.height + higher_in, 0.0))

    def going_on(self, thing: Thing, share: float) -> Thing:
        """The thing as it lies, and on under the bases by a share of their width."""
        if not self.bases or share == 0.0:
            return thing
        shape = thing.footprint
        under = (shape.buffer(share * _width_in(base)).intersection(base) for base in self.bases)
        return replace(thing, footprint=_whole(union_all([shape, *under]), shape))


def _whole(shape: BaseGeometry, otherwise: Polygon) -> Polygon:
    """The shape, if it is one piece."""
    return shape if isinstance(shape, Polygon) and not shape.is_empty else otherwise


def _width_in(base: Polygon) -> float:
    left_in, _, right_in, _ = base.bounds
    return float(right_in - left_in)


def sure(book: Book, scene: Scene, question: Mapping[str, Any], answer: Answer) -> Sure | None:
    """How sure a shot or a sight is; None for others, and where the camera measured nobody."""
    here, scene = ruling(answer), _loosed(scene)
    men = _measured(scene, question)
    if here is None or not men:
        return None
    matter = [
        one
        for one in _between(scene, question, men)
        if any(_asked(book, moved, question) != here for moved in _thing_ring(scene, one))
    ]
    if not matter and all(_asked(book, moved, question) == here for moved in _ring(scene, men)):
        return Sure(1.0, None)
    draws = [_asked(book, moved, question) for moved in _drawn(scene, question, matter)]
    others = Counter(one for one in draws if one != here)
    likeliest = _words(others.most_common(1)[0][0]) if others else None
    return Sure(draws.count(here) / len(draws), likeliest)


def ruling(answer: Answer) -> RulingParts | None:
    """What the players would act on."""
    match answer:
        case Sight():
            return (answer.visible, answer.visible and answer.exposure >= 1)
        case Shot():
            thrown = None if answer.roll is None else answer.roll.succeeds
            return (answer.allowed, answer.band if answer.allowed else None, thrown)
        case _:
            return None


def _words(other: RulingParts | None) -> str | None:
    match other:
        case (False, *_):
            return "refused or hidden"
        case (True, bool() as wholly):
            return "all in sight" if wholly else "partly in sight"
        case (True, band, thrown):
            return ", ".join(str(part) for part in (band, thrown) if part)
        case _:
            return None


def _asked(book: Book, scene: Scene, question: Mapping[str, Any]) -> RulingParts | None:
    return ruling(ask(scene, question, book))


def _ends(scene: Scene, question: Mapping[str, Any]) -> list[Soldier]:
    """The two men of the question."""
    names = [question.get(end) for end in _ENDS.get(str(question.get("ask")), ())]
    found = [scene.soldier(name) for name in names if isinstance(name, str)]
    return [man for man in found if man is not None]


def _measured(scene: Scene, question: Mapping[str, Any]) -> list[Soldier]:
    """Those of the two men whom the camera measured."""
    return [man for man in _ends(scene, question) if man.error]


def _between(scene: Scene, question: Mapping[str, Any], men: list[Soldier]) -> list[Doubted]:
    """The things by the line between the two, each in the doubt of its outline and height."""
    ends = [(man.x, man.y) for man in _ends(scene, question)]
    if len(ends) < 2:
        return []
    line = LineString(ends)
    spread_in = _SPREAD * sum(man.error or 0.0 for man in men) / len(men)
    return [
        Doubted(thing, max(_EDGE_IN, spread_in), spread_in, _bases_by(thing, men))
        for thing in scene.things
        if thing.footprint.distance(line) <= _BESIDE_IN
    ]


def _bases_by(thing: Thing, men: list[Soldier]) -> tuple[Polygon, ...]:
    """The bases by whose rims it is seen to end; what is high does not go on under them."""
    if thing.height > 0.0:
        return ()
    places = [(Point(man.x, man.y), man.radius) for man in men]
    low, high = _BY_THE_RIM
    return tuple(
        at.buffer(radius_in)
        for at, radius_in in places
        if low <= thing.footprint.distance(at) / radius_in <= high
    )


def _loosed(scene: Scene) -> Scene:
    """The scene where who was measured on something flat is on it as far as it lies under him."""
    flat = {thing.id for thing in scene.things if thing.height == 0.0}
    men = (man for man in scene.soldiers if man.error and man.on in flat)
    return scene.with_soldiers(*(replace(man, on=None) for man in men))


def _ring(scene: Scene, men: list[Soldier]) -> Iterator[Scene]:
    """One man as far off as may be, every way."""
    for man in men:
        for turn in _RING_DEG:
            to = step(man.place, turn, _FAR * (man.error or 0.0))
            yield scene.with_soldiers(replace(man, x=to.x, y=to.y))


def _thing_ring(scene: Scene, one: Doubted) -> Iterator[Scene]:
    """One thing as far off as may be, every way; wider and narrower, a little and as far as may be.

    A thing that is a little wider or narrower has every edge a little off. Last, under the bases.
    """
    near_in, far_in = (scales * one.edge_in for scales in _RINGS)
    higher_in = _FAR * one.height_in / _SPREAD
    for off_in in (near_in, far_in):
        yield _with_things(scene, [one.off(0.0, 0.0, off_in, higher_in)])
        yield _with_things(scene, [one.off(0.0, 0.0, -off_in, -higher_in)])
    for turn in _RING_DEG[::2]:
        way = far_in * cos(radians(turn)), far_in * sin(radians(turn))
        yield _with_things(scene, [one.off(*way, 0.0, 0.0)])
    if one.bases:
        yield _with_things(scene, [one.going_on(one.thing, 1.0)])


def _drawn(scene: Scene, question: Mapping[str, Any], things: list[Doubted]) -> Iterator[Scene]:
    """Men and things where they might truly be; the same draws every time.

    Each coordinate takes each of as many equal parts of its spread once, in an order of its own.
    The men's are told along the line between them and across it, what parts them before what they
    share: a range end hangs on the first alone, and is told as exactly as there are draws.
    """
    random, ends = Random(95), _ends(scene, question)
    toward = bearing_deg(ends[0].place, ends[-1].place) if len(ends) > 1 else 0.0
    spreads_in = [_SPREAD * (man.error or 0.0) for man in ends]
    laws = [_OFF] * 2 * len(ends) + [_EDGE_OFF, _EDGE_OFF, _EDGE_OFF, _OFF] * len(things)
    laws += [_UNDER] * len(things)
    for row in zip(*(random.sample(law, _DRAWS) for law in laws), strict=True):
        off = iter(row)
        along_in, across_in = _apart(spreads_in, off), _apart(spreads_in, off)
        ways = zip(ends, along_in, across_in, strict=True)
        moved = scene.with_soldiers(*(_gone(man, toward, *way) for man, *way in ways))
        laid = [(one, _laid(one, off)) for one in things]
        yield _with_things(moved, [one.going_on(thing, next(off)) for one, thing in laid])


def _apart(spreads_in: Sequence[float], off: Iterator[float]) -> tuple[float, ...]:
    """How far each goes one way: the first draw parts the two, the second moves them together.

    Both together are as far off as if each had a draw for himself.
    """
    if len(spreads_in) < 2:
        return tuple(spread_in * next(off) for spread_in in spreads_in)
    (one_in, other_in), parts, shares = spreads_in, next(off), next(off)
    both_in = hypot(one_in, other_in)
    return (
        one_in * (other_in * shares - one_in * parts) / both_in,
        other_in * (one_in * shares + other_in * parts) / both_in,
    )


def _gone(man: Soldier, toward: float, along_in: float, across_in: float) -> Soldier:
    place = step(man.place, toward, along_in, across_in)
    return replace(man, x=place.x, y=place.y)


def _laid(one: Doubted, off: Iterator[float]) -> Thing:
    """The thing as it might lie."""
    scale_in = _OF_AN_EDGE * one.edge_in
    x, y, wider, higher = (next(off) for _ in range(4))
    return one.off(scale_in * x, scale_in * y, _GROWN * scale_in * wider, one.height_in * higher)


def _with_things(scene: Scene, changed: list[Thing]) -> Scene:
    known = {thing.id: thing for thing in changed}
    return replace(scene, things=tuple(known.get(thing.id, thing) for thing in scene.things))
