"""The signs by which a shape is told to be a listed thing, or to be nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from table.places import Floats
from vision.surface.flat_table import Mask, Singles
from vision.things.cells import Cells, LookCells
from vision.things.edges import steps_across
from vision.things.shapes import SECTORS, Samples
from vision.things.sizes import outline_height_in, size_prior
from vision.things.weights import WEIGHTS

GROUPS = {
    "mug": "disc",
    "plate": "disc",
    "lid": "disc",
    "book": "rectangle",
    "mat": "rectangle",
    "bridge": "rectangle",
    "napkin": "cloth",
    "wall": "bar",
    "road": "strip",
    "river": "strip",
}
SIGNS = (
    "one",
    "on_edges",  # share of its outline whose nearest step of colour lies on it
    "edges",  # how clear the steps of colour along it are, against the desk's own
    "weakest",  # the same of its weakest stretches
    "shown",  # share of its outline that neither tags nor men hide
    "cut",  # share of its outline beyond the play area
    "under",  # share of its inside that things found on it hide, squared: some is nothing odd
    "odd_rim",  # how badly what is known explains the cells just inside,
    "odd_core",  # well inside
    "odd_beside",  # and just outside
    "odder",  # by how much more inside than outside
    "like_rim",  # how well the listing's colours explain the cells just inside,
    "like_core",  # well inside
    "like_beside",  # and just outside
    "liker",  # by how much more inside than outside
    "coloured",  # whether it has listed colours at all
    "rival",  # by how much another listing explains the cells just inside better
    "hollow",  # how much of the convex ring around it it leaves open
    "size",  # what its size costs, nats
    "sized",  # whether its size is listed
    "unlike",  # how unlike in size and colour it is to one of its listing that was found before
    "look",  # what it says, nats, that it shows the inks of a look in their shares
)
_NEAR_IN = 0.17  # about an outline in which another step of colour speaks against it
_CLEAR = 10.0  # times the desk's noise, of a step that could not be clearer
_LEAST_STEP = 1.5
_RIM_IN, _BESIDE_IN = 0.12, 0.22
_HOLLOW = 0.3  # share of the convex ring, of a shape that could not be more hollow
_MOST_SIZE_COST = 10.0
_EXCUSED = 0.5  # of another size, where the colour is the listing's
_ALIKE = 0.12  # spread of the sizes of things of one listing, as a share


@dataclass(frozen=True, eq=False)
class Signs:
    """What the cells say of some shapes, whatever listing they are taken for.

    Likenesses are (n, listings).
    """

    on_edges: Floats
    edges: Floats
    weakest: Floats
    shown: Floats
    places: Floats  # how many places of the outline are seen
    cut: Floats  # share of the outline beyond the play area
    under: Floats  # share of the inside that things found before hide
    odd: Floats  # (n, 3): rim, core, beside
    like: Floats  # (n, 3, listings)
    looks: Floats  # (n, listings), nats


def signs_of(cells: Cells, samples: Samples, free: Mask, odd: Singles) -> Signs:
    """What the cells say of shapes; `free` are those that nothing hides from them."""
    inside = cells.in_play(samples.outline)
    bands = _bands(samples)
    line, *spots = _spots(cells, (samples.outline, *bands), free)
    shown = inside & line.seen
    under = _under(cells, line.at, free)
    inner = np.concatenate([spot.at for spot in spots[:2]], axis=1)
    seen = np.maximum(shown.sum(axis=1), 1)
    steps = steps_across(cells, samples.outlines, free, _NEAR_IN)
    here = steps.heights[np.abs(steps.offsets_in) <= 1.01 * cells.step_in].max(axis=0)
    clear = np.clip(np.log(np.maximum(here, 1e-2) / cells.noise) / np.log(_CLEAR), 0, 1)
    on_edge = (here >= 0.8 * steps.heights.max(axis=0)) & (here > _LEAST_STEP * cells.noise)
    return Signs(
        on_edges=(on_edge & shown).sum(axis=1) / seen,
        edges=(clear * shown).sum(axis=1) / seen,
        weakest=_weakest(clear, shown),
        shown=shown.sum(axis=1) / np.maximum((inside & ~under).sum(axis=1), 1),
        places=shown.sum(axis=1).astype(float),
        cut=1 - inside.mean(axis=1),
        under=_under(cells, inner, free).mean(axis=1),
        odd=np.stack([_mean(odd.reshape(-1, 1), spot)[:, 0] for spot in spots], axis=1),
        like=np.stack([_mean(cells.like, spot) for spot in spots], axis=1),
        looks=_look_nats(cells, np.concatenate(bands[:2], axis=1), free),
    )


def _bands(samples: Samples) -> tuple[Floats, Floats, Floats]:
    """Places just inside shapes, well inside and just outside."""
    depth = np.minimum(_RIM_IN, 0.45 * samples.half_in)[:, None, None]
    rim = samples.outline - depth * samples.outward
    return rim, samples.core, samples.outline + _BESIDE_IN * samples.outward


@dataclass(frozen=True, eq=False)
class _Spots:
    """Cells at places of some shapes (n, places), which are seen, and how much each counts.

    What is hidden counts nothing in the mean over a shape.
    """

    at: NDArray[np.intp]
    seen: Mask
    weights: Singles


def _spots(cells: Cells, bands: Sequence[Floats], free: Mask) -> list[_Spots]:
    """The cells at each band of places; found all at once, as each is soon found."""
    every, on_grid = cells.at(np.concatenate(bands, axis=1))
    shown = on_grid & free.ravel()[every]
    spots, start = [], 0
    for band in bands:
        end = start + band.shape[1]
        at, seen = every[:, start:end], shown[:, start:end]
        count = np.maximum(np.count_nonzero(seen, axis=1), 1)
        spots.append(_Spots(at, seen, seen * (1 / count).astype(np.float32)[:, None]))
        start = end
    return spots


def _under(cells: Cells, at: NDArray[np.intp], free: Mask) -> Mask:
    """Which cells things found before hide."""
    return np.asarray(cells.free.ravel()[at] & ~free.ravel()[at])


def _mean(layers: Singles, spots: _Spots) -> Floats:
    """The means (n, layers) of what layers (cells, layers) hold there."""
    return np.asarray((spots.weights[:, None] @ layers.take(spots.at, axis=0))[:, 0], float)


def _look_nats(cells: Cells, places: Floats, free: Mask) -> Floats:
    """What the inks at places inside shapes say for each look, (n, listings); 0 where none is.

    What stands on a thing now may have stood on it when it was learnt: it is seen both ways.
    """
    said = np.zeros((len(places), len(cells.looks)))
    for listing, look in enumerate(cells.looks):
        if look is not None:
            ways = (_alike(look, *_spots(cells, (places,), seen)) for seen in (free, cells.free))
            said[:, listing] = WEIGHTS.look[0] + WEIGHTS.look[1] * np.maximum(*ways)
    return said


def _alike(look: LookCells, spots: _Spots) -> Floats:
    """The share of a look that shapes show: the overlap of two histograms of inks."""
    inks = look.inks.ravel()[spots.at][..., None]
    shares = (inks == look.numbers) * spots.weights[..., None]
    return np.asarray(np.minimum(shares.sum(axis=1), look.shares).sum(axis=1))


def _weakest(clear: Floats, shown: Mask) -> Floats:
    """How clear the two weakest stretches of an outline are."""
    parts = (len(clear), SECTORS, -1)
    seen = shown.reshape(parts).sum(axis=2)
    means = (clear * shown).reshape(parts).sum(axis=2) / np.maximum(seen, 1)
    means = np.sort(np.where(seen >= 2, means, np.inf), axis=1)[:, :2]
    return np.asarray(np.minimum(means, 1.0).mean(axis=1))


def sign_rows(cells: Cells, samples: Samples, signs: Signs, listing: int) -> Floats:
    """The signs (n, SIGNS) that some shapes are one listed thing."""
    thing, count = cells.spec.things[listing], len(samples.outline)
    known = float(cells.known[listing])
    rim, core, beside = signs.like[:, :, listing].T
    odd_rim, odd_core, odd_beside = signs.odd.T
    looms = cells.flat.spread(outline_height_in(thing))
    prior = size_prior(thing, looms, eye_is_guess=cells.eye_is_guess)
    size = np.minimum(prior.cost(samples.sizes_in, signs.cut), _MOST_SIZE_COST)
    columns = {
        "one": np.ones(count),
        "on_edges": signs.on_edges,
        "edges": signs.edges,
        "weakest": signs.weakest,
        "shown": signs.shown,
        "cut": signs.cut,
        "under": signs.under**2,
        "odd_rim": odd_rim,
        "odd_core": odd_core,
        "odd_beside": odd_beside,
        "odder": np.maximum(odd_rim - odd_beside, 0),
        "like_rim": rim,
        "like_core": core,
        "like_beside": beside,
        "liker": np.maximum(np.maximum(rim, core) - beside, 0),
        "coloured": np.full(count, known),
        "rival": known * _rival(cells, signs, listing),
        "hollow": np.minimum(samples.hollow / _HOLLOW, 1.0),
        "size": size,
        "sized": np.full(count, float(bool(thing.size))),
        "unlike": np.zeros(count),
        "look": signs.looks[:, listing],
    }
    return np.column_stack([columns[name] for name in SIGNS])


def with_unlikeness(rows: Floats, unlike: Floats) -> Floats:
    """Signs of shapes that are so unlike in size to others of their listing."""
    rim, core, alone = (SIGNS.index(name) for name in ("like_rim", "like_core", "unlike"))
    rows = rows.copy()
    rows[:, alone] = unlike * (1 - _EXCUSED * np.maximum(rows[:, rim], rows[:, core]))
    return rows


def _rival(cells: Cells, signs: Signs, listing: int) -> Floats:
    """By how much another listing explains the rim better: something else may lie in the middle."""
    rim = signs.like[:, 0]
    others = np.array(cells.known) & (np.arange(len(cells.known)) != listing)
    best = np.where(others, rim, 0.0).max(axis=1, initial=0.0)
    return np.asarray(np.maximum(best - rim[:, listing], 0))


def unlikeness(sizes_in: Floats, others_in: list[Floats]) -> Floats:
    """How unlike in size things (n, 2) are to others of their listing, 0 to 1."""
    if not others_in:
        return np.zeros(len(sizes_in))
    off = (np.log(sizes_in)[:, None] - np.log(np.array(others_in))) / _ALIKE
    return np.asarray(np.minimum(0.5 * (off**2).sum(axis=2).min(axis=1), 1.0))
