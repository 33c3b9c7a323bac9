"""Whole folders and command lines made bad: sequences, empty pictures, films, terms, words."""

import json
import tempfile
from contextlib import chdir
from functools import cache
from pathlib import Path
from random import Random

import cv2

from fixtures.recorded import recorded
from rules.book.shelf import NAMES, book_named
from spotter.cli import _COMMANDS
from spotter.game.order_cards import ORDERS, CardOrder, CardsKnown, card_order, new_orders
from spotter.options.setting_up import SHEETS
from table.scene import Order
from table.scene_file import read_scene
from tests.fuzz.code_targets import TEXTS
from tests.fuzz.command_targets import run
from tests.fuzz.mutate import NASTY, mutated_bytes, mutated_json
from tests.fuzz.picture_targets import _ODD, photo
from tests.fuzz.registry import target
from tests.spotter.plain_desk import DESK_AT_FIRST, write_pictures, write_setup


@cache
def _desk() -> dict[str, bytes]:
    """A small table's files and three pictures of a game on it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_setup(folder)
        write_pictures(folder, [DESK_AT_FIRST.moved("R01", x, 4.0) for x in (4.0, 5.0, 6.0)])
        return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def _laid_out(folder: Path, random: Random) -> dict[str, bytes]:
    """The desk's files, one or two of them made bad, written to a folder."""
    files = dict(_desk())
    for _ in range(random.randint(1, 2)):
        name = random.choice(sorted(files))
        files[name] = _spoiled(name, files[name], random)
    if random.random() < 0.3:
        odd = random.choice(("a" * 200 + ".jpg", "\u202e.png", "%s.jpg", "-.jpg", "000.json"))
        files[odd] = random.choice(list(_ODD.values()))(random)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return files


def _spoiled(name: str, data: bytes, random: Random) -> bytes:
    if name.endswith((".jpg", ".png")) and random.random() < 0.5:
        return random.choice(list(_ODD.values()))(random)
    return mutated_bytes(data, random)


@target(tries=3)
def sequences(random: Random) -> None:
    """A folder of pictures, some of them no pictures, replayed and played."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _laid_out(folder, random)
        played = [
            *("play", "--camera", name, "--rules", random.choice(NAMES), "--no-window"),
            *("--table", f"{name}/table.toml", "--army", f"{name}/army.toml", "--pace", "0"),
            *("--game", f"{name}/game"),
        ]
        run(random.choice((["replay", name, "--json"], played)))


@target(tries=2)
def empty_pictures(random: Random) -> None:
    """`look` with a picture of the empty table that is none, or of another table."""
    kitchen = recorded("kitchen-easy")
    given = ["--table", str(kitchen.table), "--army", str(kitchen.army)]
    with tempfile.TemporaryDirectory() as name:
        empty = Path(name) / "empty.jpg"
        match random.randrange(4):
            case 0:
                empty.write_bytes(recorded("oak-normal").empty.read_bytes())
            case 1:
                empty.write_bytes(mutated_bytes(kitchen.empty.read_bytes(), random))
            case 2:
                side = random.choice((1, 20, 300))
                cv2.imwrite(str(empty), cv2.resize(photo(), (side, side)))
            case _:
                empty.write_bytes(random.choice(list(_ODD.values()))(random))
        run(["look", str(kitchen.photo), *given, "--empty", str(empty), "--json"])


@cache
def _film() -> bytes:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "film.avi"
        film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (160, 90))
        for _ in range(3):
            film.write(cv2.resize(photo(), (160, 90)))
        film.release()
        return path.read_bytes()


@target(tries=10)
def films(random: Random) -> None:
    """A film with changed bytes as the camera."""
    table = str(recorded("kitchen-easy").table)
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / random.choice(("film.avi", "film.mp4", "film.mkv", "film"))
        path.write_bytes(mutated_bytes(_film(), random))
        run(["verify", str(path), "--table", table])


@target(tries=3)
def terms(random: Random) -> None:
    """What the players agreed on, changed, at the beginning of a game of each book."""
    book = random.choice(NAMES)
    agreed = {
        "turns": 4, "minutes": 3, "objectives": {"red": [4, 4]}, "flags": {"red": [1, 1]},
        "scenario": "attack-defend", "attacker": "red", "roll": 3, "scale": 6, "grid": True,
        "cards": True, "double_ranges": True, "force_limit": True, "reserve": {"red": ["R02"]},
        "state": {"R02": {"mods": ["teleport"]}}, "destroy": {"red": ["B02"]}, "won": "red",
        "leader": {"red": ["B02"]}, "escort": {"red": {"who": "R02", "to": [5, 2]}},
        "recover": {"red": {"who": "R02", "to": [5, 2]}},
        "escape": {"red": {"area": [[0, 0], [4, 0], [4, 4]], "men": 1}},
        "overrun": {"red": {"area": [[0, 0], [4, 0], [4, 4]]}},
    }  # fmt: skip
    # A term that has no example above is agreed on as rubbish.
    agreed = {key: agreed.get(key, [1]) for key in book_named(book).terms}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, data in _desk().items():
            (folder / file).write_bytes(data)
        (folder / "agreed.json").write_text(json.dumps(mutated_json(agreed, random)))
        run(
            [
                *("play", "--camera", name, "--rules", book, "--no-window"),
                *("--table", f"{name}/table.toml", "--army", f"{name}/army.toml", "--pace", "0"),
                *("--agreed", f"{name}/agreed.json", "--game", f"{name}/game"),
                *random.choice(([], ["--turns", random.choice(("0", "-1", "99999999999"))])),
            ]
        )


@target()
def order_cards(random: Random) -> None:
    """Cards with texts no one printed, anywhere on the table."""
    scene = read_scene(recorded("oak-normal").truth)
    texts = (*ORDERS, *TEXTS, *(t for t in NASTY if isinstance(t, str)))
    far = random.choice((40.0, 1e4))
    cards = [
        Order(random.choice(texts), random.uniform(-far, far), random.uniform(-far, far), turn)
        for turn in (0.0, -90.0, 1e6, 359.999)
    ]
    known = CardsKnown()
    for card in new_orders(known, cards):
        asked = card_order(card, scene, random.choice((None, "red", "", "no such side")))
        assert isinstance(asked, CardOrder | str)
    assert new_orders(known.looked(cards), cards) == ()


_WORDS = (
    *_COMMANDS, *SHEETS, *NAMES, "camera", "table", "projector", "--json", "--help", "--version",
    "-o", "--out", "--table", "--army", "--camera", "--empty", "--rules", "--lens", "--game",
    "--resume", "--new", "--games", "--battle", "--record",
    "--turns", "--agreed", "--dead-band", "--pace", "--no-window", "--at",
    "--speed", "--format", "geojson", "--paper", "a4", "--measured", "--size", "--ids", "--corners",
    "--chessboard", "--board", "--square", "--marker", "--dictionary", "--views", "--patterns",
    "--projector-size", "--display", "--calibration", "--kind", "mug", "--height", "--note", "--",
    "0", "-1", "nan", "1e9", "9x6", "0x0", "1,1", "x", "", " ", "%s%n", "{0}", "a" * 300, "/", ".",
    "..", "/dev/null", "no/such/file.json", "no.toml", "no.yaml", "\u202e", "\udcff", "\n", "4-9",
    "99999-1", "http://", "file:///etc/passwd", "img_%03d.jpg", "%9999999999d.jpg", "*", "~", "-",
)  # fmt: skip
_WAITING = {"demo", "doctor", "cameras"}  # slow and without input


@target(tries=20)
def command_lines(random: Random) -> None:
    """Words no one would type, in an empty folder."""
    words = [random.choice(_WORDS) for _ in range(random.randint(0, 9))]
    if random.random() < 0.7:
        words.insert(0, random.choice(list(_COMMANDS)))
    if {"play", "verify", "calibrate"} & set(words):  # never a real camera
        words += ["--camera", "no/such/film.avi"]
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        if not _WAITING & set(words):
            run(words)
