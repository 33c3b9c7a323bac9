"""Hard cover, soft cover, or none (CO-COV)."""

from dataclasses import dataclass
from typing import Literal

from rules.book.book import Book
from rules.combat.man import Man
from rules.combat.terrain import HARD_SIGHT, SIGHT, fortified
from rules.measure.cover import covering_walls, is_chest_high
from rules.measure.field import Field
from rules.measure.lengths import apart_in, closer, within
from rules.measure.sight import sight
from table.scene import Soldier

Cover = Literal["hard", "soft", "open"]


@dataclass(frozen=True, slots=True)
class Shelter:
    """What the rules may know about what protects a target from one shooter."""

    fortified: bool
    in_woods: bool
    behind_chest_high_wall: bool
    behind_low_wall: bool
    standing: bool
    exposure: float
    hard_exposure: float  # with houses, hills and cliffs alone


def shelter(field: Field, shooter: Soldier, target: Man) -> Shelter:
    """The facts about a target's cover."""
    man = target.soldier
    apart = not within(apart_in(shooter, man), 0.0)
    walls = covering_walls(field, shooter.place, field.stand(man)) if apart else ()
    chest_high = [is_chest_high(field.thing(i).height) for i in walls]
    return Shelter(
        fortified=fortified(field, man),
        in_woods="woods" in field.words_of(man),
        behind_chest_high_wall=any(chest_high),
        behind_low_wall=not all(chest_high),
        standing=target.posture == "standing",
        exposure=sight(field, SIGHT, shooter, man).exposure,
        hard_exposure=sight(field, HARD_SIGHT, shooter, man).exposure,
    )


def cover_of(book: Book, facts: Shelter) -> Cover:
    """How well he is covered; who is only heard shows nothing of himself and is in soft cover."""
    hard_share = book.rows["CO-COV-01"].number
    soft_share = book.rows["CO-COV-02"].number
    behind_hard_wall = facts.behind_chest_high_wall or (
        facts.behind_low_wall and not facts.standing
    )
    if facts.fortified or behind_hard_wall or closer(facts.hard_exposure, hard_share):
        return "hard"
    if facts.in_woods or facts.behind_low_wall or closer(facts.exposure, soft_share):
        return "soft"
    return "open"
