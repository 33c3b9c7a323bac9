"""The listed colours as this light and camera show them."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from table.places import Floats
from table.table_spec import TableSpec, rgb_of
from vision.colour.background import Background
from vision.colour.inks import (
    FLAT_SHADING,
    OWN,
    ROUND_SHADING,
    Ink,
    as_seen,
    lab_of_rgb,
    listed_ink,
)
from vision.surface.flat_table import Pixels, Singles
from vision.surface.flat_view import FlatView
from vision.surface.masks import GridMask

# How much narrower a colour becomes once it was seen here; gloss and hollows keep it wide.
_TIGHTNESS = {"mug": 0.8, "plate": 0.7, "lid": 0.6, "wall": 0.6}
_TIGHT = 0.4  # of what lies flat
# Only patches at least this wide tell how a colour is seen here: men's shadows are narrower.
_SURE_WIDTH_IN = {"wall": 0.19, "mug": 0.5, "lid": 0.7}
_SURE_WIDTH_ELSE_IN = 0.9
_LEAST_SQ_IN = 0.6  # of a colour, to learn it from
_ENOUGH, _FEWEST = 1500, 100  # cells that tell a colour: more are not asked, with fewer none is
_FLAT_KINDS = frozenset({"road", "river", "bridge", "napkin", "mat"})


def coloured(spec: TableSpec) -> TableSpec:
    """The table file with those of its things alone of which a colour is known."""
    return replace(spec, things=tuple(thing for thing in spec.things if thing.shown))


@lru_cache(maxsize=16)
def listed_inks(spec: TableSpec) -> tuple[Ink, ...]:
    """The listed colours as any picture may show them."""
    return tuple(
        listed_ink(lab_of_rgb(rgb_of(thing.shown[0])), ROUND_SHADING.get(thing.kind, FLAT_SHADING))
        for thing in spec.things
    )


def seen_inks(
    view: FlatView, spec: TableSpec, ground: Background, usable: GridMask, strange: GridMask
) -> list[Ink]:
    """The listed colours as this light and camera show them, where they show enough."""
    inks = listed_inks(spec)
    seen = []
    (masks,) = ground.ink_masks(inks, usable, 0.0)
    for thing, ink, mask in zip(spec.things, inks, masks, strict=True):
        # Where a lit desk passes for the colour, what is no desk may tell more.
        alike = ground.is_desk_like(ink)
        tried = [mask, mask & strange] if alike else [mask]
        learnt = [one for some in tried if (one := _learnt(view, thing.kind, ink, some))]
        best = min(learnt, key=ink.distance_of, default=ink)
        # Paper less like its listing than the desk is was learnt from the desk's shadows.
        flat = alike and thing.kind in _FLAT_KINDS
        shadow = flat and ink.distance_of(best) > ink.distance_of(ground.desk)
        seen.append(ink if shadow else best)
    return seen


def _learnt(view: FlatView, kind: str, ink: Ink, mask: GridMask) -> Ink | None:
    """A listed colour as the widest parts of a mask show it; None where they are too few."""
    if mask.area_sq_in <= _LEAST_SQ_IN:
        return None
    sure = mask.opened(_SURE_WIDTH_IN.get(kind, _SURE_WIDTH_ELSE_IN))
    if sure.area_sq_in <= _LEAST_SQ_IN:
        return None
    sample = _sample(view.lab, sure.cells)
    # What is in a mug may pass for its colour in deep shade.
    sample = sample.T.compress(ink.distance(sample) < OWN, axis=1).T
    return as_seen(sample, ink, _TIGHTNESS.get(kind, _TIGHT)) if len(sample) >= _FEWEST else None


def _sample(lab: Singles, sure: Pixels) -> Floats:
    """The colours of enough of those cells, each channel together in memory."""
    cells = np.flatnonzero(sure > 0)
    rows, columns = np.divmod(cells[:: max(1, len(cells) // _ENOUGH)], sure.shape[1])
    return np.asarray(lab[rows, columns], float, order="F")
