"""Reads a player's own book.toml; every mistake in it is one sentence that says where.

docs/rulebook.md tells what may stand in it.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from rules.book.book import AnswerFunction, Book
from rules.book.rows import Rows, Rule
from rules.book.terms import LENGTH
from rules.measure.meanings import Meanings
from rules.plain.burst import burst
from rules.plain.fight import fight
from rules.plain.move import move
from rules.plain.plain_rules import (
    OPEN,
    TABLE,
    PlainBand,
    PlainGround,
    PlainRules,
    PlainWeapon,
)
from rules.plain.reach import reach, travels
from rules.plain.shoot import shoot
from rules.plain.sight import sight, sight_rule
from rules.plain.units import units
from table.entry import Entry
from table.kinds import KINDS
from table.paper_shape import PaperShape, disk

T = TypeVar("T")

ANSWERS: dict[str, AnswerFunction] = {
    "sight": sight,
    "shoot": shoot,
    "burst": burst,
    "move": move,
    "reach": reach,
    "fight": fight,
    "units": units,
}
TABLES = ("name", "title", "dice", "rule", "means", "ground", "man", "role", "weapon", "refuses")
# What a book forbids, and what it says of it.
REFUSALS = {
    "weapon": "he has nothing to shoot with",
    "range": "the target is too far away",
    "sight": "he does not see it",
    "own_side": "it is of his own side",
    "done": "he has done it in this turn",
    "turn": "it is not his side's turn",
    "too_far": "his move is too long",
    "no_way": "there is no way through",
    "apart": "they do not touch",
}
DICE = ("1d6", "1d8", "1d10", "1d12", "1d20", "2d6")
MOST_IN = 1000.0
RULE_ID = re.compile(r"[A-Z]{2}(?:-[A-Z]+)+-\d+")


def plain_book(whole: Entry) -> Book:
    """The book of that file."""
    whole.known_keys((*TABLES, "fight"))
    rules = _rules(whole)
    plain = PlainRules(
        dice=whole.need("dice", '"1d6"').choice(DICE, "dice"),
        grounds=_each(whole, "ground", lambda entry: _ground(entry, rules)),
        moves=_moves(whole, rules),
        weapons=_each(whole, "weapon", lambda entry: _weapon(entry, rules)),
        refuses=_refuses(whole, rules),
        fight=_fight(whole, rules),
    )
    answers = {word: told for word, told in ANSWERS.items() if word != "fight" or plain.fight}
    return Book(
        name=_name(whole),
        title=whole.need("title", '"My War"').text(),
        rows=Rows(rules, whole.value.get("weapon", {}), {TABLE: plain}),
        meanings=_meanings(whole, plain),
        answers=answers,
        declares=dict.fromkeys(answers, frozenset()),
        game="rules.plain.game",
        sees=sight_rule,
        terms=LENGTH,
        templates=tuple(_templates(plain)),
        travels=travels,
        roles=frozenset(role for role in plain.moves if role is not None),
    )


def _name(whole: Entry) -> str:
    entry = whole.need("name", '"my-war"')
    name = entry.text(40)
    if not name.replace("-", "").isalnum() or name != name.lower():
        entry.wrong("write small letters, numbers and hyphens, like my-war")
    return name


def _rules(whole: Entry) -> dict[str, Rule]:
    found: dict[str, Rule] = {}
    for entry in whole.rows("rule", 1000):
        entry.known_keys(("id", "why", "value", "reading"))
        name = _id(entry.need("id", '"MW-GO-01"'))
        value, reading = entry.get("value"), entry.get("reading")
        if name in found:
            entry.fail(f"has the id {name}, which another rule has")
        found[name] = Rule(
            name,
            entry.need("why", '"a man walks"').text(),
            None if value is None else value.number(),
            reading=None if reading is None else reading.text(1000),
        )
    if not found:
        whole.fail("has no rules; write each as [[rule]] with id and why")
    return found


def _id(entry: Entry) -> str:
    if not RULE_ID.fullmatch(entry.text()):
        entry.wrong("write two capitals, words in capitals and a number, like MW-GO-01")
    return entry.text()


def _each(whole: Entry, key: str, read: Callable[[Entry], T]) -> dict[str, T]:
    """What stands in the tables of a table, like [weapon.rifle], by their names."""
    table = whole.get(key)
    if table is None:
        return {}
    return {name: read(table.need(name, "a table")) for name in table.table()}


def _ground(entry: Entry, rules: Mapping[str, Rule]) -> PlainGround:
    entry.known_keys(("hides", "move", "cover", "behind", "on_top", "lifts"))
    flags = {key: _flag(entry, key) for key in ("hides", "behind", "on_top", "lifts")}
    return PlainGround(
        move=_rule(entry, "move", rules, least=0.0), cover=_rule(entry, "cover", rules), **flags
    )


def _flag(entry: Entry, key: str) -> bool:
    found = entry.get(key)
    return False if found is None else found.flag()


def _rule(
    entry: Entry, key: str, rules: Mapping[str, Rule], least: float | None = None
) -> str | None:
    """The id of a rule with a number, None where nothing is said."""
    found = entry.get(key)
    if found is None:
        return None
    name = found.choice(rules, "rules")
    value = rules[name].value
    if value is None:
        found.fail(f"is {name}; give that rule a value")
    elif least is not None and value < least:
        found.fail(f"is {name}, whose value is {value:g}; give it one from {least:g}")
    return name


def _moves(whole: Entry, rules: Mapping[str, Rule]) -> dict[str | None, str]:
    like = '[man] with move = "MW-GO-01"'
    man = whole.need("man", like)
    moves: dict[str | None, str] = {None: _needed(man, rules)}
    moves.update(_each(whole, "role", lambda entry: _needed(entry, rules)))
    return moves


def _needed(entry: Entry, rules: Mapping[str, Rule]) -> str:
    entry.need("move", '"MW-GO-01", a rule whose value is inches')
    found = _rule(entry, "move", rules, least=0.0)
    assert found is not None, entry
    return found


def _weapon(entry: Entry, rules: Mapping[str, Rule]) -> PlainWeapon:
    entry.known_keys(("rule", "bands", "shots", "range", "radius", "save", "fight"))
    shots, save, radius = (entry.get(key) for key in ("shots", "save", "radius"))
    reach = None if radius is None else entry.need("range", "6.0")
    return PlainWeapon(
        name=entry.path.removeprefix("weapon."),
        rule=entry.need("rule", '"MW-SHOOT-01"').choice(rules, "rules"),
        bands=_bands(entry),
        shots=1 if shots is None else int(shots.number(1, 20)),
        range_in=0.0 if reach is None else reach.length(0.0, MOST_IN),
        radius_in=0.0 if radius is None else radius.length(0.01, MOST_IN),
        save=None if save is None else int(save.number(1, 100)),
        fight=_rule(entry, "fight", rules),
    )


def _bands(weapon: Entry) -> tuple[PlainBand, ...]:
    """The bands from near to far."""
    bands: list[PlainBand] = []
    for entry in weapon.rows("bands", 20):
        entry.known_keys(("name", "to", "needs"))
        to_in = entry.need("to", "6.0").length(0.01, MOST_IN)
        if bands and to_in <= bands[-1].to_in:
            entry.fail(f"goes to {to_in:g}; write the bands from near to far")
        needs = int(entry.need("needs", "4").number(-100, 100))
        bands.append(PlainBand(entry.need("name", '"short"').text(40), to_in, needs))
    return tuple(bands)


def _refuses(whole: Entry, rules: Mapping[str, Rule]) -> dict[str, str]:
    table = whole.need("refuses", '[refuses] with range = "MW-SHOOT-02"')
    table.known_keys(REFUSALS)
    wanted: Iterable[str] = REFUSALS if whole.get("fight") else REFUSALS.keys() - {"apart"}
    return {
        what: table.need(what, f'the rule that says "{REFUSALS[what]}"').choice(rules, "rules")
        for what in wanted
    }


def _fight(whole: Entry, rules: Mapping[str, Rule]) -> str | None:
    table = whole.get("fight")
    if table is None:
        return None
    return table.need("rule", '"MW-FIGHT-01"').choice(rules, "rules")


def _meanings(whole: Entry, plain: PlainRules) -> Meanings:
    """What each kind of thing is; kinds of which nothing is said are open ground."""
    table = whole.get("means")
    said = {} if table is None else table.table()
    words = frozenset({OPEN, *plain.grounds})
    for kind in said:
        assert table is not None
        Entry(whole.file, "means", kind).choice(KINDS, "kinds of things")
        table.need(kind, '"woods"').choice(words, "grounds")
    return Meanings(
        kinds={kind: said.get(kind, OPEN) for kind in KINDS},
        words=words,
        lifting=frozenset(word for word, ground in plain.grounds.items() if ground.lifts),
        lifting_inverted=frozenset(),
    )


def _templates(plain: PlainRules) -> Iterable[PaperShape]:
    """A disk for each weapon that bursts."""
    for weapon in plain.weapons.values():
        if weapon.bursts:
            ring = disk(weapon.radius_in)
            yield PaperShape(f"{weapon.name}, radius {weapon.radius_in:g}", ring, "its middle")
