"""Who may charge whom, from where."""

from collections.abc import Iterator

from rules.book.book import Book
from rules.book.reason import Refusal
from rules.measure.lengths import apart_in, at_least, beyond
from rules.omog_musket.man import Rider, is_bayonet_man, is_mounted
from table.places import TablePoint
from table.scene import Soldier


def charge_refusals(
    book: Book, man: Soldier, start: TablePoint, enemy: Soldier
) -> Iterator[Refusal]:
    """What forbids a man to charge this enemy from `start`."""
    distance_in = apart_in(start, enemy)
    rule = book.rows["OM-CHARGE-02" if is_mounted(man) else "OM-CHARGE-05"]
    far_enough = (
        beyond(distance_in, rule.number)
        if is_mounted(man)
        else at_least(distance_in, rule.number) and is_bayonet_man(book, man)
    )
    if man.side == enemy.side or not far_enough:
        yield rule.refusal()
    if Rider(man).charged:
        yield book.rows["OM-CHARGE-04"].refusal()
