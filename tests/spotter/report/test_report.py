"""A journal becomes a page: its moments, its luck, its numbers."""

import re
from fractions import Fraction

import pypdfium2
import pytest

from overlay.marks.marks import Arrow
from overlay.strokes.theme import PAPER
from rules.game.common_events import Next
from rules.game.dice_tray import Die, Thrown
from rules.game.engine import read_event
from spotter.cli import main
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.report.battle import battle_of, phases_told
from spotter.report.luck import chance_of, distribution
from spotter.report.page import phase_sections, report_html
from spotter.report.pdf import report_pdf
from spotter.report.phase_drawing import phase_drawing
from spotter.report.summary import summary_of
from table.errors import UserError
from tests.spotter.report.a_game import EVENTS, SCENE


@pytest.fixture
def game(tmp_path):
    """A game's folder: one turn of OMOG Advanced with one hit, one miss, and one undone event."""
    with Journal(tmp_path / "journal.jsonl", print) as journal:
        live = begun(journal, "omog-advanced", SCENE, ("red", "blue"), {"turns": 1})
        for event in EVENTS[:7]:
            live.happen(read_event(live.book, event), 0.0)
        live.undo()
        live.happen(Next(), 0.0)
        live.happen(Next(), 0.0)
    return tmp_path


@pytest.fixture
def battle(game):
    with Journal(game / "journal.jsonl", print) as journal:
        return battle_of(journal.lines, "journal.jsonl")


def test_what_was_taken_back_is_not_told(battle):
    """The undone end of the phase stands once in the battle, not twice."""
    assert [m.word for m in battle.moments].count("next") == 4
    assert battle.last.winner == "red"


def test_the_battle_is_told_phase_by_phase(battle):
    """Both moves and the fire are phases; the empty hand to hand is left out."""
    told = list(phases_told(battle))

    assert [(p.turn, p.side, len(p.moments)) for p in told] == [
        (1, "red", 2),
        (1, "blue", 2),
        (1, None, 3),
    ]


def test_losses_are_counted_and_ascribed(battle):
    """Who struck whom, and how many each side had lost by the end."""
    summary = summary_of(battle)

    assert summary.losses == {"red": (0, 0), "blue": (0, 1)}
    assert [(who, whom) for who, whom, _ in summary.struck] == [("R<1>", "B01")]


TO_THE_FIRE = {"combat": ["next", "next"], "lgam": ["next", "next", "initiative", *["next"] * 5]}
FIRE = {
    "combat": [
        {"event": "named", "shooter": "R<1>", "target": "B01"},
        {"event": "named", "shooter": "B02", "target": "R02"},
        {"event": "volley", "throws": {"R<1>": 60, "B02": 50}},
        {"event": "fired", "rolls": [1]},
        {"event": "removed", "soldier": "B01"},
        {"event": "fired", "rolls": [99]},
    ],
    "lgam": [
        {"event": "fired", "shooter": "R<1>", "target": "B01", "roll": 2},
        {"event": "fired", "shooter": "R02", "target": "B02", "roll": 12},
    ],
}


@pytest.mark.parametrize("rules", FIRE)
def test_who_falls_later_is_told_of_who_hit_him(tmp_path, rules):
    """Laid down first, or judged by the players: the shot is drawn as a hit, and counts as one."""
    with Journal(tmp_path / "journal.jsonl", print) as journal:
        live = begun(journal, rules, SCENE, ("red", "blue"), {})
        before = (
            {"event": w, **({"roll": 1} if w == "initiative" else {})} for w in TO_THE_FIRE[rules]
        )
        for event in (*before, *FIRE[rules]):
            live.happen(read_event(live.book, event), 0.0)
        battle = battle_of(journal.lines, "journal.jsonl")
    summary = summary_of(battle)
    shots = [shot for moment in battle.moments for shot in moment.attacks if shot.thrown]
    marks = [m for told in phases_told(battle) for m in phase_drawing(battle.book, told).marks]

    assert summary.struck == (("R<1>", "B01", "hit in turn 1"),)
    assert summary.best is not None
    assert summary.best.words == "R<1> hit B01"
    assert summary.losses["blue"][-1] == 1
    assert [(shot.by, shot.at, shot.hit) for shot in shots[:1]] == [("R<1>", "B01", True)]
    assert not any(shot.hit for shot in shots[1:])
    assert len([m for m in marks if isinstance(m, Arrow) and m.ink == "hit"]) == 1


def test_of_two_who_fire_at_once_the_best_throw_is_that_of_one(tmp_path):
    """Whose it was, and whom it felled; the other's is no part of it."""
    at_once = [
        *FIRE["combat"][:3],
        {"event": "fired", "rolls": [2, 1]},
        {"event": "removed", "soldier": "B01"},
        {"event": "removed", "soldier": "R02"},
    ]
    with Journal(tmp_path / "journal.jsonl", print) as journal:
        live = begun(journal, "combat", SCENE, ("red", "blue"), {})
        for event in ({"event": "next"}, {"event": "next"}, *at_once):
            live.happen(read_event(live.book, event), 0.0)
        battle = battle_of(journal.lines, "journal.jsonl")
    summary = summary_of(battle)

    assert {(who, whom) for who, whom, _ in summary.struck} == {("R<1>", "B01"), ("B02", "R02")}
    assert summary.best is not None
    assert summary.best.words in {"R<1> hit B01", "B02 hit R02"}


def test_names_are_text_on_the_page(battle):
    """A tag that holds markup is shown, never run."""
    page = report_html(battle, "a <b>title</b>", phase_sections(battle))

    assert "R<1>" not in page
    assert "R&lt;1&gt;" in page
    assert "a &lt;b&gt;title" in page
    assert "http://www.w3.org/2000/svg" in page
    assert page.count("http") == page.count("http://www.w3.org/2000/svg"), "asks nobody else"


def test_the_report_is_a_pdf_too(battle):
    """All that the page tells, and no more than two pages besides two phases on each."""
    document = pypdfium2.PdfDocument(report_pdf(battle, "an evening"))
    pages = [page.get_textpage().get_text_range() for page in document]
    for told in ("an evening", "The armies", "R<1>", "B02", "Losses over the turns", "Luck",
                 "percentile", "Who struck whom", "turn 1: fire"):  # fmt: skip
        assert told in " ".join(pages), told
    phases = sum(1 for _ in phases_told(battle))
    assert len(pages) <= 2 + phases / 2


def test_the_command_writes_beside_the_journal(game, capsys):
    """`spotter report GAME` says where the page is and who has won."""
    assert main(["report", str(game), "--no-film"]) == 0
    assert "red wins" in capsys.readouterr().out
    assert (game / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_folder_without_a_game_is_said(tmp_path, capsys):
    """One line, exit 2."""
    assert main(["report", str(tmp_path)]) == 2
    assert (
        "no game was played here; name a game's folder, like mytable/game"
        in capsys.readouterr().err
    )
    with pytest.raises(UserError, match="does not begin like a game"):
        battle_of([{"event": {}}], "x")


def thrown(number: int, needs: str, dice: str = "1d6") -> Thrown:
    return Thrown(Die(dice, "R01", "to hit", needs), number, by_program=False)


@pytest.mark.parametrize(
    ("one", "chance", "made"),
    [
        pytest.param(thrown(4, "4+"), Fraction(1, 2), True, id="just enough"),
        pytest.param(thrown(3, "4+"), Fraction(1, 2), False, id="one short"),
        pytest.param(thrown(8, "7-", "2d6"), Fraction(21, 36), False, id="one too many"),
        pytest.param(thrown(1, "always"), Fraction(1), True, id="always"),
    ],
)
def test_a_throw_has_its_chance(one, chance, made):
    """Luck is counted against the exact chance of each throw."""
    assert chance_of(one) == chance
    assert one.reached == made


def test_counts_of_unlike_throws():
    """The chances of all counts add up to one, and their mean is the sum of the chances."""
    chances = [Fraction(1, 6), Fraction(1, 2), Fraction(5, 6)]
    counts = distribution(chances)

    assert sum(counts) == pytest.approx(1.0)
    assert sum(n * p for n, p in enumerate(counts)) == pytest.approx(float(sum(chances)))


def test_sides_are_told_by_shape_and_a_phase_is_named_once(battle):
    """Without colours red's sign is a circle and blue's a square; the plan has no second title."""
    theme = PAPER.with_sides({"red": "#c0392b", "blue": "#2980b9"})
    page = report_html(battle, "An evening", phase_sections(battle, theme), theme=theme)
    rings = re.findall(r'<svg class=key [^>]*><polygon points="([^"]*)"', page)

    assert [len(ring.split()) for ring in rings[:2]] == [40, 4]
    assert page.count("turn 1: first to move, red") == 1


@pytest.mark.parametrize("command", ["report", "replay"])
def test_without_a_game_it_is_said_how_to_name_one(command, tmp_path, monkeypatch, capsys):
    """The folder one is in is meant; where no game was played there, one line says what to do."""
    monkeypatch.chdir(tmp_path)

    assert main([command]) == 2

    told = capsys.readouterr().err
    assert told.startswith("spotter: no game was played in this folder; name a game's folder")
    assert told.count("\n") == 1
