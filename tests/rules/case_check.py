"""Comparing answers with what a rule case expects, as the contract's cases are checked.

A case is {"rules", "name", "rule_ids", "scene", "questions", "expect"}. Numbers agree within
1e-3, chances within 1e-6; `rules_cited` and `refused_by` are sets of ids, all and no more;
`area_size`, `area_contains` and `area_excludes` look at `area`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from shapely import Point, Polygon

from rules.book.ask import ask_all
from rules.book.shelf import book_named
from table.scene_file import scene_from_json

NEAR = 1e-3
CHANCE_NEAR = 1e-6
EDGE_IN = 1e-6
CITED = {"rules_cited": "reasons", "refused_by": "refusals"}


def read_case(path: Path) -> dict[str, Any]:
    """The case in a file."""
    case: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return case


def case_differences(case: dict[str, Any]) -> list[str]:
    """What differs between the answers and what the case expects, [] where nothing does."""
    scene = scene_from_json(case["scene"], "scene")
    answers = ask_all(scene, case["questions"], book_named(case["rules"]))
    assert len(answers) == len(case["expect"])
    return [
        line
        for i, (expected, answer) in enumerate(zip(case["expect"], answers, strict=True))
        for line in _differences(expected, json.loads(json.dumps(answer)), f"answer {i}")
    ]


def _differences(expected: Any, actual: Any, where: str) -> Iterator[str]:
    if isinstance(expected, dict):
        yield from _object_differences(expected, actual, where)
    elif isinstance(expected, list):
        yield from _list_differences(expected, actual, where)
    elif isinstance(expected, bool) or not isinstance(expected, int | float):
        if expected != actual or isinstance(actual, bool) != isinstance(expected, bool):
            yield f"{where}: expected {expected!r}, got {actual!r}"
    elif not _agree(expected, actual, CHANCE_NEAR if where.endswith(".chance") else NEAR):
        yield f"{where}: expected {expected!r}, got {actual!r}"


def _agree(expected: float, actual: Any, near: float) -> bool:
    if isinstance(actual, bool) or not isinstance(actual, int | float):
        return False
    return abs(expected - actual) <= near


def _list_differences(expected: list[Any], actual: Any, where: str) -> Iterator[str]:
    if not isinstance(actual, list) or len(actual) != len(expected):
        yield f"{where}: expected {expected!r}, got {actual!r}"
        return
    for i, (one, other) in enumerate(zip(expected, actual, strict=True)):
        yield from _differences(one, other, f"{where}[{i}]")


def _object_differences(expected: dict[str, Any], actual: Any, where: str) -> Iterator[str]:
    if not isinstance(actual, dict):
        yield f"{where}: expected an object, got {actual!r}"
        return
    for key, value in expected.items():
        here = f"{where}.{key}"
        if key == "error":
            if bool(value) != bool(actual.get("error")):
                yield f"{here}: got {actual!r}"
        elif key in CITED:
            cited = {entry["rule"] for entry in actual.get(CITED[key]) or []}
            if cited != set(value):
                yield f"{here}: expected {sorted(value)}, got {sorted(cited)}"
        elif key.startswith("area_"):
            yield from _area_differences(key, expected, actual.get("area"), here)
        elif key not in actual:
            yield f"{here}: missing"
        else:
            yield from _differences(value, actual[key], here)


def _area_differences(key: str, expected: dict[str, Any], area: Any, where: str) -> Iterator[str]:
    if not area:
        yield f"{where}: no area"
        return
    polygon, value = Polygon(area[0], area[1:]), expected[key]
    if key == "area_size":
        slack = expected.get("area_tol", max(0.01, 0.002 * value))
        if abs(polygon.area - value) > slack:
            yield f"{where}: expected {value}, got {polygon.area:.4f}"
    elif key != "area_tol":
        for place in value:
            inside = polygon.distance(Point(place)) <= EDGE_IN
            if inside != (key == "area_contains"):
                yield f"{where}: {place}"


def cited_rules(expected: Any) -> Iterator[str]:
    """All rule ids that an expectation names, wherever they stand in it."""
    if isinstance(expected, list):
        for entry in expected:
            yield from cited_rules(entry)
    elif isinstance(expected, dict):
        for key, value in expected.items():
            if key in CITED:
                yield from value
            elif key == "rule":
                yield value
            else:
                yield from cited_rules(value)
