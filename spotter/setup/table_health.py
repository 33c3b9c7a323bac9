"""How good a table is now: findings, each good or with what to do about it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from calibration.colour_gap import colour_gap
from calibration.corner_markers import CORNER_NAMES, CornerMarkers
from calibration.grey import grey_of
from calibration.sharpness import edge_width_px
from table.army import Army, TagStyle
from table.picture import Picture
from table.places import CameraXY, Floats, TableXY
from table.table_spec import TableSpec, ThingSpec, rgb_of
from vision.tags.tags_seen import SeenTag, TagsSeen

GOOD_IN = 0.1
PROVED_IN = 0.3
EASY_PX, HARD_PX = 2.0, 1.25  # per module: every decoder reads it; only our own does
SURE = 0.8
BLURRED_PX = 4.5
DARK, BRIGHT = 45, 252  # of 255
BLOWN_SHARE = 0.02
NEAR_GAP = 12.0  # CIEDE2000: nearer than this, a lamp or shadow makes one colour of two
SHAPED_GAP = 6.0  # enough where the shape tells two kinds apart as well
FLAT_KINDS = frozenset({"napkin", "road", "river", "bridge", "mat"})  # told apart by colour alone


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: whether it is good, what was seen, and what to do if it is not."""

    good: bool
    what: str
    advice: str = ""


def place_findings(
    nine: Sequence[tuple[float, float, float]], proved: dict[int, float]
) -> list[Finding]:
    """How exact places on the table are."""
    worst = max(radius for _, _, radius in nine)
    found = [
        Finding(
            worst <= GOOD_IN,
            f"places are exact to {worst:.3f} in at the worst of nine points",
            "move the camera closer or use a higher resolution; calibrate the camera",
        )
    ]
    if proved:
        marker, error = max(proved.items(), key=lambda pair: pair[1])
        found.append(
            Finding(
                error <= PROVED_IN,
                f"each corner marker lies within {error:.3f} in of where the other three put it",
                f"check that marker {marker} ({CORNER_NAMES[marker]}) lies flat in its corner "
                "and that table.toml has the right size; calibrate the camera",
            )
        )
    return found


def light_findings(picture: Picture, pose: CameraPose, spec: TableSpec) -> list[Finding]:
    """Too dark, blown out."""
    grey = grey_of(picture)[_inside(picture, pose, spec)]
    if not grey.size:
        return [
            Finding(good=False, what="the table is not in the picture", advice="aim the camera")
        ]
    blown, middle = float((grey >= BRIGHT).mean()), float(np.median(grey))
    return [
        Finding(
            middle >= DARK,
            f"brightness {middle:.0f} of 255",
            "too dark: more light, or a longer exposure",
        ),
        Finding(
            blown <= BLOWN_SHARE,
            f"{blown:.1%} of the table is blown out to white",
            "turn the lamp away, shade the window or lower the exposure",
        ),
    ]


def _inside(picture: Picture, pose: CameraPose, spec: TableSpec) -> Floats:
    """Which pixels show the play area."""
    ring = [(0, 0), (spec.width, 0), (spec.width, spec.height), (0, spec.height)]
    corners = pose.camera_from_table(TableXY(np.array(ring, float)), 0.0)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.clip(corners, -30000, 30000).round().astype(np.int32)], 1)
    return np.asarray(mask > 0)


def sharpness_findings(picture: Picture, markers: CornerMarkers) -> list[Finding]:
    """Out of focus."""
    if not markers.found:
        return []
    corners = np.concatenate([markers.corners[i] for i in markers.found])
    width_px = edge_width_px(grey_of(picture), corners)
    return [
        Finding(
            width_px <= BLURRED_PX,
            f"edges are {width_px:.1f} pixels wide",
            "focus the camera on the table, and switch its autofocus off",
        )
    ]


def reach_findings(pose: CameraPose, spec: TableSpec, army: Army) -> list[Finding]:
    """How many pixels the smallest tag has to a module, where the table is farthest away."""
    ring = [(0, 0), (spec.width, 0), (spec.width, spec.height), (0, spec.height)]
    scales = pose.pixels_per_inch(TableXY(np.array(ring, float)), 0.0)
    style = min((man.tag for man in army.soldiers), key=_module_in, default=army.tags)
    px = float(scales.min()) * _module_in(style)
    return [
        Finding(
            px >= EASY_PX or (px >= HARD_PX and style.family == "qr"),
            f"a tag of {style.size:g} in has {px:.1f} pixels to a module in the farthest corner",
            f"it needs {HARD_PX:g}: move the camera closer, use a higher resolution or print "
            "larger tags",
        )
    ]


def _module_in(style: TagStyle) -> float:
    return style.size / (25 if style.family == "qr" else 6)


def tag_findings(seen: TagsSeen, pose: CameraPose, army: Army) -> list[Finding]:
    """Tags that are hard to read, and those that could not be read at all."""
    sizes = [_module_px(tag, army) for tag in seen.soldiers]
    hard = [
        (tag, px)
        for tag, px in zip(seen.soldiers, sizes, strict=True)
        if px < HARD_PX or tag.confidence < SURE
    ]
    found = [
        Finding(
            not hard,
            (f"{len(seen.soldiers)} soldiers' tags read" if len(sizes) != 1 else "1 tag read")
            + (f", {min(sizes):.1f} to {max(sizes):.1f} pixels to a module" if sizes else ""),
            "hard to read: "
            + ", ".join(f"{tag.text} ({px:.1f} px)" for tag, px in hard)
            + "; flatten, uncover or enlarge them",
        )
    ]
    if seen.unread:
        many = "1 tag" if len(seen.unread) == 1 else f"{len(seen.unread)} tags"
        middles = CameraXY(np.concatenate([tag.middle for tag in seen.unread]))
        listed = "; ".join(f"({x:.1f}, {y:.1f})" for x, y in pose.table_from_camera(middles, 0.0))
        found.append(
            Finding(
                good=False,
                what=f"{many} seen that could not be read, at {listed}",
                advice="flatten and uncover them, take the shine off them",
            )
        )
    return found


def _module_px(tag: SeenTag, army: Army) -> float:
    man = None if tag.text is None else army.soldier(tag.text)
    style = army.tags if man is None else man.tag
    return tag.side_px / tag.size_in * _module_in(style)


def colour_findings(
    things: Sequence[ThingSpec], desk: tuple[int, int, int] | None
) -> list[Finding]:
    """Colours of table.toml that a lamp could make one, and those that look like the desk."""
    shown = [(thing, rgb_of(thing.shown[0])) for thing in things if thing.shown]
    near = [
        (one, other, gap)
        for (one, its), (other, others) in combinations(shown, 2)
        if one.kind != other.kind
        and (gap := colour_gap(its, others)) < _gap_needed(one.kind, other.kind)
    ]
    found = [
        Finding(
            good=False,
            what=f"{one.words} and {other.words} look alike ({gap:.0f})",
            advice=f"give one of them another colour; {NEAR_GAP:.0f} apart is safe",
        )
        for one, other, gap in near
    ]
    found += [
        Finding(
            good=False,
            what=f"{thing.words} looks like the table itself ({gap:.0f})",
            advice="use another colour, lay a cloth under it, or give the empty table's photo",
        )
        for thing, its in shown
        if desk is not None and (gap := colour_gap(its, desk)) < NEAR_GAP
    ]
    many = "1 colour" if len(things) == 1 else f"{len(things)} colours, all well apart"
    none = "table.toml lists no things yet; spotter teach learns them from a photo"
    return found or [Finding(good=True, what=many if things else none)]


def _gap_needed(one: str, other: str) -> float:
    return NEAR_GAP if {one, other} <= FLAT_KINDS else SHAPED_GAP


def desk_rgb(picture: Picture, pose: CameraPose, spec: TableSpec) -> tuple[int, int, int]:
    """The commonest colour of the play area."""
    inside = picture[_inside(picture, pose, spec)]
    coarse = inside // 16
    keys = coarse[:, 0].astype(int) * 256 + coarse[:, 1] * 16 + coarse[:, 2]
    commonest = np.bincount(keys, minlength=4096).argmax()
    blue, green, red = np.median(inside[keys == commonest], axis=0)
    return int(red), int(green), int(blue)
