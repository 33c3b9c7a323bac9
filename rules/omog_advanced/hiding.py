"""Who cannot be hit: out of sight, too deep in woods, or hidden from a mortar."""

from rules.book.book import Book
from rules.book.rows import Rule
from rules.measure.field import Field, Stand
from rules.measure.lengths import at_least
from rules.measure.sight import SightFacts, sight
from rules.omog.meanings import sight_rule
from table.scene import Soldier


def _unhittable(book: Book, seen: SightFacts) -> Rule | None:
    """The rule that hides a target from direct fire, None where he can be hit."""
    if seen.too_deep:
        return book.rows["OA-LOS-02"]
    return None if seen.visible else book.rows["OA-LOS-01"]


def hidden_from_direct(book: Book, field: Field, firer: Stand, man: Soldier) -> Rule | None:
    """The rule that hides a man from direct fire."""
    return _unhittable(book, sight(field, sight_rule(book), firer, man))


def hidden_from_lobbed(
    book: Book, field: Field, firer: Soldier, man: Soldier, observer: Soldier | None
) -> Rule | None:
    """The rule that hides a man from a mortar or launcher.

    Out of its sight he can be hit only well away from what hides him, where one of the firer's
    side sees him; `observer` is the only one who may, None lets everyone.
    """
    seen = sight(field, sight_rule(book), firer, man)
    if seen.too_deep:
        return book.rows["OA-LOS-02"]
    if seen.visible:
        return None
    rule = book.rows["OA-LOS-03"]
    clear = all(
        at_least(field.to_thing_in(man.place, field.number_of[thing]), rule.number)
        for thing in seen.blocked_by
    )
    return None if clear and _observed(book, field, firer, man, observer) else rule


def _observed(
    book: Book, field: Field, firer: Soldier, man: Soldier, observer: Soldier | None
) -> bool:
    observers = field.scene.soldiers if observer is None else (observer,)
    return any(
        other.side == firer.side
        and other.id != firer.id
        and sight(field, sight_rule(book), other, man).visible
        for other in observers
    )
