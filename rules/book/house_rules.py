"""House rules: a player's own TOML file that changes numbers of a rulebook.

The file says which book it changes, and then only what is different:

    extends = "omog-advanced"

    [rule.OA-COVER-01]      # any rule of the book that has a number
    value = -2

    [weapon.rifle]          # any number the book's weapon has: see its book.toml
    medium = [14.0, 4]

A rule, weapon or key that the book does not have, and a value of another type than the book's,
is refused with one line. Tables of the book's own are changed the same way, key by key.
"""

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rules.book.book import Book
from rules.book.question import shown
from rules.book.rows import Rows, Rule
from rules.book.shelf import NAMES, book_named
from table.errors import UserError, listed
from table.toml_text import read_toml


def read_house_rules(path: Path) -> Book:
    """The rulebook as a house-rules file changes it."""
    value = read_toml(path).value
    where = str(path)
    name = value.get("extends")
    if name is None:
        raise UserError(f"{where}: has no extends; name the book it changes: {listed(NAMES)}")
    if name not in NAMES:
        raise UserError(f"{where}: extends is {shown(name)}; it is one of {listed(NAMES)}")
    book = book_named(name)
    title = f"{book.title} ({path.stem})"
    return replace(book, title=title, rows=_changed_rows(book.rows, value, where))


def _changed_rows(rows: Rows, value: Mapping[str, Any], where: str) -> Rows:
    """The rows with what a house-rules file says in place of the book's own."""
    rules = _changed_rules(rows.rules, _table(value.get("rule", {}), f"{where}: rule"), where)
    weapons = _changed(rows.weapons, value.get("weapon", {}), f"{where}: weapon")
    others = {key: entry for key, entry in value.items() if key not in _OWN_KEYS}
    for key in others.keys() - rows.tables.keys():
        known = listed(_OWN_KEYS | rows.tables.keys())
        raise UserError(f'{where}: the book has no "{key}"; there are {known}')
    tables = _changed(rows.tables, others, where)
    return replace(rows, rules=rules, weapons=weapons, tables=tables)


_MOST = 1e6  # inches, turns or whatever: no desk has more
_OWN_KEYS = frozenset({"extends", "rule", "weapon"})
# What ties a weapon to the code: its row, which template it lays, what it is asked with.
FIXED = frozenset({"rule", "shape", "asked"})


def _changed_rules(
    rules: Mapping[str, Rule], value: Mapping[str, Any], where: str
) -> Mapping[str, Rule]:
    changed = dict(rules)
    for rule_id, entry in value.items():
        here = f"{where}: rule.{rule_id}"
        if rule_id not in rules:
            near = get_close_matches(rule_id, rules, n=1)
            advice = f"did you mean {near[0]}?" if near else f"they are like {next(iter(rules))}"
            raise UserError(f"{here}: the book has no such rule; {advice}")
        keys = _table(entry, here)
        if set(keys) != {"value"}:
            raise UserError(f"{here} has {listed(keys)}; only value can be changed")
        if rules[rule_id].value is None:
            raise UserError(f"{here}: this rule has no number to change")
        number = _number(rules[rule_id].value, keys["value"], f"{here}.value")
        changed[rule_id] = replace(rules[rule_id], value=number)
    return changed


def _changed(old: Any, new: Any, where: str) -> Any:
    """The book's value with the player's in its place, of the same kind all the way down."""
    if isinstance(old, Mapping):
        return _changed_table(old, _table(new, where), where)
    if isinstance(old, bool | str):
        if type(new) is not type(old):
            raise UserError(f"{where} is {shown(new)}; the book has {shown(old)} there")
        return new
    if isinstance(old, int | float):
        return _number(old, new, where)
    if isinstance(old, list):
        return _changed_list(old, new, where)
    raise UserError(f"{where} cannot be changed")


def _changed_table(old: Mapping[str, Any], new: Mapping[str, Any], where: str) -> Any:
    changed = dict(old)
    for key, entry in new.items():
        if key not in old:
            raise UserError(f'{where} has no "{key}"; there are {listed(old)}')
        if key in FIXED or key.endswith("_rule"):
            raise UserError(f"{where}.{key} cannot be changed; numbers can")
        changed[key] = _changed(old[key], entry, f"{where}.{key}")
    return changed


def _changed_list(old: list[Any], new: Any, where: str) -> list[Any]:
    if not isinstance(new, list) or len(new) != len(old):
        raise UserError(f"{where} is {shown(new)}; give a list of {len(old)}, like {shown(old)}")
    lengths = any(isinstance(one, float) for one in old)
    for i, (one, other) in enumerate(zip(old, new, strict=True)):
        # Beside lengths, which are written 6.0, a plain 3 is a number to throw.
        if lengths and isinstance(one, int) and other != round(_number(one, other, where)):
            raise UserError(f"{where}[{i}] is {shown(other)}; give a whole number")
    return [
        _changed(one, other, f"{where}[{i}]")
        for i, (one, other) in enumerate(zip(old, new, strict=True))
    ]


def _table(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise UserError(f"{where} is {shown(value)}; give a table of keys")
    return value


def _number(old: float | None, new: Any, where: str) -> Any:
    """The player's number; where the book has a length, which is written 6.0, it is above 0."""
    if isinstance(new, bool) or not isinstance(new, int | float) or not abs(new) <= _MOST:
        quoted = f'"{shown(new)}"' if isinstance(new, str) else shown(new)
        raise UserError(f"{where} is {quoted}; give a plain number")
    if isinstance(old, float) and old > 0.0 and new <= 0.0 and ".scatter[" not in where:
        raise UserError(f"{where} is {shown(new)}; give a number above 0, like {old:g}")
    return new
