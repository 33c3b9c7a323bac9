"""Every tag in a picture, read with the army's list in hand.

The camera's pose is known, so a tag's size and slant at every place are too; only place and turn
are to be found. In this order, each step on what is left: codes an ordinary decoder reads; patches
with a tag's detail, matched with the army; tags half hidden, by the finder patterns in view;
while men are missing, patches that had no turn among so much detail; and tags that match nobody,
decoded close up.
"""

from collections.abc import Sequence
from dataclasses import replace

from calibration.camera_pose import CameraPose
from calibration.grey import grey_of
from table.army import Army
from table.picture import Grey, Picture
from table.table_spec import TableSpec
from vision.colour.listing_warnings import possible
from vision.tags.aruco import aruco_finds
from vision.tags.decoders import decoded_codes
from vision.tags.finds import Find, Finds, finds_seen
from vision.tags.known_places import decoded_finds, without_named
from vision.tags.late_finds import close_up_finds, half_hidden_finds, late_finds
from vision.tags.open_windows import free_windows
from vision.tags.patch_batches import matched_finds, stranger_finds
from vision.tags.tags_seen import SeenTag, TagsSeen
from vision.tags.templates import army_kits


def read_tags(  # noqa: PLR0913 - the optional ones are named at every call
    picture: Picture,
    pose: CameraPose,
    army: Army,
    spec: TableSpec,
    *,
    taken: Sequence[SeenTag] = (),
    within: Grey | None = None,
) -> TagsSeen:
    """The tags of a picture; where `taken` ones lie nothing is looked for.

    `within` is a mask of the picture, of any size: matched tags have their middles in it.
    """
    grey, spec = grey_of(picture), possible(spec, pose.eye[2])
    masks = tuple(Find(replace(tag, text=None), 0.0) for tag in taken)
    finds = Finds(masks)
    if any(soldier.tag.family == "aruco" for soldier in army.soldiers):
        finds = finds.with_finds(aruco_finds(grey, pose, army, spec))
    kits = army_kits(grey, pose, army, spec)
    seen = []
    for kit in kits:
        matched = matched_finds(kit, spec, free_windows(kit, spec, finds, within), finds)
        finds = matched.finds
        seen.append(matched)
    finds = decoded_finds(kits[0], decoded_codes(without_named(kits[0].search, finds)), finds)
    for kit, matched in zip(kits, seen, strict=True):
        finds = stranger_finds(kit, matched.strangers, finds)
        # A part of a picture is in haste: who is not found in it is looked for in the whole.
        if within is None:
            finds = half_hidden_finds(kit, spec, matched, finds)
            finds = late_finds(kit, spec, matched.left, finds)
        finds = close_up_finds(kit, matched.windows, finds)
    return finds_seen(finds.without(masks), army)
