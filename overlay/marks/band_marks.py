"""Range bands as rings that end at the table's edge, each with what must be rolled."""

from collections.abc import Sequence
from math import isfinite

import shapely
from shapely import LineString

from overlay.marks.bands import ShownBand
from overlay.marks.lines import circle_xy, closed, lines_in
from overlay.marks.marks import Label, Line, Mark
from overlay.marks.words import chance_words
from table.directions import step
from table.places import TablePoint
from table.scene import Scene, Soldier

_INKS = ("band-1", "band-2", "band-3", "band-4")


def band_marks(scene: Scene, soldier: Soldier, bands: Sequence[ShownBand]) -> tuple[Mark, ...]:
    """One ring for each band that ends, and its words on the ring where there is room."""
    made: list[Mark] = []
    for i, band in enumerate(band for band in bands if isfinite(band.limit_in)):
        ink = _INKS[min(i, len(_INKS) - 1)]
        made += _arcs(scene, soldier.place, band.limit_in, ink)
        made += _band_label(scene, soldier, band, ink)
    return tuple(made)


def band_words(band: ShownBand) -> str:
    """A band's limit and roll, such as "12 in: 4+ (50 %)"."""
    limit = f"{band.limit_in:g} in"
    if not band.succeeds:
        return f"{limit}: {band.word}" if band.word else limit
    if band.succeeds in {"always", "never"}:
        return f"{limit}: {band.word or band.succeeds}"
    return f"{limit}: {band.succeeds} ({chance_words(band.chance)})"


def _arcs(scene: Scene, centre: TablePoint, radius_in: float, ink: str) -> list[Mark]:
    """The ring's parts that lie on the table."""
    ring = closed(circle_xy(centre.x, centre.y, radius_in, 96))
    table = shapely.box(0.0, 0.0, scene.width, scene.height)
    kept = shapely.line_merge(LineString(ring).intersection(table))
    parts = lines_in(shapely.get_parts(kept))
    return [Line(tuple(TablePoint(float(x), float(y)) for x, y in part), ink) for part in parts]


def _band_label(scene: Scene, soldier: Soldier, band: ShownBand, ink: str) -> list[Mark]:
    """The words sit on the ring, as near to where he faces as the table allows."""
    for turn in (0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180):
        at = step(soldier.place, soldier.facing + turn, band.limit_in)
        if 1.0 < at.x < scene.width - 1.0 and 0.6 < at.y < scene.height - 0.6:
            return [Label(at, band_words(band), ink, 0, rank=2)]
    return []
