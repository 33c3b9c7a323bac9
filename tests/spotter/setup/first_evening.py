"""A first evening: a player with an empty folder, a webcam and a rendered desk under it.

`python -m tests.spotter.setup.first_evening WEBCAM SHOTS` is that player at the window; the folder
SHOTS holds what the webcam sees: the bare table, things on it, and the men among them.
"""

import json
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from shapely import Point, Polygon

from rules.book.shelf import book_named
from spotter.cli import main
from spotter.setup import window_talk
from spotter.setup.army_text import SIDES, army_of
from tests.spotter.setup.pressed import PressingDesk
from tests.virtual.folder import write_picture
from tests.virtual.mustered import mustered_table
from tests.virtual.render import render, render_empty

BOOK = "omog-advanced"
DESKS = (31, 33, 37, 38, 40, 41, 42, 43, 44, 45)  # ten in a row as they come: none was chosen
THINGS = ("mug", "napkin")
# What a player's hands do, in seconds, each thing once; estimated by doing it slowly.
HANDS_S = {
    "hang the webcam above the desk and plug it in": 60,
    "print the two sheets that are needed": 60,
    "cut out four corner markers": 50,
    "cut out ten tags and fold their ends up": 130,
    "lay the markers in the corners": 40,
    "set down a mug and a napkin": 10,
    "stand ten men on their tags and set them on the desk": 80,
}
READ_S, PRESS_S, WAIT_S = 8, 1, 20  # for each step, for each key, for the program in all
_TOUCHES_IN = 1.0  # from a thing, of the middle of what a player takes for it


def rendered(folder: Path, seed: int, things: Sequence[str] = THINGS) -> None:
    """Write what the webcam sees at each step of the way, and what truly lies there."""
    men = book_named(BOOK).rows.samples[0].men
    army = army_of([(side, men) for side in SIDES], book_named(BOOK))
    table = mustered_table(army, seed, tuple(things), table_wh=(36.0, 24.0), usual=True)
    folder.mkdir(parents=True)
    nobody = replace(table, scene=replace(table.scene, soldiers=()), tags={})
    write_picture(render_empty(table), folder / "empty.jpg", 95)
    write_picture(render(nobody), folder / "things.jpg", 95)
    write_picture(render(table), folder / "laid.jpg", 95)
    truth = [(t.kind, list(t.footprint.exterior.coords)) for t in table.scene.things]
    (folder / "truth.json").write_text(json.dumps(truth))


class Hands:
    """What the player does on the desk, and what he knows of his own things."""

    def __init__(self, webcam: Path, shots: Path) -> None:
        self._webcam, self._shots, self._number = webcam, shots, 0
        truth = json.loads((shots / "truth.json").read_text())
        self.things = [(kind, Polygon(ring)) for kind, ring in truth]
        webcam.mkdir(exist_ok=True)
        self._shows("empty.jpg")

    def before(self, question: str) -> None:
        """What he does before he presses Enter at a question."""
        if "when all lie there" in question:
            self._shows("things.jpg")
        if "when all stand there" in question:
            for _ in range(6):  # a game believes what it sees for some pictures
                self._shows("laid.jpg")

    def _shows(self, name: str) -> None:
        self._number += 1
        shutil.copyfile(self._shots / name, self._webcam / f"{self._number}.jpg")

    def correction(self, offered: Sequence[str]) -> str:
        """What he types about the first line that is wrong; nothing where all are right."""
        for number, (guess, kind) in enumerate(zip(offered, self._meant(offered), strict=True), 1):
            said, other = re.match(r"(\w+) \(or (\w+)\)", guess).groups()
            if said != kind:
                return str(number) if other == kind else f"{number}{_short(kind)}"
        return ""

    def _meant(self, offered: Sequence[str]) -> list[str]:
        """What lies where each line points, each thing once: at the line that is nearest to it."""
        places = [_place(line) for line in offered]
        meant = ["something"] * len(places)
        for kind, outline in self.things:
            gaps = [
                outline.distance(place) + 0.01 * outline.centroid.distance(place)
                for place in places
            ]
            if gaps and min(gaps) < _TOUCHES_IN:
                meant[gaps.index(min(gaps))] = kind
        return meant


def _short(kind: str) -> str:
    """As many letters of a kind as a player has to type."""
    return "-" if kind == "something" else f" {kind[:2]}"


def _place(line: str) -> Point:
    return Point(*map(float, re.search(r"at \((\d+), (\d+)\)", line).groups()))


def _at_the_window(webcam: Path, shots: Path) -> int:
    """Go through the window by keys alone; says how many were pressed."""
    hands = Hands(webcam, shots)
    made = []

    def answers(question: str) -> str:
        hands.before(question)
        if "another guess" in question:
            return hands.correction(made[0].options[:-2])
        return "2" if question == "ready" else ""

    def desk() -> PressingDesk:
        made.append(PressingDesk(answers))
        return made[0]

    window_talk.SetupDesk = desk
    code = main(["setup", "--camera", str(webcam)])
    print(json.dumps({"code": code, "presses": made[0].presses, "told": made[0].told}))
    return code


if __name__ == "__main__":
    sys.exit(_at_the_window(*map(Path, sys.argv[1:])))
