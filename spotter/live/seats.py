"""Where the sides sit: found once, when the game begins, and kept while men run about."""

from overlay.projector.seat import Seat, seat_of
from overlay.window.hud import Hud
from table.scene import Scene


class Seats:
    """Each side's edge of the table."""

    def __init__(self) -> None:
        self._known: dict[str, Seat] = {}
        self._last: Seat | None = None

    def of(self, scene: Scene, hud: Hud) -> Seat:
        """Who reads now: the side that is to act, else whoever acted last."""
        if hud.turn is not None and not self._known:
            sides = {man.side for man in scene.soldiers}
            self._known = {side: seat_of(scene, side) for side in sides}
        found = None if hud.side is None else self._known.get(hud.side)
        self._last = found or self._last or seat_of(scene, None)
        return self._last
