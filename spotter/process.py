"""The program as a process: signals that end it, its memory, an output that may be closed."""

import errno
import gc
import io
import os
import signal
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from spotter.start import ENDING, told

_SOON_S = 0.02  # by then such a callback is over; if not, it is told once more
_LARGEST_KEPT = (1 << 25) - (1 << 14)  # bytes, its own bookkeeping left out


class Stopped(KeyboardInterrupt):
    """The program was told to end.

    Python dies of the signal, whatever exit code we give, if the plain exception once left code
    that was compiled from a string, as that of every dataclass is.
    """


@contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Being told to end (Ctrl+C, a logout, `kill`) ends a command with all files whole."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise Stopped

    with _answering(stop), _told_again():
        if told:
            raise Stopped
        yield


@contextmanager
def _told_again() -> Iterator[None]:
    """Being told to end counts a moment later where Python can only drop what is raised.

    That is in a `__del__`, and in what a weak reference calls, as imports do.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    others, timers = sys.unraisablehook, list[threading.Timer]()

    def dropped(what: "sys.UnraisableHookArgs") -> None:
        if not isinstance(what.exc_value, Stopped):
            others(what)
            return
        timers.append(threading.Timer(_SOON_S, _tell_main_thread))
        timers[-1].start()

    sys.unraisablehook = dropped
    try:
        yield
    finally:
        sys.unraisablehook = others
        for timer in timers:
            timer.cancel()
            timer.join()


def _tell_main_thread() -> None:
    """The signal itself where systems can send it to a thread: that wakes one that waits."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)
    else:
        signal.raise_signal(signal.SIGTERM)


@contextmanager
def signals_held() -> Iterator[None]:
    """Being told to end counts afterwards: libraries that are half imported crash."""
    held: list[int] = []
    with _answering(lambda number, _: held.append(number)):
        yield
    if held:
        raise Stopped


@contextmanager
def all_kept() -> Iterator[None]:
    """What is loaded stays: no search for garbage among it, neither now nor later."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def _answering(answer: Callable[[int, FrameType | None], object]) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears signals
        return
    heard = [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, answer) for number in heard}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def keep_memory() -> None:
    """Keep large pieces of memory, once freed, for the next picture.

    The GNU C library gives them back to the system, and getting them anew takes a tenth of the
    time that a picture takes. It keeps those as large as one that was freed before, up to 32 MB;
    no other library is troubled by one piece more.
    """
    piece = bytes(_LARGEST_KEPT)  # never written to, so it costs nothing
    del piece


def have_standard_error() -> None:
    """Where whoever started us closed standard error, what is said there goes nowhere.

    Without it such lines would stand among the answers, and libraries write into whatever file
    is opened in its place.
    """
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - until the end


def name_warnings() -> None:
    """Warnings of vision come on standard error like all the program says there, each once."""
    import logging  # noqa: PLC0415 - `--help` warns of nothing

    said: set[str] = set()

    def is_new(record: logging.LogRecord) -> bool:
        words = record.getMessage()
        known = words in said
        said.add(words)
        return not known

    if logging.lastResort is not None:
        logging.lastResort.setFormatter(logging.Formatter("spotter: %(message)s"))
        logging.lastResort.filters[:] = [is_new]


@contextmanager
def printable_output() -> Iterator[None]:
    """Whatever is printed can be: signs the terminal lacks are written out, all of it is sent."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    yield
    if sys.stdout is not None:  # None where whoever started us closed it
        sys.stdout.flush()


def send_output() -> None:
    """Send what was printed, or drop it where nobody can read it any more."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        silence_output()


def is_closed_terminal(problem: OSError) -> bool:
    """Whether printing failed because the terminal is gone, before its signal came."""
    if problem.errno != errno.EIO or problem.filename or sys.stdout is None:
        return False
    try:
        return stat.S_ISCHR(os.fstat(sys.stdout.fileno()).st_mode)
    except OSError:  # no file stands behind it
        return False


def silence_output() -> None:
    """Send what is still to be printed nowhere: Python must not complain about it at exit."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
