"""The commands that the README and the pages under docs/ show, and a folder in which they work."""

import json
import re
import shlex
import shutil
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2

from calibration.projector_file import write_projector
from calibration.projector_fit import ProjectorFit
from spotter.cli import main
from spotter.page.keys import Keys
from tests.spotter.askew import projector_map
from tests.spotter.plain_desk import DESK_AT_FIRST, Desk, picture_of, write_pictures, write_setup

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md")))
# A block from its opening fence, which may name a language, to its own closing one.
_BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
_TYPED = {"", "console", "sh"}  # the languages of blocks that hold commands
_PROMPT = re.compile(r"^(\$ )?(\.venv/bin/)?(?=spotter )")
# What sets up, checks or measures the whole project would run the tests again or fetch from the
# net: no test runs it, but each word of it is looked up (`test_pages.py`).
_TOOL = re.compile(r"(\.venv/bin/)?(make|pip|python3?|ruff|mypy|pytest)( |$)")
HOUSE = 'extends = "omog-advanced"\n[rule.OA-COVER-01]\nvalue = -2\n'
# What needs a device, or goes on until somebody ends it: who runs it, and what of it stands there.
ELSEWHERE = {
    "calibrate camera": ("tests/spotter/test_first_setup.py", '"calibrate", "camera"'),
    "calibrate projector": ("tests/spotter/test_first_setup.py", '"calibrate", "projector"'),
    "play mytable --serve": ("tests/spotter/page/browsing.py", '"--serve"'),
    "play mytable --tuio": ("tests/spotter/page/test_tuio.py", '"play", ".", *how, "--tuio"'),
    "play mytable --camera phone": ("tests/spotter/page/test_camera_phone.py", '"phone"'),
}


@dataclass(frozen=True)
class Shown:
    """A command as a page shows it, and the words after `spotter`."""

    page: str
    words: tuple[str, ...]

    @property
    def is_a_name(self) -> bool:
        """Whether it only names the command, in a sentence about it."""
        return len(self.words) == 1

    @property
    def elsewhere(self) -> str | None:
        """The test that runs it, where that is another one."""
        said = " ".join(self.words)
        return next((by for start, (by, _) in ELSEWHERE.items() if said.startswith(start)), None)


def shown_on(page: str) -> list[Shown]:
    """The commands of a page in their order, in blocks and in sentences."""
    lines = [_PROMPT.sub("", line.split("  #")[0].strip()) for line in _said_on(page)]
    said = [shlex.split(line) for line in lines if re.match(r"spotter [a-z]", line)]
    return [Shown(page, tuple(words[1:])) for words in said if _is_whole(words)]


def tools_on(page: str) -> list[list[str]]:
    """The words of each other command of a page: make, pip and their like."""
    parts = [part for line in _said_on(page) for part in line.split("#")[0].split("&&")]
    said = [shlex.split(part) for part in parts if _TOOL.match(part.strip())]
    return [[Path(words[0]).name, *words[1:]] for words in said]


def _said_on(page: str) -> list[str]:
    """The lines of a page's blocks and what its sentences quote, in their order."""
    text = (ROOT / page).read_text(encoding="utf-8")
    said, end = [], 0
    for block in _BLOCK.finditer(text):
        said += _quoted(text[end : block.start()])
        said += block[3].splitlines() if block[2] in _TYPED else []
        end = block.end()
    return said + _quoted(text[end:])


def _quoted(sentences: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", sentences)


def _is_whole(words: list[str]) -> bool:
    """Whether it can be typed: a name in capitals stands for something else."""
    return not any(word.isupper() and word.isalpha() for word in words)


def made_home(folder: Path) -> None:
    """A player's folder: his table `mytable` with a webcam, a photo, house rules, terms."""
    table = folder / "mytable"
    (table / "webcam").mkdir(parents=True)
    write_setup(table)
    write_pictures(table / "webcam", [DESK_AT_FIRST] * 6)
    empty = picture_of(Desk({}, cloth=None))
    cv2.imwrite(str(table / "empty.jpg"), empty)
    (table / "spotter.toml").write_text('rules = "omog-advanced"\ncamera = "webcam"\n')
    for name in ("table.toml", "army.toml", "empty.jpg"):
        shutil.copyfile(table / name, folder / name)
    own = 'rules = "omog-advanced"\ncamera = "mytable/webcam"\n'
    (folder / "spotter.toml").write_text(own)
    shutil.copyfile(table / "webcam" / "frame_000.jpg", folder / "photo.jpg")
    (folder / "house.toml").write_text(HOUSE)
    (folder / "agreed.json").write_text('{"turns": 6}')
    scene = json.loads((ROOT / "docs" / "examples" / "skirmish.json").read_text())
    story = {"rules": "omog-advanced", "scene": scene, "steps": [{"t": 1.0, "do": "next"}]}
    (folder / "story.json").write_text(json.dumps(story))
    (folder / "scene.json").write_text(json.dumps(scene))
    write_projector(
        ProjectorFit(projector_map(), (1920, 1080), 0.01, 40, 0), table / "projector.json"
    )
    (table / "served").mkdir()
    keys = Keys(("red", "blue"), table / "served" / "page.json")
    keys.joined(keys.join_key, "watch", "Bob")
    own = folder / "biscuit-war"
    shutil.copytree(ROOT / "tests" / "rulebooks" / "biscuit-war", own)
    (folder / "questions.json").write_text('[{"ask": "units"}]')
    shutil.copytree(ROOT / "docs" / "examples", folder / "docs" / "examples")


def ran(shown: Shown, home: Path) -> int:
    """The exit code of a command as a player types it, in that folder."""
    if shown.is_a_name:
        return _help(shown.words)
    words = [str(home / "mytable" / "webcam") if word == "0" else word for word in shown.words]
    if shown.page == "docs/rulebook.md" and words[0] == "referee":
        words[1] = "biscuit-war/story.json"
    if words[0] == "calibrate" and words[1] == "table":
        words[2:3] = [str(home / "mytable" / "empty.jpg")]
    if words[0] == "play":
        words = ["0" if before == "--projector" else w for before, w in pairwise(["", *words])]
        words += ["--no-window", "--pace", "0"]
        for folder in ["evening"] if "--game" in words else ["mytable/game", "mytable/game-2"]:
            shutil.rmtree(home / folder, ignore_errors=True)
    if words[0] in {"setup", "teach", "replay"}:
        words.append("--no-window")
    return main(words)


def _help(words: tuple[str, ...]) -> int:
    try:
        main([*words, "--help"])
    except SystemExit as end:
        return int(end.code or 0)
    return 1
