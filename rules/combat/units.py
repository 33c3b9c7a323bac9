"""`units`: overloaded men, and sides with more than one hero."""

from collections import defaultdict
from collections.abc import Iterator

from rules.book.answer import Problem, Units
from rules.book.book import Book
from rules.book.question import Question
from rules.combat.declared import declared
from rules.combat.man import Man, man_of
from table.scene import Scene


def units(book: Book, scene: Scene, question: Question) -> Units:
    """The problems, sorted by rule, then soldiers."""
    declared(book, question)
    men = [man_of(book, soldier) for soldier in scene.soldiers]
    problems = (*_overloaded(men), *_heroes(book, men))
    return Units(tuple(sorted(problems, key=lambda p: (p.rule, p.soldiers))))


def _overloaded(men: list[Man]) -> Iterator[Problem]:
    for man in men:
        if man.overloaded:
            yield Problem(
                "CO-ENC-01",
                (man.soldier.id,),
                f"{man.soldier.id} carries {man.load_lb:g} lb of {man.capacity_lb:g}",
            )


def _heroes(book: Book, men: list[Man]) -> Iterator[Problem]:
    heroes: dict[str, list[str]] = defaultdict(list)
    for man in men:
        if man.hero:
            heroes[man.soldier.side].append(man.soldier.id)
    rule = book.rows["CO-EXP-04"]
    for ids in heroes.values():
        if len(ids) > rule.number:
            yield Problem(rule.id, tuple(sorted(ids)), rule.why)
