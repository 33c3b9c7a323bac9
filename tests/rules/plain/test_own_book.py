"""A sixth rulebook, written as a player writes one: it answers, plays, prints and draws."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rules.book import shelf
from rules.book.shelf import book_named, opened
from rules.game.engine import game_rules, new_game
from rules.plain.book_file import ANSWERS, REFUSALS, plain_book
from spotter.cli import main
from spotter.game.story import story_from_json, told
from table.entry import Entry
from table.errors import UserError
from table.scene import Scene, Soldier
from table.toml_text import read_toml
from tests.stories.expected import differences

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "tests" / "rulebooks" / "biscuit-war"
PAGE = (ROOT / "docs" / "rulebook.md").read_text(encoding="utf-8")
STORY = json.loads((FOLDER / "story.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def empty_shelf(monkeypatch):
    """What one test opens no other finds."""
    monkeypatch.setattr(shelf, "_OPENED", {})


@pytest.fixture
def scene(tmp_path):
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(STORY["scene"]), encoding="utf-8")
    return path


def asked(scene, capsys, *questions):
    """The answers of `spotter ask`."""
    path = scene.with_name("questions.json")
    path.write_text(json.dumps(questions), encoding="utf-8")
    assert main(["ask", str(scene), str(path), "--rules", str(FOLDER), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_it_answers(scene, capsys):
    """Bands, cover, ground, saves and hand to hand come from numbers alone."""
    shot, burst, walk, dog, fight = asked(
        scene,
        capsys,
        {"ask": "shoot", "shooter": "R01", "target": "B01"},
        {"ask": "burst", "shooter": "R02", "aim": [9.5, 11]},
        {"ask": "move", "soldier": "B01", "path": [[10, 8], [13, 8]]},
        {"ask": "move", "soldier": "R03", "path": [[5, 16], [19, 16]]},
        {"ask": "fight", "attackers": ["R02"], "defender": "B02"},
    )

    assert shot["roll"]["succeeds"] == "4+"
    assert [reason["rule"] for reason in shot["reasons"]] == ["BI-SHOOT-01", "BI-COVER-01"]
    assert [(one["id"], one["save"]["succeeds"]) for one in burst["caught"]] == [("B02", "4+")]
    assert walk["fraction"] == pytest.approx(1 / 3 + 2 / 6)
    assert {one["rule"] for one in dog["refusals"]} == {"BI-GO-05", "BI-GO-06"}
    assert {one["rule"] for one in fight["refusals"]} == {"BI-FIGHT-03"}


def test_its_own_python_answers(scene, capsys):
    """Kings are guarded and counted by two small functions."""
    king = next(man for man in STORY["scene"]["soldiers"] if man["id"] == "B03")
    places = {"B02": (king["x"] + 1.5, king["y"]), "R01": (22.0, king["y"])}
    men = [
        {**man, **dict(zip("xy", places.get(man["id"], (man["x"], man["y"])), strict=True))}
        for man in STORY["scene"]["soldiers"]
    ]
    scene.write_text(json.dumps({**STORY["scene"], "soldiers": men}), encoding="utf-8")
    shot, units = asked(
        scene, capsys, {"ask": "shoot", "shooter": "R01", "target": "B03"}, {"ask": "units"}
    )

    assert [one["rule"] for one in shot["refusals"]] == ["BI-KING-02"]
    assert [one["why"] for one in units["problems"]] == ["red: each side has one king"]


def test_it_plays():
    """A story of a round is ruled as the book has it."""
    opened(FOLDER)
    lines = list(told(story_from_json(STORY, "story.json")))

    assert list(differences(STORY["expect"], lines)) == []


def test_a_story_is_told_by_the_command(capsys):
    """`spotter referee` opens the folder that is named, and no other."""
    story = str(FOLDER / "story.json")

    assert main(["referee", story, "--rules", str(FOLDER), "--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(STORY["steps"]) + 1


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["draw", "scene.json", "R01 shoots B01", "-o", "plan.svg"], id="draws"),
        pytest.param(["print", "templates", "-o", "templates.pdf"], id="prints templates"),
        pytest.param(
            ["print", "cards", "--army", "army.toml", "-o", "cards.pdf"], id="prints cards"
        ),
    ],
)
def test_it_draws_and_prints(words, scene, monkeypatch):
    """What the program does with its own books it does with this one."""
    monkeypatch.chdir(scene.parent)
    Path("army.toml").write_text(
        '[[side]]\nname = "red"\n[[soldier]]\nid = "R01"\nside = "red"\nweapons = ["slingshot"]\n',
        encoding="utf-8",
    )

    assert main([*words, "--rules", str(FOLDER)]) == 0
    assert Path(words[-1]).stat().st_size > 500


def test_its_menu():
    """The book's own deeds are offered, and the plain game lets them happen."""
    book = opened(FOLDER)
    fresh = Soldier("R01", "red", 5.0, 8.0)
    tired = replace(fresh, state={"fired": True})
    game = new_game(book, Scene(36.0, 24.0, (tired,)), ("red", "blue")).game

    offered = game_rules(book).deeds(book, game, tired, None)
    assert [deed.words for deed in offered] == ["eats a biscuit"]
    assert list(game_rules(book).deeds(book, game, fresh, None)) == []


# -- what is never run


@pytest.fixture
def trap(tmp_path):
    """A book whose Python leaves a trace when it runs."""
    folder = tmp_path / "trap"
    folder.mkdir()
    (folder / "book.toml").write_text((FOLDER / "book.toml").read_text(encoding="utf-8"))
    trace = tmp_path / "it-ran"
    (folder / "book.py").write_text(f"open({str(trace)!r}, 'w').close()\n", encoding="utf-8")
    return folder, trace


def test_the_command_line_runs_it(trap):
    """Whoever names the folder means it."""
    folder, trace = trap
    main(["rules", str(folder)])

    assert trace.exists()


def test_nothing_else_runs_it(trap, tmp_path, capsys):
    """Neither a story, a journal nor a table's file opens the folder it names."""
    folder, trace = trap
    story = tmp_path / "story.json"
    story.write_text(json.dumps({**STORY, "rules": str(folder)}), encoding="utf-8")
    assert main(["referee", str(story)]) == 2
    game = tmp_path / "game"
    game.mkdir()
    begin = {"begin": 1, "rules": str(folder), "sides": ["red", "blue"], "scene": STORY["scene"]}
    (game / "journal.jsonl").write_text(json.dumps(begin) + "\n", encoding="utf-8")
    assert main(["report", str(game)]) == 2
    with pytest.raises(UserError, match="by naming its folder"):
        book_named(str(folder))

    assert "after --rules" in capsys.readouterr().err
    assert not trace.exists()


def test_a_journal_names_it_by_name_only():
    """Once its folder is opened, the name is enough; before, it is said what to do."""
    with pytest.raises(UserError, match="biscuit-war"):
        book_named("biscuit-war")
    opened(FOLDER)

    assert book_named("biscuit-war").title == "The Biscuit War"


# -- what is wrong with a book


def changed(**changes):
    """The book's file with some of it changed, as it is read."""
    whole = read_toml(FOLDER / "book.toml")
    value = {**whole.value, **changes}
    return Entry("book.toml", "", {key: one for key, one in value.items() if one is not None})


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        pytest.param({"name": "Biscuit War"}, "small letters", id="a name with a space"),
        pytest.param({"dice": "3d4"}, "dice is '3d4'", id="other dice"),
        pytest.param({"rule": None}, "has no rules", id="no rules"),
        pytest.param({"rule": [{"id": "BI-GO-01"}]}, "rule[0] has no why", id="no words"),
        pytest.param({"rule": [{"id": "first", "why": "x"}]}, "like MW-GO-01", id="an odd id"),
        pytest.param(
            {"rule": [{"id": "BI-A-1", "why": "x"}] * 2}, "which another rule has", id="twice"
        ),
        pytest.param({"man": None}, "has no man", id="nobody moves"),
        pytest.param({"man": {"move": "BI-GO-09"}}, "man.move is 'BI-GO-09'", id="no such rule"),
        pytest.param({"man": {"move": "BI-GO-05"}}, "give that rule a value", id="no number"),
        pytest.param({"means": {"mugg": "house"}}, "means is 'mugg'", id="no such thing"),
        pytest.param({"means": {"mug": "castle"}}, "means.mug is 'castle'", id="no such ground"),
        pytest.param(
            {"ground": {"woods": {"hide": True}}}, "did you mean 'hides'", id="a slip of the pen"
        ),
        pytest.param(
            {"weapon": {"sling": {"rule": "BI-SHOOT-01", "bands": [{"to": 6, "needs": 4}]}}},
            "weapon.sling.bands[0] has no name",
            id="a band without a name",
        ),
        pytest.param(
            {"weapon": {"bomb": {"rule": "BI-SHOOT-01", "radius": 2.0}}},
            "weapon.bomb has no range",
            id="a radius without a range",
        ),
        pytest.param({"refuses": {}}, "has no weapon; give it one", id="nothing forbids"),
    ],
)
def test_mistakes_are_told(changes, says):
    """One line that says where, what is wrong and what to do."""
    with pytest.raises(UserError) as problem:
        plain_book(changed(**changes))

    assert says in str(problem.value)


@pytest.mark.parametrize(
    ("code", "says"),
    [
        pytest.param("def shoot(:", "line 1: ", id="no Python"),
        pytest.param("import biscuits", "ModuleNotFoundError", id="a missing module"),
        pytest.param("def changed(book): return 7", "give the book back", id="no book"),
    ],
)
def test_mistakes_in_python_are_told(code, says, trap):
    """A player's mistake is a sentence, not a traceback."""
    folder, _ = trap
    (folder / "book.py").write_text(code, encoding="utf-8")
    with pytest.raises(UserError, match=says):
        opened(folder)


def test_a_folder_without_a_book(tmp_path, capsys):
    """The folder of something else is told so."""
    assert main(["rules", str(tmp_path)]) == 2
    assert "has no book.toml" in capsys.readouterr().err


def test_a_name_that_is_taken(trap):
    """Nobody plays another book under the name of one of ours."""
    folder, _ = trap
    text = (folder / "book.toml").read_text(encoding="utf-8")
    (folder / "book.toml").write_text(text.replace("biscuit-war", "combat", 1), encoding="utf-8")
    with pytest.raises(UserError, match="named combat"):
        opened(folder)


# -- the page


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("language", "file"), [("toml", "book.toml"), ("python", "book.py")])
def test_the_page_shows_this_very_book(language, file):
    """What docs/rulebook.md tells to write is what the book here has."""
    text = (FOLDER / file).read_text(encoding="utf-8")

    assert blocks(language)
    assert [block for block in blocks(language) if block not in text] == []


def test_the_page_names_all_that_may_be_said():
    """Every key, every question, everything that can be refused stands on the page."""
    keys = ("hides", "move", "cover", "behind", "on_top", "lifts", "bands", "shots", "range")
    wanted = {*keys, "radius", "save", "fight", "deeds", "changed", *ANSWERS, *REFUSALS}

    assert {word for word in wanted if word not in PAGE} == set()
