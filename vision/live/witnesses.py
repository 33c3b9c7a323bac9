"""Tags and corner markers as they looked when they were last sure, and whether they still do.

Sampled at the middles of its modules, a tag that lies where it lay correlates with itself whatever
the light does; moved by half a module, blurred, covered or swapped for another it does not. Each is
thus a witness to the picture: that it is sharp, and that the camera has not stirred. Blurred and
small, one man's tag may be nearly as alike to another's as to itself; but then it falls short of
what is usual for it at rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera_pose import CameraPose
from calibration.corner_markers import marker_places
from table.picture import Picture
from table.places import CameraXY, Floats
from table.table_spec import TableSpec
from vision.surface.flat_table import Singles
from vision.tags.patterns import ACROSS

# Correlation with its own last look: a sharp tag in its place has 0.97 and more, blurred by half a
# module 0.9, moved by half a module 0.8, another man's in its place 0.74 at most.
_INTACT = 0.85
_USUAL_AFTER = 3  # pictures at rest, before that it is not known
_FALLEN = 0.05  # below what is usual: two blurred tags of a pixel to the module change it by 0.1
# Of a marker's contrast: blurred by a pixel it keeps 0.87, by two 0.74.
SHARP = 0.8


@dataclass(frozen=True, eq=False)
class Witnesses:
    """Squares of a picture: where they are sampled, how they look, how alike they stay at rest.

    `usual` is the least likeness of each in so many pictures `at_rest`.
    """

    net: Singles  # (n * ACROSS, ACROSS, 2), pixels: one in each module of a tag
    looks: Singles  # (n, ACROSS * ACROSS), each of mean 0 and length 1
    contrasts: Singles  # (n,), spread beside brightness
    usual: Singles  # (n,)
    at_rest: int = 0

    def __len__(self) -> int:
        return len(self.usual)

    def heard(self, picture: Picture) -> "Testimony":
        """What each says of another picture."""
        looks, contrasts = _looks(picture, self.net, len(self))
        alike = np.einsum("ij,ij->i", self.looks, looks)
        kept = np.asarray(contrasts / np.maximum(self.contrasts, 1e-6), np.float32)
        least = self.usual - _FALLEN if self.at_rest >= _USUAL_AFTER else 0.0
        return Testimony(alike, kept, alike >= _INTACT, alike >= np.maximum(least, _INTACT))

    def rested(self, testimony: "Testimony") -> "Witnesses":
        """The same after another picture that shows nothing changed."""
        usual = np.minimum(self.usual, testimony.alike)
        return replace(self, usual=usual, at_rest=self.at_rest + 1)

    def with_contrast_of(self, picture: Picture) -> "Witnesses":
        """The same, as rich in contrast as another picture shows those that it shows.

        How they look stays what it was when it was sure where they are: looks taken anew each time
        would follow a camera that sinks.
        """
        intact = self.heard(picture).intact
        _, contrasts = _looks(picture, self.net, len(self))
        return replace(self, contrasts=np.where(intact, contrasts, self.contrasts))

    def moved_to(self, quads: Floats) -> "Witnesses":
        """The same squares elsewhere in the picture, after the camera moved."""
        return replace(self, net=_net(quads), usual=np.ones_like(self.usual), at_rest=0)


@dataclass(frozen=True, eq=False)
class Testimony:
    """How alike each witness is to its last look, how much of its contrast it kept, if intact.

    One that is intact is surely in its place; if it is not `as_usual`, it may be another's.
    """

    alike: Singles
    contrast: Singles
    intact: NDArray[np.bool_]
    as_usual: NDArray[np.bool_]

    def first(self, count: int) -> "Testimony":
        """What the first so many say."""
        alike, contrast = self.alike[:count], self.contrast[:count]
        return Testimony(alike, contrast, self.intact[:count], self.as_usual[:count])

    @property
    def sharp(self) -> NDArray[np.bool_]:
        """Which are intact and as rich in contrast as they were."""
        return self.intact & (self.contrast >= SHARP)


def tag_witnesses(picture: Picture, quads: Sequence[CameraXY]) -> Witnesses:
    """Tags as this picture shows them."""
    net = _net(np.array(quads, float).reshape(-1, 4, 2))
    looks, contrasts = _looks(picture, net, len(quads))
    return Witnesses(net, looks, contrasts, np.ones(len(quads), np.float32))


def marker_witnesses(picture: Picture, pose: CameraPose, spec: TableSpec) -> Witnesses:
    """The four corner markers where the pose puts them."""
    return tag_witnesses(picture, marker_quads(pose, spec))


def marker_quads(pose: CameraPose, spec: TableSpec) -> list[CameraXY]:
    """The corners of each corner marker in the picture."""
    return [pose.camera_from_table(place, 0.0) for place in marker_places(spec).values()]


def _net(quads: Floats) -> Singles:
    """The pixels in which squares are sampled, row by row, square by square."""
    along = (np.arange(ACROSS) + 0.5) / ACROSS
    right, down = np.meshgrid(along, along)
    shares = np.stack(
        [(1 - right) * (1 - down), right * (1 - down), right * down, (1 - right) * down], axis=-1
    )
    pixels = np.einsum("rcq,nqd->nrcd", shares, quads)
    return np.asarray(pixels.reshape(-1, ACROSS, 2), np.float32)


def _looks(picture: Picture, net: Singles, count: int) -> tuple[Singles, Singles]:
    """Each square's samples without their mean and at length 1, and their contrast."""
    if not count:
        return np.zeros((0, ACROSS**2), np.float32), np.zeros(0, np.float32)
    seen = cv2.remap(picture, net, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    values = seen.sum(axis=2, dtype=np.float32).reshape(count, -1)
    means = values.mean(axis=1, keepdims=True)
    values -= means
    lengths = np.linalg.norm(values, axis=1, keepdims=True)
    # A bare wall correlates with nothing.
    looks = np.divide(values, lengths, out=np.zeros_like(values), where=lengths > 1)
    return looks, (lengths / np.maximum(means, 1.0))[:, 0]
