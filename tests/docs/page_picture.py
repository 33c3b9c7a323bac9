"""`python -m tests.docs.page_picture`: the README's picture of the page, in a real browser.

Three phones beside each other: a man's reach, the camera's picture under marks, a shot's sum.
"""

import shutil
import tempfile
from pathlib import Path

import cv2
import numpy as np

from tests.docs.pictures import PICTURES
from tests.spotter.page.browsing import Served, joined, pressed

SIZE, TIMES, GAP_PX = (360, 640), 1.2, 24
DRAWN = "words => document.getElementById('plan').textContent.includes(words)"


def main() -> None:
    """Write it."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - not needed for the tests

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as running:
        served = Served(Path(folder) / "game")
        try:
            browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            shots = _shots(joined(browser, served, "green", SIZE, device_scale_factor=TIMES))
            browser.close()
        finally:
            served.kill()
    pictures = [cv2.imdecode(np.frombuffer(one, np.uint8), cv2.IMREAD_COLOR) for one in shots]
    gap = np.full((pictures[0].shape[0], GAP_PX, 3), 255, np.uint8)
    cv2.imwrite(
        str(PICTURES / "page.png"), cv2.hconcat([pictures[0], gap, pictures[1], gap, pictures[2]])
    )


def _shots(page) -> list[bytes]:
    """How far a man can go, whom he can hit over the camera's picture, then a shot with its sum."""
    pressed(page, "#next")
    page.click("#roster button")
    page.wait_for_function(DRAWN, arg="he can go this far")
    page.evaluate("scrollTo(0, 0)")
    shots = [page.screenshot()]
    for _ in range(2):
        pressed(page, "#next")
    page.click("#view-picture")
    page.wait_for_function(DRAWN, arg="18 in")
    page.wait_for_function("() => document.querySelector('#plan image')?.getAttribute('href')")
    page.wait_for_timeout(1000)  # the picture is decoded beside the page
    page.evaluate("scrollTo(0, 0)")
    shots.append(page.screenshot())
    page.click("#man-shots button")
    page.wait_for_selector("#sum .strike")
    page.evaluate("document.getElementById('man').scrollIntoView()")
    return [*shots, page.screenshot()]


if __name__ == "__main__":
    main()
