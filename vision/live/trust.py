"""Whether a picture is to be believed, and where the camera stands that took it.

Witnesses that look as they did, sharp and to the pixel, say that the camera has not stirred. Where
too few do, the corner markers are found anew: the camera was pushed, or the picture is blurred,
torn or of something else. A picture that is not believed changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from calibration.camera_pose import CameraPose
from calibration.camera_watch import Watched, watched
from calibration.corner_markers import marker_places, markers_near
from calibration.grey import grey_of
from table.army import Army
from table.places import CameraXY, Floats
from table.table_spec import TableSpec
from vision.live.repose import is_same_pose
from vision.live.tracked import Tracked, Watching
from vision.live.view import ChangedPicture
from vision.live.witnesses import SHARP, Testimony, marker_quads
from vision.pictures.quality import shows_no_more
from vision.surface.flat_table import Singles
from vision.surface.masks import GridMask
from vision.tags.finds import Finds
from vision.tags.known_places import expected_finds
from vision.tags.tags_seen import SeenTag, quads_of
from vision.tags.templates import army_kits

_ENOUGH, _APART = 2, 0.25  # witnesses, and how far apart as a share of the table's diagonal
_NUDGED_IN = 0.03  # a pixel: the tags say that something moved, and the markers how far
_READABLE = 0.7  # of the tags in view: with fewer the picture is worse than they need
# Contrast beside what it was: blurred by a pixel markers keep 0.88 and tags of two pixels to the
# module 0.5; light that is half, double or warm changes neither by more than 0.04.
_SOFT_MARKERS = 0.94
_THERE = 0.5  # correlation with its own look: less, and something else is there
_FOR_GOOD_S = 2.0  # pictures that have been soft for so long are taken as they are
_TORN = "the picture is torn; the next one is tried"
_CUT = "a part of the picture did not come; the next one is tried"
_SOFT = "the picture is blurred; hold camera and table still, let it focus"

# "spoilt": the picture shows nothing that is sure; "lost": too few markers to know where it is.
Verdict = Literal["steady", "moved", "spoilt", "lost"]


@dataclass(frozen=True, eq=False)
class Trust:
    """What is believed of a picture and its camera, and what there is to say about it."""

    verdict: Verdict
    pose: CameraPose
    sentence: str = ""


@dataclass(frozen=True, eq=False)
class Heard:
    """What the witnesses say of one picture, and where on the table they are, in inches."""

    tags: Testimony
    markers: Testimony
    tag_places: Floats  # (n, 2)
    marker_places: Floats  # (4, 2)
    under_hand: NDArray[np.bool_]  # (4,), which markers a hand hides

    @property
    def marker_missing(self) -> NDArray[np.bool_]:
        """Which markers are not where they were, no hand being over them."""
        return ~self.markers.intact & ~self.under_hand

    @property
    def places(self) -> Floats:
        """Where those are that are sharp and in their places."""
        tags, markers = self.tags.sharp, self.markers.sharp
        return np.concatenate([self.tag_places[tags], self.marker_places[markers]])

    @property
    def is_soft(self) -> bool:
        """Whether all that is seen of markers and tags has lost contrast: blur, haze, glare."""
        kinds = ((self.markers, _SOFT_MARKERS), (self.tags, SHARP))
        kept = [(_upper(kind.contrast[kind.alike >= _THERE]), least) for kind, least in kinds]
        told = [contrast < least for contrast, least in kept if contrast is not None]
        return bool(told) and all(told)

    @property
    def is_enough(self) -> bool:
        """Whether so many are, and far enough apart, that the camera cannot have moved."""
        places = self.places
        if len(places) < _ENOUGH:
            return False
        diagonal = np.ptp(self.marker_places, axis=0)
        return bool(np.hypot(*np.ptp(places, axis=0)) > _APART * np.hypot(*diagonal))


def trust_in(
    before: Tracked, view: ChangedPicture, hand: GridMask, watching: Watching, at_s: float
) -> Trust:
    """Whether a picture is to be believed, and by which pose; `hand` are the cells of a hand."""
    pose, spec, soldiers = view.pose, view.spec, before.known.tags.soldiers
    markers = before.camera.markers
    heard = Heard(
        # Soldiers' tags come first; others' codes may be larger, and sharp where theirs are not.
        view.tags.first(len(soldiers)),
        markers.heard(view.picture),
        _places(soldiers, pose),
        np.array([place.mean(axis=0) for place in marker_places(spec).values()]),
        _under(hand, spec),
    )

    if heard.is_soft and not _is_soft_for_good(before, view, watching.army, at_s):
        return Trust("spoilt", pose, _SOFT)
    trust = _by_markers(before, view, heard, hand, watching)
    if trust.verdict == "steady" and _is_part_missing(view, heard, soldiers):
        return Trust("spoilt", pose, _CUT)
    return trust


def _by_markers(
    before: Tracked, view: ChangedPicture, heard: Heard, hand: GridMask, watching: Watching
) -> Trust:
    """What to believe of a sharp picture by where its witnesses and its markers are."""
    pose, spec, soldiers = view.pose, view.spec, before.known.tags.soldiers
    markers = before.camera.markers
    in_place = heard.is_enough and not heard.marker_missing.any()
    if in_place and (hand.any() or heard.tags.as_usual.all()):
        return Trust("steady", pose)
    near = markers_near(view.picture, pose, spec)
    if in_place:
        return _crept(pose, spec, watched(pose, spec, near, _NUDGED_IN))
    if heard.is_enough:
        return _with_a_marker_missing(pose, watched(pose, spec, near))
    found = watched(pose, spec, near, _NUDGED_IN)
    if found.what == "camera":
        there = markers.moved_to(np.array(marker_quads(found.pose, spec))).heard(view.picture)
        sharp = np.count_nonzero(there.sharp) >= _ENOUGH
        return Trust("moved", found.pose, found.sentence) if sharp else Trust("spoilt", pose, _SOFT)
    if found.what in {"still", "marker"}:
        sure = len(heard.places) or _are_readable(view, watching.army, soldiers)
        return Trust("steady", pose, found.sentence) if sure else Trust("spoilt", pose, _SOFT)
    return Trust("spoilt" if found.what == "unseen" else "lost", pose, found.sentence)


def _places(tags: Sequence[SeenTag], pose: CameraPose) -> Floats:
    middles = quads_of(tags).mean(axis=1)
    return np.asarray(pose.table_from_camera(CameraXY(middles), 0.0)) if tags else np.zeros((0, 2))


def _under(hand: GridMask, spec: TableSpec) -> NDArray[np.bool_]:
    """Which markers a hand hides."""
    places = marker_places(spec).values()
    rings = [hand.grid.seen_from_table(xy, 0.0) for xy in places]
    return np.array([hand.share_inside(ring) > 0 for ring in rings])


def _is_part_missing(view: ChangedPicture, heard: Heard, soldiers: Sequence[SeenTag]) -> bool:
    """Whether some witness is gone with all else that its rows of the picture showed."""
    quads = np.array([*quads_of(soldiers), *marker_quads(view.pose, view.spec)])
    intact = np.concatenate([heard.tags.intact, heard.markers.intact])
    return bool(len(quads[~intact])) and shows_no_more(view.picture, quads[~intact])


def _crept(pose: CameraPose, spec: TableSpec, found: Watched) -> Trust:
    """What to believe where tags without a hand look otherwise, and markers nearly as they did.

    A camera that sinks little by little never moves so far at once that a marker would be missed.
    """
    moved = found.what == "camera" and not is_same_pose(pose, found.pose, spec)
    return Trust("moved", found.pose, found.sentence) if moved else Trust("steady", pose)


def _with_a_marker_missing(pose: CameraPose, found: Watched) -> Trust:
    """What to believe where witnesses say that the camera has not stirred, and a marker is gone.

    One that lies elsewhere was pushed; two are a torn picture; else something lies over them.
    """
    torn = found.what in {"camera", "torn", "lost"}
    sentence = found.sentence if found.what == "marker" else ""
    return Trust("spoilt", pose, _TORN) if torn else Trust("steady", pose, sentence)


def _is_soft_for_good(before: Tracked, view: ChangedPicture, army: Army, at_s: float) -> bool:
    """Whether pictures have long been softer than they were, and the tags can be read in them."""
    since_s = before.camera.spoilt_since_s
    if since_s is None or at_s - since_s < _FOR_GOOD_S:
        return False
    return _are_readable(view, army, before.known.tags.soldiers)


def _upper(values: Singles) -> float | None:
    """What a quarter of some values reach: something may lie over the others."""
    return float(np.quantile(values, 0.75)) if len(values) else None


def _are_readable(view: ChangedPicture, army: Army, tags: Sequence[SeenTag]) -> bool:
    """Whether most of the soldiers' tags can be read where they were."""
    finds = Finds()
    for kit in army_kits(grey_of(view.picture), view.pose, army, view.spec):
        finds = expected_finds(kit, tags, finds)
    read = finds.texts() & {str(tag.text) for tag in tags}
    return len(read) > 0 and len(read) >= _READABLE * len(tags)
