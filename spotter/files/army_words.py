"""An army's words against the rulebook it is to fight by: a slip of the pen is named at once.

A word of another book is no slip: an army may be played under several. Only a word that no book
has and that looks like one of this book's is refused.
"""

from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path

from rules.book.book import EQUIPMENT, Book
from rules.book.shelf import NAMES, book_named
from table.army import Army
from table.errors import UserError, listed

_LIKE = 0.72  # of `get_close_matches`: "rifel" is like "rifle", "carbine" like nothing else


def check_army(army: Army, book: Book, path: Path) -> None:
    """Raise UserError for a weapon or role that is mistyped."""
    weapons, roles = {*book.weapons, *EQUIPMENT}, set(book.roles)
    for man in army.soldiers:
        for word in man.weapons:
            _check(word, weapons, _all_weapons, f'{path}: soldier "{man.id}" has the weapon')
        if man.role is not None:
            _check(man.role, roles, _all_roles, f'{path}: soldier "{man.id}" has the role')


def army_slips(army: Army, path: Path) -> tuple[str, ...]:
    """Words that no rulebook has and that look like one of some book's, each in one line."""
    weapons = ((word, man.id) for man in army.soldiers for word in man.weapons)
    roles = ((man.role, man.id) for man in army.soldiers if man.role is not None)
    return (
        *_slips(weapons, _all_weapons() | EQUIPMENT, f"{path}: no book has the weapon"),
        *_slips(roles, _all_roles(), f"{path}: no book has the role"),
    )


def _slips(said: Iterable[tuple[str, str]], known: frozenset[str], what: str) -> Iterator[str]:
    whose: dict[str, list[str]] = {}
    for word, man in said:
        whose.setdefault(word, []).append(man)
    for word, men in whose.items():
        near = get_close_matches(word, sorted(known), n=1, cutoff=_LIKE)
        if near and word not in known:
            yield f'{what} "{word}" of {listed(men)}; {_meant(near[0])}'


def _meant(word: str) -> str:
    return f'did you mean "{word}"?'


def _check(word: str, known: set[str], elsewhere: Callable[[], frozenset[str]], what: str) -> None:
    if word in known:
        return
    near = get_close_matches(word, sorted(known), n=1, cutoff=_LIKE)
    if near and word not in elsewhere():
        raise UserError(f'{what} "{word}"; {_meant(near[0])}')


def _all_weapons() -> frozenset[str]:
    return frozenset(word for name in NAMES for word in book_named(name).weapons)


def _all_roles() -> frozenset[str]:
    return frozenset(word for name in NAMES for word in book_named(name).roles)
