"""Photos from a phone in a real browser: the camera of a game that has no other."""

import cv2
import pytest

from tests.spotter.page.browsing import Served, badly_placed, in_sight, pressed
from tests.spotter.plain_desk import ARMY, Desk, Man, picture_of, write_setup

pytestmark = pytest.mark.slow


def sent(page, desk, path, use=None):
    """A photo of the desk is sent; what is said of it."""
    cv2.imwrite(str(path), picture_of(desk))
    if use is not None:
        page.select_option("#photo-use", use)
    with page.expect_response("**/photo*"):
        page.set_input_files("#photo", path)
    return page.locator("#photo-said:not(:text-is('sending'))").inner_text()


def test_a_game_is_played_picture_by_picture(browser, tmp_path):
    """Without any webcam: a photo, the game begins, a man is moved, a photo, he has moved."""
    desk = Desk({"R01": Man(4.0, 4.0), "B01": Man(14.0, 10.0, 180.0)})
    table = tmp_path / "table"
    table.mkdir()
    soldiers = [
        {"id": name, "side": side, "weapons": ["rifle"]}
        for name, side in (("R01", "red"), ("B01", "blue"))
    ]
    write_setup(table, desk, {**ARMY, "soldier": soldiers})
    served = Served(tmp_path / "game", table=table, camera="phone")
    try:
        page = browser.new_context(viewport={"width": 360, "height": 640}).new_page()
        page.goto(served.url)
        page.click("#join-form button")
        page.locator("#turn", has_text="Send a photo of the table").wait_for()
        assert in_sight(page, "#photo-send")
        assert page.input_value("#photo-use") == "camera", "offered first"
        assert sent(page, desk, tmp_path / "1.jpg") == "taken as the camera's next picture"
        page.wait_for_function("() => state.men.length === 2")
        pressed(page, "#next")

        sent(page, desk.moved("R01", 4.0, 6.5), tmp_path / "2.jpg")

        page.locator("#log", has_text="R01 goes 2.5").wait_for()
        assert in_sight(page, "#photo-send")
        assert badly_placed(page) == []
        page.click("#view-picture")
        page.wait_for_selector("#plan image[href^='blob:']")
    finally:
        served.kill()
