"""`spotter ask` says how sure it is of men whom a camera measured, and of nobody else."""

import json

import pytest

from spotter.cli import main


@pytest.fixture
def asked(tmp_path, capsys):
    def run(**measured):
        scene = {
            "table": {"width": 36, "height": 24},
            "soldiers": [
                {"id": "R01", "side": "red", "x": 6, "y": 10, "weapons": ["rifle"], **measured},
                {"id": "B01", "side": "blue", "x": 18, "y": 10, "weapons": ["rifle"], **measured},
            ],
        }
        (tmp_path / "scene.json").write_text(json.dumps(scene))
        questions = [{"ask": "shoot", "shooter": "R01", "target": "B01"}, {"ask": "units"}]
        (tmp_path / "questions.json").write_text(json.dumps(questions))
        files = [str(tmp_path / "scene.json"), str(tmp_path / "questions.json")]
        assert main(["ask", *files, "--rules", "omog-advanced"]) == 0
        return json.loads(capsys.readouterr().out)

    return run


def test_measured_men_have_a_chance_and_an_else(asked):
    """At the end of a range it may be otherwise, and what then; the rest is as it was."""
    exact, measured = asked(), asked(error=0.3)

    assert 0.3 < measured[0]["sure"] < 0.7
    assert measured[0]["else"]
    assert "sure" not in exact[0]
    assert {k: v for k, v in measured[0].items() if k not in {"sure", "else"}} == exact[0]
    assert measured[1] == exact[1]
