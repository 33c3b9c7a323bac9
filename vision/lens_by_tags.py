"""A lens that nobody measured, told better by the men's own tags.

The corner markers say where the camera is; how the lens bends between them, and how far away it
really is, the tags say, whose size is known.
"""

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import CornerMarkers, marker_places
from calibration.pose_fit import fitted_pose_by_tags
from calibration.sized_squares import squares_of
from table.army import Army
from table.errors import UserError
from table.table_spec import TableSpec
from vision.tags.tags_seen import TagsSeen, quads_of

_LEAST_TAGS = 4  # that tell a lens
_SURE = 0.9  # of a tag's name: a guess may have another's size
_STEP_UP_IN = 0.4  # what is lower changes a tag's size by less than its print does


def pose_by_tags(
    pose: CameraPose, markers: CornerMarkers, tags: TagsSeen, army: Army, spec: TableSpec
) -> CameraPose:
    """The pose that suits markers and tags, for a camera whose lens was guessed."""
    men = {soldier.id: soldier for soldier in army.soldiers}
    sure = [tag for tag in tags.soldiers if tag.confidence > _SURE]
    if len(sure) < _LEAST_TAGS or len(markers.found) < 4:
        return pose
    heights_in = np.array([men[str(tag.text)].tag.height for tag in sure])
    sizes_in = np.array([tag.size_in for tag in sure])
    raised_in = sorted({thing.height for thing in spec.things if thing.height > _STEP_UP_IN})
    squares = squares_of(quads_of(sure), sizes_in, heights_in)
    seen, places = markers.corners, marker_places(spec)
    try:
        better = fitted_pose_by_tags(seen, places, squares, np.array(raised_in), pose.lens.size_wh)
    except UserError:
        return pose
    return better
