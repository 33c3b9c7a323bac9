"""What there is to show while a hand is over the table: men it moves, followed where they lie."""

from dataclasses import replace

import numpy as np

from calibration.camera_pose import CameraPose
from table.army import Army
from table.scene import Scene, Soldier
from vision.live.changed_tags import soldiers_followed
from vision.live.merge import UNCHANGED, merged
from vision.live.tracked import Tracked, Watching
from vision.live.view import ChangedPicture
from vision.look import scene_of
from vision.tags.tags_seen import SeenTag, TagsSeen
from vision.things.find import OnTable

_LIFTED = 0.022  # how much larger than where it lay a tag in a hand looks at least


def shown_under_hand(before: Tracked, view: ChangedPicture, watching: Watching) -> Scene:
    """What was shown, with those followed whose tags lie flat: a man in the hand looks larger.

    Nothing of it is sure, and nothing follows from it but what is drawn.
    """
    army, pose, shown = watching.army, view.pose, before.scene
    found = soldiers_followed(before.known.tags.soldiers, view.changes, army)
    seen = scene_of(TagsSeen(soldiers=found), OnTable(shown.things), pose, army, view.spec)
    tags = {str(tag.text): tag for tag in found}
    lying = [man for man in seen.soldiers if _lies_flat(tags[man.id], man, pose, army)]
    followed = replace(shown, soldiers=tuple(lying))
    men = merged(shown, followed, UNCHANGED, watching.dead_band).soldiers
    moved = {man.id: man for man in men}
    scene = replace(shown, soldiers=tuple(moved.pop(m.id, m) for m in shown.soldiers))
    scene = replace(scene, soldiers=(*scene.soldiers, *moved.values()))
    # The very same value while nothing moved: whoever keeps answers by it need not ask again.
    return shown if scene == shown else scene


def _lies_flat(tag: SeenTag, man: Soldier, pose: CameraPose, army: Army) -> bool:
    """Whether a tag looks as large as it would where the man seems to stand."""
    enlisted = army.soldier(man.id)
    assert enlisted is not None, man.id
    corners = np.asarray(pose.table_from_camera(tag.quad, enlisted.tag.height + man.elevation))
    side_in = float(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).mean())
    return abs(side_in / enlisted.tag.size - 1) < _LIFTED
