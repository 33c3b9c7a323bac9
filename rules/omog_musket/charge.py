"""Who may charge whom, from where."""

from collections.abc import Iterator

from rules.book.book import Book
from rules.book.measured import at_least
from rules.book.reason import Refusal
from rules.measure.lengths import apart_in, beyond, closer
from rules.omog_musket.man import Rider, is_bayonet_man, is_mounted
from table.places import TablePoint
from table.scene import Soldier


def charge_refusals(
    book: Book, man: Soldier, start: TablePoint, enemy: Soldier
) -> Iterator[Refusal]:
    """What forbids a man to charge this enemy from `start`."""
    distance_in, mounted = apart_in(start, enemy), is_mounted(man)
    rule = book.rows["OM-CHARGE-02" if mounted else "OM-CHARGE-05"]
    near = not beyond(distance_in, rule.number) if mounted else closer(distance_in, rule.number)
    if near:
        yield rule.refusal(measured=at_least(distance_in, rule.number))
    elif man.side == enemy.side or not (mounted or is_bayonet_man(book, man)):
        yield rule.refusal()
    if Rider(man).charged:
        yield book.rows["OM-CHARGE-04"].refusal()
