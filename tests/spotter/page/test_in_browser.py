"""The page in a real browser: two players join, play, lose the line, and go on."""

import re

import pytest

from tests.spotter.page.browsing import (
    BELOW,
    SIGHT,
    both_show,
    drag,
    goes_on,
    in_sight,
    joined,
    place_on,
    pressed,
    spot,
)

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("served", ["omog-advanced", "lgam"], indirect=True)
def test_two_phones_play_a_turn_while_lines_break_and_the_program_dies(browser, served):
    """A whole turn: the line of one is dropped ten times, the program is killed in the middle.

    Nobody does anything about it: both come back by themselves, and nothing happens twice.
    """
    green, tan = joined(browser, served, "green"), joined(browser, served, "tan", (1024, 768))
    pressed(green, "#next", tan)
    for number in range(30):
        if "Turn 2" in both_show(green, tan):
            break
        before = served.events()
        tan.context.set_offline(True)
        tan.context.set_offline(False)
        goes_on(green, tan)
        assert len(served.events()) > len(before), "what was answered as done is in the journal"
        if number == 1:
            kept = both_show(green, tan)
            run = green.get_attribute("body", "data-run")
            served.kill()
            served.start()
            for phone in (green, tan):
                phone.wait_for_selector(f"body:not([data-run={run!r}])")
            assert both_show(green, tan) == kept
            assert served.events()[: len(before)] == before
        green, tan = tan, green
    for _ in range(10):
        tan.context.set_offline(True)
        tan.context.set_offline(False)
    goes_on(green, tan)

    assert "Turn 2" in both_show(green, tan)
    assert green.problems == tan.problems == []


def test_a_press_without_a_line_is_done_once_when_the_line_is_back(browser, served):
    """It waits, says so, and is neither lost nor done twice."""
    green = joined(browser, served, "green")
    pressed(green, "#next")
    begun = len(served.events())
    green.context.set_offline(True)

    green.click("#next")
    green.locator("#said", has_text="trying again").wait_for()
    green.context.set_offline(False)

    green.locator("#turn", has_text="second to move").wait_for()
    green.locator("#said", has_text="second to move").wait_for()
    assert len(served.events()) == begun + 1


def test_what_is_asked_and_said_is_in_sight_wherever_the_page_is_scrolled(browser, served):
    """The question, the no to it, the verdict, the sum of a shot, and that the line is gone."""
    green, tan = joined(browser, served, "green"), joined(browser, served, "tan")
    for _ in range(4):
        goes_on(green, tan)
    for phone in (green, tan):
        phone.evaluate("scrollTo(0, 700)")

    pressed(green, "#undo", tan)
    assert in_sight(tan, "#question-answers button:text('yes')")
    assert in_sight(tan, "#verdict")
    tan.set_viewport_size({"width": 360, "height": 480})  # what is done now covers the plan's foot
    tan.evaluate("scrollTo(0, 0)")
    tan.evaluate("document.getElementById('news').textContent = 'he is lifted and '.repeat(4)")
    tan.wait_for_function(f"() => ({BELOW})('deeds', 'news')")
    tan.set_viewport_size({"width": 360, "height": 640})
    pressed(tan, "#question-answers button:text('no')", green)
    assert in_sight(green, "#question-words:text('tan says no')")
    green.click("#question-answers button")

    green.click("#roster button")
    green.click("#man-shots button")
    green.wait_for_selector("#sum td")
    green.wait_for_function(f"() => ({SIGHT})(document.getElementById('sum'))")
    green.context.set_offline(True)
    green.locator("#line", has_text="no line").wait_for()
    assert in_sight(green, "#line")
    green.context.set_offline(False)
    green.locator("#line:empty").wait_for(state="attached")
    assert green.problems == tan.problems == []


def test_the_code_may_be_typed(browser, served):
    """The address without its code asks for it, says a wrong one, and offers the sides."""
    page = browser.new_context().new_page()
    address, code = served.url.split("#code=")
    page.goto(address)
    page.fill("#join-code", "guess")
    page.click("#join-form button")
    page.locator("#join-said", has_text="code is wrong").wait_for()
    page.fill("#join-code", code)
    page.click("#join-form button")
    page.check("input[value=tan]")
    page.click("#join-form button")

    page.wait_for_selector("#plan svg")
    assert page.inner_text("#next") == "Begin"


def test_dice_that_were_typed_are_in_the_log_of_both(browser, served):
    """A shot by taps: the man, his target, the die, the button."""
    green, tan = joined(browser, served, "green"), joined(browser, served, "tan")
    for words in ("first to move", "second to move", "fire"):
        goes_on(green, tan)
        assert words in green.inner_text("#turn")
    green.click("#roster button")
    green.wait_for_selector("#man-shots button")
    green.click("#man-shots button")
    green.fill("#dice", "6")
    pressed(green, "#sum button")
    for phone in (green, tan):
        phone.wait_for_selector("#log .die")
        assert phone.inner_text("#log .die") == "6"
        assert phone.problems == []


def test_he_fires_at_a_thing_that_is_tapped(browser, served):
    """A rocket at a house: the man, the house, the dice, the button; a bare tap lets go of him."""
    green, tan = (joined(browser, served, side, has_touch=True) for side in ("green", "tan"))
    for _ in range(3):
        goes_on(green, tan)
    green.touchscreen.tap(*spot(green, "G-H7"))
    green.locator("#man-title", has_text="G-H7").wait_for()
    house = green.evaluate(
        """async () => {
        for (const thing of (await asked("scene.json")).things) {
            const corners = thing.outline;
            const mean = (i) => corners.reduce((sum, at) => sum + at[i] / corners.length, 0);
            const [x, y] = [mean(0), mean(1)];
            if (manAt([x, y])) continue;
            const found = await deedsAt("G-H7", { x, y });
            if (found.some((one) => one.words.endsWith(`at ${thing.id}`))) return [thing.id, x, y];
        }
        return null;
    }"""
    )
    assert house is not None, "there is something to fire at"
    green.touchscreen.tap(*place_on(green, house[1:]))
    green.locator("#sum button", has_text=f"fires bazooka at {house[0]}").wait_for()
    green.fill("#dice", "1")

    said = pressed(green, f"#sum button:has-text('at {house[0]}')", tan)

    assert "G-H7 throws 1" in said, said
    assert green.problems == []


def test_the_cameras_picture_lies_under_the_same_marks(browser, served):
    """One press shows it, another the plan again; a man is tapped on it as on the plan."""
    green = joined(browser, served, "green", has_touch=True)
    green.click("#view-picture")
    green.wait_for_selector("#plan image[href^='blob:']")
    green.wait_for_function(
        """async () => {
        const shown = new Image();
        shown.src = document.querySelector('#plan image').getAttribute('href');
        await shown.decode();
        return shown.naturalWidth > 300;
    }"""
    )

    green.touchscreen.tap(*spot(green, "G-E4"))

    green.locator("#man-title", has_text="G-E4").wait_for()
    green.click("#view-plan")
    green.wait_for_function("() => !document.querySelector('#plan image')")
    assert green.problems == []


def test_a_tapped_place_tells_its_danger(browser, served):
    """While the danger is shaded a tap beside all men gives its numbers, and he stays chosen."""
    green = joined(browser, served, "green", has_touch=True)
    green.touchscreen.tap(*spot(green, "G-E4"))
    green.locator("#man-title", has_text="G-E4").wait_for()
    green.click("#danger")
    green.locator("#danger-there", has_text="G-E4 is hit there").wait_for()
    green.evaluate("document.getElementById('plan').scrollIntoView()")

    x, y = spot(green, "G-E4")
    green.touchscreen.tap(x + 25, y + 10)

    green.locator("#danger-there td", has_text="hit there").wait_for()
    assert "G-E4" in green.inner_text("#man-title")
    green.click("#danger")
    assert not green.is_visible("#danger-there")
    assert green.problems == []


def test_a_photo_is_sent_in(browser, served):
    """What is seen on it is told on the phone that sent it."""
    green = joined(browser, served, "green")

    green.set_input_files("#photo", served.table / "frame_000.jpg")

    green.locator("#photo-said", has_text=re.compile(r"\d+ men and \d+ things are seen")).wait_for()


def test_a_friend_far_away_drags_his_man_by_touch(browser, served):
    """His plan is his alone until he sends it; then the desk and the other are shown where."""
    green = joined(browser, served, "green", has_touch=True)
    tan = joined(browser, served, "tan")
    pressed(green, "#next", tan)
    green.touchscreen.tap(*spot(green, "G-E4"))
    green.locator("#man-title", has_text="G-E4").wait_for()
    scrolled = green.evaluate("scrollY")

    x, y = spot(green, "G-G6")
    drag(green, "G-E4", (x - 25, y))

    green.locator("#plans-words", has_text="G-E4").wait_for()
    assert green.evaluate("scrollY") == scrolled, "a dragged man is no scrolled page"
    assert "set G-E4 here" not in tan.inner_html("#plan")
    pressed(green, "#carry", tan)
    tan.locator("#plan", has_text="set G-E4 here").wait_for()
