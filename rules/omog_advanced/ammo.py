"""How many shots are left: kept in `state.ammo`, the full load where it says nothing."""

from rules.book.book import Book
from rules.omog.weapon import Weapon
from rules.omog_advanced.crew import carriers_of
from rules.omog_advanced.man import ManState
from table.scene import Scene, Soldier


def shots_left(book: Book, scene: Scene, shooter: Soldier, weapon: Weapon) -> int | None:
    """How many shots he has, his carriers' rounds with them; None where nothing limits them."""
    if "ammo_rule" not in weapon.line:
        return None
    own = ManState(shooter).left(weapon.name, load_of(book, weapon))
    if "carried" not in weapon.line:
        return own
    carriers = carriers_of(book, scene, shooter)
    return own + sum(ManState(man).left(weapon.name, weapon.line["carried"]) for man in carriers)


def load_of(book: Book, weapon: Weapon) -> int:
    """A full load of the weapon in its shooter's own hands."""
    return round(book.rows[weapon.line["ammo_rule"]].number)
