"""The program's first breath: being told to end counts from here on, before the rest is loaded.

Nothing but what is needed for that is imported, so that a program that is stopped in its first
tenths of a second says so too.
"""

import signal
import sys

TYPE_CHECKING = False  # `typing` takes longer to load than all of this
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

told: list[int] = []  # the signals that came before anybody answered them

# A terminal that was closed, where systems have such a signal.
ENDING = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)
)


def program() -> "NoReturn":
    """The command as a shell starts it."""
    for number in ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup and the like want it so
            signal.signal(number, _remember)
    from spotter.cli import main  # noqa: PLC0415 - loading it takes a while

    code = main()
    for number in ENDING:
        # Once all is done, being told to end comes too late to make it look undone.
        signal.signal(number, signal.SIG_IGN)
    sys.exit(code)


def _remember(number: int, _: "FrameType | None") -> None:
    told.append(number)
