"""A first evening: a player with an empty folder, a webcam and a rendered desk under it.

`python -m tests.spotter.setup.first_evening FOLDER WEBCAM` is that player at the window; the
webcam's folder holds the pictures of the empty and of the laid table as empty.jpg and laid.jpg
in `shots`.
"""

import json
import re
import shutil
import sys
from pathlib import Path

from shapely import Point

from rules.book.shelf import NAMES, book_named
from spotter.cli import main
from spotter.setup import window_talk
from spotter.setup.army_text import SIDES, army_of
from tests.spotter.setup.pressed import PressingDesk
from tests.virtual.folder import write_picture
from tests.virtual.mustered import mustered_table
from tests.virtual.render import render, render_empty

BOOK = "omog-advanced"
# On this desk the things lie apart and clear of shadows. On most others set-up offers them as one,
# or asks a few keys more: docs/roadmap.md.
SEED, THINGS = 33, ("mug", "napkin")
# What a player's hands do, in seconds, each thing once; estimated by doing it slowly.
HANDS_S = {
    "hang the webcam above the desk and plug it in": 60,
    "print the two sheets that are needed": 60,
    "cut out four corner markers": 50,
    "cut out ten tags and fold their ends up": 130,
    "lay the markers in the corners": 40,
    "stand ten men on their tags and set them on the desk": 80,
    "set down a mug and a napkin": 10,
}
READ_S, PRESS_S, WAIT_S = 8, 1, 20  # for each step, for each key, for the program in all


def rendered(folder: Path) -> None:
    """Write what the webcam sees before and after the table is laid, and what truly is there."""
    men = book_named(BOOK).rows.samples[0].men
    army = army_of([(side, men) for side in SIDES], book_named(BOOK))
    table = mustered_table(army, SEED, THINGS, table_wh=(36.0, 24.0), usual=True)
    folder.mkdir(parents=True)
    write_picture(render_empty(table), folder / "empty.jpg", 95)
    write_picture(render(table), folder / "laid.jpg", 95)
    truth = {t.kind: list(t.footprint.centroid.coords[0]) for t in table.scene.things}
    (folder / "truth.json").write_text(json.dumps(truth))


class Hands:
    """What the player does on the desk, and what he knows of his own things."""

    def __init__(self, webcam: Path, shots: Path) -> None:
        self._webcam, self._shots = webcam, shots
        self._truth = json.loads((shots / "truth.json").read_text())
        webcam.mkdir(exist_ok=True)
        shutil.copyfile(shots / "empty.jpg", webcam / "1.jpg")

    def lay_the_table(self) -> None:
        """Men and things are set down: the webcam sees them."""
        for number in range(2, 8):  # a game believes what it sees for some pictures
            shutil.copyfile(self._shots / "laid.jpg", self._webcam / f"{number}.jpg")

    def kind_at(self, question: str) -> str:
        """What lies where the program points."""
        x, y = map(float, re.search(r"at \((\d+), (\d+)\)", question).groups())
        return min(self._truth, key=lambda kind: Point(x, y).distance(Point(self._truth[kind])))


def number_of(kind: str, options: tuple[str, ...]) -> str:
    """What is typed for an option: nothing for the first, which Enter takes."""
    place = options.index(kind)
    return "" if place == 0 else str(place + 1)


def book_number() -> str:
    """What is typed for the rulebook."""
    return number_of(BOOK, NAMES)


def _at_the_window(folder: Path, webcam: Path, shots: Path) -> int:
    """Go through the window by keys alone; says how many were pressed."""
    hands = Hands(webcam, shots)
    made = []

    def answers(question: str) -> str:
        if "rulebook" in question:
            return book_number()
        if "Enter when all" in question:
            hands.lay_the_table()
        if "what is it" in question:
            return number_of(hands.kind_at(question), made[0].options)
        return "2" if question == "ready" else ""

    def desk() -> PressingDesk:
        made.append(PressingDesk(answers))
        return made[0]

    window_talk.SetupDesk = desk
    code = main(["setup", str(folder), "--camera", str(webcam)])
    print(json.dumps({"code": code, "presses": made[0].presses, "told": made[0].told}))
    return code


if __name__ == "__main__":
    sys.exit(_at_the_window(*map(Path, sys.argv[1:])))
