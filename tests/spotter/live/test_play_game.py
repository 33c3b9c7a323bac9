"""Turns played through the real program from outside: hands, cards, journal, recording."""

import json
import shutil
import zipfile
from dataclasses import replace
from itertools import pairwise

import pytest

from spotter.cli import main
from spotter.files.recording import recorded_moment
from spotter.files.scene_difference import differences
from spotter.game.journal import read_journal
from table.scene_file import read_scene
from tests.spotter.plain_desk import (
    DESK_AT_FIRST,
    a_move,
    laid_cards,
    write_pictures,
    write_setup,
)
from tests.spotter.running import running


class Script:
    """The desks of a game's pictures, one move or card after the other."""

    def __init__(self, desk=DESK_AT_FIRST) -> None:
        self.desk = desk
        self.desks = [desk]

    def move(self, name, x, y, facing=None):
        """A hand sets a man down elsewhere."""
        self.desks += a_move(self.desk, name, x, y, facing)
        self.desk = self.desk.moved(name, x, y, facing)

    def take_off(self, name):
        """A hand takes a man away."""
        man = self.desk.men[name]
        self.desks.append(replace(self.desk, hand=(man.x, man.y)))
        self.desk = self.desk.without(name)
        self.desks.append(self.desk)

    def move_cloth(self, x, y):
        """A hand lays the cloth elsewhere."""
        self.desks.append(replace(self.desk, hand=(x + 1, y + 2)))
        self.desk = replace(self.desk, cloth=(x, y, x + 3.0, y + 3.0))
        self.desks.append(self.desk)

    def card(self, order, x, y, facing=0.0):
        """A hand lays a card down and takes it up again."""
        self.desks += laid_cards(self.desk, order, x, y, facing)


def turn_of_play() -> Script:
    """A turn: moves that are allowed, too far, out of turn; two men pass; cards; a man goes."""
    script = Script()
    script.move("R01", 7.0, 4.5)
    script.move("R02", 13.0, 8.0)  # farther than a man can go
    script.move("R02", 4.0, 7.0)  # put back
    script.move("R03", 5.6, 8.4, 40.0)  # close past R02
    script.card("NEXT", 12.0, 12.0)
    script.move_cloth(8.0, 0.6)
    script.take_off("B03")
    script.card("NEXT", 11.0, 12.5)
    script.card("FIRE", 6.5, 2.5, -4.0)  # R01 at B01
    script.card("UNDO", 9.0, 11.0)
    return script


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The turn, played by the program in its own process and recorded."""
    folder = tmp_path_factory.mktemp("game")
    pictures = folder / "pictures"
    pictures.mkdir()
    write_setup(pictures)
    script = turn_of_play()
    write_pictures(pictures, script.desks)
    files = ["--table", pictures / "table.toml", "--army", pictures / "army.toml"]
    record = ["--record", folder / "rec", "--pace", "0", "--no-window"]
    rules = ["--rules", "omog-advanced", "--camera", pictures]
    with running("play", *files, *rules, *record) as program:
        assert program.end(200) == 0, program.said
        return folder, script, program.said


def events(folder):
    return [line.get("event", line) for line in read_journal(folder / "rec/journal.jsonl")[1:]]


def test_the_journal_tells_the_turn(played):
    """Moves, phases and cards are there in order; what was refused and who was lifted is not."""
    folder, _, _ = played
    told = [(e.get("event", "undo"), e.get("soldier") or e.get("shooter")) for e in events(folder)]

    assert told == [
        ("moved", "R01"),
        ("moved", "R03"),
        ("next", None),
        ("seen", None),
        ("next", None),
        ("fired", "R01"),
        ("undo", None),
    ]
    fired = events(folder)[5]
    assert fired["target"] == "B01"


def test_the_players_are_told(played):
    """What was refused is said with its rule, what stands is confirmed."""
    _, _, said = played

    assert "put R02 back: further than one move goes: 9.1 in, 4 in at most (OA-MOVE-11)" in said
    assert "R02 stands right again" in said
    assert "R01 moves 3.0 in" in said
    assert "B03 is lifted" in said
    assert "taken back: R01 fired" in said
    assert "a hand is over the table" in said


def test_names_never_swap_and_nobody_jitters(played):
    """In every recorded moment each man is where he stands, and who was not moved stays put."""
    folder, script, _ = played
    moments = [recorded_moment(path)[0] for path in sorted((folder / "rec").glob("0*.jpg"))]
    assert len(moments) > 20
    places = {(round(m.x, 1), round(m.y, 1)) for desk in script.desks for m in desk.men.values()}
    for scene in moments:
        for man in scene.soldiers:
            near = min(np_distance(man, place) for place in places)
            assert near < 0.1, man
    for before, after in pairwise(moments):
        for man in after.soldiers:
            then = before.soldier(man.id)
            moved_in = 0.0 if then is None else np_distance(man, (then.x, then.y))
            assert moved_in == 0.0 or moved_in > 0.3, man
    assert all(scene.soldier("B02") == moments[0].soldier("B02") for scene in moments)


def np_distance(man, place) -> float:
    return float(((man.x - place[0]) ** 2 + (man.y - place[1]) ** 2) ** 0.5)


def test_a_replay_of_the_recording_differs_nowhere(played, capsys):
    """Today's program understands its own recording as it did when it was made."""
    folder, _, _ = played

    assert main(["replay", str(folder / "rec"), "--no-window"]) == 0

    told = capsys.readouterr().out
    assert "differs" not in told
    assert told.count("soldiers") == len(list((folder / "rec").glob("0*.jpg")))


def test_a_moment_becomes_a_bundle_with_the_players_truth(played, tmp_path):
    """A corrected moment's scene is the bundle's truth."""
    folder, _, _ = played
    photo = folder / "rec/000001.jpg"
    told = json.loads(photo.with_suffix(".json").read_text())
    told["things"][0]["kind"] = "mat"
    moment = tmp_path / "rec"
    shutil.copytree(folder / "rec", moment)
    photo = moment / photo.name
    photo.with_suffix(".json").write_text(json.dumps({**told, "corrected": True}))
    out = tmp_path / "bundle.zip"

    assert main(["bundle", str(photo), "-o", str(out), "--note", "the cloth is a mat"]) == 0
    with zipfile.ZipFile(out) as bundle:
        bundle.extractall(tmp_path)
    assert "the cloth is a mat" in (tmp_path / "note.txt").read_text()
    understood, truth = (read_scene(tmp_path / name) for name in ("scene.json", "truth.json"))
    assert truth.things[0].kind == "mat"
    assert list(differences(truth, understood)) == [
        "napkin-1 is not found as it was",
        "a napkin more: napkin-1",
    ]
