"""The camera during a set-up: opened once, asked for its newest picture whenever one is needed."""

import time

from spotter.camera.live_camera import LiveCamera, Taken
from spotter.camera.lock import advice, lock
from spotter.camera.newest_picture import newest_picture
from spotter.camera.sources import open_source
from spotter.files.table_folder import is_camera
from table.errors import UserError

_WARM_UP = 10  # a camera's first pictures are dark
_PATIENCE_S = 5.0
_NEXT_S = 1.0  # how often a folder is looked into for a new picture


class SetupCamera:
    """A camera that is held open, or a film or folder whose last picture counts."""

    def __init__(self, text: str) -> None:
        """Open it, hold its focus and exposure still; raises UserError where nothing answers."""
        self.text = text
        self.notes: tuple[str, ...] = ()
        self._live: LiveCamera | None = None
        self._last: tuple[float, Taken] | None = None
        if is_camera(text):
            opened = open_source(text)
            assert isinstance(opened, LiveCamera), text
            self._live = opened
            self._warm_up(opened)
            self.notes = advice(text, lock(opened))

    @staticmethod
    def _warm_up(camera: LiveCamera) -> None:
        number = -1
        for _ in range(_WARM_UP):
            taken = camera.newest(number, _PATIENCE_S)
            if taken is None:
                camera.close()
                raise UserError(f"{camera.name}: gives no pictures; is it in use elsewhere?")
            number = taken.number

    def picture(self, *, after: int = -1) -> Taken:
        """The newest picture, of a live camera one taken from now on."""
        if self._live is None:
            return newest_picture(self.text)
        now = self._live.newest(after)
        taken = self._live.newest(-1 if now is None else now.number, _PATIENCE_S)
        if taken is None:
            raise UserError(f"{self._live.name}: no picture for {_PATIENCE_S:g} seconds")
        return taken

    def glimpse(self) -> Taken | None:
        """The newest picture without waiting for one, to be shown; of a film or folder the last."""
        if self._live is not None:
            return self._live.newest(-1, 0.0)
        if self._last is None or time.monotonic() - self._last[0] > _NEXT_S:
            self._last = (time.monotonic(), newest_picture(self.text))
        return self._last[1]

    def close(self) -> None:
        """Let the camera go, so that others can have it."""
        if self._live is not None:
            self._live.close()
            self._live = None
