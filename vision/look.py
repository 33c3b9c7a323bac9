"""The whole of vision: a picture of a table in, the scene on it out."""

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import corner_markers
from calibration.grey import grey_of
from calibration.table_pose import table_pose
from table.army import Army
from table.errors import UserError
from table.lens import Lens
from table.picture import Picture
from table.places import TablePoint, TableXY
from table.scene import Scene, Thing
from table.table_spec import TableSpec
from vision.evidence import TagPatch
from vision.read_tags import read_tags
from vision.standing import flat_place, order_places, soldiers_standing
from vision.tags_seen import TagsSeen
from vision.things import things_on_table

_RIM_IN = 0.5  # men set down on the table's edge still play
_SAMPLES = 135  # along the picture's shorter side, enough to tell whether it shows anything
_LEAST_TAG_PX = 19
_DARK, _BRIGHT = 24, 250  # grey values between which a picture shows something
_LEAST_LIT, _LEAST_SHADED = 0.005, 0.02  # of its pixels


def look(  # noqa: PLR0913 - the optional ones are named at every call
    picture: Picture,
    spec: TableSpec,
    army: Army,
    lens: Lens | None = None,
    empty: Picture | None = None,
    *,
    where: str = "picture",
    needs_tags: bool = False,
) -> Scene:
    """What is on the table in this picture; `where` names it in complaints.

    With `needs_tags` a picture without any tag is refused: a table set up in vain.
    """
    refuse_blank(picture, where)
    grey, size_wh = grey_of(picture), (picture.shape[1], picture.shape[0])
    pose = table_pose(corner_markers(grey), spec, lens, size_wh, where=where)
    tags = read_tags(grey, pose, army, spec)
    if needs_tags and not tags.every:
        raise UserError(f"{where}: {_no_tags(pose, army, spec)}")
    things = things_on_table(picture, pose, spec, tag_patches(tags, army), empty)
    return scene_of(tags, things, pose, army, spec)


def refuse_blank(picture: Picture, where: str) -> None:
    """Complain of a picture that shows nothing."""
    step = max(1, min(picture.shape[:2]) // _SAMPLES)
    blue, green, red = cv2.split(np.ascontiguousarray(picture[::step, ::step]))
    lit = np.count_nonzero(cv2.max(cv2.max(blue, green), red) >= _DARK)
    if lit < _LEAST_LIT * blue.size:
        raise UserError(f"{where}: the picture is black; take the cap off or turn a light on")
    shaded = np.count_nonzero(cv2.min(cv2.min(blue, green), red) <= _BRIGHT)
    if shaded < _LEAST_SHADED * blue.size:
        raise UserError(f"{where}: the picture is all white; turn the light or the exposure down")


def _no_tags(pose: CameraPose, army: Army, spec: TableSpec) -> str:
    """What to do about a table on which no tag is seen."""
    middle = TableXY(np.array([[spec.width / 2, spec.height / 2]]))
    tag_px = float(pose.pixels_per_inch(middle, army.tags.height)[0]) * army.tags.size
    width, height = pose.lens.size_wh
    if tag_px < _LEAST_TAG_PX:
        return (
            f"{width} x {height} pixels, a tag is about {tag_px:.0f} pixels wide; "
            f"it needs {_LEAST_TAG_PX}, so move the camera closer"
        )
    return "the corner markers are seen, but no tag lies between them; set the men on the table"


def tag_patches(tags: TagsSeen, army: Army) -> list[TagPatch]:
    """The tags as they hide the table, with the men behind them."""
    men = {soldier.id: soldier for soldier in army.soldiers}
    theirs = [
        TagPatch(tag.quad, men[str(tag.text)].tag, men[str(tag.text)].base) for tag in tags.soldiers
    ]
    cards = [TagPatch(tag.quad) for tag in (*tags.orders, *tags.unknown, *tags.posters)]
    return [*theirs, *cards, *(TagPatch(tag.quad, army.tags) for tag in tags.unread)]


def scene_of(
    tags: TagsSeen, things: Sequence[Thing], pose: CameraPose, army: Army, spec: TableSpec
) -> Scene:
    """Soldiers set on their things, and everything else the tags say."""
    soldiers = soldiers_standing(tags.soldiers, army, pose, things)
    unread = [flat_place(tag, pose, things, army.tags.height)[0] for tag in tags.unread]
    return Scene(
        width=spec.width,
        height=spec.height,
        soldiers=tuple(s for s in soldiers if _in_play(s.place, spec)),
        things=tuple(things),
        orders=tuple(o for o in order_places(tags.orders, pose, things) if _in_play(o.place, spec)),
        unread=tuple(place for place in unread if _in_play(place, spec)),
        unknown=tuple(sorted({str(tag.text) for tag in tags.unknown})),
    )


def _in_play(place: TablePoint, spec: TableSpec) -> bool:
    """Whether a place is on the table, or hardly off it."""
    return (
        -_RIM_IN <= place.x <= spec.width + _RIM_IN and -_RIM_IN <= place.y <= spec.height + _RIM_IN
    )
