"""How many shots are left: kept in `state.ammo`, the full load where it says nothing."""

from collections.abc import Mapping

from rules.book import Book
from rules.omog.meanings import number
from rules.omog.weapon import Weapon
from rules.omog_advanced.crew import carriers_of
from rules.question import QuestionError, shown, whole_number
from rules.state import MANY, State
from table.scene import Scene, Soldier


def shots_left(book: Book, scene: Scene, shooter: Soldier, weapon: Weapon) -> int | None:
    """How many shots he has, his carriers' rounds with them; None where nothing limits them."""
    rule = weapon.line.get("ammo_rule")
    if rule is None:
        return None
    own = left_of(shooter, weapon.name, round(number(book.rows[rule])))
    if "carried" not in weapon.line:
        return own
    carriers = carriers_of(book, scene, shooter)
    return own + sum(left_of(man, weapon.name, weapon.line["carried"]) for man in carriers)


def left_of(man: Soldier, weapon: str, load: int) -> int:
    """How many shots one man has for a weapon."""
    kept = State(man).value("ammo")
    if kept is None:
        return load
    if not isinstance(kept, Mapping):
        raise QuestionError(f"{man.id}.state.ammo is {shown(kept)}; give weapon -> shots left")
    left = kept.get(weapon)
    return load if left is None else whole_number(left, f"{man.id}.state.ammo", 0, MANY)
