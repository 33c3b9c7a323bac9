"""No rule without a case: each is cited by one and left alone by a near miss, or accounted for."""

import tomllib
from pathlib import Path

import pytest

from rules.book.shelf import book_named
from tests.rules.case_check import cited_rules, read_case

HERE = Path(__file__).parent
UNCITED = tomllib.loads((HERE / "uncited.toml").read_text(encoding="utf-8"))
BOOKS = sorted(UNCITED)


def _cases(book: str) -> list[tuple[list[str], set[str]]]:
    """Each case's subject rules and the rules it expects to be cited."""
    paths = sorted((HERE / "cases" / book).glob("*.json"))
    cases = [read_case(path) for path in paths]
    return [(case["rule_ids"], set(cited_rules(case["expect"]))) for case in cases]


@pytest.mark.parametrize("book", BOOKS)
def test_every_rule_is_cited_or_accounted_for(book):
    """A case cites each rule, unless the table of uncited rules says what keeps it."""
    cited = set().union(*(cited for _, cited in _cases(book)))
    kept = {rule for how in UNCITED[book].values() for rule in how}

    assert cited | kept == set(book_named(book).rows.rules)
    assert not cited & kept


@pytest.mark.parametrize("book", BOOKS)
def test_every_cited_rule_has_a_near_miss(book):
    """For each rule that answers cite, a case about it expects it not to be cited."""
    cases = _cases(book)
    cited = set().union(*(cited for _, cited in cases))
    missed = {rules[0] for rules, expected in cases if rules[0] not in expected}

    assert cited - missed == set()


@pytest.mark.parametrize("book", BOOKS)
def test_what_no_answer_cites_is_shown_elsewhere(book):
    """What shows in numbers alone is a case's subject; what speaks through another is cited."""
    cases = _cases(book)
    subjects = {rule for rules, _ in cases for rule in rules}
    cited = set().union(*(cited for _, cited in cases))

    assert set(UNCITED[book].get("case", ())) <= subjects
    assert set(UNCITED[book].get("through", {}).values()) <= cited
