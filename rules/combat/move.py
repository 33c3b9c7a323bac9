"""`move`: how far a man, a vehicle or a boat goes in three seconds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite

from rules.book.answer import Move
from rules.book.book import Book
from rules.book.measured import at_most
from rules.book.question import Question
from rules.book.reason import Reason, Refusal, total
from rules.combat.declared import WHOLE_TURN_ACTIONS, Declarations, declared
from rules.combat.foot import OnFoot
from rules.combat.footing import Footing, Mover, chest_high_walls
from rules.combat.man import man_of
from rules.combat.vehicle import vehicle_of
from rules.measure.field import Field, field_of
from rules.measure.ground import Stretch, entered, off_table, stretches
from rules.measure.lengths import beyond
from table.places import TablePoint
from table.scene import Scene


@dataclass(frozen=True, slots=True)
class Walk:
    """What the rules may know about one path; lengths in table inches.

    `footings` are those of its stretches in order, or of where he stands if it has no length;
    `climbed` are the walls it runs through, by number, each as often as it does.
    """

    said: Declarations
    length_in: float
    share: float  # of a turn, for the ground alone; infinite where he gets nowhere
    footings: tuple[Footing, ...]
    climbed: tuple[int, ...]
    leaves_table: bool

    @property
    def stays_busy(self) -> bool:
        """CO-OTH-01: whether he moves in a turn that something else takes whole."""
        return self.length_in > 0.0 and bool(WHOLE_TURN_ACTIONS & set(self.said.actions))


def move(book: Book, scene: Scene, question: Question) -> Move:
    """Whether he may go this way, and how much of his turn it takes."""
    soldier = question.soldier("soldier")
    path = question.path(soldier)
    said = declared(book, question)
    field, man = field_of(scene, book.meanings), man_of(book, soldier)
    vehicle = vehicle_of(book, field, soldier.role, said)
    if vehicle is not None:
        return _ridden(book, walked(field, vehicle, path, said))
    on_foot = OnFoot(book, field, man, said)
    return _on_foot(book, on_foot, walked(field, on_foot, path, said))


def walked(field: Field, mover: Mover, path: Sequence[TablePoint], said: Declarations) -> Walk:
    """The facts about a path."""
    parts = stretches(field, path)
    footings = [mover.footing(part.over) for part in parts]
    shares = [
        part.length_in / here.limit_in if here.limit_in > 0.0 else inf
        for part, here in zip(parts, footings, strict=True)
    ]
    if not footings:
        footings = [mover.footing(frozenset(field.holding(path[0])))]
    return Walk(
        said,
        length_in=sum(part.length_in for part in parts),
        share=sum(shares),
        footings=tuple(footings),
        climbed=_climbed(field, parts),
        leaves_table=off_table(field, path),
    )


def _climbed(field: Field, parts: Sequence[Stretch]) -> tuple[int, ...]:
    """The chest-high walls the path runs through, each as often as it enters one anew."""
    return entered(parts, {i for part in parts for i in chest_high_walls(field, part.over)})


def _on_foot(book: Book, mover: OnFoot, walk: Walk) -> Move:
    walls = walk.climbed if mover.climbs_walls else ()
    climbing = sum(mover.wall_share(wall) for wall in walls)
    extras = mover.extras()
    fraction = walk.share + climbing + total(extras)
    against = _foot_refusals(book, mover, walk, fraction)
    why = [book.rows[mover.rule].reason(mover.rate_in(mover.rule)), *extras]
    entered = walk.footings if walk.length_in > 0.0 else ()
    others = sorted({here.rule for here in entered} - {mover.rule})
    why += [book.rows[rule].reason(mover.rate_in(rule)) for rule in others]
    if walls:
        why.append(book.rows["CO-MOVE-11"].reason(climbing))
    if mover.man.fives_over:
        why.append(book.rows["CO-ENC-03"].reason(mover.burdened - 1.0))
    return _answer(walk, fraction, mover.rate_in(mover.rule), against, why)


def _foot_refusals(book: Book, mover: OnFoot, walk: Walk, fraction: float) -> tuple[Refusal, ...]:
    """All that forbids a man this path."""
    barred = {here.barred_by for here in walk.footings} if walk.length_in > 0.0 else set()
    stuck = mover.burdened <= 0.0
    checks = (
        (mover.rule, not stuck and beyond(fraction, 1.0)),
        ("CO-MOVE-06", walk.length_in > 0.0 and mover.must_get_up()),
        ("CO-MOVE-11", mover.man.hands_full and _climbs(mover, walk)),
        ("CO-MOVE-12", "CO-MOVE-12" in barred or walk.leaves_table),
        ("CO-OTH-01", walk.stays_busy),
        ("CO-ENC-03", stuck),
    )
    far = _too_far(walk, fraction)
    return _refusals(book, [rule for rule, bites in checks if bites], {mover.rule: far})


def _climbs(mover: OnFoot, walk: Walk) -> bool:
    """Whether this path needs a hand: it is climbed, or leads over a wall that is."""
    return mover.said.gait == "climb" or (mover.climbs_walls and bool(walk.climbed))


def _ridden(book: Book, walk: Walk) -> Move:
    """A vehicle's or boat's path: its row on land and the one on water, where it has both."""
    barred = {here.barred_by for here in walk.footings if here.barred_by}
    checks = [(walk.footings[-1].rule, beyond(walk.share, 1.0))]
    checks += [(rule, walk.length_in > 0.0) for rule in sorted(barred)]
    checks += [("CO-VEH-14", walk.leaves_table), ("CO-OTH-01", walk.stays_busy)]
    far = {walk.footings[-1].rule: _too_far(walk, walk.share)}
    against = _refusals(book, [rule for rule, bites in checks if bites], far)
    rates = {here.rule: here.limit_in for here in reversed(walk.footings)}
    why = [book.rows[rule].reason(rates[rule]) for rule in sorted(rates, reverse=True)]
    afloat = any(rule.startswith("CO-BOAT") for rule in rates)
    if walk.said.current and afloat:
        why.append(book.rows["CO-BOAT-01"].reason(walk.said.current * walk.said.scale))
    return _answer(walk, walk.share, walk.footings[0].limit_in, against, why)


def _refusals(book: Book, rules: list[str], far: Mapping[str, str]) -> tuple[Refusal, ...]:
    """These rules as refusals; the row of his pace says how far is too far."""
    rows = [book.rows[rule] for rule in dict.fromkeys(rules)]
    return tuple(
        row.refusal(f"too far ({row.why})", far[row.id]) if row.id in far else row.refusal()
        for row in rows
    )


def _too_far(walk: Walk, fraction: float) -> str:
    """How far he goes, and how far he may; who only turns or gets up goes nowhere."""
    if walk.length_in <= 0.0 or fraction <= 0.0:
        return at_most(fraction, 1.0, "turns")
    return at_most(walk.length_in, walk.length_in / fraction)


def _answer(
    walk: Walk,
    fraction: float,
    standing_limit_in: float,
    against: tuple[Refusal, ...],
    why: list[Reason],
) -> Move:
    """The move; `standing_limit_in` is the limit of one that takes nothing."""
    return Move(
        allowed=not against,
        refusals=against,
        length=walk.length_in,
        limit=walk.length_in / fraction if fraction > 0.0 else standing_limit_in,
        fraction=fraction if isfinite(fraction) else None,
        reasons=tuple({r.rule: r for r in why}.values()),
    )
