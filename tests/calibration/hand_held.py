"""A board in a hand that is never still, as a film shows it."""

import cv2
import numpy as np

from tests.calibration.board_photos import LENS, SIZE_WH, held, photo

_AMPLITUDES = np.array([28, 28, 40, 2.5, 4.0, 2.5])  # degrees and inches
_MIDDLES = np.array([0, 0, 10, 14, 0, 0])
_TREMOR = np.array([0.3, 0.3, 0.3, 0.015, 0.025, 0.025])
_EXPOSURE_S = 1 / 30
_TREMOR_HZ = np.array([4, 5, 4.5, 5, 6, 5.5])


class Hand:
    """Where a hand holds the board at a time: slow wide swings and a quick small tremor."""

    def __init__(self, seed, speed=1.0):
        random = np.random.default_rng(seed)
        self.phases = random.uniform(0, 2 * np.pi, (6, 3))
        self.swings_hz = random.uniform(0.05, 0.35, (6, 3)) * speed

    def at(self, time_s):
        """Turn in degrees, inches away, right and down."""
        swings = np.sin(2 * np.pi * self.swings_hz * time_s + self.phases) @ (0.6, 0.3, 0.1)
        tremor = np.sin(2 * np.pi * _TREMOR_HZ * time_s + self.phases[:, 0])
        numbers = _MIDDLES + _AMPLITUDES * swings + _TREMOR * tremor
        return numbers[:3], *numbers[3:]


def film_picture(board, paper, hand, time_s, seed=0):
    """One picture: what the open shutter gathers while the hand goes on."""
    moments = time_s + _EXPOSURE_S * (np.arange(4) / 4 - 0.5)
    poses = [held(board, *hand.at(moment)) for moment in moments]
    light = np.mean([photo(paper, *pose, lens=LENS, noise=0) for pose in poses], axis=0)
    noise = np.random.default_rng(seed).normal(0, 3, light.shape)
    return (light + noise).clip(0, 255).astype(np.uint8)


def write_film(path, pictures, per_second=10):
    """Write pictures as a film."""
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), per_second, SIZE_WH)
    for picture in pictures:
        film.write(picture)
    film.release()
