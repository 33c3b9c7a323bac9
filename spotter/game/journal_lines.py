"""Lines of a journal as bytes: one JSON object each, with a check of its number and its text.

A digit that a disk flipped, a line that went missing or changed places does not fit its check.
Lines without one, as older programs or players who mend a journal by hand write them, count too;
among lines that have one that is said, for it may be the check itself that was damaged.
"""

import json
import re
from typing import Any
from zlib import crc32

from table.errors import UserError
from table.json_text import parse_json

JournalLine = dict[str, Any]
_CHECKED = re.compile(rb',"check":"([0-9a-f]{8})"\}$')


def written(line: JournalLine, number: int) -> bytes:
    """The line with its check; `number` counts the lines from 1."""
    text = json.dumps(line, separators=(",", ":")).encode()
    return text[:-1] + b',"check":"' + _check(text, number) + b'"}\n'


def _check(text: bytes, number: int) -> bytes:
    return f"{crc32(text, number):08x}".encode()


def readable(whole: bytes, file: str) -> tuple[list[JournalLine], int]:
    """The good lines from the start, and how many bytes they take."""
    lines: list[JournalLine] = []
    good = 0
    for number, raw in enumerate(whole.splitlines(keepends=True), start=1):
        line = _line(raw[:-1], number, file) if raw.endswith(b"\n") else None
        if line is None:
            if whole[good + len(raw) :].strip():
                raise UserError(
                    f"{file}: line {number} is damaged and lines follow it; "
                    "mend it by hand (without its check), or start a new game"
                )
            break
        lines.append(line)
        good += len(raw)
    return lines, good


def unchecked(whole: bytes) -> tuple[int, ...]:
    """The numbers of the lines without a check, where other lines have one."""
    bare = [_CHECKED.search(raw) is None for raw in whole.splitlines()]
    return () if all(bare) else tuple(i for i, is_bare in enumerate(bare, start=1) if is_bare)


def _line(raw: bytes, number: int, file: str) -> JournalLine | None:
    checked = _CHECKED.search(raw)
    text = raw if checked is None else raw[: checked.start()] + b"}"
    if checked is not None and checked[1] != _check(text, number):
        return None
    try:
        value = parse_json(text.decode(), file)
    except (UserError, UnicodeDecodeError):
        return None
    return value if isinstance(value, dict) else None
