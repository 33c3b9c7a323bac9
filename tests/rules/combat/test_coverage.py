"""Every rule of COMBAT is cited by a case and left alone by a near miss, or cannot be cited."""

from pathlib import Path

from rules.books import book_named
from tests.rules.case_check import cited_rules, read_case

CASES = Path(__file__).resolve().parents[1] / "cases" / "combat"
BOOK = book_named("combat")

# Rules that no answer cites, and what keeps them instead.
BY_THE_GAME = {
    "CO-TIME-01", "CO-ACT-01", "CO-ORD-01", "CO-ORD-02", "CO-ORD-03", "CO-ORD-04", "CO-ORD-05",
    "CO-ORD-06", "CO-ORD-07", "CO-LACK-03",
}  # fmt: skip
BY_THE_PLAYERS = {
    "CO-DICE-01", "CO-DICE-02", "CO-MOVE-00", "CO-OTH-02", "CO-OTH-03", "CO-OTH-04", "CO-OTH-05",
    "CO-OTH-06", "CO-OTH-07", "CO-ENC-05", "CO-EXP-01", "CO-EXP-02", "CO-EXP-03", "CO-EXP-05",
    "CO-FIRE-01", "CO-LACK-04",
}  # fmt: skip
# Rules that show in the numbers, bands and refusals of others; each is the subject of a case.
BY_THE_NUMBERS = {
    "CO-GM-01", "CO-ENC-04", "CO-RNG-01", "CO-RNG-02", "CO-HIT-01", "CO-HIT-31", "CO-HIT-34",
    "CO-COV-01", "CO-COV-02", "CO-COV-03",
}  # fmt: skip


def _cases():
    return [read_case(path) for path in sorted(CASES.glob("*.json"))]


def _cited(case):
    return set(cited_rules(case["expect"]))


def test_every_rule_is_cited_or_accounted_for():
    """A case cites each rule, unless the game, the players or the numbers keep it."""
    cited = set().union(*map(_cited, _cases()))
    kept = BY_THE_GAME | BY_THE_PLAYERS | BY_THE_NUMBERS

    assert cited | kept == set(BOOK.rows.rules)
    assert not cited & kept


def test_every_cited_rule_has_a_case_of_its_own_and_a_near_miss():
    """For each rule that answers cite one case is about citing it and one about not."""
    about = [(case["rule_ids"][0], _cited(case)) for case in _cases()]
    cited = set().union(*(found for _, found in about))

    assert {rule for rule, found in about if rule in found} == cited
    assert cited <= {rule for rule, found in about if rule not in found}


def test_rules_that_show_in_numbers_have_a_case():
    """What no answer cites and yet decides something is the subject of a case."""
    assert {rule for case in _cases() for rule in case["rule_ids"]} >= BY_THE_NUMBERS


def test_the_game_keeps_its_rules():
    """Each rule kept by the game is named in the tests of the game."""
    text = (Path(__file__).parent / "test_game.py").read_text()

    assert [rule for rule in sorted(BY_THE_GAME) if rule not in text] == []
