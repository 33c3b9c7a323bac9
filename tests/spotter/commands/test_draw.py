"""`spotter draw`: pictures of scenes and answers, one line for what is wrong."""

import json
from pathlib import Path

import pytest

from spotter.cli import main

SCENE = {
    "table": {"width": 24, "height": 16},
    "soldiers": [
        {"id": "R1", "side": "red", "x": 4, "y": 8, "weapons": ["rifle"]},
        {"id": "B1", "side": "blue", "x": 12, "y": 8, "weapons": ["rifle"]},
    ],
    "things": [{"kind": "mug", "outline": [[7, 9], [9, 9], [9, 11], [7, 11]]}],
}


@pytest.fixture
def files(tmp_path: Path):
    (tmp_path / "scene.json").write_text(json.dumps(SCENE))
    asked = [{"ask": "shoot", "shooter": "R1", "target": "B1"}]
    (tmp_path / "questions.json").write_text(json.dumps(asked))
    return tmp_path


def draw(files, *args):
    return main(["draw", str(files / "scene.json"), *map(str, args)])


def test_scene_alone(files, capsys):
    """A scene needs neither questions nor rules."""
    assert draw(files, "-o", files / "plan.png") == 0
    assert (files / "plan.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert "2 soldiers and 1 thing" in capsys.readouterr().out


def test_who_is_not_on_the_table_is_named(files, capsys):
    """Nobody is left out of the picture without a word."""
    away = [*SCENE["soldiers"], {"id": "R2", "side": "red", "x": 100, "y": 3}]
    (files / "scene.json").write_text(json.dumps({**SCENE, "soldiers": away}))

    assert draw(files, "-o", files / "plan.png") == 0

    assert capsys.readouterr().err.endswith("scene.json: off the table, not drawn: R2\n")


def test_answer_as_svg(files, capsys):
    """An answer is drawn and told in one line."""
    code = draw(files, files / "questions.json", "--rules", "omog-advanced", "-o", files / "a.svg")

    assert code == 0
    assert "4+ (50 %)" in (files / "a.svg").read_text()
    assert (
        capsys.readouterr()
        .out.strip()
        .endswith("R1 at B1: hits on 4 or more (50 %); 8.0 in (medium)")
    )


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["-o", "plan.bmp"], "plan.bmp: ends in .bmp; use .png or .svg"),
        (["questions.json", "-o", "a.png"], "--rules: the questions need a rulebook"),
        (["-o", "nowhere/plan.svg"], "nowhere/plan.svg: cannot be written"),
        (["-o", "nowhere/plan.png"], "nowhere/plan.png: cannot be written"),
        (["--army", "no.toml", "-o", "a.png"], "no.toml"),
    ],
)
def test_one_line_for_what_is_wrong(files, capsys, monkeypatch, args, told):
    """What a user did wrong gets one line and exit 2."""
    monkeypatch.chdir(files)

    assert main(["draw", "scene.json", *args]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_mistaken_question_is_drawn_and_told(files, capsys):
    """A question that cannot be answered is told; the picture is still made."""
    (files / "questions.json").write_text('[{"ask": "sight", "from": "R1", "to": "B7"}]')

    code = draw(files, files / "questions.json", "--rules", "omog-advanced", "-o", files / "a.png")

    assert code == 2
    assert (files / "a.png").exists()
    assert "no soldier B7" in capsys.readouterr().err
