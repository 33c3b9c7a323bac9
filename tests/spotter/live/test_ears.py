"""Tones and a voice: off unless asked for, and never more than a sentence where there is none."""

import time

import numpy as np
import pytest

from overlay.window.hud import Banner, Hud, LogLine
from spotter.live.tones import NOTES, Tones, wave
from spotter.live.voice import Voice
from tests.spotter.running import PATIENCE_S


def told(kind="hit", number=1, **more):
    return Hud(banner=Banner("B1: hit", kind), log=(LogLine(number, "R1: B1 is hit"),), **more)


def until(is_so):
    """Wait for another thread."""
    until_s = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < until_s
        time.sleep(0.01)


@pytest.mark.parametrize("kind", NOTES)
def test_a_tone_is_short_and_never_clicks(kind):
    """Silent at both ends, not too loud, over within a second, both ears alike."""
    samples = wave(kind)
    assert len(samples) < 44100
    assert abs(int(samples[0, 0])) < 40
    assert abs(int(samples[-1, 0])) < 400
    assert 3000 < np.abs(samples).max() < 12000
    assert (samples[:, 0] == samples[:, 1]).all()


def test_a_cue_sounds_once_for_each_thing_of_note(monkeypatch):
    """Not for every frame; the same words of a later event are another hit."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    tones = Tones()
    for hud in (told(), told(), told(number=2), told("turn", 3), Hud(), told("refused", 4)):
        tones.hear(hud)
    tones.close()
    assert tones.played == ["hit", "hit", "turn", "refused"]


def test_without_a_loudspeaker_it_is_said(monkeypatch):
    """The game goes on in silence."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    tones = Tones()
    tones.hear(told())
    tones.close()
    assert tones.trouble is not None
    assert tones.trouble.startswith("no sound: ")


def test_verdicts_are_spoken_the_newest_first_of_all():
    """Each once; while one is spoken, what was overtaken is left out."""
    spoken, free = [], []

    def speak(words):
        spoken.append(words)
        until(lambda: free)

    voice = Voice(lambda: speak)
    voice.hear(Hud(verdict="R1 moves 3 in"))
    until(lambda: spoken)
    for words in ("R2 moves 2 in", "B1 is hit", "B1 is hit"):
        voice.hear(Hud(verdict=words))
    free.append(True)
    until(lambda: len(spoken) == 2)
    voice.close()
    assert spoken == ["R1 moves 3 in", "B1 is hit"]


def test_without_a_voice_it_is_said():
    """One sentence that tells what to install."""

    def broken():
        raise ModuleNotFoundError("No module named 'pyttsx3'")

    voice = Voice(broken)
    voice.hear(Hud(verdict="B1 is hit"))
    until(lambda: voice.trouble is not None)
    voice.close()
    assert "spotter-desk[speech]" in voice.trouble
