"""The page in a real browser: on a phone, a tablet and a desk, by finger, key and ear."""

import pytest

from tests.spotter.page.browsing import joined, pressed

pytestmark = pytest.mark.slow
PHONE, TABLET, DESK = (360, 640), (820, 1180), (1280, 800)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, TABLET, DESK], ids=["phone", "tablet", "desk"])
def test_nothing_keeps_anybody_out(browser, served, size, scheme):
    """An automated check of labels, roles, contrast and order finds nothing to complain of."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="NOT RUN: no axe; pip install '.[browser]'"
    ).Axe()
    page = browser.new_context(color_scheme=scheme).new_page()
    page.goto(served.url)
    page.wait_for_selector("#join-roles label")
    assert found(axe, page) == []

    page = joined(browser, served, "green", size, color_scheme=scheme)
    for _ in range(3):
        pressed(page, "#next")
    page.click("#roster button")
    page.click("#man-shots button")
    page.wait_for_selector("#sum button")
    page.click("summary")
    assert found(axe, page) == []


def found(axe, page):
    """What the check complains of: the rule and where."""
    told = axe.run(page).response["violations"]
    return [(one["impact"], one["id"], node["html"]) for one in told for node in one["nodes"]]


def test_a_game_is_played_by_keys_alone(browser, served):
    """Every control is reached by Tab and pressed by Enter, and the focus stays where it is."""
    page = joined(browser, served, "green")
    for _ in range(3):
        reach(page, "next")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.getElementById('said').textContent")
    page.wait_for_function("() => document.getElementById('turn').textContent.includes('fire')")
    page.focus("#roster button")
    page.keyboard.press("Enter")
    page.wait_for_selector("#man-weapons button")

    assert page.evaluate("document.activeElement.closest('#roster') !== null")


def reach(page, name):
    """Go there by Tab."""
    for _ in range(200):
        if page.evaluate("document.activeElement.id") == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(name)


def test_who_watches_has_no_buttons(browser, served):
    """A spectator sees the table and does nothing."""
    page = joined(browser, served, "watch")

    assert not page.is_visible("#next")
    assert page.is_visible("#plan svg")


def test_nothing_on_the_page_is_too_small_to_touch(browser, served):
    """Every control that shows is at least 44 pixels in both directions, at phone size."""
    page = joined(browser, served, "green")
    page.click("#roster button")
    page.wait_for_selector("#man-weapons button")
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, select, .button')]
        .filter(one => one.offsetParent !== null)
        .map(one => [one.textContent, one.getBoundingClientRect()])
        .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
        .map(([words, box]) => `${words} ${box.width}x${box.height}`)"""
    )
    wide = page.evaluate("document.documentElement.scrollWidth")

    assert small == []
    assert wide <= 360, "nothing runs off the side of a phone"


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
