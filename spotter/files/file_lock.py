"""A lock on an open file that the system lets go of when the program dies."""

import errno
import os
from typing import IO

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]
    import msvcrt


def locked(file: IO[bytes]) -> bool:
    """Whether this program alone now holds the file."""
    if fcntl is None:
        return _locked_on_windows(file)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        # A file system without locks (some network shares) cannot tell: play on.
        return problem.errno not in {errno.EWOULDBLOCK, errno.EACCES}
    return True


def _locked_on_windows(file: IO[bytes]) -> bool:
    try:
        # Far behind any line, so that the lock never hinders reading them.
        file.seek(1 << 40)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError:
        return False
    finally:
        file.seek(0, os.SEEK_END)
    return True
