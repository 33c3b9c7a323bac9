"""Curves of the growth tables as SVG pictures, both axes by powers."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from pathlib import Path

from tests.bench.jobs import Row
from tests.bench.timing import first_number

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 560, 320, 64, 28, 150, 44
COLOURS = ("#1f5fa8", "#b0422c", "#3a7d44", "#7a4f9e")
# Of which job, along which column, what is drawn, and the unit of it.
CURVES: Mapping[str, tuple[str, tuple[str, ...], str]] = {
    "growth_with_tags": ("soldiers", ("read anew", "followed"), "pyzbar passes"),
    "growth_with_pixels": ("size", ("fresh, ms", "still, ms"), "ms"),
    "growth_with_men": ("soldiers", ("an answer", "a reach"), "ms"),
    "growth_with_things": ("things", ("an answer", "a reach"), "ms"),
    "growth_with_events": ("events", ("one more", "taken up again"), "ms"),
}


def write_curves(found: Mapping[str, Sequence[Row]], folder: Path) -> dict[str, Path]:
    """Draw the curve of each growth table that was measured; the files by job."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {}
    for name, (along, columns, unit) in CURVES.items():
        if len(found.get(name, ())) > 1:
            files[name] = folder / f"{name.replace('_', '-')}.svg"
            files[name].write_text(curve(found[name], along, columns, unit), "utf-8")
    return files


def curve(rows: Sequence[Row], along: str, columns: Sequence[str], unit: str) -> str:
    """One picture: a line for each column over the numbers of `along`."""
    xs = [_number(row[along]) for row in rows]
    lines = {name: [first_number(row[name]) for row in rows] for name in columns}
    every = [value for values in lines.values() for value in values]
    low, high = floor(log10(min(every))), ceil(log10(max(every)) + 1e-9)
    parts = [*_frame(xs, [str(row[along]) for row in rows], (low, high))]
    parts.append(_words(LEFT - 8, TOP - 10, unit, "end"))
    parts.append(_words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, along, "middle"))
    for i, (name, values) in enumerate(lines.items()):
        places = [(_x(x, xs), _y(value, low, high)) for x, value in zip(xs, values, strict=True)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        colour = COLOURS[i % len(COLOURS)]
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
        x, y = places[-1]
        parts.append(_words(x + 8, y + 4, name, "start", colour))
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="12">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n{body}\n</svg>\n'
    )


def _number(told: float | str) -> float:
    """A number, or the pixels of a size like 1920 x 1080."""
    if isinstance(told, str) and " x " in told:
        width, height = told.split(" x ")
        return float(width) * float(height)
    return float(told)


def _x(value: float, xs: Sequence[float]) -> float:
    share = (log10(value) - log10(xs[0])) / (log10(xs[-1]) - log10(xs[0]))
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def _y(value: float, low: int, high: int) -> float:
    share = (log10(value) - low) / max(high - low, 1)
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def _frame(xs: Sequence[float], names: Sequence[str], powers: tuple[int, int]) -> list[str]:
    """The lines behind the curves and their numbers."""
    made, (low, high) = [], powers
    for power in range(low, high + 1):
        y = _y(10.0**power, low, high)
        made.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>')
        made.append(_words(LEFT - 8, y + 4, f"{10.0**power:g}", "end"))
    for x, name in zip(xs, names, strict=True):
        at = _x(x, xs)
        made.append(f'<path d="M{at:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#eeeeee"/>')
        made.append(_words(at, HEIGHT - BOTTOM + 18, name, "middle"))
    return made


def _words(x: float, y: float, text: str, anchor: str, colour: str = "#333333") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{text}</text>'
