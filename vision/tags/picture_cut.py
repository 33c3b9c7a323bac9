"""A part cut out of a picture, with the camera's pose for it: tags read there as in the whole."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.camera_pose import CameraPose
from table.picture import Picture
from table.places import CameraXY, Floats
from vision.tags.tags_seen import SeenTag, TagsSeen

_EVEN_PX = 16  # corners at such steps halve as the whole picture does


@dataclass(frozen=True, slots=True)
class Cut:
    """A rectangle of the picture in pixels, right and bottom outside it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Its columns."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Its rows."""
        return self.bottom - self.top

    @property
    def area(self) -> int:
        """Its pixels."""
        return self.width * self.height

    @property
    def corner(self) -> Floats:
        """Its top left corner."""
        return np.array([self.left, self.top], float)

    def holds(self, tag: SeenTag) -> bool:
        """Whether a tag's middle lies in it."""
        ((x, y),) = tag.middle
        return bool(self.left <= x < self.right and self.top <= y < self.bottom)

    def part(self, picture: Picture) -> Picture:
        """This part of the picture."""
        return np.ascontiguousarray(picture[self.top : self.bottom, self.left : self.right])

    def pose(self, pose: CameraPose) -> CameraPose:
        """The camera's pose for this part."""
        matrix = pose.lens.matrix.copy()
        matrix[:2, 2] -= self.corner
        lens = replace(pose.lens, size_wh=(self.width, self.height), matrix=matrix)
        return replace(pose, lens=lens)

    def seen_here(self, tags: Sequence[SeenTag]) -> tuple[SeenTag, ...]:
        """Tags of the picture as tags of this part."""
        return _moved(tags, -self.corner)

    def seen_there(self, tags: TagsSeen) -> TagsSeen:
        """Tags of this part as tags of the picture."""
        return tags.of_each(lambda some: _moved(some, self.corner))


def cut_round(pixels: Floats, size_wh: tuple[int, int]) -> Cut:
    """The part of a picture of this size that holds these pixels."""
    low = np.maximum(np.floor(pixels.min(axis=0) / _EVEN_PX).astype(int) * _EVEN_PX, 0)
    far = np.minimum(np.ceil(pixels.max(axis=0) / _EVEN_PX).astype(int) * _EVEN_PX, size_wh)
    return Cut(int(low[0]), int(low[1]), int(far[0]), int(far[1]))


def _moved(tags: Sequence[SeenTag], by_px: Floats) -> tuple[SeenTag, ...]:
    return tuple(replace(tag, quad=CameraXY(tag.quad + by_px)) for tag in tags)
