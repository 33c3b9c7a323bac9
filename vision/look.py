"""The whole of vision: a picture of a table in, the scene on it out."""

import logging

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
from table.scene import Scene
from table.table_spec import TableSpec
from vision.colour.gathering import TagPatch
from vision.lens_by_tags import pose_by_tags
from vision.men import flat_place, order_places, soldiers_standing
from vision.pictures.quality import blank
from vision.tags.read_tags import read_tags
from vision.tags.tags_seen import TagsSeen
from vision.things.find import OnTable, on_table

_LOG = logging.getLogger(__name__)
_RIM_IN = 0.5  # men set down on the table's edge still play
_LEAST_TAG_PX = 19  # across a tag: with fewer its 21 modules run into each other


def look(  # noqa: PLR0913 - the optional ones are named at every call
    picture: Picture,
    spec: TableSpec,
    army: Army,
    lens: Lens | None = None,
    empty: Picture | None = None,
    *,
    where: str = "picture",
    needs_tags: bool = False,
    last: CameraPose | None = None,
) -> Scene:
    """What is on the table in this picture; `where` names it in complaints.

    With `needs_tags` a picture without any tag is refused: a table set up in vain. `last` is
    where the camera was, for when too few corner markers are seen.
    """
    tags, pose = tags_on_table(picture, spec, army, lens, where=where, last=last)
    if needs_tags and not tags.every:
        raise UserError(f"{where}: {_no_tags(pose, army, spec)}")
    if tags.untried:
        _LOG.warning("%s: %s", where, untried_words(tags, army))
    seen = on_table(picture, pose, spec, tag_patches(tags, army), empty)
    return scene_of(tags, seen, pose, army, spec)


def tags_on_table(  # noqa: PLR0913 - the optional ones are named at every call
    picture: Picture,
    spec: TableSpec,
    army: Army,
    lens: Lens | None = None,
    *,
    where: str = "picture",
    last: CameraPose | None = None,
) -> tuple[TagsSeen, CameraPose]:
    """The tags in this picture, and where the camera is."""
    refuse_blank(picture, where)
    grey, size_wh = grey_of(picture), (picture.shape[1], picture.shape[0])
    markers = corner_markers(grey)
    pose = table_pose(markers, spec, lens, size_wh, last=last, where=where)
    tags = read_tags(grey, pose, army, spec)
    if lens is None and pose is not last:
        pose = pose_by_tags(pose, markers, tags, army, spec)
    return tags, pose


def untried_words(tags: TagsSeen, army: Army) -> str:
    """What was not searched for men who were not found."""
    missing = len(army.soldiers) - len(tags.soldiers)
    return (
        f"{missing} men of the army are not seen; {tags.untried} places with as much detail as a "
        "tag were not looked at closely; where one of them lies, take print and food away"
    )


def refuse_blank(picture: Picture, where: str) -> None:
    """Complain of a picture that shows nothing."""
    why = blank(picture)
    if why is not None:
        raise UserError(f"{where}: {why}")


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


def scene_of(tags: TagsSeen, seen: OnTable, pose: CameraPose, army: Army, spec: TableSpec) -> Scene:
    """Soldiers set on their things, and everything else the tags say."""
    things = seen.things
    soldiers = soldiers_standing(tags.soldiers, army, pose, things)
    unread = [flat_place(tag, pose, things, army.tags.height)[0] for tag in tags.unread]
    return Scene(
        width=spec.width,
        height=spec.height,
        soldiers=tuple(s for s in soldiers if _in_play(s.place, spec)),
        things=things,
        orders=tuple(o for o in order_places(tags.orders, pose, things) if _in_play(o.place, spec)),
        unread=tuple(place for place in unread if _in_play(place, spec)),
        unknown=tuple(sorted({str(tag.text) for tag in tags.unknown})),
        unexplained=seen.unexplained,
    )


def _in_play(place: TablePoint, spec: TableSpec) -> bool:
    """Whether a place is on the table, or hardly off it."""
    return (
        -_RIM_IN <= place.x <= spec.width + _RIM_IN and -_RIM_IN <= place.y <= spec.height + _RIM_IN
    )
