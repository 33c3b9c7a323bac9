"""Codes nobody printed for us, laid on a recorded table: nobody gets a wrong name."""

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import segno

from table.army import Army, Enlisted
from table.picture import Picture
from table.scene_file import read_scene
from tests.fuzz.picture_targets import _KITCHEN, photo, seen, surroundings
from tests.fuzz.registry import target, tried

RESERVES = ("R99", "K7", "ABC-123", "0")
# Look-alikes, near misses and texts that break careless programs; none is a soldier's id.
TEXTS = (
    "r99", "R98", "R9", "R999", "R99 ", " R99", "R99\n", "\uff3299", "\u042099", "R\u200b99",
    "k7", "K8", "ABC-124", "abc-123", "O", "00", "-", "",
    ":", ":FIRE", ":fire", ":%s%n", ": ", ":" + "A" * 300, "::FIRE", ":../../x", ":R99",
    "%s%s%n", "{0.__class__}", "../../etc/passwd", "file:///etc/passwd", "<b>R99</b>", '"],}',
    "\x00", "\x1b[31mR99", "\u202e99R", "R99\x00", "NaN", "1e999", "http://example.org/R99",
    "A" * 25, "9" * 1000, "x" * 2900, "\u00e9" * 1400,
)  # fmt: skip
_TAG_PX = 50


def army_with_reserves() -> Army:
    """The recorded army and men who are not on the table."""
    _, army, _ = surroundings()
    side = army.sides[0].name
    men = tuple(Enlisted(name, side, ("rifle",), tag=army.tags) for name in RESERVES)
    return replace(army, soldiers=(*army.soldiers, *men))


def code_picture(text: str, error: str) -> Picture:
    """The code in black on white, with two modules of white around it."""
    code = segno.make_qr(text or " ", error=error, boost_error=False)
    squares = np.pad(np.array(code.matrix, np.uint8), 2)
    return np.repeat(np.where(squares, 25, 225).astype(np.uint8)[..., None], 3, axis=2)


def with_code(text: str, random: Random) -> Picture:
    """The recorded photo with such a code lying somewhere on it."""
    picture = photo().copy()
    error = "H" if len(text) < 1200 else "L"
    squares = code_picture(text, error)
    side = _TAG_PX if len(squares) == 25 else min(len(squares) * random.choice((2, 4)), 700)
    code = cv2.resize(squares, (side, side), interpolation=cv2.INTER_AREA)
    code = np.rot90(cv2.GaussianBlur(code, (0, 0), 0.6), random.randrange(4))
    down, across = (random.randrange(200, n - side - 150) for n in picture.shape[:2])
    picture[down : down + side, across : across + side] = code
    return picture


@target(tries=12)
def codes_on_the_table(random: Random) -> None:
    """Strange codes: no crash, no soldier who is not there."""
    spec, _, lens = surroundings()
    there = {man.id for man in read_scene(_KITCHEN.truth).soldiers}
    picture = with_code(random.choice(TEXTS), random)

    def named() -> None:
        names = seen(picture, replace(spec, things=()), army_with_reserves(), lens)
        assert names <= there, names - there

    tried(named)
