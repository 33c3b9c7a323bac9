"""Every tag in a picture, read with the army's list in hand.

The camera's pose is known, so a tag's size and slant at every place are too; only place and turn
are to be found. In this order, each step on what is left: tags where they are expected; codes an
ordinary decoder reads; patches with a tag's detail, matched with the army; and tags that match
nobody, decoded close up.
"""

from collections.abc import Sequence

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.grey import grey_of
from table.army import Army
from table.picture import Grey, Picture
from table.places import TableXY
from table.table_spec import TableSpec
from vision.aruco_tags import aruco_finds
from vision.search_picture import search_picture
from vision.tag_decoders import decoded_codes
from vision.tag_finds import Finds, finds_seen
from vision.tag_kit import TagKit, tag_kit
from vision.tag_patterns import ACROSS
from vision.tag_reading import (
    decoded_finds,
    expected_finds,
    lasting_finds,
    matched_finds,
)
from vision.tags_seen import SeenTag, TagsSeen


def read_tags(
    picture: Picture,
    pose: CameraPose,
    army: Army,
    spec: TableSpec,
    *,
    expected: Sequence[SeenTag] = (),
) -> TagsSeen:
    """The tags of a picture; `expected` are those of the picture before, looked at first."""
    grey = grey_of(picture)
    finds = Finds()
    if any(soldier.tag.family == "aruco" for soldier in army.soldiers):
        finds = finds.with_finds(aruco_finds(grey, pose, army, spec))
    kits = _kits(grey, pose, army, spec)
    if not expected:
        finds = decoded_finds(kits[0], decoded_codes(kits[0].search.grey), finds)
    for kit in kits:
        finds = expected_finds(kit, expected, finds)
    finds = lasting_finds(kits[0], expected, army, finds)
    for kit in kits:
        finds = matched_finds(kit, spec, finds, tracked=bool(expected))
    return finds_seen(finds, army)


def _kits(grey: Grey, pose: CameraPose, army: Army, spec: TableSpec) -> list[TagKit]:
    """One kit for each size and height of tag in the army, the commonest first."""
    styles = [s.tag for s in army.soldiers if s.tag.family == "qr"] or [army.tags]
    kinds = sorted(
        {(s.size, s.height) for s in styles},
        key=lambda kind: -sum((s.size, s.height) == kind for s in styles),
    )
    middle = TableXY(np.array([[spec.width / 2, spec.height / 2]]))
    kits = []
    for size_in, height_in in kinds:
        px_per_module = float(pose.pixels_per_inch(middle, height_in)[0]) * size_in / ACROSS
        search = search_picture(grey, pose, px_per_module)
        kits.append(tag_kit(search, army, size_in, height_in))
    return kits
