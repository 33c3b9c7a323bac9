"""Holds what a story tells against what its `expect` wants, one sentence for each difference.

`error` is whether the step was refused; `refused` who is to be put back and by which rules (true:
whichever); `hit`, `off`, `hidden`, `lifted`, `phase`, `side`, `turn` and `winner` are the values
themselves; `things` are among the changed ones; `events_include` and `events_exclude` are parts
of events; `said_has` are parts of what is said.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

WHOLE = ("hit", "off", "hidden", "lifted", "phase", "side", "turn", "winner")
KNOWN = {
    "step", "why", "error", "refused", "things", "events_include", "events_exclude", "said_has",
    *WHOLE,
}  # fmt: skip
Line = Mapping[str, Any]


def differences(expect: list[Line], lines: list[Line]) -> Iterator[str]:
    """What is not as the story wants it."""
    for wanted in expect:
        unknown = wanted.keys() - KNOWN
        assert not unknown, f"no expectation {unknown}"
        for sentence in _at_step(wanted, lines[wanted["step"]]):
            yield f"step {wanted['step']}: {sentence}"


def _at_step(wanted: Line, line: Line) -> Iterator[str]:
    for key in WHOLE:
        if key in wanted and wanted[key] != line[key]:
            yield f"{key} is {line[key]}, not {wanted[key]}"
    if "error" in wanted and wanted["error"] != bool(line["error"]):
        yield f"error is {line['error']!r}"
    if "refused" in wanted and not _same_refusals(wanted["refused"], line["refused"]):
        yield f"refused are {line['refused']}, not {wanted['refused']}"
    missing = set(wanted.get("things", ())) - line["things"].keys()
    if missing:
        yield f"unchanged are {sorted(missing)}"
    yield from _of_events(wanted, line["events"])
    said = " ".join([*line["said"], line["error"] or ""]).lower()
    for words in wanted.get("said_has", ()):
        if words.lower() not in said:
            yield f"{words!r} is not said, but: {said}"


def _same_refusals(wanted: Line, got: Line) -> bool:
    return wanted.keys() == got.keys() and all(
        rules is True or sorted(rules) == sorted(got[name]) for name, rules in wanted.items()
    )


def _of_events(wanted: Line, events: list[Line]) -> Iterator[str]:
    for part in wanted.get("events_include", ()):
        if not any(_is_like(part, event) for event in events):
            yield f"no event like {part} among {events}"
    for part in wanted.get("events_exclude", ()):
        if any(_is_like(part, event) for event in events):
            yield f"an event like {part} among {events}"


def _is_like(part: Any, whole: Any) -> bool:
    if isinstance(part, Mapping):
        return isinstance(whole, Mapping) and all(
            key in whole and _is_like(value, whole[key]) for key, value in part.items()
        )
    if isinstance(part, list):
        return isinstance(whole, list) and all(
            any(_is_like(one, other) for other in whole) for one in part
        )
    if isinstance(part, float):
        return isinstance(whole, int | float) and whole == pytest.approx(part, abs=1e-3)
    return part == whole
