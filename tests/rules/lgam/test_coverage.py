"""Every rule of L.G.A.M. is cited by a case and left alone by a near miss, or cannot be cited."""

import json
from pathlib import Path

from rules.book.shelf import book_named

CASES = Path(__file__).resolve().parents[1] / "cases" / "lgam"
BOOK = book_named("lgam")

# Rules that no answer cites, and what keeps them instead.
BY_THE_GAME = {
    "LG-CONV-06", "LG-CONV-08", "LG-DIG-03", "LG-MINE-01", "LG-MINE-05", "LG-MOVE-14",
    "LG-OBST-03", "LG-OBST-06", "LG-ROLE-09", "LG-SCEN-01", "LG-SCEN-02", "LG-SCEN-03",
    "LG-SCEN-04", "LG-SCEN-06", "LG-SCEN-09", "LG-SMOKE-03", "LG-SMOKE-04", "LG-TURN-01",
    "LG-TURN-02", "LG-TURN-03", "LG-TURN-04", "LG-TURN-05", "LG-TURN-08", "LG-VEH-02",
    "LG-WIN-01", "LG-WIN-02", "LG-OVER-08",
}  # fmt: skip
BY_THE_PLAYERS = {
    "LG-ADV-01", "LG-ADV-02", "LG-COMP-01", "LG-COMP-02", "LG-COMP-03", "LG-COMP-04",
    "LG-COMP-05", "LG-COMP-06", "LG-FIRE-06", "LG-OVER-01", "LG-ROLE-01", "LG-SCEN-05",
    "LG-SCEN-07", "LG-SCEN-08", "LG-SET-01",
}  # fmt: skip
BY_ANOTHER_ROW = {  # it speaks through the row named
    "LG-CONV-01": "LG-H-WPN", "LG-CONV-02": "LG-H-WPN", "LG-FIRE-02": "LG-H-WPN",
    "LG-FIRE-13": "LG-H-WPN", "LG-FIRE-15": "LG-H-WPN", "LG-FIRE-17": "LG-H-WPN",
    "LG-CONV-10": "LG-FIRE-05", "LG-OVER-03": "LG-FIRE-05", "LG-COV-01": "LG-FIRE-07",
    "LG-COV-02": "LG-H-PART", "LG-COV-03": "LG-H-PART", "LG-COV-08": "LG-H-PART",
    "LG-DIG-05": "LG-H-PART", "LG-HULL-01": "LG-H-PART", "LG-OBST-05": "LG-H-PART",
    "LG-COV-07": "LG-H-PART", "LG-COV-04": "LG-COV-05", "LG-FIRE-08": "LG-CONV-09",
    "LG-MOVE-08": "LG-CONV-09", "LG-ROLE-10": "LG-CONV-09", "LG-ROLE-11": "LG-CONV-09",
    "LG-ROLE-12": "LG-CONV-09", "LG-FIRE-10": "LG-H-EXT", "LG-HELI-03": "LG-FIRE-14",
    "LG-MINE-04": "LG-MINE-02", "LG-MOVE-15": "LG-OBST-01", "LG-OBST-02": "LG-FIRE-07",
    "LG-MOVE-16": "LG-MOVE-10", "LG-OPP-01": "LG-OPP-02", "LG-ROLE-03": "LG-ROLE-02",
    "LG-ROLE-17": "LG-MOVE-13", "LG-SET-03": "LG-SET-02", "LG-SMOKE-01": "LG-SMOKE-02",
    "LG-TURN-07": "LG-TURN-06", "LG-TURN-11": "LG-TURN-10", "LG-TURN-12": "LG-TURN-10",
    "LG-TURN-13": "LG-TURN-10", "LG-VEH-01": "LG-ROLE-04", "LG-VEH-04": "LG-MOVE-01",
    "LG-VEH-05": "LG-MOVE-11", "LG-VEH-06": "LG-MOVE-10", "LG-VEH-07": "LG-MOVE-09",
    "LG-VEH-08": "LG-MOVE-12",
}  # fmt: skip


def _cases():
    return [json.loads(path.read_text()) for path in sorted(CASES.glob("*.json"))]


def _cited(case):
    """The rules that the case expects to be cited, in whatever place."""
    found = set()
    for expected in case["expect"]:
        found |= {*expected.get("rules_cited", ()), *expected.get("refused_by", ())}
        found |= {problem["rule"] for problem in expected.get("problems", ())}
        for caught in expected.get("caught", ()):
            found |= {reason["rule"] for reason in caught.get("reasons", ())}
    return found


def test_every_rule_is_cited_or_accounted_for():
    """A case cites each rule, unless the game, the players or another row keep it."""
    cited = set().union(*map(_cited, _cases()))
    kept = BY_THE_GAME | BY_THE_PLAYERS | BY_ANOTHER_ROW.keys()

    assert cited | kept == set(BOOK.rows.rules)
    assert not cited & kept
    assert set(BY_ANOTHER_ROW.values()) <= cited


def test_every_cited_rule_has_a_near_miss():
    """For each rule that answers cite there is a case about it that does not cite it."""
    cases = _cases()
    cited = set().union(*map(_cited, cases))
    missed = set().union(*(set(case["rule_ids"][:1]) - _cited(case) for case in cases))

    assert cited - missed == set()


def test_rules_that_speak_through_others_have_a_case():
    """What another row speaks for is still the subject of a case, where answers show it."""
    named = {rule for case in _cases() for rule in case["rule_ids"]}
    restated = {"LG-CONV-01", "LG-CONV-02", "LG-FIRE-02", "LG-FIRE-13", "LG-OVER-03", "LG-ROLE-17"}
    restated |= {rule for rule in BY_ANOTHER_ROW if rule.startswith("LG-VEH")}

    assert BY_ANOTHER_ROW.keys() - restated <= named
