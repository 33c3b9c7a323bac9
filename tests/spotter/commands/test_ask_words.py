"""`spotter ask` and `spotter rules` as a player uses them."""

import json
import shutil

import pytest

from fixtures.recorded import recorded
from rules.book.shelf import NAMES, book_named
from spotter.cli import main
from spotter.words.book_lines import examples
from tests.spotter.running import ROOT

SKIRMISH = str(ROOT / "docs" / "examples" / "skirmish.json")
RULES = ("--rules", "omog-advanced")


def told(capsys, *words, code=0):
    """What a command prints."""
    assert main([*map(str, words)]) == code
    return capsys.readouterr()


def test_a_shot_in_words(capsys):
    """The sentence, below it the sum with its rules, and the step that would help."""
    out = told(capsys, "ask", SKIRMISH, "R01 shoots B01 with the rifle", *RULES).out

    assert out.splitlines() == [
        "R01 at B01: hits on 5 or more (33 %); 10.0 in (medium)",
        "    4+  the rifle's number at this range  OA-SHOOT-11",
        "    -1  enemy in woods                    OA-COVER-01",
        "    5+  so he needs",
        "    4.0 in nearer: short, 4+ (50 %); but B01 hits him more easily there",
    ]


def test_words_need_no_quotes_and_options_may_stand_among_them(capsys):
    """The shell's words are one sentence; several sentences are parted by semicolons."""
    plain = told(capsys, "ask", SKIRMISH, "R01", "sees", *RULES, "B01").out
    both = told(capsys, "ask", SKIRMISH, "R01 sees B01; units", *RULES).out

    assert plain == "R01 sees all of B01, 10.0 in away\n"
    assert both.startswith(plain + "3 problems with the units\n")


def test_a_weapon_that_is_thrown_may_be_shot_in_words(capsys):
    """What can only burst is asked as a burst, whatever verb the player takes."""
    out = told(capsys, "ask", SKIRMISH, "R01 fires the hand-grenade at B02", *RULES).out

    assert "R01's hand-grenade at B02, 5.8 in off: the throw says where it falls" in out
    assert "5-6  on target" in out


def test_the_plan_of_a_sentence(capsys, tmp_path):
    """With --picture the answer is drawn too."""
    plan = tmp_path / "plan.png"
    out = told(capsys, "ask", SKIRMISH, "where can R01 go", *RULES, "--picture", plan).out

    assert out.startswith("R01 can go at most 4.0 in, and end on ")
    assert plan.read_bytes().startswith(b"\x89PNG")


def test_json_of_a_sentence(capsys):
    """--json gives the contract's answer, numbers no longer than they are meant."""
    answers = json.loads(told(capsys, "ask", SKIRMISH, "R01 sees B02", *RULES, "--json").out)

    (answer,) = answers
    assert answer == {
        "ask": "sight",
        "visible": True,
        "exposure": 1.0,
        "blocked_by": [],
        "distance": 5.831,
    }


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("R01 shoots R77", "spotter: no soldier R77; the scene has B01"),
        ("R01 shoots B01 with the rifel", "did you mean rifle?"),
        ("dance", "is no question I understand; ask like"),
        ("R01 shoots B01 declaring peekabo", "no declare peekabo; did you mean peekaboo? It knows"),
        ("R01 shoots B01 declaring soup", "shoot knows no declare soup; it knows "),
    ],
)
def test_a_question_that_cannot_be_answered(capsys, sentence, says):
    """One line, exit 2."""
    err = told(capsys, "ask", SKIRMISH, sentence, *RULES, code=2).err

    assert says in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["ask", SKIRMISH, ""], "nothing is asked"),
        (["ask", SKIRMISH, " ; "], "nothing is asked"),
        (["ask", SKIRMISH, "R01 shots B01"], 'did you mean "R01 shoots B01"?'),
        (["ask", SKIRMISH, "R01 moves to 1e9,3"], '"to 1e9,3" is no way; give places in inches'),
        (["look", "gone.jpg"], "gone.jpg: no such file or folder; name a photo"),
        (["print", "kit", "gone"], "gone: no such file or folder"),
        (["rules", "omog-advancd"], "did you mean omog-advanced?"),
        (["export", SKIRMISH, "-o", "desk.foo"], "desk.foo: ends in neither .dd2vtt nor .geojson"),
        (["teach", "--also", "a.jpg", "1,2"], "say where the thing is with --at"),
        (["setup", SKIRMISH, "--no-window"], "is a file; name a folder for the table"),
        (["demo", "--out", SKIRMISH], "is a file; name a folder for the pictures"),
        (["phones", "gone"], "gone: no such folder"),
    ],
)
def test_slips_of_the_pen(capsys, words, says):
    """One line names what is wrong and what was perhaps meant; no work is done before it."""
    rules = ["--rules", "omog-advanced"] if words[0] == "ask" else []
    assert main([*words, *rules]) == 2

    said = capsys.readouterr()
    assert says in said.err
    assert said.err.count("\n") == 1
    assert not said.out


@pytest.mark.parametrize("name", NAMES)
def test_a_book_tells_what_it_knows(capsys, name):
    """Weapons, terrain, and for every question an example that can be asked as it stands."""
    book = book_named(name)
    out = told(capsys, "rules", name).out

    assert all(f"  {weapon}" in out for weapon in book.weapons)
    assert all(f"  {kind} " in out for kind in book.meanings.kinds)
    assert all(f'"{sentence}"' in out for sentence in examples(book).values())
    whole = json.loads(told(capsys, "rules", name, "--json").out)
    assert len(whole["rules"]) == len(book.rows.rules)


def test_the_shelf_and_one_rule(capsys):
    """All books are listed; a rule is told with its number; a slip with what was meant."""
    shelf = told(capsys, "rules").out
    rule = told(capsys, "rules", "omog-advanced", "oa-cover-01").out
    slip = told(capsys, "rules", "omog-advanced", "OA-COVR-01", code=2).err

    assert all(name in shelf for name in NAMES)
    assert rule.splitlines()[:2] == ["OA-COVER-01: enemy in woods", "  number: -1"]
    assert told(capsys, "rules", "oa-cover-01").out == rule
    about = told(capsys, "rules", "omog-advanced", "woods").out.splitlines()
    assert "OA-COVER-01: enemy in woods (-1)" in about
    assert all("woods" in line for line in about)
    assert "OMOG Advanced has no rule OA-COVR-01; did you mean OA-COVER-01?" in slip


def test_bands_of_a_book_of_ones_own_are_told_in_words(capsys):
    """A weapon's bands read as words, not as the program's own notation."""
    said = told(capsys, "rules", ROOT / "tests" / "rulebooks" / "biscuit-war").out

    assert "slingshot  bands near to 6 needs 3, far to 12 needs 5" in said


def test_in_the_folder_of_the_table(tmp_path, monkeypatch, capsys):
    """Who stands in the table's folder names the question alone, whatever he wants of it."""
    shot = recorded("oak-normal")
    for source in (shot.photo, shot.table, shot.army):
        shutil.copyfile(source, tmp_path / source.name)
    (tmp_path / "spotter.toml").write_text('rules = "omog-advanced"\ncamera = "photo.jpg"\n')
    monkeypatch.chdir(tmp_path)

    codes = [
        main(["ask", "43 sees 2"]),
        main(["compare", "43 sees 2", "--rules", "omog-advanced,lgam"]),
        main(["draw", "43 sees 2", "-o", "plan.png"]),
        main(["draw", "-o", "bare.svg"]),
    ]

    told = capsys.readouterr()
    assert codes == [0, 0, 0, 0], told.err
    assert "43 sees" in told.out
    assert (tmp_path / "plan.png").exists()
    assert (tmp_path / "bare.svg").exists()
