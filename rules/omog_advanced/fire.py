"""Who fires what, and the refusals that do not depend on what he aims at."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book.book import Book
from rules.book.question import Question, QuestionError, yes_or_no
from rules.book.reason import Reason, Refusal
from rules.book.rows import Rule
from rules.measure.field import Field, Stand
from rules.omog.meanings import omog_field
from rules.omog.weapon import Weapon, weapon_asked
from rules.omog_advanced.ammo import shots_left
from rules.omog_advanced.crew import bound_to_a_gun, has_second_man
from rules.omog_advanced.man import ManState
from table.scene import Scene, Soldier


@dataclass(frozen=True)
class GunFire:
    """A man who fires a weapon, under a book, in a field."""

    book: Book
    field: Field
    question: Question
    shooter: Soldier
    weapon: Weapon

    @property
    def scene(self) -> Scene:
        """The scene he fires in."""
        return self.field.scene

    @property
    def stand(self) -> Stand:
        """Where he stands."""
        return self.field.stand(self.shooter)

    @property
    def carried(self) -> bool:
        """Whether he carries the weapon; what he lacks is not judged any further."""
        return self.weapon.name in self.shooter.weapons

    def rule(self, rule_id: str) -> Rule:
        """A row of the book."""
        return self.book.rows[rule_id]

    def doubled(self) -> tuple[Reason, ...]:
        """The reason of doubled ranges where they are in force."""
        doubles = self.weapon.scale != 1.0 and self.weapon.line.get("doubles", True)
        return (self.rule("OA-OPT-01").reason(),) if doubles else ()


def fire_asked(book: Book, scene: Scene, question: Question) -> GunFire:
    """Who fires what, as the question has it."""
    shooter = question.soldier("shooter")
    doubled = yes_or_no(question.declared("double_ranges", False), "double_ranges")
    scale = book.rows["OA-OPT-01"].number if doubled else 1.0
    weapon = weapon_asked(book, question, shooter, scale)
    called = yes_or_no(question.declared("line_of_fire", False), "line_of_fire")
    if called and weapon.name != "machine-gun":
        raise QuestionError(f"a Line of Fire is a machine gun's, not a {weapon.name}'s")
    return GunFire(book, omog_field(book, scene), question, shooter, weapon)


def man_refusals(fire: GunFire, *, free: bool = False) -> Iterator[Refusal]:
    """What forbids this man to fire; a free shot does not use up his turn."""
    man = ManState(fire.shooter)
    if man.fired and not free:
        yield fire.rule("OA-SHOOT-02").refusal()
    if not fire.carried:
        yield fire.rule("OA-SHOOT-05").refusal()
    if man.fled:
        yield fire.rule("OA-FLAME-03").refusal()
    yield from bound_to_a_gun(fire.book, fire.field, fire.shooter)


def weapon_refusals(fire: GunFire, *, needs_ammo: bool = True) -> Iterator[Refusal]:
    """What forbids his weapon to fire: no crew, moved, nothing left; nothing where he lacks it."""
    if not fire.carried:
        return
    yield from (fire.rule(rule).refusal() for rule in _crew_rules(fire))
    if needs_ammo and shots_left(fire.book, fire.scene, fire.shooter, fire.weapon) == 0:
        yield fire.rule(fire.weapon.line["ammo_rule"]).refusal()


def _crew_rules(fire: GunFire) -> Iterator[str]:
    """The rules on crews and on firing after a move that forbid it."""
    man = ManState(fire.shooter)
    if fire.weapon.name == "machine-gun":
        if not _served(fire, "OA-MG-03"):
            yield "OA-MG-03"
        if man.moved:
            yield "OA-MG-04"
    if fire.weapon.name == "mortar":
        if not _served(fire, "OA-MORTAR-06"):
            yield "OA-MORTAR-06"
        if man.moved or man.moved_last_turn:
            yield "OA-MORTAR-08"


def _served(fire: GunFire, rule: str) -> bool:
    return has_second_man(fire.book, fire.scene, fire.shooter, rule, to_fire=True)
