"""The step that measures the lens, with the printed board or without, or leaves it out."""

from contextlib import suppress

from spotter.setup.heard import heard
from spotter.setup.steps.usual import Usual
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import SkipStep, StopSetup, Talk

_SKIP, _MEASURE = "leave it out", "measure it with the printed board"
_MARKERS = "without a board: carry the camera round the laid corner markers"


def is_done(table: TableSetup) -> bool:
    """Whether the lens is known, or was left out."""
    return table.has("lens") or "lens" in table.settings.skipped


def run(table: TableSetup, talk: Talk) -> None:
    """Measure the lens, if the player wants to."""
    talk.tell("Without it all works; what stands tall is then placed a little less exactly.")
    options = (_SKIP, _MEASURE, _MARKERS)
    way = talk.ask("the camera's lens", options, default=_SKIP)
    if way not in (_MEASURE, _MARKERS):
        raise SkipStep
    source = table.camera.text
    table.let_go()
    words = ["calibrate", "camera", str(table.folder), "--camera", source]
    while not _is_measured(table, talk, [*words, *(["--markers"] if way == _MARKERS else [])]):
        talk.ask("Enter to try again, or skip")


def _is_measured(table: TableSetup, talk: Talk, words: list[str]) -> bool:
    """Whether the lens is known now; who closes the window over it is asked again."""
    code = None
    with suppress(StopSetup), heard() as said:
        code = table.program(words)
    talk.tell(*said)
    return code == 0


USUAL = Usual(
    lambda _: "left out (what stands tall is then placed a little less exactly)",
    lambda table: table.skip("lens"),
    at_once=False,
)
