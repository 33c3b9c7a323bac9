"""The table over time: picture after picture, names and places that stay.

A picture on which nothing has changed costs little: a small flat copy of the table. While a hand
is over the table what it covers or holds keeps its last known place. When it is gone the table is
looked at again where it has changed, all of it where men alone do not explain the change, and
merged with what was known.
"""

from dataclasses import dataclass, replace

import numpy as np
import shapely

from calibration.camera_pose import CameraPose
from calibration.camera_watch import Watched, watched
from calibration.corner_markers import corner_markers, markers_near
from calibration.table_pose import table_pose
from table.army import Army
from table.errors import UserError
from table.lens import Lens
from table.picture import Picture
from table.places import TableXY
from table.scene import Scene, Soldier, Thing
from table.table_spec import TableSpec
from vision.changed_tags import (
    Changes,
    TagsNow,
    soldiers_followed,
    tags_now,
    unexplained_sq_in,
)
from vision.faint_tags import FaintTag, faint_tags, next_due, put_off, read_together
from vision.flat_table import Pixels
from vision.hand import hand_cells
from vision.look import refuse_blank, scene_of, tag_patches
from vision.merge import DeadBand, HasChanged, merged
from vision.read_tags import read_tags
from vision.resting import PX_PER_IN, Resting, changed_cells, resting
from vision.steady_camera import camera_is_steady
from vision.tags_seen import SeenTag, TagsSeen
from vision.things import things_on_table

_MAN_IN = 1.0  # about a man's place in which a change speaks of him
_MAN_CHANGED = 0.12  # of that disk: less is a shadow
_THING_CHANGED = 0.08
_LIFTED = 0.022  # how much larger than where it lay a tag in a hand looks at least
_UNEXPLAINED_SQ_IN = 0.3  # less than the smallest thing
_LIES_S, _STILL = 4.0, 0.97  # so long and so still lies a book over the edge, not a hand
DEAD_BAND = DeadBand()


@dataclass(frozen=True, eq=False)
class Watching:
    """What the pictures are watched with."""

    spec: TableSpec
    army: Army
    lens: Lens | None = None
    empty: Picture | None = None
    dead_band: DeadBand = DEAD_BAND


@dataclass(frozen=True, eq=False)
class Tracked:
    """What is known after a picture; `anew` when the table was looked at again for it."""

    scene: Scene
    tags: TagsSeen
    pose: CameraPose
    rest: Resting  # the table when it was last looked at without a hand
    posed: Resting  # the table when the camera's pose was found
    hand: bool = False
    anew: bool = True
    reaching: Pixels | None = None  # the cells of the hand
    still_since_s: float = 0.0  # when the hand last moved
    notice: str | None = None  # what became of the camera, to be said
    faint: tuple[FaintTag, ...] = ()  # what the pictures since tell of the unread tags
    wants_dark: bool = False  # the table must be looked at without the projector's light


def track(
    before: Tracked | None,
    picture: Picture,
    watching: Watching,
    at_s: float = 0.0,
    lit: Pixels | None = None,
) -> Tracked:
    """What is on the table now, by what was known before.

    `lit` are the cells of the resting table that a projector lights: what shows there is not
    believed, and before the table is looked at anew the light must go (`wants_dark`).
    """
    refuse_blank(picture, "picture")
    spec = watching.spec
    if before is None:
        size_wh = (picture.shape[1], picture.shape[0])
        pose = table_pose(corner_markers(picture), spec, watching.lens, size_wh)
        return _looked_anew(None, picture, pose, watching)
    _refuse_other_size(picture, before.pose)
    now = resting(picture, before.pose, spec.width, spec.height)
    changed = changed_cells(before.rest, now)
    if lit is not None:
        changed[lit > 0] = 0
    if not changed.any():
        calm = replace(before, hand=False, anew=False, reaching=None, notice=None, wants_dark=False)
        return calm if lit is not None and lit.any() else _at_rest(calm, picture, watching)
    hand = hand_cells(changed, before.rest, now)
    # A camera that was pushed shows change everywhere, so its place is only now looked after.
    watched_now = _watched(before, picture, now, hand, spec)
    if watched_now.what == "camera":
        pushed = _pushed(before, picture, watched_now.pose, watching)
        return replace(pushed, still_since_s=at_s, notice=watched_now.sentence)
    changes = Changes(picture, watched_now.pose, spec, changed, now.grid)
    since_s = before.still_since_s if _is_still(before.reaching, hand) else at_s
    if hand.any() and at_s - since_s < _LIES_S:
        under = _under_a_hand(before, changes, watching)
        return replace(under, reaching=hand, still_since_s=since_s, notice=None)
    if lit is not None and lit.any():
        return replace(before, hand=False, anew=False, reaching=None, notice=None, wants_dark=True)
    men_moved = None
    if watched_now.what == "still":
        men_moved = _men_moved(before, changes, now, watching)
    anew = men_moved or _looked_anew(before, picture, watched_now.pose, watching)
    return replace(anew, notice=watched_now.sentence or None)


def _watched(
    before: Tracked, picture: Picture, now: Resting, hand: Pixels, spec: TableSpec
) -> Watched:
    """What became of the camera; the markers are found anew only where they seem to have moved."""
    if camera_is_steady(before.posed, now, spec, hand):
        return Watched("still", 0.0, before.pose)
    return watched(before.pose, spec, markers_near(picture, before.pose, spec))


def _at_rest(calm: Tracked, picture: Picture, watching: Watching) -> Tracked:
    """What is known when nothing has changed: a faint tag may have become clear."""
    faint = tuple(one.with_picture(picture) for one in calm.faint)
    tried = next_due(faint)
    if tried is None:
        return replace(calm, faint=faint) if faint else calm
    found = read_together(tried, calm.pose, watching.army, watching.spec)
    known = {tag.text for tag in calm.tags.soldiers}
    if not found.every or any(tag.text in known for tag in found.every):
        return replace(calm, faint=put_off(faint, tried))
    lasting = calm.tags.without(tried.tag)
    left = tuple(one for one in faint if one is not tried)
    return replace(_with_tags(calm, TagsNow(lasting, found), watching), anew=True, faint=left)


def _pushed(before: Tracked, picture: Picture, pose: CameraPose, watching: Watching) -> Tracked:
    """After the camera was pushed: all looked at anew, or what was known while a hand is there."""
    now = resting(picture, pose, watching.spec.width, watching.spec.height)
    hand = hand_cells(changed_cells(before.rest, now), before.rest, now)
    if not hand.any():
        return _looked_anew(before, picture, pose, watching)
    tags = read_tags(picture, pose, watching.army, watching.spec)
    return replace(before, pose=pose, posed=now, tags=tags, hand=True, anew=False, reaching=hand)


def _refuse_other_size(picture: Picture, pose: CameraPose) -> None:
    now, usual = (picture.shape[1], picture.shape[0]), pose.lens.size_wh
    if now != usual:
        raise UserError(
            f"picture: {now[0]} x {now[1]} pixels, {usual[0]} x {usual[1]} before; set it back"
        )


def _is_still(before: Pixels | None, hand: Pixels) -> bool:
    """Whether what reaches in has not stirred: then it lies there."""
    if before is None or not hand.any():
        return False
    both = np.count_nonzero((before > 0) & (hand > 0))
    return bool(both > _STILL * np.count_nonzero((before > 0) | (hand > 0)))


def _looked_anew(
    before: Tracked | None,
    picture: Picture,
    pose: CameraPose,
    watching: Watching,
) -> Tracked:
    """The whole table looked at, merged with what was known."""
    spec, army = watching.spec, watching.army
    now = resting(picture, pose, spec.width, spec.height)
    tags = read_tags(picture, pose, army, spec)
    things = things_on_table(picture, pose, spec, tag_patches(tags, army), watching.empty)
    scene = scene_of(tags, things, pose, army, spec)
    if before is not None:
        has_changed = _change_test(changed_cells(before.rest, now), now)
        scene = merged(before.scene, scene, has_changed, watching.dead_band)
    posed = before.posed if before is not None and before.pose is pose else now
    return Tracked(scene, tags, pose, now, posed, faint=faint_tags(tags.unread, picture))


def _change_test(changed: Pixels, now: Resting) -> HasChanged:
    """Whether cells changed where a man or thing is seen."""
    rows, columns = np.nonzero(changed)
    cells = now.grid.seen_from_cells(np.column_stack([columns, rows]).astype(float))

    def share(shape: shapely.Polygon) -> float:
        inside = int(shapely.contains_xy(shape, cells[:, 0], cells[:, 1]).sum())
        return inside / max(1.0, float(shape.area) * PX_PER_IN**2)

    def has_changed(what: Soldier | Thing) -> bool:
        if isinstance(what, Soldier):
            seen = now.grid.seen_from_table(TableXY(np.array([[what.x, what.y]])), what.elevation)
            return share(shapely.Point(*seen[0]).buffer(_MAN_IN)) > _MAN_CHANGED
        ring = np.array(what.footprint.exterior.coords)
        seen = now.grid.seen_from_table(TableXY(ring), what.height)
        return share(shapely.Polygon(seen)) > _THING_CHANGED

    return has_changed


def _men_moved(
    before: Tracked, changes: Changes, now: Resting, watching: Watching
) -> Tracked | None:
    """What is known when men alone have come, gone or moved; None where more has happened."""
    army, pose = watching.army, changes.pose
    tags = tags_now(before.tags, changes, army)
    if tags is None:
        return None
    gone = [tag for tag in before.tags.every if not any(tag is one for one in tags.lasting.every)]
    if unexplained_sq_in(changes, [*gone, *tags.found.every], army) > _UNEXPLAINED_SQ_IN:
        return None
    has_changed = _change_test(changes.cells, now)
    moved = _with_tags(before, tags, watching, has_changed)
    faint = faint_tags(moved.tags.unread, changes.picture)
    return Tracked(moved.scene, moved.tags, pose, now, before.posed, faint=faint)


def _with_tags(
    before: Tracked,
    tags: TagsNow,
    watching: Watching,
    has_changed: HasChanged = lambda _: False,
) -> Tracked:
    """What was known, with other tags among the same things."""
    things = before.scene.things
    found = replace(tags.every, soldiers=tags.found.soldiers)
    seen = scene_of(found, things, before.pose, watching.army, watching.spec)
    scene = merged(before.scene, replace(seen, things=things), has_changed, watching.dead_band)
    return replace(before, scene=replace(scene, things=things), tags=tags.every)


def _under_a_hand(before: Tracked, changes: Changes, watching: Watching) -> Tracked:
    """What was known, with those followed whose tags lie flat: a man in the hand looks larger."""
    spec, army, pose, known = watching.spec, watching.army, changes.pose, before.scene
    found = soldiers_followed(before.tags.soldiers, changes, army)
    seen = scene_of(TagsSeen(soldiers=found), known.things, pose, army, spec)
    lying = {
        str(tag.text)
        for tag in found
        if (man := seen.soldier(str(tag.text))) and _lies_flat(tag, man, pose, army)
    }
    followed = replace(known, soldiers=tuple(man for man in seen.soldiers if man.id in lying))
    scene = merged(known, followed, lambda _: False, watching.dead_band)
    # The very same value while nothing moved: whoever keeps answers by it need not ask again.
    return replace(before, scene=known if scene == known else scene, hand=True, anew=True)


def _lies_flat(tag: SeenTag, man: Soldier, pose: CameraPose, army: Army) -> bool:
    """Whether a tag looks as large as it would where the man seems to stand."""
    enlisted = army.soldier(man.id)
    assert enlisted is not None, man.id
    corners = np.asarray(pose.table_from_camera(tag.quad, enlisted.tag.height + man.elevation))
    side_in = float(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).mean())
    return abs(side_in / enlisted.tag.size - 1) < _LIFTED
