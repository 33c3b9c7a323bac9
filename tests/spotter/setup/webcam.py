"""A camera over a table that is set up: empty, with things, with men."""

import cv2

from tests.spotter.plain_desk import Desk, Man, picture_of

MEN = {
    "R01": Man(4.0, 4.0, 0.0),
    "R02": Man(4.0, 7.0, 20.0),
    "B01": Man(15.0, 7.5, 180.0),
    "B02": Man(16.0, 9.0, 170.0),
}
EMPTY, THINGS, LAID = Desk({}, cloth=None), Desk({}), Desk(MEN)


class Webcam:
    """A folder that always holds the newest picture last."""

    def __init__(self, folder):
        folder.mkdir()
        self.folder, self._number = folder, 0

    def shows(self, desk):
        """Do something on the table, then press Enter."""

        def do():
            self._number += 1
            cv2.imwrite(str(self.folder / f"{self._number}.png"), picture_of(desk, self._number))

        return do
