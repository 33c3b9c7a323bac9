"""Every rule of OmniWar is cited by a case and left alone by a near miss, or cannot be cited."""

from pathlib import Path

from rules.books import book_named
from tests.rules.case_check import cited_rules, read_case

CASES = Path(__file__).resolve().parents[1] / "cases" / "omniwar"
BOOK = book_named("omniwar")

# Rules that no answer cites, and what keeps them instead.
BY_THE_GAME = {
    "OW-SET-02", "OW-TURN-01", "OW-TURN-02", "OW-TURN-03", "OW-ATK-07", "OW-CARD-01",
    "OW-DEB-01", "OW-ABL-01", "OW-ABL-02", "OW-ABL-11",
}  # fmt: skip
BY_THE_PLAYERS = {
    "OW-SET-03", "OW-SCALE-01", "OW-SCALE-02", "OW-SCALE-04", "OW-SCALE-05", "OW-SCALE-06",
    "OW-SCALE-07",
}  # fmt: skip
# Rules that show in the numbers, bands and points of an answer; each is the subject of a case.
BY_THE_NUMBERS = {
    "OW-ATK-03", "OW-ATK-06", "OW-ATK-12", "OW-PTS-01", "OW-UNIT-01", "OW-SCALE-03",
    "OW-SCALE-08",
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
    assert {case["rule_ids"][0] for case in _cases()} >= BY_THE_NUMBERS


def test_the_game_keeps_its_rules():
    """Each rule kept by the game is named in the tests of the game."""
    text = (Path(__file__).parent / "test_game.py").read_text()

    assert [rule for rule in sorted(BY_THE_GAME) if rule not in text] == []
