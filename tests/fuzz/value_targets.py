"""Files whole in form and absurd in what they say: TOML and YAML values, lenses, house rules."""

import tomllib
from dataclasses import asdict
from random import Random
from typing import Any

import numpy as np
import tomli_w

from fixtures.recorded import recorded
from rules.book.shelf import NAMES, book_named
from table.army_file import read_army
from table.lens_file import read_lens
from table.table_file import read_table
from tests.fuzz.file_targets import ROOT
from tests.fuzz.mutate import mutated_json
from tests.fuzz.registry import target, tried_file

_OAK = recorded("oak-normal")
_ABSURD = (0.0, -1.0, 1e-300, 1e300, -1e9, 0.5, 1e4, 3.14, float("nan"), float("inf"))
_TAGS = (
    "!!int", "!!float", "!!bool", "!!timestamp", "!!binary", "!!set", "!!omap", "!!pairs", "!!str",
    "!!null", "!!map", "!!seq", "!!opencv-matrix", "!!python/object:os.system", "!x", "&a", "*a",
    "<<:", "? ", "- ", "|", ">", "%YAML 9.9\n---", "...\n---",
)  # fmt: skip


def refuse_absurd(value: Any) -> None:
    """Fail where a number that was let in is none, or larger than any desk."""
    if isinstance(value, dict | list | tuple):
        for one in value.values() if isinstance(value, dict) else value:
            refuse_absurd(one)
    elif isinstance(value, float):
        assert abs(value) <= 1e4, value


def _toml(value: Any) -> Any:
    """What TOML can hold of a JSON value."""
    if isinstance(value, dict):
        return {key: _toml(v) for key, v in value.items() if v is not None}
    if isinstance(value, list):
        return [_toml(v) for v in value if v is not None]
    return value


def _changed_toml(text: str, random: Random) -> bytes:
    value = _toml(mutated_json(tomllib.loads(text), random))
    return tomli_w.dumps(value if isinstance(value, dict) else {"table": value or 0}).encode()


@target()
def table_values(random: Random) -> None:
    """table.toml with changed values."""
    data = _changed_toml(_OAK.table.read_text(), random)
    tried_file(data, lambda path: refuse_absurd(asdict(read_table(path))), "table.toml")


@target()
def army_values(random: Random) -> None:
    """army.toml with changed values."""
    data = _changed_toml(_OAK.army.read_text(), random)
    tried_file(data, lambda path: refuse_absurd(asdict(read_army(path))), "army.toml")


@target()
def house_rule_values(random: Random) -> None:
    """A rulebook's own tables with changed values, as house rules."""
    name = random.choice(NAMES)
    book = tomllib.loads((ROOT / "rules" / name.replace("-", "_") / "book.toml").read_text())
    key = random.choice(sorted(book.keys() - {"rule"}) or ["weapon"])
    entry = mutated_json(book.get(key, {}), random)
    rules = {"extends": name, key: entry}
    if random.random() < 0.2:
        rules = mutated_json(rules, random)
    value = _toml(rules)
    text = tomli_w.dumps(value if isinstance(value, dict) else {"extends": name})
    tried_file(text.encode(), lambda path: book_named(str(path)), "house.toml")


@target()
def lens_tags(random: Random) -> None:
    """camera.yaml with YAML's own odd words in it."""
    lines = _OAK.camera.read_text().splitlines()
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(lines))
        key, _, rest = lines[at].partition(":")
        tag = random.choice(_TAGS)
        lines[at] = random.choice((f"{key}: {tag} {rest}", f"{tag} {lines[at]}", f"{key}: {tag}"))
    tried_file("\n".join(lines).encode(), read_lens, "camera.yaml")


@target()
def absurd_lenses(random: Random) -> None:
    """camera.yaml of lenses no camera has; what is read can be used."""
    width, height = (random.choice((640, 1920, 3840, 16, 65536, 0, -5)) for _ in range(2))
    matrix = [3044.0, 0.0, 1952.0, 0.0, 3046.0, 1082.0, 0.0, 0.0, 1.0]
    bends = [random.gauss(0, random.choice((0.01, 0.3, 3.0))) for _ in range(5)]
    for numbers in (matrix, bends):
        if random.random() < 0.4:
            numbers[random.randrange(len(numbers))] = random.choice(_ABSURD)
    text = (
        (
            f"image_width: {width}\nimage_height: {height}\ncamera_matrix: {{data: {matrix}}}\n"
            f"distortion_coefficients: {{data: {bends[: random.choice((4, 5, 5, 3))]}}}\n"
        )
        .replace("nan", ".nan")
        .replace("inf", ".inf")
    )

    def used(path: Any) -> None:
        lens = read_lens(path)
        assert np.isfinite(lens.matrix).all()
        assert np.isfinite(lens.distortion).all()

    tried_file(text.encode(), used, "camera.yaml")


@target()
def lens_xml(random: Random) -> None:
    """A lens as OpenCV's XML, with odd things in it."""
    odd = random.choice(("", "<!DOCTYPE a>", "<a>" * 500, "&amp;", "&b;", "<![CDATA[x]]>", "\x0b"))
    number = random.choice(("3840", "nan", "", "1 2 3", "x", "1e999", "-1"))
    text = (
        f"<?xml version='1.0'?>{odd}<opencv_storage><image_width>{number}</image_width>"
        "<image_height>2160</image_height><camera_matrix type_id='opencv-matrix'><data>3044 0 "
        f"1952 0 3046 1082 0 0 1 {odd}</data></camera_matrix><distortion_coefficients><data>0 0 0 "
        f"0 {random.choice(('0', number))}</data></distortion_coefficients></opencv_storage>"
    )
    tried_file(text.encode(), read_lens, "camera.xml")
