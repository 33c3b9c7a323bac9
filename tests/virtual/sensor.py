"""The webcam's own faults: blur, vignette, white balance, exposure, noise, sharpening, JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.virtual.colours import Linear, srgb_from_linear

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Sensor:
    """How a camera turns light into a picture."""

    exposure: float = 1.0
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)  # gains of blue, green, red
    blur_px: float = 0.7
    motion_px: tuple[float, float] = (0.0, 0.0)
    vignette: float = 0.1
    noise: float = 0.01  # deviation at middle grey, of 1
    noise_grain_px: float = 0.5  # how far the noise is smeared
    sharpen: float = 0.2
    jpeg: int = 88
    seed: int = 0


def shot(light: Linear, sensor: Sensor) -> Picture:
    """The picture of this light, as it comes out of the camera's JPEG."""
    seen = light * np.float32(sensor.exposure) * np.array(sensor.balance, np.float32)
    seen = seen * _vignette(seen.shape[:2], sensor.vignette)[..., None]
    value = srgb_from_linear(seen)
    if sensor.sharpen:
        soft = cv2.GaussianBlur(value, (0, 0), 1.2)
        value = value + np.float32(sensor.sharpen) * (value - soft)
    value = value + _noise(value, sensor)
    picture = np.clip(value * 255 + 0.5, 0, 255).astype(np.uint8)
    return jpeg(picture, sensor.jpeg)


def blurred(light: Linear, sensor: Sensor, fineness: float) -> Linear:
    """The light after the lens's blur and the shake of the camera."""
    soft = cv2.GaussianBlur(light, (0, 0), max(sensor.blur_px * fineness, 0.3))
    dx, dy = np.array(sensor.motion_px) * fineness
    steps = int(np.ceil(np.hypot(dx, dy)))
    if steps < 2:
        return np.asarray(soft)
    kernel = np.zeros((2 * steps + 1, 2 * steps + 1), np.float32)
    for s in np.linspace(-0.5, 0.5, 4 * steps):
        kernel[steps + round(s * dy), steps + round(s * dx)] += 1
    return np.asarray(cv2.filter2D(soft, -1, kernel / kernel.sum()))


def _vignette(shape: tuple[int, int], strength: float) -> NDArray[np.float32]:
    h, w = shape
    x = (np.arange(w) - w / 2) / (w / 2)
    y = (np.arange(h) - h / 2) / (w / 2)
    return (1 - strength * (x[None, :] ** 2 + y[:, None] ** 2)).astype(np.float32)


def _noise(value: Linear, sensor: Sensor) -> Linear:
    """Grain that is a little stronger in the dark, mostly grey, partly coloured."""
    rng = np.random.default_rng(sensor.seed)
    h, w = value.shape[:2]
    grey = rng.standard_normal((h, w), dtype=np.float32)
    colour = rng.standard_normal((h // 2 + 1, w // 2 + 1, 3), dtype=np.float32)
    colour = np.asarray(cv2.resize(colour, (w, h)), np.float32)
    if sensor.noise_grain_px > 0.2:
        grey = np.asarray(cv2.GaussianBlur(grey, (0, 0), sensor.noise_grain_px), np.float32)
        grey /= max(float(grey.std()), 1e-6)
    grain = 0.9 * grey[..., None] + 0.6 * colour
    strength = sensor.noise * (1.25 - 0.5 * value.mean(axis=2, keepdims=True))
    return np.asarray(grain * strength, np.float32)


def jpeg(picture: Picture, quality: int) -> Picture:
    """The picture after a turn through JPEG."""
    return np.asarray(cv2.imdecode(jpeg_bytes(picture, quality), cv2.IMREAD_COLOR), np.uint8)


def jpeg_bytes(picture: Picture, quality: int) -> NDArray[np.uint8]:
    """The picture as a JPEG file."""
    ok, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert ok
    return np.asarray(data, np.uint8)
