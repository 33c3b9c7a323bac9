"""The commands themselves, in process, on files made bad: exit 0 or 2, never a traceback."""

import contextlib
import io
import json
import os
import tempfile
from pathlib import Path
from random import Random

from fixtures.recorded import recorded
from rules.book.shelf import NAMES
from spotter.cli import main
from spotter.options.setting_up import SHEETS
from tests.fuzz.mutate import NASTY, mutated_bytes, mutated_json
from tests.fuzz.registry import target

_OAK = recorded("oak-normal")
_ASKED = [
    {"ask": "sight", "from": "43", "to": "2"},
    {"ask": "shoot", "shooter": "43", "target": "2"},
    {"ask": "reach", "soldier": "43"},
    {"ask": "burst", "shooter": "43", "weapon": "grenade", "aim": [10, 10]},
    {"ask": "move", "soldier": "43", "path": [[1, 1], [2, 2]]},
    {"ask": "units"},
]


_NUMBERS = ("0", "-1", "4", "nan", "inf", "1e9", "x", "4-9999999999", "99999999999")


def run(words: list[str]) -> None:
    """Run `spotter` with these words; a complaint is lines that say who complains."""
    out, err = io.StringIO(), io.StringIO()
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(words)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
    said = err.getvalue()
    assert code in (0, 2), (code, words, said)
    assert "Traceback" not in said, said
    assert code == 0 or said.startswith("spotter: "), (words, said, out.getvalue()[-200:])
    assert all(line.startswith("spotter: ") for line in said.splitlines()), said


def _scene(random: Random) -> bytes:
    good = _OAK.truth.read_bytes()
    match random.randrange(4):
        case 0:
            return good
        case 1:
            return mutated_bytes(good, random)
    return json.dumps(mutated_json(json.loads(good), random)).encode()


def _questions(random: Random) -> bytes:
    asked = [random.choice(_ASKED) for _ in range(random.randint(1, 3))]
    return json.dumps(mutated_json(asked, random) if random.random() < 0.5 else asked).encode()


def _folder(files: dict[str, bytes], folder: str) -> dict[str, str]:
    for name, data in files.items():
        (Path(folder) / name).write_bytes(data)
    return {name: str(Path(folder) / name) for name in files}


@target(tries=30)
def scene_commands(random: Random) -> None:
    """ask, compare, draw and export on scenes and questions made bad."""
    with tempfile.TemporaryDirectory() as folder:
        at = _folder({"s.json": _scene(random), "q.json": _questions(random)}, folder)
        rules = random.choice((*NAMES, "omog", str(NASTY[random.randrange(10, 22)])))
        out = str(Path(folder) / random.choice(("out.png", "out.svg", "no/out.png", "out.txt")))
        words = random.choice(
            (
                ["ask", at["s.json"], at["q.json"], "--rules", rules],
                ["compare", at["s.json"], at["q.json"]],
                ["draw", at["s.json"], at["q.json"], "--rules", rules, "-o", out],
                ["draw", at["s.json"], "-o", out],
                ["export", at["s.json"], "-o", out],
                ["export", at["s.json"], "--format", "geojson", "-o", out],
            )
        )
        run(words)


@target(tries=20)
def print_commands(random: Random) -> None:
    """Print with armies, tables and numbers made bad."""
    with tempfile.TemporaryDirectory() as folder:
        army = mutated_bytes(_OAK.army.read_bytes(), random)
        table = mutated_bytes(_OAK.table.read_bytes(), random)
        at = _folder({"army.toml": army, "table.toml": table}, folder)
        words = ["print", random.choice(SHEETS), "-o", str(Path(folder) / "out.pdf")]
        words += ["--army", at["army.toml"], "--table", at["table.toml"]]
        if random.random() < 0.5:
            words += ["--rules", random.choice((*NAMES, "x"))]
        for option in ("--measured", "--size", "--ids"):
            if random.random() < 0.3:
                words.append(f"{option}={random.choice(_NUMBERS)}")
        run(words)


@target(tries=10)
def table_commands(random: Random) -> None:
    """look, replay, verify, teach and bundle with one of their files made bad."""
    kitchen = recorded("kitchen-easy")
    names = ("table.toml", "army.toml", "camera.yaml", "photo.jpg")
    with tempfile.TemporaryDirectory() as folder:
        files = {name: (kitchen.folder / name).read_bytes() for name in names}
        bad = random.choice(names)
        files[bad] = mutated_bytes(files[bad], random)
        at = _folder(files, folder)
        given = ["--table", at["table.toml"], "--army", at["army.toml"]]
        lens = ["--camera", at["camera.yaml"]]
        words = random.choice(
            (
                ["look", at["photo.jpg"], *given, *lens, "--json"],
                ["replay", folder, "--json"],
                ["verify", at["photo.jpg"], *given, *lens],
                ["teach", at["photo.jpg"], *given, *lens],
                ["bundle", at["photo.jpg"], "-o", str(Path(folder) / "b.zip")],
                [
                    *("calibrate", "table", at["photo.jpg"], "--table", at["table.toml"]),
                    *("-o", f"{folder}/c.json", "--empty", f"{folder}/e.jpg"),
                ],
            )
        )
        run(words)
