"""A rulebook's data: one row for each rule and each weapon, read from TOML.

The file has `[[rule]]` rows (id, why, optional value, page, reading), `[weapon.<name>]` tables
whose keys are the book's own, and may have further tables of the book's own. A house-rules file
has `extends = "omog-advanced"` and overrides `[rule.<id>] value = ...` and `[weapon.<name>]`
keys (see house_rules.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.reason import Reason, Refusal


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, what it says in our words, its number if it has one.

    `reading` is how an unclear rule is taken, and why.
    """

    id: str
    why: str
    value: float | None = None
    page: int | None = None
    reading: str | None = None

    def reason(self, value: float | None = None, why: str | None = None) -> Reason:
        """This rule as a reason, with its own number unless another is given."""
        return Reason(self.id, why or self.why, self.value if value is None else value)

    def refusal(self, why: str | None = None) -> Refusal:
        """This rule as a refusal."""
        return Refusal(self.id, why or self.why)


@dataclass(frozen=True)
class Rows:
    """All rows of one rulebook: rules by id, weapons by name, other tables by name."""

    rules: Mapping[str, Rule]
    weapons: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    tables: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, rule_id: str) -> Rule:
        """The rule of that id; a mistyped id is our own bug and raises."""
        return self.rules[rule_id]


def rows_from_toml(value: Mapping[str, Any]) -> Rows:
    """The rows of a book's own TOML, already parsed."""
    rules = [Rule(**row) for row in value["rule"]]
    assert len({rule.id for rule in rules}) == len(rules), "rule ids repeat"
    tables = {name: table for name, table in value.items() if name not in {"rule", "weapon"}}
    return Rows({rule.id: rule for rule in rules}, value.get("weapon", {}), tables)
