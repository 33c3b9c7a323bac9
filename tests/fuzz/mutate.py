"""Good input made bad: bytes and JSON values, changed at random."""

import json
from random import Random
from typing import Any

# Values that break careless code, whatever they stand in for.
NASTY: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 1e308, -1e308, 1e-308, 2**53, -(2**53), 0.1, "", " ", "\x00",
    "%s%n", "{0}", "../../etc/passwd", "R01\n", "\uff3201", "\u042001", "a" * 4000, "\u202e", "🪖",
    [], {},
    [[]], [None], [0, 0], [1, 2, 3], ["R1"], {"x": 1}, {"__class__": "x"},
)  # fmt: skip
TOKENS = (b"nan", b"inf", b"-inf", b"1e999", b"null", b"\x00", b"\xff", b"[", b"]", b"{", b"}",
          b'"', b"'", b"=", b":", b"\n", b"&a", b"*a", b"!!", b"9" * 50, b"[" * 2000)  # fmt: skip


def mutated_bytes(data: bytes, random: Random) -> bytes:
    """The bytes with a few of them cut, doubled, changed or replaced by something nasty."""
    for _ in range(random.randint(1, 4)):
        data = random.choice(_BYTE_CHANGES)(data, random)
    return data


def _cut(data: bytes, random: Random) -> bytes:
    start = random.randint(0, len(data))
    return data[:start] + data[start + random.randint(0, 40) :]


def _truncated(data: bytes, random: Random) -> bytes:
    return data[: random.randint(0, len(data))]


def _flipped(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    place = random.randrange(len(data))
    return data[:place] + bytes([random.randrange(256)]) + data[place + 1 :]


def _inserted(data: bytes, random: Random) -> bytes:
    place = random.randint(0, len(data))
    return data[:place] + random.choice(TOKENS) + data[place:]


def _doubled(data: bytes, random: Random) -> bytes:
    start = random.randint(0, len(data))
    return data + data[start : start + random.randint(0, 400)]


def _number(data: bytes, random: Random) -> bytes:
    """One digit run becomes another number."""
    digits = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
    if not digits:
        return data
    place = random.choice(digits)
    number = random.choice((b"0", b"-1", b"1e9", b"99999999999999999999", b"1e-300", b"nan"))
    return data[:place] + number + data[place + 1 :]


_BYTE_CHANGES = (_cut, _truncated, _flipped, _inserted, _doubled, _number)


def mutated_json(value: Any, random: Random) -> Any:
    """The value with a few places in it changed, taken away or swapped."""
    value = json.loads(json.dumps(value))
    for _ in range(random.randint(1, 3)):
        value = _changed(value, random)
    return value


def _changed(value: Any, random: Random) -> Any:
    if random.random() < 0.25 or not isinstance(value, dict | list) or not value:
        return random.choice(NASTY)
    if isinstance(value, list):
        return _changed_list(value, random)
    return _changed_object(value, random)


def _changed_list(value: list[Any], random: Random) -> list[Any]:
    place = random.randrange(len(value))
    change = random.random()
    if change < 0.2:
        return value[:place] + value[place + 1 :]
    if change < 0.4:
        return [*value, value[place]]
    return [*value[:place], _changed(value[place], random), *value[place + 1 :]]


def _changed_object(value: dict[str, Any], random: Random) -> dict[str, Any]:
    key = random.choice(sorted(value))
    change = random.random()
    if change < 0.2:
        return {k: v for k, v in value.items() if k != key}
    if change < 0.3:
        return {**value, random.choice(("declare", "roll", "aim", "x", "weapon")): value[key]}
    return {**value, key: _changed(value[key], random)}
