"""Men, sides and guests of any name, in a real browser: shown as they are, and never run."""

from dataclasses import replace

import pytest

from table.army import Army, Enlisted, Side, TagStyle
from tests.spotter.page.browsing import badly_placed, in_sight
from tests.spotter.page.game_on_socket import GameOnSocket
from tests.spotter.page.two_sides import MEN

pytestmark = pytest.mark.slow

TAG = "<img src=x onerror=owned=1>"
QUOTES = "'\"--></script>&amp;"
RIGHT_TO_LEFT, FACES = "\u05e9\u05dc\u05d5\u05dd", "\U0001f482\U0001f3fd" + 30 * "W"
SIDES = (TAG, RIGHT_TO_LEFT)
COLOURS = ("#a0522d", "#4682b4")
NAMES = {TAG: TAG, QUOTES: TAG, FACES: RIGHT_TO_LEFT}  # whose men they are


def game(folder):
    """A game of men and sides of such names."""
    men = tuple(
        replace(man, id=name, side=side)
        for man, (name, side) in zip(MEN, NAMES.items(), strict=True)
    )
    sides = tuple(Side(name, colour) for name, colour in zip(SIDES, COLOURS, strict=True))
    enlisted = tuple(Enlisted(man.id, man.side, man.weapons) for man in men)
    return GameOnSocket(folder, Army(TagStyle(), sides, enlisted), men)


def test_a_name_is_never_a_script(browser, tmp_path):
    """Everywhere that a name stands it is read as it was written, and breaks nothing."""
    with game(tmp_path).played() as served:
        page = browser.new_context(viewport={"width": 360, "height": 640}).new_page()
        problems = []
        page.on("pageerror", lambda problem: problems.append(str(problem)))
        page.on("console", lambda said: problems.append(said.text))
        page.goto(served.page.url)
        page.wait_for_selector("#join-roles label")
        assert page.locator("#join-roles").inner_text().splitlines()[0] == f"the {TAG} side"
        page.fill("#join-name", QUOTES)
        page.click("#join-form button")
        page.wait_for_selector("#plan svg")
        page.locator("#turn", has_text=TAG).wait_for()
        page.click("#roster button >> nth=0")
        page.locator("#man-title", has_text=TAG).wait_for()
        page.locator("#man-shots button", has_text=FACES).click()
        page.wait_for_selector("#sum td")
        page.click("summary")

        shown = page.inner_text("body")
        for name in (*SIDES, *NAMES):
            assert name in shown, name
        assert TAG in page.text_content("#plan svg")
        assert badly_placed(page) == []
        assert in_sight(page, "#next")
        assert page.evaluate("typeof owned") == "undefined"
        assert page.locator("img, script:not([src])").count() == 0
        assert problems == []
