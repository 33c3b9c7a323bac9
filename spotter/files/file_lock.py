"""A lock on an open file that the system lets go of when the program dies."""

import errno
import os
import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def locked(file: IO[bytes]) -> bool:
        """Whether this program alone now holds the file."""
        try:
            # Far behind any line, so that the lock never hinders reading them.
            file.seek(1 << 40)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(0, os.SEEK_END)
        return True

else:
    import fcntl

    def locked(file: IO[bytes]) -> bool:
        """Whether this program alone now holds the file."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            # A file system without locks (some network shares) cannot tell: play on.
            return problem.errno not in {errno.EWOULDBLOCK, errno.EACCES}
        return True
