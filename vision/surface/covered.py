"""What hides the table and its things: tags, corner markers' paper, the men themselves."""

from collections.abc import Sequence
from math import hypot
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from table.army import TagStyle
from table.places import CellXY, Floats, SeenXY
from vision.pictures.channels import summed
from vision.surface.flat_table import FlatTable, Pixels, Singles
from vision.surface.masks import GridMask, nothing

MAN_IN = 2.3  # how high a figure stands
_PAPER_RIM_IN = 0.07  # of white around a tag's code
_HEAD_RADIUS_IN = 0.42  # around the top of a figure: head, arms and weapon
CARD_REACH = 2.2  # an order card reaches this many times as far as the tag on it
_PAPER_LAB = np.array([95.0, 0.0, 0.0], np.float32)
_PAPER_STRAYS = 18.0  # Lab units: how far a shaded card's white is from that
_AROUND = np.column_stack([np.cos(a := np.linspace(0, 2 * np.pi, 24, endpoint=False)), np.sin(a)])


def man_outline(flat: FlatTable, tag: CellXY, style: TagStyle, base_in: float) -> CellXY:
    """The cells that the man behind this tag may hide: his base, his head and what is between.

    `tag` are the tag's corners, the first two its top edge.
    """
    forward = (tag[0] + tag[1] - tag[2] - tag[3]) / 2
    right = (tag[1] - tag[0] + tag[2] - tag[3]) / 2
    size = flat.px_per_in / max(hypot(*forward), 1e-6)
    middle = (tag[0] + tag[1] + tag[2] + tag[3]) / 4
    figure = middle + size * (style.figure[0] * forward + style.figure[1] * right)
    foot = flat.cells_from_seen(SeenXY(np.array(flat.eye[:2])))
    base = foot + (figure - foot) / flat.spread(style.height)
    head = foot + (base - foot) * flat.spread(MAN_IN)
    rings = np.concatenate(
        [
            base + _AROUND * (base_in / 2 + 0.06) * flat.px_per_in,
            head + _AROUND * _HEAD_RADIUS_IN * flat.px_per_in,
        ]
    )
    return CellXY(np.asarray(cv2.convexHull(rings.astype(np.float32)), float).reshape(-1, 2))


def covered_by(flat: FlatTable, papers: Sequence[CellXY], men: Sequence[CellXY]) -> GridMask:
    """Where paper or a man hides what lies on the table."""
    covered = nothing(flat)
    for ring in (*_with_rims(np.array(papers).reshape(-1, 4, 2), flat), *men):
        _fill(covered.cells, ring)
    return covered


def _with_rims(papers: Floats, flat: FlatTable) -> Floats:
    """The papers' corners, (n, 4, 2), each moved out by a rim."""
    middles = papers.mean(axis=1, keepdims=True)
    off = papers - middles
    reach = np.hypot(off[..., 0], off[..., 1]).mean(axis=1)
    rim = 1 + _PAPER_RIM_IN * 1.41 * flat.px_per_in / np.maximum(reach, 1e-6)
    return np.asarray(middles + off * rim[:, None, None])


def _fill(covered: Pixels, ring: Floats) -> None:
    cv2.fillConvexPoly(covered, np.round(ring * 16).astype(np.int32), 255, cv2.LINE_8, 4)


def card_around(lab: Singles, grid: FlatTable, desk_lab: Floats, tag: CellXY) -> GridMask:
    """The white paper that a tag is printed on, where the paper is larger than the tag."""
    middle = np.round(tag.mean(axis=0)).astype(int)
    reach = round(CARD_REACH * float(np.linalg.norm(tag - middle, axis=1).mean()))
    card: Pixels = np.zeros(lab.shape[:2], np.uint8)
    left, top = np.maximum(middle - reach, 0)
    right, bottom = np.maximum(middle + reach + 1, 0)
    here = np.s_[top:bottom, left:right]
    _fill(card, tag)
    # A tag beside the grid hides none of it.
    if card[here].any():
        middle -= (left, top)
        card[here] = _paper_around(lab[here], desk_lab, card[here], middle, reach)
    return GridMask(grid, card)


def _square_off(lab: Singles, colour: Singles) -> Singles:
    """How far each cell's colour is from another, squared."""
    off = lab - colour
    return summed(np.square(off, off))


def _paper_around(
    lab: Singles, desk_lab: Floats, tag: Pixels, middle: NDArray[np.intp], reach: int
) -> Pixels:
    """The paper that hangs together with a tag's cells, within `reach` cells of its middle."""
    paper, desk = _square_off(lab, _PAPER_LAB), _square_off(lab, desk_lab.astype(np.float32))
    round_about: Pixels = np.zeros(lab.shape[:2], np.uint8)
    cv2.circle(round_about, (int(middle[0]), int(middle[1])), reach, 255, -1)
    round_about[(paper >= desk) | (paper >= _PAPER_STRAYS**2)] = 0
    whole = cv2.morphologyEx(round_about | tag, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, labels = cv2.connectedComponents(whole)
    own = np.where(labels == labels[tag > 0][0], np.uint8(255), np.uint8(0))
    return cast("Pixels", cv2.dilate(own, np.ones((3, 3), np.uint8)))
