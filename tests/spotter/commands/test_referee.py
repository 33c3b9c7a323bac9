"""`spotter referee`: what it prints, and what it says of a story that is none."""

import json

import pytest

from spotter.cli import main

STORY = {
    "about": "ignored",
    "rules": "omog-advanced",
    "scene": {
        "table": {"width": 36.0, "height": 24.0},
        "soldiers": [
            {"id": "R01", "side": "red", "x": 10.0, "y": 10.0, "weapons": ["rifle"]},
            {"id": "B01", "side": "blue", "x": 20.0, "y": 10.0, "weapons": ["rifle"]},
        ],
        "things": [],
    },
    "steps": [
        {"t": 1.0, "see": {"soldiers": {"R01": {"x": 16.0, "y": 10.0}}}},
        {"t": 2.0, "do": "shoot", "shooter": "R01", "target": "B01"},
    ],
}
KEYS = {
    "step", "said", "error", "events", "refused", "hit", "off", "hidden", "lifted", "things",
    "turn", "phase", "side", "winner",
}  # fmt: skip


@pytest.fixture
def run(tmp_path, capsys):
    """The command on a story: its exit code, output and complaint."""

    def ran(story, *words):
        path = tmp_path / "story.json"
        path.write_text(story if isinstance(story, str) else json.dumps(story))
        code = main(["referee", str(path), *words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return ran


def test_one_line_for_the_beginning_and_each_step(run):
    """What is refused in a story is no reason to end otherwise than well."""
    code, out, err = run(STORY, "--json")
    lines = [json.loads(line) for line in out.splitlines()]

    assert (code, err) == (0, "")
    assert [line["step"] for line in lines] == [0, 1, 2]
    assert all(line.keys() == KEYS for line in lines)
    assert lines[1]["refused"] == {"R01": ["OA-MOVE-11"]}
    assert lines[2]["error"]


def test_in_words(run):
    """Without --json a reader is told."""
    code, out, _ = run(STORY)

    assert code == 0
    assert "put R01 back: further than one move goes: " in out
    assert " in, 4 in at most (OA-MOVE-11)" in out


def test_the_same_seed_the_same_dice(run):
    """A story tells itself twice; another seed may tell another one."""
    shot = {"do": "shoot", "shooter": "R01", "target": "B01"}
    steps = [{"t": 1.0, "do": "next"}, {"t": 2.0, "do": "next"}, {"t": 3.0, **shot}]
    story = {**STORY, "steps": steps}

    assert run(story, "--json") == run(story, "--json")
    told = {run({**story, "seed": seed}, "--json")[1] for seed in range(8)}
    assert len(told) > 1


ODD = {"id": "R01", "side": "red", "x": 10.0, "y": 10.0, "state": {"ammo": 3}}
STEP = {"t": 1.0, "do": "next"}
MOAT = {"id": "lid-1", "kind": "lid", "as": "moat", "outline": [[1, 1], [3, 1], [3, 3]]}
SHOT = {"do": "shoot", "shooter": "R01", "target": "B01"}
FIGHT = {"do": "fight", "attackers": ["R01"], "defender": "B01"}


@pytest.mark.parametrize(
    "deed",
    [
        pytest.param({"do": "next", "throws": [1.5]}, id="next"),
        pytest.param({**SHOT, "throws": [3.5]}, id="a shot"),
        pytest.param({**SHOT, "throws": [3], "saves": {"B01": 2.5}}, id="a save"),
        pytest.param({**FIGHT, "throws": {"R01": [4], "B01": [1.5]}}, id="a fight"),
    ],
)
def test_a_number_that_no_dice_show_refuses_its_step_alone(run, deed):
    """Impossible throws are refused and nothing happens; the story is told to its end."""
    steps = [{"t": 1.0, "do": "next"}, {"t": 2.0, "do": "next"}, {"t": 3.0, **deed}]
    story = {**STORY, "steps": [*steps, {"t": 4.0, **SHOT, "throws": [4.0]}]}

    code, out, _ = run(story, "--json")
    lines = [json.loads(line) for line in out.splitlines()]

    assert code == 0
    assert "is no throw of any dice" in lines[3]["error"]
    assert lines[3]["events"] == []
    assert lines[4]["error"] is None, "4.0 is a four"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rules": "chess"}, "chess"),
        ({"rules": None}, "has no rules"),
        ({"scene": None}, "has no scene"),
        ({"steps": None}, "has no steps"),
        ({"steps": {}}, "steps"),
        ({"steps": [{"do": "next"}]}, "steps[0] has no t"),
        ({"steps": [{**STEP, "t": 5.0}, STEP]}, "steps[1].t is 1.0"),
        ({"steps": [{"t": 1.0}]}, "steps[0] is one of see, do, event"),
        ({"steps": [{**STEP, "see": {}}]}, "is one of see, do, event"),
        ({"steps": [{"t": 1.0, "do": "fly"}]}, "the deeds are fight, next, off"),
        ({"steps": [{"t": 1.0, "see": {"bare": ["R09"]}}]}, "R09"),
        ({"steps": [{"t": 1.0, "see": {"camera": "asleep"}}]}, "states of the camera"),
        ({"steps": [{"t": 1.0, "see": {"soldiers": {"R09": {"x": 1, "y": 1}}}}]}, "side"),
        ({"steps": [{"t": 1.0, "see": {"soldiers": {"R01": []}}}]}, "each place"),
        ({"steps": [{"t": 1.0, "do": "next", "throws": ["four"]}]}, "numbers thrown"),
        ({"steps": [{"t": 1.0, "do": "next", "throws": [True]}]}, "numbers thrown"),
        ({"steps": [{"t": 1.0, "do": "shoot", "shooter": "R01"}]}, "has no target"),
        ({"agreed": {"turn": 3}}, "turn"),
        ({"agreed": {"turns": "three"}}, "turns"),
        ({"agreed": {"state": {"R01": {"elit": True}}}}, "did you mean elite"),
        ({"scene": {**STORY["scene"], "soldiers": [ODD]}}, "R01.state.ammo is 3; give weapon"),
        ({"scene": {**STORY["scene"], "things": [MOAT]}}, 'is as "moat"; the words are'),
        (
            {"steps": [{"t": 1.0, "see": {"things": {"lid-1": MOAT}}}]},
            'is as "moat"; the words are',
        ),
        ({"scene": {**STORY["scene"], "soldiers": []}}, "men of two sides; there are 0"),
        ({"steps": [{**STEP, "soldier": "R01"}]}, "has 'soldier'; next takes throws"),
        ({"steps": [{"t": 1.0, "do": "undo", "throws": [3]}]}, "undo takes nothing besides"),
        ({"steps": [{"t": 1.0, "event": {}, "throws": [3]}]}, "has 'throws'; an event takes"),
        ({"steps": [{"t": 1.0, "do": "set", "soldier": "R01", "as": "woods"}]}, "has a state"),
        ({"steps": [{"t": 1.0, "do": "set", "soldier": "R01", "thing": "x"}]}, "one of them"),
        ({"seed": "one"}, "seed"),
    ],
)
def test_a_malformed_story(run, change, words):
    """One line with the place, exit 2, and nothing is told."""
    code, out, err = run({**STORY, **change}, "--json")

    assert (code, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) == 1


def test_no_story_at_all(run):
    """What is no JSON is said to be none."""
    assert run("once upon a time")[0] == 2
    assert run("[]")[0] == 2
