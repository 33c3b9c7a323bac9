"""`burst`: a weapon that is laid on a place and catches all round it; nothing is thrown to land."""

from collections.abc import Iterator
from dataclasses import replace

from rules.book.answer import Burst, Caught
from rules.book.book import Book
from rules.book.dice import at_least
from rules.book.measured import at_most
from rules.book.question import Question, QuestionError
from rules.book.reason import Refusal, total
from rules.book.state import State
from rules.measure.aim import place_in_sight
from rules.measure.field import field_of
from rules.measure.lengths import apart_in, within
from rules.measure.template import Disk
from rules.plain.cover import cover_reasons
from rules.plain.plain_rules import PlainWeapon, forbids, plain_of, weapon_of
from rules.plain.sight import sight_rule
from table.places import TablePoint
from table.scene import Scene, Soldier


def burst(book: Book, scene: Scene, question: Question) -> Burst:
    """Whether it may be laid there, and whom it catches, friend or enemy."""
    shooter, aim = question.soldier("shooter"), question.aim()
    weapon = weapon_of(book, shooter, question.fields.get("weapon"))
    if weapon is None or not weapon.bursts:
        raise QuestionError(f"{shooter.id} has nothing that bursts; ask with shoot")
    place = aim.place if isinstance(aim, Soldier) else aim
    against = tuple(_refusals(book, scene, shooter, weapon, place))
    if against:
        return Burst(allowed=False, refusals=against, distance=apart_in(shooter, place))
    disk = Disk(place, weapon.radius_in)
    inside = (man for man in scene.soldiers if disk.holds(man.place))
    return Burst(
        allowed=True,
        refusals=(),
        distance=apart_in(shooter, place),
        reasons=(book.rows[weapon.rule].reason(weapon.radius_in),),
        lands=(place.x, place.y),
        area=disk.area(),
        caught=tuple(
            _fate(book, scene, weapon, place, man) for man in sorted(inside, key=lambda m: m.id)
        ),
    )


def _refusals(
    book: Book, scene: Scene, shooter: Soldier, weapon: PlainWeapon, place: TablePoint
) -> Iterator[Refusal]:
    field, far_in = field_of(scene, book.meanings), apart_in(shooter, place)
    if not within(far_in, weapon.range_in):
        yield forbids(book, "range").refusal(measured=at_most(far_in, weapon.range_in))
    checks = {
        "sight": not place_in_sight(field, sight_rule(book), field.stand(shooter), place),
        "done": State(shooter).flag("fired"),
    }
    yield from (forbids(book, what).refusal() for what, bites in checks.items() if bites)


def _fate(book: Book, scene: Scene, weapon: PlainWeapon, place: TablePoint, man: Soldier) -> Caught:
    """A save where the weapon gives one; what covers him from its middle helps him."""
    if weapon.save is None:
        return Caught(man.id, hit=True, save=None, reasons=())
    cover = cover_reasons(book, field_of(scene, book.meanings), place, man)
    helps = tuple(replace(one, value=-one.value) for one in cover if one.value is not None)
    save = at_least(plain_of(book).dice, weapon.save - int(total(helps)))
    if save.chance in {0, 1}:
        return Caught(man.id, hit=save.chance == 0, save=None, reasons=helps)
    return Caught(man.id, hit=None, save=save, reasons=helps)
