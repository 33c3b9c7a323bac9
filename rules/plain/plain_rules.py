"""What a plain rulebook says: its ground, men and weapons as values. Lengths are inches."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.book.book import Book
from rules.book.question import QuestionError, shown
from rules.book.rows import Rule
from table.errors import listed
from table.scene import Soldier

TABLE = "plain"  # under which a book's rows keep it
OPEN = "open"  # ground of which the book says nothing


@dataclass(frozen=True, slots=True)
class PlainGround:
    """What a meaning does: hide, cover, slow, lie on top of other things, lift who stands on it.

    `move` and `cover` are ids of rules: the share of a move that it leaves, 0 where there is no
    way; what it adds to a throw at a man in it, or close behind it where it covers `behind`.
    """

    hides: bool = False
    move: str | None = None
    cover: str | None = None
    behind: bool = False
    on_top: bool = False
    lifts: bool = False


@dataclass(frozen=True, slots=True)
class PlainBand:
    """So far and so much: up to `to_in` the throw needs `needs` or more."""

    name: str
    to_in: float
    needs: int


@dataclass(frozen=True, slots=True)
class PlainWeapon:
    """A weapon that shoots by bands, bursts over a radius, or only helps hand to hand."""

    name: str
    rule: str
    bands: tuple[PlainBand, ...] = ()
    shots: int = 1
    range_in: float = 0.0
    radius_in: float = 0.0
    save: int | None = None
    fight: str | None = None

    @property
    def bursts(self) -> bool:
        """Whether it is laid on a place and not aimed at a man."""
        return self.radius_in > 0.0


@dataclass(frozen=True, slots=True)
class PlainRules:
    """The whole of it; `refuses` are the rules that forbid, each by what it forbids."""

    dice: str
    grounds: Mapping[str, PlainGround]
    moves: Mapping[str | None, str]  # role -> the rule of its move; None: a man without one
    weapons: Mapping[str, PlainWeapon]
    refuses: Mapping[str, str]
    fight: str | None = None

    def ground(self, word: str) -> PlainGround:
        """What that meaning does."""
        return self.grounds.get(word, PlainGround())

    def words(self, *, hiding: bool = False, behind: bool = False) -> frozenset[str]:
        """The meanings that hide, or that cover who is close behind."""
        return frozenset(
            word
            for word, ground in self.grounds.items()
            if (ground.hides if hiding else ground.behind if behind else True)
        )


def plain_of(book: Book) -> PlainRules:
    """What a plain book says."""
    found = book.rows.tables[TABLE]
    assert isinstance(found, PlainRules), book.name
    return found


def forbids(book: Book, what: str) -> Rule:
    """The rule that forbids this."""
    return book.rows[plain_of(book).refuses[what]]


def move_rule(book: Book, soldier: Soldier) -> Rule:
    """How far he goes: by his role, else as any man."""
    moves = plain_of(book).moves
    return book.rows[moves.get(soldier.role, moves[None])]


def weapon_of(book: Book, soldier: Soldier, named: object) -> PlainWeapon | None:
    """The weapon that is named, else his first that shoots or bursts; None where he has none.

    A word that is no weapon of the book raises QuestionError.
    """
    weapons = plain_of(book).weapons
    if named is not None:
        if not isinstance(named, str) or named not in weapons:
            raise QuestionError(f"no weapon {shown(named)}; there are {listed(weapons)}")
        return weapons[named] if named in soldier.weapons else None
    own = (weapons[word] for word in soldier.weapons if word in weapons)
    return next((weapon for weapon in own if weapon.bands or weapon.bursts), None)
