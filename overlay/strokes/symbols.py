"""The inks' symbols as lines: the second sign that needs no colour."""

import numpy as np

from overlay.marks.lines import circle_xy, closed
from overlay.strokes.inks import Symbol
from table.places import Floats

_RIM = closed(circle_xy(0.0, 0.0, 0.5, 28))


def symbol_lines(symbol: Symbol) -> tuple[Floats, ...]:
    """The symbol's lines in a box one unit wide round the origin."""
    return _LINES[symbol]


def _line(*places: tuple[float, float]) -> Floats:
    return np.array(places, np.float64)


def _star(points: int) -> Floats:
    turn = np.linspace(0.0, 2 * np.pi, 2 * points, endpoint=False) - np.pi / 2
    far = np.where(np.arange(2 * points) % 2 == 0, 0.55, 0.22)
    return closed(np.column_stack([far * np.cos(turn), far * np.sin(turn)]))


_LINES: dict[Symbol, tuple[Floats, ...]] = {
    "none": (),
    "tick": (_line((-0.35, 0.02), (-0.1, 0.3), (0.38, -0.32)),),
    "cross": (_line((-0.32, -0.32), (0.32, 0.32)), _line((-0.32, 0.32), (0.32, -0.32))),
    "half": (
        _RIM,
        _line((0.0, -0.5), (0.0, 0.5)),
        *(_line((0.0, y), (float(np.sqrt(0.25 - y * y)), y)) for y in (-0.3, -0.1, 0.1, 0.3)),
    ),
    "query": (
        _line((-0.2, -0.2), (-0.12, -0.38), (0.1, -0.4), (0.22, -0.22), (0.0, 0.02), (0.0, 0.15)),
        _line((0.0, 0.34), (0.0, 0.4)),
    ),
    "star": (_star(8),),
    "mine": (
        _line((-0.4, 0.34), (0.4, 0.34), (0.0, -0.4), (-0.4, 0.34)),
        _line((0.0, -0.1), (0.0, 0.12)),
        _line((0.0, 0.22), (0.0, 0.26)),
    ),
    "lock": (_line((-0.3, 0.0), (0.3, 0.0), (0.3, 0.4), (-0.3, 0.4), (-0.3, 0.0)),),
    "dot": (closed(circle_xy(0.0, 0.0, 0.12, 12)),),
}
