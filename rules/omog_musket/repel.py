"""Three men on foot who repel charging horses."""

from collections.abc import Iterator

from rules.book.book import Book
from rules.book.reason import Refusal
from rules.measure.lengths import HAIR_IN, apart_in, within
from rules.omog_musket.man import is_bayonet_man, is_mounted
from table.directions import bearing_deg, between_deg
from table.scene import Soldier

MEN = 3
BAYONETS = 2


def repel_refusals(
    book: Book, men: tuple[Soldier, ...], defender: Soldier, charging: tuple[Soldier, ...]
) -> Iterator[Refusal]:
    """What keeps these men from repelling the horsemen who charge."""
    horsemen = [man for man in charging if is_mounted(man)]
    if not horsemen or not _are_three(book, men, defender):
        yield book.rows["OM-REPEL-01"].refusal()
    if not all(_faces(book, man, horseman) for man in men for horseman in horsemen):
        yield book.rows["OM-REPEL-02"].refusal()


def _are_three(book: Book, men: tuple[Soldier, ...], defender: Soldier) -> bool:
    """Three men on foot of the defender's side, he among them, close together, two bayonets."""
    near_in = book.rows["OM-REPEL-01"].number
    return (
        len(men) == len({man.id for man in men}) == MEN
        and defender in men
        and all(man.side == defender.side and not is_mounted(man) for man in men)
        and all(_has_comrade(man, men, near_in) for man in men)
        and sum(is_bayonet_man(book, man) for man in men) >= BAYONETS
    )


def _has_comrade(man: Soldier, men: tuple[Soldier, ...], near_in: float) -> bool:
    return any(other is not man and within(apart_in(man, other), near_in) for other in men)


def _faces(book: Book, man: Soldier, horseman: Soldier) -> bool:
    """Whether he looks toward the horseman, more or less."""
    off_deg = between_deg(man.facing, bearing_deg(man.place, horseman.place))
    return off_deg <= book.rows["OM-REPEL-02"].number + HAIR_IN
