"""A rulebook's data: one row for each rule and each weapon, read from TOML.

The file has `[[rule]]` rows (id, why, optional value, page, reading), `[weapon.<name>]` tables
whose keys are the book's own, `[[declare]]` rows (key, asks, means, like, and verbs that declare
it in a sentence), `[[sample]]` armies (name, men), and may have further tables of the book's own.
A house-rules file has `extends = "omog-advanced"` and overrides `[rule.<id>] value = ...` and
`[weapon.<name>]` keys (see house_rules.py).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.book.reason import Reason, Refusal
from table.errors import UserError


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

    @property
    def number(self) -> float:
        """The rule's number; a row of a book's file that lacks one it needs is refused."""
        if self.value is None:
            raise UserError(f"rule {self.id} has no value; give it one")
        return float(self.value)

    def reason(self, value: float | None = None, why: str | None = None) -> Reason:
        """This rule as a reason, with its own number unless another is given."""
        return Reason(self.id, why or self.why, self.value if value is None else value)

    def refusal(self, why: str | None = None, measured: str | None = None) -> Refusal:
        """This rule as a refusal, with the numbers that were measured where it is about them."""
        words = why or self.why
        return Refusal(self.id, words if measured is None else f"{words}: {measured}")


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a player may declare: to which questions, what it means, and a value that fits."""

    key: str
    asks: tuple[str, ...]
    means: str
    like: Any
    verbs: tuple[str, ...] = ()  # of a sentence, each of which declares itself


@dataclass(frozen=True, slots=True)
class Sample:
    """An army to begin with: the men of one side in words, like "4 rifle, 1 pistol officer"."""

    name: str
    men: str


@dataclass(frozen=True)
class Rows:
    """All rows of one rulebook: rules by id, weapons by name, other tables by name."""

    rules: Mapping[str, Rule]
    weapons: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    tables: Mapping[str, Any] = field(default_factory=dict)
    declarations: tuple[Declaration, ...] = ()
    samples: tuple[Sample, ...] = ()

    def __getitem__(self, rule_id: str) -> Rule:
        """The rule of that id; a mistyped id is our own bug and raises."""
        return self.rules[rule_id]


def rows_from_toml(value: Mapping[str, Any]) -> Rows:
    """The rows of a book's own TOML, already parsed."""
    rules = [Rule(**row) for row in value["rule"]]
    assert len({rule.id for rule in rules}) == len(rules), "rule ids repeat"
    tables = {name: table for name, table in value.items() if name not in _NO_TABLES}
    declared = tuple(
        Declaration(
            row["key"],
            tuple(row["asks"]),
            row["means"],
            row["like"],
            tuple(row.get("verbs", ())),
        )
        for row in value.get("declare", ())
    )
    samples = tuple(Sample(**row) for row in value.get("sample", ()))
    by_id = {rule.id: rule for rule in rules}
    return Rows(by_id, value.get("weapon", {}), tables, declared, samples)


_NO_TABLES = frozenset({"rule", "weapon", "declare", "sample"})
