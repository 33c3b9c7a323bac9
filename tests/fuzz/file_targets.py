"""Tables, armies, lenses, scenes, house rules, bundles and questions made bad."""

import io
import json
import tempfile
import tomllib
import zipfile
from pathlib import Path
from random import Random

from fixtures.recorded import recorded
from rules.book.ask import ask_all
from rules.book.shelf import NAMES, book_named
from spotter.files.bundle_file import unpack_bundle
from spotter.game.journal import read_journal
from table.army_file import read_army
from table.lens_file import read_lens
from table.scene_file import read_scene, scene_from_json, scene_json
from table.table_file import read_table
from tests.fuzz.mutate import NASTY, mutated_bytes, mutated_json
from tests.fuzz.registry import target, tried, tried_file

ROOT = Path(__file__).parent.parent.parent
_OAK = recorded("oak-normal")


@target()
def scene_bytes(random: Random) -> None:
    """scene.json with changed bytes."""
    tried_file(mutated_bytes(_OAK.truth.read_bytes(), random), read_scene, "scene.json")


@target()
def scene_values(random: Random) -> None:
    """scene.json with changed values, read and written again."""
    value = mutated_json(json.loads(_OAK.truth.read_text()), random)
    tried(lambda: json.dumps(scene_json(scene_from_json(value, "scene.json"))))


@target()
def table_bytes(random: Random) -> None:
    """table.toml with changed bytes."""
    tried_file(mutated_bytes(_OAK.table.read_bytes(), random), read_table, "table.toml")


@target()
def army_bytes(random: Random) -> None:
    """army.toml with changed bytes."""
    tried_file(mutated_bytes(_OAK.army.read_bytes(), random), read_army, "army.toml")


@target()
def lens_bytes(random: Random) -> None:
    """camera.yaml with changed bytes."""
    tried_file(mutated_bytes(_OAK.camera.read_bytes(), random), read_lens, "camera.yaml")


@target()
def journal_bytes(random: Random) -> None:
    """A journal with changed bytes."""
    lines = b'{"event":"moved","soldier":"R01","path":[[1,2],[3,4]]}\n' * 5
    tried_file(mutated_bytes(lines, random), read_journal, "journal.jsonl")


@target()
def house_rules_bytes(random: Random) -> None:
    """A house-rules file with changed bytes."""
    text = (
        b'extends = "omog-advanced"\n[rule.OA-COVER-01]\nvalue = -2\n'
        b"[weapon.rifle]\nbands = [6, 12, 18]\n"
    )
    tried_file(mutated_bytes(text, random), lambda path: book_named(str(path)), "house.toml")


@target()
def bundle_bytes(random: Random) -> None:
    """A bundle with changed bytes, and names that point out of its folder."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as bundle:
        for name in ("photo.jpg", "table.toml", random.choice(("../x", "/x", "a/b", "note.txt"))):
            bundle.writestr(name, "text")
    with tempfile.TemporaryDirectory() as folder:
        inner = Path(folder) / "inner"
        inner.mkdir()
        tried_file(
            mutated_bytes(data.getvalue(), random) if random.random() < 0.5 else data.getvalue(),
            lambda path: unpack_bundle(path, inner),
            "bundle.zip",
        )
        assert {path.name for path in Path(folder).iterdir()} == {"inner"}


def _cases() -> list[dict[str, object]]:
    return [
        json.loads(path.read_text())
        for path in sorted((ROOT / "tests" / "rules" / "cases").rglob("*.json"))
    ]


_CASES: list[dict[str, object]] = []


@target()
def questions(random: Random) -> None:
    """Questions of all kinds, changed, asked under every rulebook."""
    if not _CASES:
        _CASES.extend(_cases())
    case = random.choice(_CASES)
    asked = [mutated_json(question, random) for question in case["questions"]]
    scene = mutated_json(case["scene"], random) if random.random() < 0.3 else case["scene"]

    def ask() -> None:
        answers = ask_all(
            scene_from_json(scene, "scene.json"), asked, book_named(random.choice(NAMES))
        )
        assert len(answers) == len(asked)
        json.dumps(answers, allow_nan=False)

    tried(ask)


@target()
def states(random: Random) -> None:
    """Soldiers' `state` filled with what no game would write."""
    if not _CASES:
        _CASES.extend(_cases())
    case = json.loads(json.dumps(random.choice(_CASES)))
    for soldier in case["scene"]["soldiers"]:
        for key in list(soldier.get("state", {})) or ["ammo", "moved", "loaded", "mods"]:
            if random.random() < 0.5:
                soldier.setdefault("state", {})[key] = random.choice(NASTY)
    tried(
        lambda: json.dumps(
            ask_all(
                scene_from_json(case["scene"], "scene.json"),
                case["questions"],
                book_named(case["rules"]),
            ),
            allow_nan=False,
        )
    )


def _ring(random: Random) -> list[list[float]]:
    """A ring through random places: most cross themselves, some touch, some have no area."""
    far = random.choice((3, 30, 1e4))
    ring = [[random.randint(0, 12), random.randint(0, 12)] for _ in range(random.randint(3, 9))]
    match random.randrange(5):
        case 0:
            ring = [[x, 5] for x, _ in ring]
        case 1:
            ring += [ring[0], ring[1]]
        case 2:
            ring = [[x + random.uniform(-1e-9, 1e-9), y] for x, y in ring]
        case 3:
            ring = [[x * far, y * 1e-5] for x, y in ring]
    return ring


_ASKED = (
    {"ask": "sight", "from": "R1", "to": "B1"},
    {"ask": "shoot", "shooter": "R1", "target": "B1"},
    {"ask": "reach", "soldier": "R1"},
    {"ask": "move", "soldier": "R1", "path": [[3, 3], [9, 8]]},
    {"ask": "burst", "shooter": "R1", "weapon": "grenade", "aim": [6, 6]},
    {"ask": "units"},
)


@target()
def outlines(random: Random) -> None:
    """Things of impossible outlines: refused, or whole and fit for every question."""
    kinds = ("mug", "napkin", "wall", "river", "book", "bridge", "plate")
    rings = [_ring(random) for _ in range(random.randint(1, 3))]
    men = [{"id": "R1", "side": "red", "x": 3, "y": 3, "weapons": ["rifle", "grenade"]}]
    men.append({"id": "B1", "side": "blue", "x": 12, "y": random.choice((3, 12)), "weapons": []})
    value = {
        "table": {"width": 36, "height": 24},
        "soldiers": men,
        "things": [{"kind": random.choice(kinds), "outline": ring} for ring in rings],
    }

    def ask() -> None:
        scene = scene_from_json(value, "scene.json")
        assert all(thing.footprint.is_valid for thing in scene.things)
        json.dumps(ask_all(scene, [random.choice(_ASKED)], book_named(random.choice(NAMES))))

    tried(ask)


@target()
def toml_of_books(random: Random) -> None:
    """A book's own data with a changed value, as house rules."""
    name = random.choice(NAMES)
    book = ROOT / "rules" / name.replace("-", "_") / "book.toml"
    rule = random.choice(tomllib.loads(book.read_text())["rule"])
    value = random.choice(("1", "-3", '"x"', "true", "nan", "1e999", "[]"))
    text = f'extends = "{name}"\n[rule.{rule["id"]}]\nvalue = {value}\n'
    tried_file(text.encode(), lambda path: book_named(str(path)), "house.toml")
