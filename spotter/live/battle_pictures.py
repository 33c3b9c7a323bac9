"""Which recorded picture shows which moment of a battle."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from overlay.window.live_picture import LivePicture
from rules.game.game import Game
from spotter.files.recording import recorded_moment
from spotter.files.table_files import Setup
from spotter.live.live_view import picture_from_above
from spotter.report.battle import Battle
from table.errors import UserError
from table.places import Floats
from table.scene import Scene
from vision.pictures.picture_file import read_picture

_APART_IN = 3.0  # a man farther off than this, or missing, is simply elsewhere


def pictures_of(folder: Path, battle: Battle) -> tuple[Path | None, ...]:
    """For the beginning and after each event the recorded picture that shows it, if there is."""
    shown = [(path, *told) for path in recorded(folder) if (told := _told(path)) is not None]
    games = (battle.first, *(moment.after for moment in battle.moments))
    if not shown:
        return (None,) * len(games)
    paths = [path for path, _, _ in shown]
    counts = [events for _, _, events in shown]
    if all(count is not None for count in counts):
        return tuple(paths[place] for place in _by_count(counts, len(games)))
    scenes = [scene for _, scene, _ in shown]
    return tuple(paths[place] for place in aligned(games, scenes))


def recorded(folder: Path) -> list[Path]:
    """The recorded pictures of a game's folder: those with a scene beside them."""
    return [path for path in sorted(folder.glob("*.jpg")) if path.with_suffix(".json").is_file()]


def _told(picture: Path) -> tuple[Scene, int | None] | None:
    """The scene of a picture without a hand in it, and after how many events it was taken."""
    try:
        moment = recorded_moment(picture)
    except UserError:
        return None
    if moment is None or moment[1].get("hand"):
        return None
    events = moment[1].get("events")
    return moment[0], events if isinstance(events, int) else None


def _by_count(counts: Sequence[int | None], most: int) -> list[int]:
    """The last picture after so many events: what was taken back lies before it."""
    last = {count: place for place, count in enumerate(counts)}
    found, place = list[int](), 0
    for number in range(most):
        place = last.get(number, place)
        found.append(place)
    return found


def aligned(games: Sequence[Game], scenes: Sequence[Scene]) -> list[int]:
    """For each game the scene most like it, in order: the way of least difference."""
    unlike = _unlike(games, scenes)
    best, came = unlike[0], list[Floats]()
    for row in unlike[1:]:
        lowest = np.minimum.accumulate(best)
        came.append(np.maximum.accumulate(np.where(best <= lowest, np.arange(len(best)), 0)))
        best = row + lowest
    places = [int(np.argmin(best))]
    for row in reversed(came):
        places.append(int(row[places[-1]]))
    return places[::-1]


def _unlike(games: Sequence[Game], scenes: Sequence[Scene]) -> Floats:
    """How far the men of each game stand from those of each scene."""
    names = sorted({man.id for game in games for man in game.scene.soldiers})
    ours = np.array([_places(game.scene, names) for game in games]).reshape(len(games), -1, 2)
    seen = np.array([_places(scene, names) for scene in scenes]).reshape(len(scenes), -1, 2)
    far = np.hypot(*np.moveaxis(ours[:, None] - seen[None], -1, 0))
    return np.asarray(np.minimum(far, _APART_IN).sum(-1), np.float64)


def _places(scene: Scene, names: Sequence[str]) -> list[tuple[float, float]]:
    men = (scene.soldier(name) for name in names)
    return [(-99.0, -99.0) if man is None else (man.x, man.y) for man in men]


def shown_picture(path: Path, setup: Setup) -> LivePicture | None:
    """A recorded picture made ready for the window, None where it does not show the table."""
    try:
        picture = read_picture(path)
        size_wh = (picture.shape[1], picture.shape[0])
        last = None if setup.saved is None else setup.saved.pose
        pose = table_pose(corner_markers(picture), setup.spec, setup.lens, size_wh, last=last)
    except UserError:
        return None
    return picture_from_above(picture, pose, setup.spec.width, setup.spec.height)
