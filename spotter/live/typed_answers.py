"""What is typed at the terminal while a game is played in words: y or n to what is asked.

Read without waiting, a line when it is there: the game goes on meanwhile. Where the terminal is
not this program's to read, as behind a pipe or in the background, nothing is.
"""

import os
import sys
from typing import TextIO

HOW = "(Y or N)" if sys.platform == "win32" else "(y or n, then Enter)"
_ANSWERS = {"y": True, "yes": True, "n": False, "no": False}


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody can type there."""
    return stream is not None and not stream.closed and stream.isatty()


def typed_answer() -> bool | None:
    """The next line typed there as a yes or no, None where it is none or nothing was typed."""
    if not is_terminal(sys.stdin):
        return None
    try:
        return _ANSWERS.get(_typed(sys.stdin).strip().lower())
    except OSError:  # the terminal is gone, or was none
        return None


def _typed(stream: TextIO) -> str:
    """What waits there, which terminals hand on line by line."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - there is none elsewhere

        return msvcrt.getwch() if msvcrt.kbhit() else ""
    import select  # noqa: PLC0415 - of no use for a terminal of Windows

    there = stream.fileno()
    ready, _, _ = select.select([there], [], [], 0.0)
    return os.read(there, 4096).decode(errors="replace") if ready and _is_ours(there) else ""


def _is_ours(terminal: int) -> bool:
    """Whether this program is in the foreground: who reads in the background is stopped."""
    if sys.platform == "win32":
        return True
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return True
