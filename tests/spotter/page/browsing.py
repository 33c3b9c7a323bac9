"""A game with its page in a process of its own, and phones that join it."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parents[3]
PATIENCE_MS = 180_000  # only how long a failure takes: what is waited for comes, however slowly


def still_table(folder: Path) -> Path:
    """The first moment of a recorded turn: no hand comes between, however slow the computer is."""
    recorded = ROOT / "fixtures" / "sequences" / "oak-turn"
    folder.mkdir()
    for name in ("army.toml", "table.toml", "camera.yaml", "empty.jpg", "frame_000.jpg"):
        shutil.copy(recorded / name, folder)
    return folder


class Served:
    """`spotter play --serve` in a process of its own; where no table is named nobody moves."""

    def __init__(
        self,
        folder: Path,
        book: str = "omog-advanced",
        table: Path | None = None,
        camera: str | None = None,
        words: tuple[str, ...] = (),
    ) -> None:
        self.folder, self.book, self.port, self.words = folder, book, 0, words
        self.table = still_table(folder.parent / "table") if table is None else table
        self.camera = str(self.table) if camera is None else camera
        self.start()

    def start(self) -> None:
        """Begin, or go on after it was killed: the same game at the same address."""
        words = ["--camera", self.camera, "--rules", self.book, "--pace", "0", "--no-window",
                 "--game", str(self.folder), "--serve", "--port", str(self.port),
                 *self.words]  # fmt: skip
        self._process = subprocess.Popen(
            [sys.executable, "-m", "spotter", "play", *words],
            cwd=self.table,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        lines = []
        for line in self._process.stdout:
            lines.append(line)
            if found := re.search(r"open (http://127.0.0.1:(\d+)\S+)", line):
                self.url, self.port = found[1], int(found[2])
                break
        else:
            raise AssertionError("".join(lines))
        threading.Thread(target=self._process.stdout.read, daemon=True).start()

    def events(self) -> list[str]:
        """What the journal has, the word of each event."""
        lines = (self.folder / "journal.jsonl").read_text().splitlines()
        return [json.loads(line).get("event", "") for line in lines]

    def kill(self) -> None:
        """As a power cut would."""
        self._process.kill()
        self._process.wait()


def joined(browser, served, role, size=(360, 640), **how):
    """A phone that has joined, and has been shown the table."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **how)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.problems = []
    page.on("pageerror", lambda problem: page.problems.append(str(problem)))
    page.goto(served.url)
    page.check(f"input[value={role}]")
    page.click("#join-form button")
    page.wait_for_selector("#plan svg")
    page.locator("#turn:not(:text('Looking for the table'))").wait_for()
    return page


def pressed(page, button, *others):
    """What the program answered to this press, when this page and the others show it."""
    with page.expect_response("**/do") as answered:
        page.click(button)
    body = answered.value.json()
    assert answered.value.ok, body
    for shown in (page, *others):
        catches_up(shown, body["number"])
    return "; ".join(body["said"])


def goes_on(page, other):
    """One side says Next, and the other says yes where it is asked."""
    if "waiting for" in pressed(page, "#next", other):
        pressed(other, "#question-answers button:text('yes')", page)


def catches_up(page, number):
    """The page comes to show the state of that number, or a newer one."""
    page.wait_for_function("most => Number(document.body.dataset.number) >= most", arg=number)


def both_show(*pages):
    """The turn that all the pages come to show, with the same log."""
    ends_s = time.monotonic() + PATIENCE_MS / 1000
    while len(found := {(one.inner_text("#turn"), one.inner_text("#log")) for one in pages}) > 1:
        assert time.monotonic() < ends_s, found
    return found.pop()[0]


SIGHT = """(one) => {
    const box = one.getBoundingClientRect();
    const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.top >= 0 && box.bottom <= innerHeight && one.contains(seen);
}"""


BELOW = """(lower, upper) => {
    const [below, above] = [lower, upper].map(id => document.getElementById(id));
    return below.getBoundingClientRect().top >= above.getBoundingClientRect().bottom;
}"""


def in_sight(page, what):
    """Whether all of it is on the screen, and nothing lies over its middle."""
    return page.locator(what).evaluate(SIGHT)


def drag(page, man, to):
    """A finger from a man's place to a place on the screen."""
    x, y = spot(page, man)
    touch = page.context.new_cdp_session(page).send
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": x, "y": y - 12}]),
        ("touchMove", [{"x": to[0], "y": to[1]}]),
        ("touchEnd", []),
    ):
        touch("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def spot(page, man):
    """Where a man is on the screen."""
    at = page.evaluate(
        """name => {
        const man = manOf(name);
        return [man.x, man.y];
    }""",
        man,
    )
    return place_on(page, at)


def place_on(page, place):
    """Where a place of the table is on the screen."""
    return page.evaluate(
        """place => {
        const svg = document.querySelector("#plan svg");
        const at = new DOMPoint(...place).matrixTransform(svg.getScreenCTM());
        return [at.x, at.y];
    }""",
        place,
    )


def badly_placed(page):
    """Every control in sight that is too small to touch, and whether anything runs off aside."""
    return page.evaluate(
        """() => {
        const all = "button, select, input:not([type=file], [type=radio]), fieldset label, "
            + ".button, summary";
        const shown = [...document.querySelectorAll(all)]
            .filter((one) => one.offsetParent !== null)
            .map((one) => [one.id || one.textContent, one.getBoundingClientRect()]);
        const small = shown.filter(([, box]) => box.width < 43.5 || box.height < 43.5)
            .map(([words, box]) => `${words} ${box.width}x${box.height}`);
        const wide = document.documentElement.scrollWidth - innerWidth;
        return wide > 0 ? [...small, `${wide} px too wide`] : small;
    }"""
    )
