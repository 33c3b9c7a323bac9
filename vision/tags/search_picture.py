"""The picture made ready for finding tags: small enough, sharpened, with its blur known."""

from dataclasses import dataclass, replace
from math import hypot, sqrt

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from table.picture import Grey
from vision.surface.flat_table import Singles
from vision.tags.patterns import Blur

_MOST_PX_PER_MODULE = 2.4
_CAMERA_BLUR_PX = 0.9  # a webcam's lens, its pixels and the sampling between them
_HALVING_BLUR_PX = 0.25  # the mean of two pixels, in pixels twice as wide
_WANTED_BLUR_MODULES = 0.6  # sharper than this and a search by whole modules misses the tag
_SHARPENED, _SHARPENED_SIGMA_PX = 3.0, 1.0


@dataclass(frozen=True, eq=False)
class SearchPicture:
    """A grey picture, its sharpened copy, and the pose and blur that belong to them."""

    grey: Grey
    sharp: Singles
    pose: CameraPose
    px_per_module: float
    blur: Blur
    halvings: int


def search_picture(grey: Grey, pose: CameraPose, px_per_module: float) -> SearchPicture:
    """The picture halved until a module has at most 2.4 pixels, and sharpened."""
    halvings, blur_px = 0, _CAMERA_BLUR_PX
    while px_per_module > _MOST_PX_PER_MODULE:
        grey, pose = halved(grey), _halved_pose(pose)
        px_per_module, halvings = px_per_module / 2, halvings + 1
        blur_px = hypot(blur_px / 2, _HALVING_BLUR_PX)
    wanted_px = _WANTED_BLUR_MODULES * px_per_module
    extra_px = sqrt(max(0.0, wanted_px**2 - blur_px**2))
    blur = Blur(hypot(blur_px, extra_px), _SHARPENED, _SHARPENED_SIGMA_PX)
    return SearchPicture(grey, _sharpened(grey, extra_px), pose, px_per_module, blur, halvings)


def _sharpened(grey: Grey, extra_px: float) -> Singles:
    soft = grey if extra_px < 0.3 else cv2.GaussianBlur(grey, (0, 0), extra_px)
    softer = cv2.GaussianBlur(soft, (7, 7), _SHARPENED_SIGMA_PX)
    sharp = cv2.addWeighted(soft, 1 + _SHARPENED, softer, -_SHARPENED, 0.0, dtype=cv2.CV_32F)
    return np.asarray(sharp, np.float32)


def halved(grey: Grey) -> Grey:
    """The picture at half its size, each pixel the mean of four."""
    even = grey[: grey.shape[0] & ~1, : grey.shape[1] & ~1]
    return np.asarray(cv2.resize(even, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))


def _halved_pose(pose: CameraPose) -> CameraPose:
    """The pose for the picture at half its size; pixels are counted at their middles."""
    matrix = pose.lens.matrix / 2
    matrix[:2, 2] -= 0.25
    matrix[2, 2] = 1.0
    size_wh = (pose.lens.size_wh[0] // 2, pose.lens.size_wh[1] // 2)
    return replace(pose, lens=replace(pose.lens, size_wh=size_wh, matrix=matrix))
