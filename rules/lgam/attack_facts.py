"""Measures one attack: from a scene and a question to the facts the rules may know."""

from dataclasses import dataclass
from typing import NamedTuple

from shapely import Point, Polygon

from rules.book.book import Book
from rules.lgam.attack import Aim, Attack, Help, Shooter, Target
from rules.lgam.company import (
    assistants,
    bearers,
    in_sniper_team,
    in_weapon_team,
    is_bearer,
    leader_near,
    on_the_net,
    spotter,
    standing_radios,
    team_weapons,
)
from rules.lgam.declared import Declarations
from rules.lgam.line_in_use import line_in_use
from rules.lgam.roles import is_armoured, is_vehicle, role_of
from rules.lgam.sight import SIGHT
from rules.lgam.state import TurnState, state_of
from rules.lgam.weapons import AttackRow
from rules.measure.aim import place_in_sight
from rules.measure.cover import covering_walls
from rules.measure.field import Field, field_of
from rules.measure.lengths import HAIR_IN, apart_in, beyond, closer, within
from rules.measure.sight import sight
from table.directions import bearing_deg, between_deg
from table.places import TablePoint
from table.scene import Scene, Soldier

OBSTACLES = frozenset({"tank-obstacle"})
SIDE_MOUNT_DEG = {"left": -90.0, "right": 90.0}


class Arc(NamedTuple):
    """Where a weapon bears: so far to either side of a direction."""

    middle_deg: float
    half_deg: float


@dataclass(frozen=True)
class Asked:
    """An attack as it was asked for: who fires what at whom or where."""

    book: Book
    scene: Scene
    shooter: Soldier
    weapon: str
    aim: Soldier | TablePoint
    declared: Declarations

    @property
    def field(self) -> Field:
        """The scene as the book sees it."""
        return field_of(self.scene, self.book.meanings)

    @property
    def place(self) -> TablePoint:
        """The place aimed at."""
        return self.aim.place if isinstance(self.aim, Soldier) else self.aim


def attack_facts(asked: Asked, *, blast: bool) -> Attack:
    """The facts of an attack; a blast asks nothing of the soldier it is aimed at."""
    shooter = _shooter(asked)
    who = (asked.book, asked.scene, asked.shooter, asked.weapon)
    use = line_in_use(*who, in_smoke=shooter.in_smoke)
    aim = _aim(asked, use.line)
    return Attack(
        weapon=asked.weapon,
        use=use,
        declared=asked.declared,
        shooter=shooter,
        aim=aim,
        help=_help(asked, use.line, aim),
        target=None if blast or not isinstance(asked.aim, Soldier) else _target(asked, asked.aim),
    )


def _shooter(asked: Asked) -> Shooter:
    book, scene, shooter = asked.book, asked.scene, asked.shooter
    state, words = state_of(shooter), asked.field.words_of(shooter)
    return Shooter(
        role=role_of(shooter),
        state=state,
        moved_far=beyond(state.moved, book.rows["LG-ROLE-13"].number),
        mounted=is_vehicle(shooter),
        armoured=is_armoured(shooter),
        crew_short=_crew_short(book, shooter, state),
        in_smoke="smoke" in words,
        under_full_cover=state.full_cover and "foxhole" in words,
        in_team=in_weapon_team(book, scene, shooter) or in_sniper_team(book, scene, shooter),
        team_has_fired=_team_has_fired(asked),
        men=1 + len(assistants(book, scene, shooter)),
        team_rule=book.rows.tables["team_rule"].get(asked.weapon),
    )


def _crew_short(book: Book, shooter: Soldier, state: TurnState) -> bool:
    """Whether a helicopter has too small a crew to attack (LG-HELI-01)."""
    needed = book.rows.tables["crew"]["helicopter"]["armed_crew"]
    return role_of(shooter) == "helicopter" and state.crew is not None and state.crew < needed


def _team_has_fired(asked: Asked) -> bool:
    """Whether the other half of his team fired, its weapon or its side arms (LG-TEAM-01)."""
    book, scene, shooter = asked.book, asked.scene, asked.shooter
    team_arms = team_weapons(book)
    fires_team_weapon = asked.weapon in team_arms and is_bearer(book, shooter)
    mates = assistants(book, scene, shooter) if fires_team_weapon else ()
    if any(state_of(mate).fired for mate in mates):
        return True
    return any(team_arms.intersection(state_of(man).fired) for man in bearers(book, scene, shooter))


def _aim(asked: Asked, line: AttackRow) -> Aim:
    field, place = asked.field, asked.place
    words = field.words_of(asked.aim) if isinstance(asked.aim, Soldier) else field.words_at(place)
    return Aim(
        distance_in=apart_in(asked.shooter, place),
        in_arc=_in_arc(asked, line),
        visible=_sees(field, asked.shooter, asked.aim),
        in_smoke="smoke" in words,
        in_field=_in_field(state_of(asked.shooter), place),
    )


def _sees(field: Field, viewer: Soldier, aim: Soldier | TablePoint) -> bool:
    if isinstance(aim, Soldier):
        return sight(field, SIGHT, viewer, aim).visible
    return place_in_sight(field, SIGHT, field.stand(viewer), aim)


def _in_arc(asked: Asked, line: AttackRow) -> bool:
    """Whether the weapon bears (LG-FIRE-14); nothing is out of arc at distance 0."""
    shooter, arc = asked.shooter, _arc(asked, line)
    if arc is None or within(apart_in(shooter, asked.place), 0.0):
        return True
    return within(
        between_deg(bearing_deg(shooter.place, asked.place), arc.middle_deg), arc.half_deg
    )


def _arc(asked: Asked, line: AttackRow) -> Arc | None:
    """The weapon's arc; None for a helicopter's LMGs, one of which always bears (LG-HELI-03)."""
    facing, said = asked.shooter.facing, asked.declared
    if role_of(asked.shooter) == "helicopter" and line.name == "lmg":
        return None if said.mount is None else Arc(facing + SIDE_MOUNT_DEG[said.mount], 90.0)
    middle_deg = facing if said.weapon_facing_deg is None else said.weapon_facing_deg
    return Arc(middle_deg, asked.book.rows["LG-FIRE-14"].number / 2)


def _in_field(state: TurnState, place: TablePoint) -> bool:
    """Whether the place lies in the overwatch group's field of fire, when it has one."""
    if state.field is None:
        return True
    ring = Polygon([(corner.x, corner.y) for corner in state.field])
    return bool(ring.buffer(0).distance(Point(place.x, place.y)) <= HAIR_IN)


def _help(asked: Asked, line: AttackRow, aim: Aim) -> Help:
    book, scene, shooter = asked.book, asked.scene, asked.shooter
    far_in = book.rows.tables["reach_in"]["binoculars"]
    return Help(
        leader=leader_near(book, scene, shooter),
        net=on_the_net(book, scene, shooter),
        spotter=spotter(book, scene, shooter) is not None,
        binoculars="binoculars" in shooter.weapons and beyond(aim.distance_in, far_in),
        radio_sees=not aim.visible and "indirect" in line.flags and _radio_sees(asked),
    )


def _radio_sees(asked: Asked) -> bool:
    """Whether a standing radio of his side sees the aim for him (LG-ROLE-06)."""
    radios = standing_radios(asked.scene, asked.shooter.side)
    return any(_observes(asked.field, radio, asked.aim) for radio in radios)


def _observes(field: Field, radio: Soldier, aim: Soldier | TablePoint) -> bool:
    """Whether a radio sees the aim for others; a hidden armoured vehicle never does."""
    hidden = is_armoured(radio) and state_of(radio).posture == "hide"
    return not hidden and _sees(field, radio, aim)


def _target(asked: Asked, target: Soldier) -> Target:
    state, armoured = state_of(target), is_armoured(target)
    return Target(
        own_side=target.side == asked.shooter.side,
        down=state.down is not None,
        full_cover=state.full_cover and bool(asked.field.inside(target, "foxhole")),
        partial_cover=state.entrenching or _partial_cover(asked, target),
        dug_in_armour=armoured and state.posture in {"hull-down", "hide"},
        armoured=armoured,
        plane=role_of(target) == "plane",
    )


def _partial_cover(asked: Asked, target: Soldier) -> bool:
    """Whether something covers part of him (LG-COV-02, -03, -08, LG-OBST-05)."""
    field, shooter = asked.field, asked.shooter
    if field.inside(target, "foxhole", "woods"):
        return True
    if any(not field.thing(i).inverted for i in field.inside(target, "house")):
        return True
    enough = asked.book.rows["LG-COV-02"].number
    if closer(sight(field, SIGHT, shooter, target).exposure, enough):
        return True
    return bool(covering_walls(field, shooter.place, field.stand(target), OBSTACLES))
