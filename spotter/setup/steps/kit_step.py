"""The step that prints the kit, and prints it again where the printer scales."""

import locale
import os

from overlay.window.setup_window import has_screen
from spotter.files.opened_file import open_file
from spotter.setup.heard import heard
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import Talk
from table.errors import UserError
from table.typed_length import inches_of

NAME = "kit.pdf"
CHECK_IN = 4.0
_EXACT_IN = 0.016  # nobody reads a ruler better: 10.2 cm are four inches
_OPEN = "open the PDF"
_LETTER = ("US", "CA", "MX", "PH")  # where paper is sold in letter size


def is_done(table: TableSetup) -> bool:
    """Whether the kit was made and its bar measured."""
    return (table.folder / NAME).exists() and table.settings.measured is not None


def run(table: TableSetup, talk: Talk) -> None:
    """Write kit.pdf; written again if the printed bar is not four inches long."""
    paper = table.settings.paper or _usual_paper()
    table.change(paper=paper)
    while True:
        made = _made(table)
        talk.tell(made, "Cut out the corner markers and the tags, stand the men on them.")
        measured = _measured(_bar(table, talk), talk)
        if measured is None:
            continue
        if abs(measured - CHECK_IN) <= _EXACT_IN:
            table.change(measured=table.settings.measured or CHECK_IN)
            return
        # What was corrected before stays: this bar is already drawn for the printer.
        table.change(measured=round((table.settings.measured or CHECK_IN) * measured / CHECK_IN, 3))
        talk.tell("Your printer scales; the kit is made anew for it. Print it again.")


def _made(table: TableSetup) -> str:
    """Make the kit; what is to be said of it."""
    with heard() as said:
        code = table.program(["print", "kit", str(table.folder)])
    if code != 0:
        raise UserError(f"the kit could not be made: {'; '.join(said)}")
    return said[0].partition(", then")[0] + "."


def _bar(table: TableSetup, talk: Talk) -> str:
    """What the player reads off his ruler; before that the kit is opened for him if he likes."""
    options = (_OPEN,) if has_screen() else ()
    while True:
        asks = "printed; the bar at the foot measures (inches, or like 10.16 cm)"
        said = talk.ask(asks, options, default="4.00")
        if said != _OPEN:
            return said
        path = table.folder / NAME
        is_open = open_file(path)
        talk.tell(
            f"{path} is opened" if is_open else f"nothing here opens {path}; print it by hand"
        )


def _measured(said: str, talk: Talk) -> float | None:
    try:
        measured = inches_of(said)
    except ValueError:
        measured = 0.0
    if not 0.8 * CHECK_IN <= measured <= 1.25 * CHECK_IN:
        talk.tell(f'"{said}" is far from 4 inches (10.16 cm); measure the whole bar')
        return None
    return measured


def _usual_paper() -> str:
    """The paper that is sold where the player lives, as far as his computer tells."""
    told = locale.getlocale()[0] or os.environ.get("LANG", "")
    return "letter" if told.split(".")[0].endswith(_LETTER) else "a4"
