"""The men as TUIO 1.1 objects by UDP, for programs that know tables with things on them.

The profile is 2Dobj (https://www.tuio.org/?specification): a man's symbol is his number in the
army file, places are parts of the table's width and height, angles radians clockwise.
"""

import socket
import struct
from collections.abc import Iterator
from itertools import count
from math import radians, tau

from table.army import Army
from table.errors import UserError
from table.scene import Scene, Soldier
from table.text_file import reason_of

_AGAIN_S = 1.0  # a packet that was lost is made good after so long
_MOST_SET = 16  # objects in one bundle: it fits a network's packets
_AT_ONCE = struct.pack(">Q", 1)  # the time tag that means now
_PATH = "/tuio/2Dobj"
_STILL = (0.0,) * 5  # speeds and their changes: nobody measures them


class TuioSender:
    """Sends the table to one address whenever it changes, and once a second."""

    def __init__(self, address: str, army: Army) -> None:
        self._to = _host_and_port(address)
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._symbols = {man.id: number for number, man in enumerate(army.soldiers)}
        self._sessions: dict[str, int] = {}
        self._numbers, self._frames = count(1), count(1)
        self._sent: tuple[Scene | None, float] = (None, float("-inf"))

    def tell(self, scene: Scene, now_s: float) -> None:
        """The table as it is now; nobody who listens is no trouble."""
        before, sent_s = self._sent
        if scene == before and now_s - sent_s < _AGAIN_S:
            return
        self._sent = (scene, now_s)
        for bundle in self._bundles(scene):
            try:
                self._socket.sendto(bundle, self._to)
            except OSError:
                return

    def close(self) -> None:
        """Nothing more is sent."""
        self._socket.close()

    def _bundles(self, scene: Scene) -> Iterator[bytes]:
        men = [man for man in scene.soldiers if man.id in self._symbols]
        known = self._sessions
        self._sessions = {man.id: known.get(man.id) or next(self._numbers) for man in men}
        frame = next(self._frames)
        for start in range(0, max(1, len(men)), _MOST_SET):
            told = [self._set(scene, man) for man in men[start : start + _MOST_SET]]
            yield bundle(
                message(_PATH, "source", "spotter"),
                message(_PATH, "alive", *self._sessions.values()),
                *told,
                message(_PATH, "fseq", frame),
            )

    def _set(self, scene: Scene, man: Soldier) -> bytes:
        place = (man.x / scene.width, man.y / scene.height, radians(man.facing) % tau)
        return message(_PATH, "set", self._sessions[man.id], self._symbols[man.id], *place, *_STILL)


def bundle(*messages: bytes) -> bytes:
    """An OSC bundle to be heeded at once."""
    sized = (struct.pack(">i", len(one)) + one for one in messages)
    return _text("#bundle") + _AT_ONCE + b"".join(sized)


def message(path: str, *values: str | float) -> bytes:
    """An OSC message; whole numbers, floats and texts keep their kinds."""
    kinds = "".join({str: "s", int: "i", float: "f"}[type(value)] for value in values)
    return _text(path) + _text(f",{kinds}") + b"".join(map(_packed, values))


def _packed(value: str | float) -> bytes:
    if isinstance(value, str):
        return _text(value)
    return struct.pack(">i" if isinstance(value, int) else ">f", value)


def _text(words: str) -> bytes:
    """With its end, filled up to four bytes."""
    content = words.encode() + b"\0"
    return content + b"\0" * (-len(content) % 4)


def _host_and_port(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    wrong = UserError(f"--tuio {address}: name a host and a port, like 127.0.0.1:3333")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise wrong
    try:
        return socket.gethostbyname(host), int(port)
    except (OSError, UnicodeError) as problem:
        raise UserError(f"--tuio {address}: {reason_of(problem)}") from None
