"""Teaching as a value: what lies unexplained, which of it is chosen, what is being said of it.

`pressed`, `picked` and `keyed` return the new state and, where the player decided something,
the command for whoever runs the program. No pygame: the mouse is in the picture's pixels.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from shapely import Point, Polygon

from table.kinds import DEFAULT_HEIGHT_IN, KINDS
from table.places import CameraPixel

_STEP_IN = 0.25
_HIGHEST_IN = 20.0
_LONGEST_TYPED = 5
_MEANT = {
    "road": "strip of paper",
    "river": "strip of paper",
    "bridge": "strip of paper",
    "wall": "pencil, folded card",
    "mat": "start zone",
    "lid": "of a jar",
    "napkin": "cloth or paper",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A thing on no list: its outline in the picture, its size in words, its colour "#rrggbb".

    `at` is a place on it; `kinds` are all kinds, the likeliest first.
    """

    ring: tuple[CameraPixel, ...]
    at: CameraPixel
    words: str
    colour: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """A thing the list explains: its outline in the picture, its name, all kinds it may be."""

    ring: tuple[CameraPixel, ...]
    words: str
    kinds: tuple[str, ...] = KINDS


@dataclass(frozen=True, slots=True)
class Subject:
    """What is spoken of: a place in the picture, and what is said of what lies there."""

    at: CameraPixel
    words: str
    kinds: tuple[str, ...]
    colour: str | None = None
    number: int | None = None  # of the offer


@dataclass(frozen=True, slots=True)
class Name:
    """Write down that what lies at this pixel is of this kind."""

    at: CameraPixel
    kind: str
    height_in: float


@dataclass(frozen=True, slots=True)
class TakeEntryBack:
    """The last entry is not to be there."""


@dataclass(frozen=True, slots=True)
class Leave:
    """The player is done."""


TeachCommand = Name | TakeEntryBack | Leave


@dataclass(frozen=True, slots=True)
class TeachState:
    """What the window shows."""

    offers: tuple[Offer, ...] = ()
    known: tuple[Explained, ...] = ()
    note: str = ""
    chosen: Subject | None = None
    kind: str | None = None
    typed: str = ""
    over: int | None = None  # the offer under the mouse

    @property
    def height_in(self) -> float:
        """The height as typed, else as usual for the kind."""
        assert self.kind is not None, self
        return float(self.typed) if _is_height(self.typed) else DEFAULT_HEIGHT_IN[self.kind]


NextTeach = tuple[TeachState, TeachCommand | None]


@dataclass(frozen=True, slots=True)
class Row:
    """A line to click: its words, the colour beside it, and what it does."""

    words: str
    does: Callable[[TeachState], NextTeach]
    colour: str | None = None


def _kind_words(kind: str) -> str:
    """A kind, with what is meant by it where its name does not say so."""
    return f"a {kind} ({_MEANT[kind]})" if kind in _MEANT else f"a {kind}"


def _is_height(typed: str) -> bool:
    """Whether what was typed is a height in inches."""
    return bool(typed.strip(".")) and typed.count(".") < 2 and float(typed) <= _HIGHEST_IN


def title(state: TeachState) -> str:
    """What the player is to do now."""
    if state.kind is not None:
        return f"How high is this {state.kind}?"
    if state.chosen is not None:
        number = state.chosen.number
        return "What is this?" if number is None else f"What is number {number + 1}?"
    return "What are these?" if state.offers else "Everything here is known"


def rows(state: TeachState) -> tuple[Row, ...]:
    """The lines to click, for what is to be done now."""
    if state.kind is not None:
        return (
            Row(f"write it: {state.height_in:g} in high", _write),
            Row(f"higher: {state.height_in + _STEP_IN:g} in", lambda s: _stepped(s, _STEP_IN)),
            Row(f"lower: {state.height_in - _STEP_IN:g} in", lambda s: _stepped(s, -_STEP_IN)),
            Row("another kind", _back),
        )
    if state.chosen is not None:
        kinds = (Row(_kind_words(kind), _of_kind(kind)) for kind in state.chosen.kinds)
        return (*kinds, Row("back", _back))
    offers = (
        Row(f"{number + 1}   {offer.words}", _choosing(number), offer.colour)
        for number, offer in enumerate(state.offers)
    )
    return (*offers, Row("done", lambda s: (s, Leave())))


def pressed(state: TeachState, at: CameraPixel) -> NextTeach:
    """The picture was clicked: what lies there is chosen, whether it was outlined or not."""
    number = _offer_at(state, at)
    subject = _elsewhere(state, at) if number is None else _offered(state, number)
    return replace(state, chosen=subject, kind=None, typed="", note=""), None


def moved(state: TeachState, at: CameraPixel | None) -> TeachState:
    """The mouse is over a pixel, or beside the picture."""
    return replace(state, over=None if at is None else _offer_at(state, at))


def picked(state: TeachState, number: int) -> NextTeach:
    """A line was clicked."""
    lines = rows(state)
    return lines[number].does(state) if number < len(lines) else (state, None)


def keyed(state: TeachState, key: str) -> NextTeach:
    """A key: a digit or ".", or one of "return", "back", "delete", "undo"."""
    match key:
        case "undo":
            return replace(state, chosen=None, kind=None, typed=""), TakeEntryBack()
        case "back":
            return _back(state)
        case "delete":
            return replace(state, typed=state.typed[:-1]), None
        case "return":
            return _write(state) if state.kind is not None else (state, None)
    if state.kind is not None:
        return replace(state, typed=(state.typed + key)[:_LONGEST_TYPED]), None
    return picked(state, int(key) - 1) if key.isdigit() and key != "0" else (state, None)


def _offer_at(state: TeachState, at: CameraPixel) -> int | None:
    """The smallest offer whose outline holds a pixel: what lies on top is small."""
    return _smallest_at([offer.ring for offer in state.offers], at)


def _smallest_at(outlines: Sequence[Sequence[CameraPixel]], at: CameraPixel) -> int | None:
    here = Point(at.x, at.y)
    # An outline may touch itself where a patch is one cell wide.
    rings = [Polygon([(p.x, p.y) for p in ring]).buffer(0) for ring in outlines]
    there = [number for number, ring in enumerate(rings) if ring.covers(here)]
    return min(there, key=lambda number: rings[number].area, default=None)


def _offered(state: TeachState, number: int) -> Subject:
    offer = state.offers[number]
    return Subject(offer.at, offer.words, offer.kinds, offer.colour, number)


def _elsewhere(state: TeachState, at: CameraPixel) -> Subject:
    """What lies where nothing is offered: something known that may be something else, or new."""
    number = _smallest_at([known.ring for known in state.known], at)
    if number is None:
        return Subject(at, "outlined by nothing yet", KINDS)
    known = state.known[number]
    return Subject(at, f"taken for a {known.words}", known.kinds)


def _choosing(number: int) -> Callable[[TeachState], NextTeach]:
    return lambda state: (replace(state, chosen=_offered(state, number), note=""), None)


def _of_kind(kind: str) -> Callable[[TeachState], NextTeach]:
    """Cloth and paper lie flat; of what stands, the height is asked."""

    def say(state: TeachState) -> NextTeach:
        state = replace(state, kind=kind, typed="")
        return (state, None) if DEFAULT_HEIGHT_IN[kind] else _write(state)

    return say


def _stepped(state: TeachState, by_in: float) -> NextTeach:
    height_in = min(_HIGHEST_IN, max(0.0, state.height_in + by_in))
    return replace(state, typed=f"{height_in:g}"), None


def _write(state: TeachState) -> NextTeach:
    assert state.chosen is not None, state
    assert state.kind is not None, state
    done = Name(state.chosen.at, state.kind, state.height_in)
    return replace(state, chosen=None, kind=None, typed=""), done


def _back(state: TeachState) -> NextTeach:
    if state.kind is not None:
        return replace(state, kind=None, typed=""), None
    if state.chosen is not None:
        return replace(state, chosen=None), None
    return state, Leave()
