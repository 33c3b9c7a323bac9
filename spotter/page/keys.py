"""Who may do what on the page: keys that name a side or a watcher, given out and withdrawn.

A key is the only thing that proves anything; names and sides in a request prove nothing.
"""

import secrets
from collections.abc import Callable, Iterable
from hmac import compare_digest
from pathlib import Path
from threading import Lock

from spotter.page.kept_keys import WATCH, Guest, KeptKeys, read_keys, stamp_of, write_keys

_KEY_BYTES = 16  # 128 bits: nobody guesses one in an evening
MOST_GUESTS = 60


class Keys:
    """The keys of one game; every request is held against them.

    They are kept in `path`, and what another program withdraws there is withdrawn here.
    """

    def __init__(self, sides: Iterable[str], path: Path | None = None) -> None:
        self.sides = tuple(sides)
        self._path = path
        self._lock = Lock()
        self._join_key = _new_key()
        self._address = ""
        self._guests: dict[str, Guest] = {}
        self._stamp: object = None  # of the file as it was last read or written
        with self._lock:
            self._read_anew()
            self._keep()

    @property
    def roles(self) -> tuple[str, ...]:
        """What one may join as."""
        return (*self.sides, WATCH)

    @property
    def join_key(self) -> str:
        """The code that lets a phone in."""
        return self.kept.join_key

    @property
    def kept(self) -> KeptKeys:
        """All of it, as it is kept."""
        with self._lock:
            self._read_anew()
            return self._all()

    def serve_at(self, address: str) -> None:
        """The page is there from now on."""
        with self._lock:
            self._address = address
            self._keep()

    def opened_by(self, join_key: str) -> bool:
        """Whether this code lets a phone in."""
        return _same(join_key, self.join_key)

    def joined(self, join_key: str, role: str, name: str) -> Guest | None:
        """A guest with a key of his own, None where the code or the role is wrong."""
        if not self.opened_by(join_key) or role not in self.roles:
            return None
        plain = "".join(sign for sign in name if sign.isprintable())
        guest = Guest(_new_key(), role, plain[:40])
        with self._lock:
            if len(self._guests) >= MOST_GUESTS:
                return None
            self._guests[guest.key] = guest
            self._keep()
        return guest

    def guest(self, key: str) -> Guest | None:
        """Whose key this is, None where it is nobody's or was withdrawn."""
        return next((guest for guest in self.guests if _same(guest.key, key)), None)

    def withdraw(self, which: Callable[[Guest], bool]) -> tuple[Guest, ...]:
        """Make the keys of these guests worthless; who they were."""
        gone = tuple(filter(which, self.guests))
        with self._lock:
            for guest in gone:
                self._guests.pop(guest.key, None)
            self._keep()
        return gone

    def renew(self) -> None:
        """Make every key and the join code worthless."""
        with self._lock:
            self._guests.clear()
            self._join_key = _new_key()
            self._keep()

    @property
    def guests(self) -> tuple[Guest, ...]:
        """Everybody whose key is good."""
        return self.kept.guests

    def _read_anew(self) -> None:
        """Take over what somebody else changed in the file."""
        stamp = None if self._path is None else stamp_of(self._path)
        if self._path is None or stamp in {None, self._stamp}:
            return
        kept, self._stamp = read_keys(self._path), stamp
        if kept is not None:
            self._join_key, self._address = kept.join_key, kept.address
            self._guests = {g.key: g for g in kept.guests if g.role in self.roles}

    def _keep(self) -> None:
        if self._path is not None:
            write_keys(self._path, self._all())
            self._stamp = stamp_of(self._path)

    def _all(self) -> KeptKeys:
        return KeptKeys(self._join_key, tuple(self._guests.values()), self._address, self.sides)


def _new_key() -> str:
    return secrets.token_urlsafe(_KEY_BYTES)


def _same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode())
