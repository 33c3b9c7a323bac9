"""The plan as an SVG file: the same strokes, one inch is one user unit."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from overlay.marks.marks import Plan
from overlay.marks.text_size import width_in
from overlay.strokes.inks import Rgb
from overlay.strokes.mark_strokes import strokes_of
from overlay.strokes.strokes import Fill, Stroke, StrokePath, Text
from overlay.strokes.theme import PAPER, Theme
from table.places import Floats
from table.text_file import write_text

_ANCHORS = {"left": "start", "middle": "middle", "right": "end"}
_SIZE_PER_CAPITAL = 1.39  # font size over capital height in the usual sans faces


def svg_text(plan: Plan, theme: Theme = PAPER, *, over_picture: bool = False) -> str:
    """The plan as SVG that prints at true size; over a picture it has no ground of its own."""
    left, top, right, bottom = plan.box
    width, height = right - left, bottom - top
    body = "\n".join(_element(stroke) for stroke in strokes_of(plan.marks, theme))
    ground = (
        f'<rect x="{left:.3f}" y="{top:.3f}" width="{width:.3f}" height="{height:.3f}" '
        f'fill="{_hex(theme.ground)}"/>\n'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.3f}in" height="{height:.3f}in" '
        f'viewBox="{left:.3f} {top:.3f} {width:.3f} {height:.3f}" '
        'stroke-linecap="round" stroke-linejoin="round" '
        'font-family="Helvetica, Arial, sans-serif" font-weight="bold">\n'
        f"{'' if over_picture else ground}{body}\n</svg>\n"
    )


def paint_svg(plan: Plan, path: Path, theme: Theme = PAPER) -> None:
    """Write the plan as SVG."""
    write_text(path, svg_text(plan, theme))


def _element(stroke: Stroke) -> str:
    match stroke:
        case Fill():
            solid = "" if stroke.alpha >= 1 else f' fill-opacity="{stroke.alpha:.2f}"'
            data = _data(stroke.rings, end="Z")
            return f'<path fill="{_hex(stroke.rgb)}"{solid} fill-rule="evenodd" d="{data}"/>'
        case StrokePath():
            width = f'stroke-width="{stroke.width_in:.3f}"'
            data = _data(stroke.lines, end="")
            return f'<path fill="none" stroke="{_hex(stroke.rgb)}" {width} d="{data}"/>'
        case Text():
            return _text(stroke)


def _text(stroke: Text) -> str:
    # `textLength` keeps the words in the room that the layout gave them, whatever the font.
    wide = width_in(stroke.text, stroke.height_in)
    x, y = stroke.at
    return (
        f'<text x="{x:.3f}" y="{y:.3f}" fill="{_hex(stroke.rgb)}" '
        f'font-size="{stroke.height_in * _SIZE_PER_CAPITAL:.3f}" textLength="{wide:.3f}" '
        f'lengthAdjust="spacingAndGlyphs" text-anchor="{_ANCHORS[stroke.align]}">'
        f"{escape(stroke.text)}</text>"
    )


def _data(lines: Sequence[Floats], end: str) -> str:
    return " ".join(f"M{' L'.join(f'{x:.3f},{y:.3f}' for x, y in line)}{end}" for line in lines)


def _hex(rgb: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rgb)
