"""Short tones for a hit, a refusal, a turn, a victory: made here, no files, no network."""

import numpy as np
import pygame
from numpy.typing import NDArray

from overlay.window.hud import Banner, Hud

_RATE_HZ = 44100
_FADE_S = 0.012  # at both ends, so that nothing clicks
_LOUD = 0.25
# Notes of each cue: pitch in Hz, length in seconds. They differ in rhythm as well as pitch.
NOTES: dict[str, tuple[tuple[float, float], ...]] = {
    "hit": ((523.0, 0.09), (262.0, 0.28)),
    "refused": ((196.0, 0.14), (0.0, 0.06), (196.0, 0.14), (0.0, 0.06), (196.0, 0.14)),
    "turn": ((440.0, 0.12), (587.0, 0.2)),
    "won": ((523.0, 0.14), (659.0, 0.14), (784.0, 0.4)),
}


def wave(kind: str) -> NDArray[np.int16]:
    """A cue's samples, left and right alike."""
    parts = [_note(*note) for note in NOTES[kind]]
    mono = np.round(np.concatenate(parts) * _LOUD * 32767).astype(np.int16)
    return np.repeat(mono[:, None], 2, axis=1)


def _note(pitch_hz: float, length_s: float) -> NDArray[np.float64]:
    at_s = np.arange(round(length_s * _RATE_HZ)) / _RATE_HZ
    fade = np.clip(np.minimum(at_s, length_s - at_s) / _FADE_S, 0.0, 1.0)
    return np.asarray(np.sin(2 * np.pi * pitch_hz * at_s) * fade, np.float64)


class Tones:
    """Plays a cue whenever there is something new of note; silent where there is no sound."""

    def __init__(self) -> None:
        self._heard: tuple[Banner | None, int] = (None, 0)
        self.trouble: str | None = None
        self.played: list[str] = []
        try:
            pygame.mixer.init(_RATE_HZ, -16, 2)
        except pygame.error as problem:
            self.trouble = f"no sound: {problem}"

    def hear(self, hud: Hud) -> None:
        """Take notice of what the game tells."""
        now = (hud.banner, hud.newest)
        if now == self._heard:
            return
        self._heard = now
        if hud.banner is not None:
            self._play(hud.banner.kind)

    def _play(self, kind: str) -> None:
        self.played.append(kind)
        if self.trouble is None:
            pygame.mixer.Sound(buffer=wave(kind).tobytes()).play()

    def close(self) -> None:
        """Give the loudspeaker back."""
        if self.trouble is None:
            pygame.mixer.quit()
