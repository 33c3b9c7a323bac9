"""A rulebook in lines: its weapons, terrain, questions and declarations, or one of its rules."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from rules.book.answer import is_allowed
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.rows import Declaration, Rule
from spotter.words.question_words import EXAMPLES, questions_of
from table.errors import UserError
from table.scene import Scene, Soldier

# What ties a weapon's row to the program and says nothing to a player.
_UNTOLD = frozenset({"rule", "asked", "shape"})
_ARMED = {"shoot": "R01 shoots B01", "burst": "R01 blasts B01"}


def shelf_lines(books: Mapping[str, Book]) -> Iterator[str]:
    """All books, a line each."""
    width = max(map(len, books))
    for name, book in books.items():
        yield f"{name:<{width}}  {book.title}: {len(book.rows.rules)} rules"
    yield "spotter rules NAME tells its weapons, terrain, questions and declarations"
    yield "spotter rules OA-COVER-01 tells one rule, spotter rules NAME woods those about woods"


def book_lines(book: Book) -> Iterator[str]:
    """What a player needs to know to ask this book."""
    yield f"{book.title} ({book.name}), {len(book.rows.rules)} rules"
    yield "weapons"
    yield from _columns(
        {name: _row_words(book.rows.weapons.get(name, {})) for name in book.weapons}
    )
    yield "terrain"
    yield from _columns(dict(book.meanings.kinds))
    others = sorted(book.meanings.words - set(book.meanings.kinds.values()))
    if others:
        yield f"  a thing may be meant as {', '.join(others)} too"
    if book.roles:
        yield "roles"
        yield f"  {', '.join(sorted(book.roles))}"
    yield "questions"
    yield from _columns({word: f'"{sentence}"' for word, sentence in examples(book).items()})
    if book.rows.declarations:
        yield "declarations, said after the question"
        yield from _columns({_said(one): _means(one) for one in book.rows.declarations})


def rule_lines(rule: Rule) -> Iterator[str]:
    """One rule, as its row has it."""
    yield f"{rule.id}: {rule.why}"
    if rule.value is not None:
        yield f"  number: {rule.value:g}"
    if rule.page is not None:
        yield f"  page: {rule.page}"
    if rule.reading:
        yield f"  we read it so: {rule.reading}"


def rule_list(rules: Sequence[Rule]) -> Iterator[str]:
    """Several rules, a line each, with their numbers."""
    numbers = {r.id: "" if r.value is None else f" ({r.value:g})" for r in rules}
    return (f"{rule.id}: {rule.why}{numbers[rule.id]}" for rule in rules)


def rules_of(book: Book, said: str) -> tuple[Rule, ...]:
    """The rule of that id, or all whose words hold what is said; a mistyped id is refused."""
    rules = book.rows.rules
    if said.upper() in rules:
        return (rules[said.upper()],)
    found = tuple(rule for rule in rules.values() if said.lower() in rule.why.lower())
    if not found or not said.strip():
        near = get_close_matches(said.upper(), rules, n=1)
        like = near[0] if near else next(iter(rules))
        meant = f"did you mean {like}?" if near else f"they are like {like}"
        raise UserError(f"{book.title} has no rule {said}; {meant}")
    return found


def examples(book: Book) -> dict[str, str]:
    """A sentence for each question to which the book can say yes, with a weapon of its own."""
    found = {word: _example(book, word) for word in EXAMPLES if word in book.answers}
    return {word: said for word, said in found.items() if said is not None}


def _range_scene(weapon: str) -> Scene:
    """Two men of one side and an enemy a hand's breadth away, all with that weapon."""
    return Scene(
        36.0,
        24.0,
        (
            Soldier("R01", "red", 10.0, 12.0, (weapon,), team="red-1"),
            Soldier("R02", "red", 10.0, 13.0, (weapon,), team="red-1"),
            Soldier("B01", "blue", 15.0, 12.0, (weapon,), team="blue-1", facing=180.0),
        ),
    )


def _example(book: Book, word: str) -> str | None:
    """The sentence that asks it, None where the book allows it with none of its weapons."""
    if word not in _ARMED:
        return EXAMPLES[word]
    said = [f"{_ARMED[word]} with the {weapon}" for weapon in book.weapons]
    own = [EXAMPLES[word]] if any(f"the {name}" in EXAMPLES[word] for name in book.weapons) else []
    return next((sentence for sentence in (*own, *said) if _is_allowed(book, word, sentence)), None)


def _is_allowed(book: Book, word: str, sentence: str) -> bool:
    """Whether at some distance the book says yes to that."""
    weapon = next(name for name in book.weapons if f"the {name}" in sentence)
    scene = _range_scene(weapon)
    asked = [one for one in questions_of(sentence, scene, book) if one["ask"] == word]
    far = replace(scene.soldiers[2], x=28.0)
    scenes = (scene, scene.with_soldiers(far))
    return any(is_allowed(ask(one, asked[0], book)) for one in scenes)


def _said(one: Declaration) -> str:
    value = "" if one.like is True else f"={json.dumps(one.like)}"
    return f"declaring {one.key}{value}"


def _means(one: Declaration) -> str:
    return f"{one.means} ({', '.join(one.asks)})"


def _row_words(row: Mapping[str, Any]) -> str:
    return "; ".join(_pair(key, value) for key, value in row.items() if _is_told(key, value))


def _is_told(key: str, value: Any) -> bool:
    """Whether a key of a weapon's row tells a player something in a word."""
    ties = key in _UNTOLD or key.endswith("_rule")
    return not ties and not (isinstance(value, list) and any(isinstance(v, list) for v in value))


def _pair(key: str, value: Any) -> str:
    words = key.replace("_", " ")
    if isinstance(value, bool):
        return words if value else f"not {words}"
    if isinstance(value, Mapping):
        inside = ", ".join(_pair(k, v) for k, v in value.items() if _is_told(k, v))
        return f"{words} ({inside})"
    if isinstance(value, list):
        return f"{words} {', '.join(map(_plain, value))}"
    return f"{words} {_plain(value)}"


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):  # a band: its name first, then what holds in it
        named = [str(value["name"])] if "name" in value else []
        return " ".join([*named, *(_pair(k, v) for k, v in value.items() if k != "name")])
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def _columns(rows: Mapping[str, str]) -> Iterator[str]:
    width = max(map(len, rows), default=0)
    for name, words in rows.items():
        yield f"  {name:<{width}}  {words}".rstrip()
