"""Verdicts spoken by the computer's own voice, offline; a sentence where it has none."""

import threading
from collections.abc import Callable
from queue import SimpleQueue

from overlay.window.hud import Hud

_ADVICE = "no voice: {}; pip install 'spotter-desk[speech]', on Linux espeak-ng too"
Speak = Callable[[str], object]


def _system_voice() -> Speak:
    """The computer's own voice; raises whatever it stumbles over where there is none."""
    import pyttsx3  # noqa: PLC0415 - an extra that most games go without

    engine = pyttsx3.init()

    def speak(words: str) -> None:
        engine.say(words)
        engine.runAndWait()

    return speak


class Voice:
    """Speaks each new verdict, in its own thread; what is newer silences what still waits."""

    def __init__(self, opened: Callable[[], Speak] = _system_voice) -> None:
        self._said: str | None = None
        self._words: SimpleQueue[str | None] = SimpleQueue()
        self.trouble: str | None = None
        self._thread = threading.Thread(
            target=self._speak_on, args=(opened,), daemon=True, name="voice"
        )
        self._thread.start()

    def hear(self, hud: Hud) -> None:
        """Take notice of what the game tells."""
        if hud.verdict and hud.verdict != self._said and hud.at is None:
            self._said = hud.verdict
            self._words.put(hud.verdict)

    def close(self) -> None:
        """Say no more."""
        self._words.put(None)
        self._thread.join(timeout=2.0)

    def _speak_on(self, opened: Callable[[], Speak]) -> None:
        try:
            speak = opened()
            while (words := self._newest()) is not None:
                speak(words)
        except Exception as problem:  # noqa: BLE001 - a voice that fails never ends a game
            self.trouble = _ADVICE.format(problem)

    def _newest(self) -> str | None:
        """The newest words that wait, once there are any."""
        words = self._words.get()
        while words is not None and not self._words.empty():
            words = self._words.get()
        return words
