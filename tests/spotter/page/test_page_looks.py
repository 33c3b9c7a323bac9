"""The page in a real browser: on a phone, a tablet and a desk, by finger, key and ear."""

from itertools import chain

import pytest

from tests.spotter.page.browsing import (
    badly_placed,
    catches_up,
    goes_on,
    in_sight,
    joined,
    pressed,
    spot,
)
from tests.spotter.page.played_desk import PlayedDesk

pytestmark = pytest.mark.slow
PHONE, TABLET, DESK = (360, 640), (820, 1180), (1280, 800)
LYING = (640, 360)  # a phone on its side
KEYS = {"Enter", "ArrowRight"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, TABLET, DESK], ids=["phone", "tablet", "desk"])
def test_nothing_keeps_anybody_out(browser, served, size, scheme):
    """In every view an automated check of labels, roles, contrast and order complains of nothing.

    Nor is anything too small for a finger, or off the side of the screen.
    """
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="NOT RUN: no axe; pip install '.[browser]'"
    ).Axe()

    how = {"color_scheme": scheme, "has_touch": True}
    joining = views_of_joining(browser, served, size, how)
    for view, page in chain(joining, views_of_a_game(browser, served, size, how)):
        assert (view, found(axe, page)) == (view, [])
        assert (view, badly_placed(page)) == (view, [])


def views_of_joining(browser, served, size, how):
    """All that the page looks like before a side is named, and what a stream is shown."""
    screen = {"width": size[0], "height": size[1]}
    address, code = served.url.split("#")
    page = browser.new_context(viewport=screen, **how).new_page()
    page.goto(address)
    page.fill("#join-code", "guess")
    page.click("#join-form button")
    page.locator("#join-said", has_text="code is wrong").wait_for()
    yield "a code is asked for", page
    page.fill("#join-code", code.partition("=")[2])
    page.click("#join-form button")
    page.wait_for_selector("#join-roles label")
    yield "a side is named", page
    page.goto(f"{address}?view=obs#{code}")
    page.wait_for_selector("#plan svg")
    yield "the stream", page


def views_of_a_game(browser, served, size, how):
    """All that it looks like in a game, one after the other."""
    watching = joined(browser, served, "watch", size, **how)
    yield "who watches", watching
    green, tan = (joined(browser, served, side, size, **how) for side in ("green", "tan"))
    yield "before the game", green
    pressed(green, "#next", tan)
    green.touchscreen.tap(*spot(green, "G-E4"))
    green.locator("#man-title", has_text="G-E4").wait_for()
    yield "whose turn it is, a man chosen", green
    green.click("#move")
    x, y = spot(green, "G-E4")
    green.touchscreen.tap(x + 20, y + 10)
    green.locator("#plans-words", has_text="G-E4").wait_for()
    yield "a plan", green
    pressed(green, "#forget")
    green.click("#danger")
    green.locator("#danger-there", has_text="G-E4 is hit there").wait_for()
    yield "his danger", green
    green.click("#danger")
    green.click("#view-picture")
    green.wait_for_selector("#plan image[href^='blob:']")
    yield "the camera's picture", green
    green.click("#view-plan")

    goes_on(green, tan)
    goes_on(green, tan)
    green.click("#man-shots button")
    green.wait_for_selector("#sum .strike")
    yield "a shot with its sum", green
    pressed(green, "#sum .strike", tan)
    green.click("summary")
    yield "what was ruled, and who is here", green
    pressed(green, "#undo", tan)
    yield "what one waits for", green
    yield "what one is asked", tan
    served.kill()
    green.locator("#line", has_text="no line").wait_for()
    yield "no line", green


def found(axe, page):
    """What the check complains of: the rule and where."""
    told = axe.run(page).response["violations"]
    return [(one["impact"], one["id"], node["html"]) for one in told for node in one["nodes"]]


def test_a_turn_is_played_by_keys_alone(browser, tmp_path):
    """From the code to the second turn: who moves is planned, who shoots is aimed, dice are typed.

    A hand sets the man on the desk, as for everybody who is far away.
    """
    places = {"R01": (4.0, 4.0, 0.0), "B01": (10.0, 4.0, 180.0), "B02": (18.0, 11.0, 180.0)}
    men = {name: (*place, "rifle") for name, place in places.items()}
    desk = PlayedDesk(tmp_path, "omog-advanced", men)
    try:
        page = browser.new_context().new_page()
        page.goto(desk.served.url)
        page.wait_for_selector("#join-roles label")
        keys = Keyboard(page)
        keys.reaches("#join-name", "Ann")
        keys.reaches("#join-form button", "Enter")
        page.wait_for_selector("#plan svg")
        page.locator("#turn:not(:text('Looking for the table'))").wait_for()
        keys.does("#next", "Enter")

        keys.reaches("#roster button", "Enter")
        page.locator("#man-title", has_text="R01").wait_for()
        keys.reaches("#move", "Enter")
        keys.presses("ArrowDown", "ArrowDown", "Shift+ArrowUp", "Enter")
        page.locator("#plans-words", has_text="R01").wait_for()
        assert page.evaluate("state.plans.R01") == pytest.approx([4.0, 5.75], abs=0.1)
        keys.does("#carry", "Enter")
        desk.sets("R01", page)

        for _ in range(5):
            if "fire" in page.inner_text("#turn"):
                break
            keys.does("#next", "Enter")
        keys.reaches("#plan", "ArrowRight")
        keys.presses(*["ArrowRight"] * 5, "ArrowUp", "ArrowUp")
        page.locator("#under-cross", has_text="B01, blue").wait_for(state="attached")
        keys.presses("Enter")
        page.wait_for_selector("#sum .strike")
        keys.reaches("#dice", "6")
        keys.does("#sum .strike", "Enter")
        assert page.inner_text("#log .die") == "6"

        while "Turn 2" not in page.inner_text("#turn"):
            keys.does("#next", "Enter")
    finally:
        desk.close()


class Keyboard:
    """Who has a keyboard and nothing else."""

    def __init__(self, page) -> None:
        self.page = page

    def reaches(self, what, key) -> None:
        """Go there by Tab, where everybody sees that he is; then that key, or words."""
        for _ in range(200):
            if self.page.locator(what).first.evaluate("one => one === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        else:
            raise AssertionError(what)
        assert self.page.evaluate("document.activeElement.matches(':focus-visible')"), what
        self.presses(key) if key in KEYS else self.page.keyboard.type(key)

    def does(self, what, key) -> None:
        """The same, and what it does is shown."""
        with self.page.expect_response("**/do") as answered:
            self.reaches(what, key)
        body = answered.value.json()
        assert answered.value.ok, body
        catches_up(self.page, body["number"])

    def presses(self, *keys) -> None:
        """One key after the other."""
        for key in keys:
            self.page.keyboard.press(key)


def test_who_watches_has_no_buttons(browser, served):
    """A spectator sees the table and does nothing."""
    page = joined(browser, served, "watch")

    assert not page.is_visible("#next")
    assert page.is_visible("#plan svg")


@pytest.mark.parametrize("size", [LYING, DESK], ids=["a phone on its side", "desk"])
def test_on_a_wide_screen_all_is_in_sight_at_once(browser, served, size):
    """Plan, shot, verdict and buttons lie beside each other, and the page itself never scrolls."""
    green = joined(browser, served, "green", size)
    for _ in range(3):
        pressed(green, "#next")
    green.click("#roster button")
    green.click("#man-shots button")
    green.wait_for_selector("#sum .strike")

    for what in ("#turn", "#verdict", "#plan svg", "#sum .strike", "#next"):
        assert in_sight(green, what), what
    assert green.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    assert badly_placed(green) == []


def test_the_page_is_small(browser, served):
    """Everything the page loads before its first state is under 300 kB, from here alone."""
    context = browser.new_context()
    page = context.new_page()
    loaded = []
    page.on("response", lambda response: loaded.append((response.url, len(response.body()))))
    page.goto(served.url)
    page.wait_for_selector("#join-roles label")

    assert sum(size for _, size in loaded) < 300_000
    assert all(url.startswith("http://127.0.0.1") for url, _ in loaded)
