"""The page's keys in the game's folder: phones that have joined stay joined when it goes on."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from table.errors import UserError
from table.text_file import read_text, write_text

KEYS = "page.json"
WATCH = "watch"


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with a key. `role` is a side's name or `WATCH`; `name` what he calls himself."""

    key: str
    role: str
    name: str = ""

    @property
    def badge(self) -> str:
        """What others may know him by; nobody finds the key from it."""
        return sha256(self.key.encode()).hexdigest()[:8]

    @property
    def is_player(self) -> bool:
        """Whether he plays a side."""
        return self.role != WATCH


@dataclass(frozen=True, slots=True)
class KeptKeys:
    """What lets a phone in, who is in, and where the page is."""

    join_key: str
    guests: tuple[Guest, ...] = ()
    address: str = ""
    sides: tuple[str, ...] = ()

    @property
    def url(self) -> str:
        """What a phone opens: the address and the join code."""
        return f"{self.address}#{urlencode({'code': self.join_key})}"


def read_keys(path: Path) -> KeptKeys | None:
    """The keys that were kept there; None where there are none, or they cannot be read."""
    try:
        value = json.loads(read_text(path))
        guests = tuple(_guest(one) for one in value["guests"])
        sides = tuple(map(_text, value["sides"]))
        return KeptKeys(_text(value["join"]), guests, _text(value["address"]), sides)
    except (UserError, ValueError, KeyError, TypeError, RecursionError):
        return None  # everybody joins anew, which costs a scan


def stamp_of(path: Path) -> object:
    """What changes whenever the file is written, None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino, found.st_size


def write_keys(path: Path, keys: KeptKeys) -> None:
    """Keep them for this user alone; a full disk costs no more than a new scan after a restart."""
    value = {
        "spotter": 1,
        "address": keys.address,
        "join": keys.join_key,
        "sides": list(keys.sides),
        "guests": [asdict(one) for one in keys.guests],
    }
    with suppress(UserError, OSError):
        path.touch(mode=0o600)
        write_text(path, json.dumps(value, indent=1) + "\n")


def _guest(value: Any) -> Guest:
    return Guest(*(_text(value[field.name]) for field in fields(Guest)))


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise TypeError(value)
    return value
