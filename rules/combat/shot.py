"""One shot of COMBAT: the facts that its rules may know."""

from dataclasses import dataclass

from rules.book.book import Book
from rules.combat.cover import Cover, cover_of, shelter
from rules.combat.declared import Declarations
from rules.combat.man import Man
from rules.combat.terrain import SIGHT, fortified
from rules.combat.weapon import Weapon, band_of
from rules.measure.aim import crossing_in
from rules.measure.cover import NEAR_IN, is_chest_high, near_things
from rules.measure.field import Field
from rules.measure.lengths import apart_in, within
from rules.measure.sight import SightFacts, sight
from table.directions import bearing_deg, between_deg
from table.scene import Soldier


@dataclass(frozen=True, slots=True)
class ShotFacts:
    """What the rules may know about one shot."""

    shooter: Man
    target: Man
    weapon: Weapon
    said: Declarations
    distance_in: float
    band: str
    off_deg: float  # how far he would have to turn to look at the target
    faces_target: bool
    located: bool
    cover: Cover
    fortified: bool  # the shooter is
    braced_on_wall: bool
    another_target_near: bool

    @property
    def automatic(self) -> bool:
        """Whether this is automatic fire."""
        return self.weapon.automatic and self.said.shots > 1

    @property
    def aimed(self) -> bool:
        """Whether it is an aimed single shot."""
        return self.shooter.aimed and self.said.shots == 1


def shot_facts(
    book: Book, field: Field, men: tuple[Man, Man], weapon: Weapon, said: Declarations
) -> ShotFacts:
    """The facts about one shot of the first man at the second."""
    shooter, target = men
    here, there = shooter.soldier, target.soldier
    distance_in = apart_in(here, there)
    seen = sight(field, SIGHT, here, there)
    off_deg = _off_deg(here, there)
    return ShotFacts(
        shooter,
        target,
        weapon,
        said,
        distance_in=distance_in,
        band=band_of(book, weapon, distance_in, said.scale),
        off_deg=off_deg,
        faces_target=within(off_deg, book.rows["CO-FIRE-05"].number),
        located=seen.visible or (said.heard and _heard_through(field, weapon, seen)),
        cover=cover_of(book, shelter(field, here, target)),
        fortified=fortified(field, here),
        braced_on_wall=_braced_on_wall(field, shooter, there),
        another_target_near=_another_near(book, field, here, there, said.scale),
    )


def _off_deg(shooter: Soldier, target: Soldier) -> float:
    """CO-FIRE-05: how far to his side the target lies; on his own spot everything is before him."""
    if within(apart_in(shooter, target), 0.0):
        return 0.0
    return between_deg(shooter.facing, bearing_deg(shooter.place, target.place))


def _heard_through(field: Field, weapon: Weapon, seen: SightFacts) -> bool:
    """CO-FIRE-04: through woods alone, or whatever stands there for a weapon that lobs."""
    hiding = (field.words[field.number_of[thing]] for thing in seen.blocked_by)
    return weapon.lobbed or all(word == "woods" for word in hiding)


def _braced_on_wall(field: Field, shooter: Man, target: Soldier) -> bool:
    """CO-HIT-08: a wall close before him on the line to the target, as high as he needs it."""
    here = shooter.soldier
    if within(apart_in(here, target), 0.0):
        return False
    low_enough = shooter.posture in {"kneeling", "sitting"}
    for number in near_things(field, here.place, frozenset({"wall"})):
        rests = is_chest_high(field.thing(number).height) or low_enough
        away_in = crossing_in(target.place, here.place, field, number) if rests else None
        if away_in is not None and within(away_in, NEAR_IN):
            return True
    return False


def _another_near(
    book: Book, field: Field, shooter: Soldier, target: Soldier, scale: float
) -> bool:
    """CO-HIT-07: another man not of his side, near the target and in his sight."""
    near_in = float(book.rows.tables["near"]["another_target"]) * scale
    return any(
        sight(field, SIGHT, shooter, other).visible
        for other in field.scene.soldiers
        if other.id != target.id
        and other.side != shooter.side
        and within(apart_in(other, target), near_in)
    )
