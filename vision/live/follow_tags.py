"""Soldiers' tags followed while a hand moves them: first where they were, then beside that."""

from collections.abc import Sequence
from math import inf

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.grey import grey_of
from table.army import Army
from table.picture import Grey, Picture
from table.table_spec import TableSpec
from vision.tags.aruco import aruco_finds
from vision.tags.finds import Find, Finds, finds_seen
from vision.tags.known_places import expected_finds
from vision.tags.patch_batches import beside_finds
from vision.tags.tags_seen import SeenTag
from vision.tags.templates import army_kits


def followed_tags(  # noqa: PLR0913 - the last are named at every call
    picture: Picture,
    pose: CameraPose,
    army: Army,
    spec: TableSpec,
    *,
    known: Sequence[SeenTag],
    taken: Sequence[SeenTag] = (),
    within: Grey | None = None,
) -> tuple[SeenTag, ...]:
    """The soldiers' tags that lie open to view; `taken` ones are known to lie still.

    Only where one of the `known` is missing from his place, or lay outside this picture, is he
    looked for elsewhere, `within` a mask of the picture.
    """
    grey = grey_of(picture)
    still = tuple(Find(tag, inf) for tag in taken)
    finds = Finds(still)
    if any(soldier.tag.family == "aruco" for soldier in army.soldiers):
        finds = finds.with_finds(aruco_finds(grey, pose, army, spec))
    kits = army_kits(grey, pose, army, spec)
    for kit in kits:
        finds = expected_finds(kit, _inside(known, pose), finds)
    missing = {tag.text for tag in known} - finds.texts()
    for kit in kits:
        if not missing.isdisjoint(kit.patterns.texts):
            finds = beside_finds(kit, spec, finds, within)
    return finds_seen(finds.without(still), army).soldiers


def _inside(tags: Sequence[SeenTag], pose: CameraPose) -> list[SeenTag]:
    """Those that lie in the picture."""
    size_wh = np.array(pose.lens.size_wh)
    return [tag for tag in tags if ((tag.middle > 0) & (tag.middle < size_wh)).all()]
