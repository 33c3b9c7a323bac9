"""Armies as players type them: "4 rifle, 1 pistol officer; 5 rifle".

A side's men are parted by commas, its teams by semicolons. A man is a count and the book's own
words for weapons and role; weapons of one man are joined by a plus.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from rules.book.book import EQUIPMENT, Book
from rules.book.question import shown
from table.army import Army, Enlisted, Side, TagStyle
from table.errors import UserError

COLOURS = {
    "red": "#c0392b",
    "blue": "#2f6db0",
    "green": "#47682f",
    "tan": "#c3a674",
    "grey": "#6c7076",
    "brown": "#6a4a2c",
}
SIDES = ("red", "blue")
MOST_MEN = 99  # of one side: their numbers have two digits
_GROUP = re.compile(r"^(?:(\d{1,2})\s*x?\s+)?(.+)$", re.IGNORECASE)


def army_of(sides: Sequence[tuple[str, str]], book: Book) -> Army:
    """The army of some sides, each a name and its men in words."""
    heads = _heads([name for name, _ in sides])
    men = [
        man
        for (name, text), head in zip(sides, heads, strict=True)
        for man in side_of(text, name, head, book)
    ]
    return Army(TagStyle(), tuple(side_named(name) for name, _ in sides), tuple(men))


def side_named(name: str) -> Side:
    """The side of that name, in its colour where the name is one."""
    return Side(name, COLOURS.get(name, Side(name).colour))


def _heads(names: Sequence[str]) -> list[str]:
    """What each side's ids begin with: as few letters of its name as tell it from the others."""
    plain = [re.sub(r"[^0-9A-Z]", "", name.upper()) or "X" for name in names]
    for letters in range(1, 8):
        heads = [name[:letters] for name in plain]
        if len(set(heads)) == len(heads):
            return heads
    return [f"{name[:4]}{number}-" for number, name in enumerate(plain, 1)]


def side_of(text: str, side: str, head: str, book: Book) -> Iterator[Enlisted]:
    """The men of one side, numbered in their order."""
    number = 0
    for team, part in enumerate(text.split(";"), 1):
        for group in filter(None, (" ".join(piece.split()) for piece in part.split(","))):
            count, weapons, role = _group(group, book)
            for _ in range(count):
                number += 1
                if number > MOST_MEN:
                    raise UserError(f"{shown(side)}: has over {MOST_MEN} men; take fewer")
                name = f"{head}{number:02d}"
                yield Enlisted(name, side, weapons, f"{side}-{team}", role)
    if not number:
        raise UserError(f"{shown(side)}: nobody; type men like {example(book)}")


def example(book: Book) -> str:
    """Men of this book in words."""
    return book.rows.samples[0].men if book.rows.samples else f"4 {book.weapons[0]}"


def _group(text: str, book: Book) -> tuple[int, tuple[str, ...], str | None]:
    """How many men, their weapons and their role."""
    fit = _GROUP.fullmatch(text)
    assert fit is not None, text
    count = 1 if fit[1] is None else int(fit[1])
    words = known_words(fit[2], book)
    arms = {*book.weapons, *EQUIPMENT}
    weapons = tuple(word for word in words if word in arms)
    roles = [word for word in words if word not in arms]
    if len(roles) > 1:
        raise UserError(f'"{shown(text)}" has two roles, {" and ".join(roles)}; a man has one')
    if not count:
        raise UserError(f'"{shown(text)}": none of them; leave them out')
    return count, weapons, roles[0] if roles else None


def known_words(text: str, book: Book) -> tuple[str, ...]:
    """The words of a group as the book has them; a weapon of two words needs no hyphen."""
    known = {*book.weapons, *EQUIPMENT, *book.roles}
    left, found = re.split(r"[\s+]+", text.strip().lower()), list[str]()
    while left:
        length = next((n for n in range(len(left), 0, -1) if "-".join(left[:n]) in known), None)
        if length is None:
            raise UserError(unknown_word(left[0], known))
        found.append("-".join(left[:length]))
        left = left[length:]
    return tuple(found)


def unknown_word(word: str, known: Iterable[str]) -> str:
    """The sentence on a word that the book does not have, with the one that was meant."""
    ordered = sorted(known)
    near = get_close_matches(word, ordered, n=1)
    meant = f"did you mean {near[0]}? There" if near else "there"
    return f'no weapon or role "{shown(word)}"; {meant} are {", ".join(ordered)}'
