"""Marks to strokes under a theme: the one place where meaning becomes colour, dash and hatch.

Labels and cards without a place must have been laid out before (see layout.py).
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from overlay.marks.lines import circle_xy, closed, side_sign_xy
from overlay.marks.marks import (
    Area,
    Arrow,
    Body,
    Card,
    Code,
    Hatch,
    Icon,
    Line,
    ManMark,
    Mark,
    Plate,
    Profile,
    Ring,
    Rings,
    Sheet,
    Words,
)
from overlay.marks.text_size import name_on_base_in
from overlay.strokes.bodies import body_strokes
from overlay.strokes.card_strokes import card_strokes
from overlay.strokes.dashes import dashes
from overlay.strokes.hatching import hatch_lines
from overlay.strokes.inks import BLACK, WHITE, Rgb
from overlay.strokes.profile_strokes import profile_strokes
from overlay.strokes.strokes import Fill, Stroke, StrokePath, Text, mixed
from overlay.strokes.symbols import symbol_lines
from overlay.strokes.theme import Theme, ink_named
from table.directions import bearing_deg, step
from table.places import Floats, TablePoint

_CASING_IN = 0.07
_UNLIT: Rgb = (0, 0, 0)
_ABSENT_DASH = (0.18, 0.14)  # inches on and off, of a man who is not seen
_PLATE = 0.86  # how much of the drawing a plate hides; on a picture it hides all


def strokes_of(marks: Iterable[Mark], theme: Theme) -> list[Stroke]:
    """All strokes of some marks, in drawing order."""
    return [stroke for mark in marks for stroke in mark_strokes(mark, theme)]


@lru_cache(maxsize=4096)
def mark_strokes(mark: Mark, theme: Theme) -> tuple[Stroke, ...]:
    """The strokes of one mark; kept, since most marks stay the same from picture to picture."""
    return tuple(_STROKES[type(mark)](mark, theme))


def _xy(points: Iterable[TablePoint]) -> Floats:
    return np.array([(p.x, p.y) for p in points], np.float64)


def _inked(lines: Iterable[Floats], ink_name: str, theme: Theme) -> list[Stroke]:
    """Lines in the ink's colour, dash and width, on a casing where the theme has one."""
    ink = ink_named(ink_name)
    cut = tuple(part for line in lines for part in dashes(line, ink.dash))
    if not cut:
        return []
    made = StrokePath(cut, theme.rgb(ink), ink.width_in)
    return [made] if ink_name == "grid" else _cased(made, theme)


def _cased(stroke: StrokePath, theme: Theme) -> list[Stroke]:
    """A line on a casing, where the theme has one."""
    if theme.casing is None:
        return [stroke]
    return [replace(stroke, rgb=theme.casing, width_in=stroke.width_in + _CASING_IN), stroke]


def _line(mark: Line, theme: Theme) -> list[Stroke]:
    return _inked([_xy(mark.points)], mark.ink, theme)


def _arrow(mark: Arrow, theme: Theme) -> list[Stroke]:
    *_, before, tip = mark.points
    back_deg = bearing_deg(tip, before)
    ink = ink_named(mark.ink)
    long_in = 0.28 + 1.6 * ink.width_in
    wings = [step(tip, back_deg + turn, long_in) for turn in (-24.0, 24.0)]
    neck = step(tip, back_deg, long_in * 0.8)
    head = Fill((_xy((tip, wings[0], wings[1])),), theme.rgb(ink))
    return [*_inked([_xy((*mark.points[:-1], neck))], mark.ink, theme), head]


def _ring(mark: Ring, theme: Theme) -> list[Stroke]:
    corners = int(min(192, max(40, 14 * mark.radius_in)))
    ring = circle_xy(mark.centre.x, mark.centre.y, mark.radius_in, corners)
    return _inked([closed(ring)], mark.ink, theme)


def _area(mark: Area, theme: Theme) -> list[Stroke]:
    ink = ink_named(mark.ink)
    rings = tuple(np.asarray(ring, np.float64) for ring in mark.rings)
    tint: list[Stroke] = [Fill(rings, theme.rgb(ink), ink.fill)] if theme.fills and ink.fill else []
    border = _inked([closed(ring) for ring in rings], mark.ink, theme)
    return [*tint, *_hatched(mark.rings, mark.ink, theme), *border]


def _hatch(mark: Hatch, theme: Theme) -> list[Stroke]:
    return _hatched(mark.rings, mark.ink, theme)


def _hatched(rings: Rings, ink_name: str, theme: Theme) -> list[Stroke]:
    ink = ink_named(ink_name)
    lines = hatch_lines(rings, ink.hatch, theme.hatch_in)
    return [StrokePath(lines, mixed(theme.rgb(ink), theme.ground, 0.6), 0.03)] if lines else []


def _icon(mark: Icon, theme: Theme) -> list[Stroke]:
    ink = ink_named(mark.ink)
    at = np.array([mark.at.x, mark.at.y])
    lines = tuple(at + mark.size_in * line for line in symbol_lines(ink.symbol))
    disk = circle_xy(mark.at.x, mark.at.y, mark.size_in * 0.62, 32)
    return [
        Fill((disk,), theme.halo, 0.9),
        StrokePath((closed(disk),), theme.rgb(ink), 0.05),
        StrokePath(lines, theme.rgb(ink), max(0.05, mark.size_in * 0.13)),
    ]


def _code(mark: Code, _theme: Theme) -> list[Stroke]:
    """White with runs of black: as light the black ones are the bare desk."""
    count = len(mark.modules)
    corner, step_in = np.array([mark.corner.x, mark.corner.y]), mark.side_in / count

    def box(start: int, end: int, top: int, bottom: int) -> tuple[Floats]:
        xy = [(start, top), (end, top), (end, bottom), (start, bottom)]
        return (corner + step_in * np.array(xy, np.float64),)

    runs = [
        (start, end, row, row + 1)
        for row, modules in enumerate(mark.modules)
        for start, end in np.flatnonzero(np.diff((0, *modules, 0))).reshape(-1, 2).tolist()
    ]
    ground = Fill(box(0, count, 0, count), WHITE)
    return [ground, *(Fill(box(*run), _UNLIT) for run in runs)]


def _words(mark: Words, theme: Theme) -> list[Stroke]:
    rgb = theme.rgb(ink_named(mark.ink))
    return [Text((mark.at.x, mark.at.y), mark.text, mark.height_in, rgb, mark.align)]


def _plate(mark: Plate, theme: Theme) -> list[Stroke]:
    left, top, right, bottom = mark.box
    box = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    return [Fill((box,), theme.halo, _PLATE if theme.name == "paper" else 1.0)]


def _card(mark: Card, theme: Theme) -> list[Stroke]:
    return card_strokes(mark, theme)


def _body(mark: Body, theme: Theme) -> list[Stroke]:
    if theme.name == "paper" and not mark.outlined_only:
        return list(body_strokes(mark))
    lines = tuple(closed(np.asarray(ring, np.float64)) for ring in mark.rings)
    return _inked(lines, "quiet", theme)


def _man(mark: ManMark, theme: Theme) -> list[Stroke]:
    colour, place = theme.side_rgb(mark.side), theme.side_place(mark.side)
    base = side_sign_xy(place, mark.centre.x, mark.centre.y, mark.radius_in)
    beak = _beak(mark)
    if not mark.is_there:
        rgb = colour if theme.name == "paper" else _bright(colour)
        dashed = StrokePath(dashes(closed(base), _ABSENT_DASH), rgb, 0.07)
        pointed = StrokePath((closed(beak),), rgb, 0.05)
        return [*_cased(pointed, theme), *_cased(dashed, theme)]
    if theme.name != "paper" or mark.outlined_only:
        # Who stands on a cloth of his own colour is seen by the casing.
        ring = StrokePath((closed(base),), _bright(colour), 0.09)
        pointed = StrokePath((closed(beak),), _bright(colour), 0.03)
        cased = (*_cased(pointed, theme), *_cased(ring, theme))
        return [*cased, Fill((beak,), _bright(colour))]
    return [
        Fill((base + 0.07,), (60, 48, 30), 0.3),
        Fill((beak,), (40, 34, 26)),
        Fill((base,), colour),
        StrokePath((closed(base),), (40, 34, 26), 0.06),
        *_name(mark, colour),
    ]


def _beak(mark: ManMark) -> Floats:
    """A small triangle on the rim that points where he faces."""
    tip = step(mark.centre, mark.facing_deg, mark.radius_in + 0.32)
    wide_in = 0.5 * mark.radius_in
    sides = [
        step(mark.centre, mark.facing_deg, mark.radius_in * 0.9, right)
        for right in (-wide_in, wide_in)
    ]
    return _xy((tip, *sides))


def _name(mark: ManMark, ground: Rgb) -> list[Stroke]:
    """His id on his base, if it can be read there; else it stands beside him."""
    height_in = name_on_base_in(mark.name, mark.radius_in)
    if height_in is None:
        return []
    rgb = WHITE if _luma(ground) < 140 else BLACK
    at = (mark.centre.x, mark.centre.y + height_in / 2)
    return [Text(at, mark.name, height_in, rgb, "middle")]


def _luma(rgb: Rgb) -> float:
    return 0.3 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2]


def _bright(rgb: Rgb) -> Rgb:
    """The colour made light enough to show on black."""
    lift = max(0.0, 150 - _luma(rgb))
    return (
        min(255, int(rgb[0] + lift)),
        min(255, int(rgb[1] + lift)),
        min(255, int(rgb[2] + lift)),
    )


def _sheet(mark: Sheet, theme: Theme) -> list[Stroke]:
    w, h = mark.width_in, mark.height_in
    box = np.array([(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)])
    border = StrokePath((closed(box),), (120, 104, 78), 0.08)
    return [Fill((box,), (244, 236, 216)), border] if theme.name == "paper" else []


_STROKES: dict[type, Callable[[Any, Theme], list[Stroke]]] = {
    Line: _line,
    Code: _code,
    Arrow: _arrow,
    Ring: _ring,
    Area: _area,
    Hatch: _hatch,
    Icon: _icon,
    Words: _words,
    Plate: _plate,
    Card: _card,
    Profile: profile_strokes,
    Body: _body,
    ManMark: _man,
    Sheet: _sheet,
}
