"""What lies on the table and is on no list: its place, its size and its colour."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from table.picture import Picture
from table.places import TablePoint
from table.table_spec import TableSpec
from vision.boxes import box_around
from vision.evidence import Evidence, TagPatch, gathered
from vision.flat_table import FlatTable, Mask
from vision.found import Found, ground_of
from vision.regions import Region, closed, grown, opened, regions, without
from vision.rings import hull_area
from vision.things import all_found

_LEAST_SQ_IN = 0.5
_NARROWEST_IN = 0.2
_AROUND_FOUND = 1.15
_RIM_IN = (0.08, 0.4)
_BIN = 8.0
_COLOURFUL = 12.0  # chroma that doubles a colour's weight


@dataclass(frozen=True, slots=True)
class Stranger:
    """A thing on no list: its middle, its sides in inches as seen on the surface, its colour."""

    place: TablePoint
    length_in: float
    width_in: float
    is_round: bool
    colour: str  # "#rrggbb" under neutral light


def strangers(
    picture: Picture,
    pose: CameraPose,
    spec: TableSpec,
    tags: Sequence[TagPatch],
    empty: Picture | None = None,
) -> tuple[Stranger, ...]:
    """What the list does not explain, largest first."""
    evidence = gathered(picture, pose, spec, tags, empty)
    found = [_wider(one) for one in all_found(evidence)]
    flat = evidence.flat
    taken = cv2.dilate(evidence.covered, np.ones((7, 7), np.uint8))
    left = without(without(evidence.strange, ground_of(found, flat)), taken.astype(np.uint8))
    whole = opened(closed(left, flat, 0.3), flat, _NARROWEST_IN)
    patches = regions(whole, flat, _LEAST_SQ_IN)
    return tuple(_stranger(evidence, patch) for patch in patches if _on_table(patch, spec))


def _wider(one: Found) -> Found:
    """A found thing with its rim, handle and shadow's edge counted in."""
    ring = grown(one.silhouette, _AROUND_FOUND)
    return Found(one.spec, one.footprint, ring, one.confidence, one.inverted)


def _on_table(patch: Region, spec: TableSpec) -> bool:
    x, y = patch.ring.mean(axis=0)
    inside = (patch.ring >= 0).all(axis=1) & (patch.ring <= (spec.width, spec.height)).all(axis=1)
    return bool(0 < x < spec.width and 0 < y < spec.height and inside.mean() > 0.9)


def _stranger(evidence: Evidence, patch: Region) -> Stranger:
    box = box_around(patch.ring)
    squareness = hull_area(patch.ring) / max(box.area, 1e-6)
    even = box.half_width > 0.8 * box.half_length
    return Stranger(
        TablePoint(float(box.centre[0]), float(box.centre[1])),
        2 * box.half_length,
        2 * box.half_width,
        bool(even and squareness < 0.87),
        _colour(evidence, _rim(patch, evidence.flat)),
    )


def _rim(patch: Region, flat: FlatTable) -> Mask:
    """A patch's cells near its outline, but not on it: a mug's rim, not what is in the mug."""
    depth = cv2.distanceTransform(patch.cells, cv2.DIST_L2, 3) / flat.px_per_in
    rim = (depth > _RIM_IN[0]) & (depth < _RIM_IN[1])
    return np.asarray(rim if rim.any() else patch.cells > 0)


def _colour(evidence: Evidence, cells: Mask) -> str:
    """The colour of cells as the players would list it.

    The commonest one, the more colourful the better: a mug's sides mirror the desk.
    """
    lab = evidence.view.lab[cells]
    bins = np.round(lab / _BIN).astype(int)
    kinds, which = np.unique(bins, axis=0, return_inverse=True)
    weights = np.bincount(which.ravel(), 1 + np.hypot(lab[:, 1], lab[:, 2]) / _COLOURFUL)
    near = lab[np.linalg.norm(lab - kinds[weights.argmax()] * _BIN, axis=1) < 1.5 * _BIN]
    middle = np.asarray(near.mean(axis=0) if len(near) else lab.mean(axis=0), np.float32)
    rgb = cv2.cvtColor(middle[None, None], cv2.COLOR_Lab2RGB)[0, 0]
    red, green, blue = (round(float(v) * 255) for v in np.clip(rgb, 0, 1))
    return f"#{red:02x}{green:02x}{blue:02x}"
