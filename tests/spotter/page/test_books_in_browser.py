"""A whole turn of every rulebook by taps alone, on phones, tablets and desks, light and dark.

The camera sees a painted desk on which a hand sets the men where the page wants them.
"""

import re

import pytest

from tests.spotter.page.browsing import (
    badly_placed,
    both_show,
    drag,
    goes_on,
    in_sight,
    joined,
    place_on,
    pressed,
)
from tests.spotter.page.played_desk import PlayedDesk

pytestmark = pytest.mark.slow

PHONE, LARGE_PHONE, TABLET, DESK = (360, 640), (412, 915), (768, 1024), (1280, 800)
MOST_STEPS = 60
LEAST_DROPS = 10
STEP_IN = 1.5
PLACES = {
    "R01": (4.0, 4.0, 0.0),
    "R02": (4.0, 7.0, 0.0),
    "R03": (4.0, 10.0, 0.0),
    "B01": (10.0, 4.0, 180.0),
    "B02": (10.0, 7.0, 180.0),
    "B03": (16.0, 10.0, 180.0),
}
# The book, what its three men of a side carry, and both players' screens.
TURNS = [
    ("omog-advanced", ("rifle", "machine-gun", "pistol"), (PHONE, "light"), (TABLET, "dark")),
    ("omog-musket", ("musket", "rifle", "pistol"), (LARGE_PHONE, "dark"), (PHONE, "dark")),
    ("lgam", ("rifle", "submachine-gun", "rifle"), (TABLET, "light"), (LARGE_PHONE, "light")),
    ("omniwar", ("rifle", "rifle", "rifle"), (DESK, "light"), (PHONE, "light")),
    ("combat", ("rifle", "rifle", "pistol"), (PHONE, "dark"), (DESK, "dark")),
]


@pytest.mark.parametrize("turn", TURNS, ids=[turn[0] for turn in TURNS])
def test_a_turn_is_played_by_taps_alone(browser, tmp_path, turn):
    """Men are dragged, set by a hand and confirmed by the camera; shots are tapped and thrown.

    At every step nothing is too small, runs off aside or is covered; who watches sees it all.
    Lines break ten times and the program is killed meanwhile: all come back by themselves.
    """
    book, weapons, red_screen, blue_screen = turn
    men = {name: (*place, weapons[int(name[-1]) - 1]) for name, place in PLACES.items()}
    desk = PlayedDesk(tmp_path, book, men)
    try:
        phones = {
            side: joined(browser, desk.served, side, size, color_scheme=scheme, has_touch=True)
            for side, (size, scheme) in (("red", red_screen), ("blue", blue_screen))
        }
        watching = joined(browser, desk.served, "watch", LARGE_PHONE)
        played = Turn(desk, phones, watching)
        played.to_its_end()
    finally:
        desk.close()

    assert played.moved >= {"red", "blue"}, played.moved
    assert played.struck, "somebody has attacked"
    assert played.dropped >= LEAST_DROPS
    assert played.killed
    for page in (*phones.values(), watching):
        assert page.problems == []


class Turn:
    """Two phones that play until the second turn begins, and one that watches."""

    def __init__(self, desk, phones, watching) -> None:
        self.desk, self.phones, self.watching = desk, phones, watching
        self.moved, self.struck, self.tried = set(), set(), set()
        self.dropped, self.killed = 0, False

    def to_its_end(self) -> None:
        """Begin, then whatever each phase lets the players do, once each."""
        red, blue = self.phones.values()
        pressed(red, "#next", blue)
        for _ in range(MOST_STEPS):
            turn = both_show(red, blue, self.watching)
            if "Turn 2" in turn:
                self._lose_lines(LEAST_DROPS - self.dropped)
                assert both_show(red, blue, self.watching) == turn
                return
            self._check()
            self._lose_lines(2)
            for side, page in self.phones.items():
                if side not in self.moved:
                    self._move(side, page)
                if side in self.moved:  # an attack may end the moves
                    self._strike(side, page)
            if self.moved and not self.killed:
                self._lose_power()
            self._go_on()
        raise AssertionError(turn)

    def _lose_lines(self, times) -> None:
        """One phone after the other is without a line for a moment."""
        for _ in range(times):
            page = list(self.phones.values())[self.dropped % 2]
            page.context.set_offline(True)
            page.locator("#line", has_text="no line").wait_for()
            page.context.set_offline(False)
            page.locator("#line:empty").wait_for(state="attached")
            self.dropped += 1

    def _lose_power(self) -> None:
        """The program dies in the middle of the turn, is started anew, and goes on."""
        everybody = (*self.phones.values(), self.watching)
        kept, run = both_show(*everybody), self.watching.get_attribute("body", "data-run")
        self.desk.served.kill()
        self.desk.served.start()
        for page in everybody:
            page.wait_for_selector(f"body:not([data-run={run!r}])")
        assert both_show(*everybody) == kept
        self.killed = True

    def _check(self) -> None:
        for page in (*self.phones.values(), self.watching):
            assert badly_placed(page) == []
        for page in self.phones.values():
            assert in_sight(page, "#next")
            assert in_sight(page, "#verdict")

    def _go_on(self) -> None:
        """Who has the next step takes it; what is asked of the other he says yes to."""
        red, blue = self.phones.values()
        asks = red.inner_text("#next").startswith("Ask")
        goes_on(blue if asks else red, red if asks else blue)

    def _move(self, side, page) -> None:
        """The second man a little on, where the phase lets him go."""
        name = f"{side[0].upper()}02"
        tap_man(page, name)
        page.wait_for_function(DRAWN, arg=name)
        if "he can go this far" not in page.text_content("#plan svg"):
            return
        x, y, _ = PLACES[name]
        drag(page, name, place_on(page, (x, y + STEP_IN)))
        page.locator("#plans-words", has_text=name).wait_for()
        pressed(page, "#carry")
        self.desk.sets(name, page)
        page.locator("#log", has_text=re.compile(rf"{name} (goes|moves|walks)")).wait_for()
        self.moved.add(side)

    def _strike(self, side, page) -> None:
        """The first man at the first enemy, with typed dice, if the phase lets him."""
        shooter, target = ("R01", "B01") if side == "red" else ("B01", "R01")
        if page.evaluate("([who, whom]) => !manOf(who) || !manOf(whom)", [shooter, target]):
            return
        tap_man(page, shooter)
        tap_man(page, target)
        page.wait_for_function(SUMMED, arg=[shooter, target])
        now = (side, page.inner_text("#turn"))
        if not page.locator("#sum .strike").count() or now in self.tried:
            return
        self.tried.add(now)
        assert in_sight(page, "#sum .strike >> nth=0")
        owed = page.locator("#sum p", has_text="number").all_inner_texts()
        page.fill("#dice", " ".join(numbers(owed[0])) if owed else "")
        assert in_sight(page, "#dice")
        pressed(page, "#sum .strike >> nth=0")
        self.struck.add(side)


DRAWN = """who => !drawing
    && drawn.startsWith(`${state.run} ${state.plan} ${who} `)"""
SUMMED = """([who, whom]) => chosen === who && target === whom
    && !$("sum").hidden && (filled.sum || "").includes(whom)"""


def numbers(owed):
    """A throw in the middle for each of the numbers that are owed."""
    found = re.findall(r"(?:(\d+) x )?(\d+)d(\d+)", owed)
    return [
        str(int(dice) * (int(sides) + 1) // 2)
        for times, dice, sides in found
        for _ in range(int(times or 1))
    ]


def tap_man(page, name):
    """A finger on a man of the plan, scrolled there first."""
    page.locator("#board").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, 0)")
    x, y = place_on(page, page.evaluate("name => [manOf(name).x, manOf(name).y]", name))
    page.touchscreen.tap(x, y)
