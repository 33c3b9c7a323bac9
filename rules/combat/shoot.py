"""`shoot`: what forbids a shot, and the percentage that its factors add up to."""

from collections.abc import Callable

from rules.book import answer
from rules.book.book import Book
from rules.book.dice import at_most
from rules.book.measured import at_most as at_most_of
from rules.book.question import Question
from rules.book.reason import Reason, Refusal, total
from rules.combat.declared import declared
from rules.combat.man import man_of
from rules.combat.shot import ShotFacts, shot_facts
from rules.combat.weapon import weapon_of
from rules.measure.field import field_of
from rules.measure.lengths import apart_in
from table.scene import Scene

DICE = "1d100"
FAST = frozenset({"running", "jumping", "vehicle", "crawling"})
SLOW = frozenset({"walking", "wading", "swimming", "climbing"})

# What each rule needs to bite, in the book's order; its value is the row's.
FACTORS: tuple[tuple[str, Callable[[ShotFacts], bool]], ...] = (
    ("CO-HIT-02", lambda shot: shot.shooter.skill == "expert"),
    ("CO-HIT-03", lambda shot: shot.shooter.skill == "marksman"),
    ("CO-HIT-04", lambda shot: shot.shooter.skill == "average"),
    ("CO-HIT-05", lambda shot: shot.shooter.skill == "poor"),
    ("CO-HIT-06", lambda shot: shot.automatic and shot.said.bullet == 1),
    ("CO-HIT-07", lambda shot: shot.automatic and shot.another_target_near),
    (
        "CO-HIT-08",
        lambda shot: shot.shooter.posture == "prone" or shot.shooter.bipod or shot.braced_on_wall,
    ),
    ("CO-HIT-09", lambda shot: shot.aimed),
    ("CO-HIT-10", lambda shot: shot.shooter.motion == "still"),
    ("CO-HIT-11", lambda shot: shot.shooter.motion == "vehicle"),
    ("CO-HIT-12", lambda shot: shot.shooter.motion == "running"),
    ("CO-HIT-13", lambda shot: shot.shooter.ran_last),
    ("CO-HIT-14", lambda shot: shot.aimed and shot.shooter.moved_before_aiming),
    ("CO-HIT-15", lambda shot: shot.shooter.motion == "walking"),
    ("CO-HIT-16", lambda shot: shot.shooter.wounded),
    ("CO-HIT-17", lambda shot: not shot.shooter.under_fire),
    ("CO-HIT-18", lambda shot: shot.shooter.under_fire_last),
    ("CO-HIT-19", lambda shot: shot.weapon.has_factor("CO-HIT-19")),
    ("CO-HIT-20", lambda shot: shot.weapon.has_factor("CO-HIT-20")),
    ("CO-HIT-21", lambda shot: shot.weapon.has_factor("CO-HIT-21")),
    ("CO-HIT-22", lambda shot: shot.shooter.bayonet and shot.weapon.has_factor("CO-HIT-22")),
    (
        "CO-HIT-23",
        lambda shot: shot.shooter.scope and shot.aimed and shot.weapon.has_factor("CO-HIT-23"),
    ),
    ("CO-HIT-24", lambda shot: shot.weapon.has_factor("CO-HIT-24")),
    ("CO-HIT-25", lambda shot: shot.band == "extremely-close"),
    ("CO-HIT-26", lambda shot: shot.band == "short"),
    ("CO-HIT-27", lambda shot: shot.band == "medium"),
    ("CO-HIT-28", lambda shot: shot.band == "long"),
    ("CO-HIT-29", lambda shot: shot.band == "extreme"),
    ("CO-HIT-30", lambda shot: shot.cover == "open"),
    ("CO-HIT-31", lambda shot: shot.cover == "soft"),
    ("CO-HIT-32", lambda shot: shot.cover == "hard"),
    (
        "CO-HIT-33",
        lambda shot: shot.target.posture != "prone" and shot.target.motion == "still",
    ),
    (
        "CO-HIT-34",
        lambda shot: shot.target.posture != "prone" and shot.target.motion in SLOW,
    ),
    (
        "CO-HIT-35",
        lambda shot: shot.target.posture == "prone" or shot.target.motion in FAST,
    ),
)
# What forbids a shot, in the book's order.
REFUSALS: tuple[tuple[str, Callable[[ShotFacts], bool]], ...] = (
    ("CO-FIRE-02", lambda shot: shot.said.shots > shot.weapon.bullets),
    ("CO-FIRE-03", lambda shot: not (shot.shooter.ready and shot.shooter.loaded)),
    ("CO-FIRE-04", lambda shot: not shot.located),
    ("CO-FIRE-05", lambda shot: not shot.faces_target),
    ("CO-FIRE-06", lambda shot: shot.shooter.soldier.side == shot.target.soldier.side),
    ("CO-RNG-03", lambda shot: shot.band == "out"),
    (
        "CO-ENC-02",
        lambda shot: (
            shot.shooter.overloaded and shot.shooter.motion != "still" and not shot.fortified
        ),
    ),
)


def shoot(book: Book, scene: Scene, question: Question) -> answer.Shot:
    """Whether the man may fire at that one, and the percentage that hits him."""
    shooter = man_of(book, question.soldier("shooter"))
    target = man_of(book, question.soldier("target"))
    said = declared(book, question)
    weapon = weapon_of(book, question, shooter.soldier)
    if weapon is None or weapon.name not in shooter.soldier.weapons:
        not_his = (book.rows["CO-FIRE-07"].refusal(),)
        return _refused(not_his, apart_in(shooter.soldier, target.soldier), None)
    field = field_of(scene, book.meanings)
    facts = shot_facts(book, field, (shooter, target), weapon, said)
    against = tuple(
        book.rows[rule].refusal(measured=_measured(book, rule, facts))
        for rule, bites in REFUSALS
        if bites(facts)
    )
    if against:
        return _refused(against, facts.distance_in, facts.band)
    why = factors(book, facts)
    return answer.Shot(
        allowed=True,
        refusals=(),
        distance=facts.distance_in,
        band=facts.band,
        roll=at_most(DICE, int(total(why))),
        shots=said.shots,
        reasons=why,
    )


def _measured(book: Book, rule: str, shot: ShotFacts) -> str | None:
    """The numbers of a rule that is about some."""
    if rule == "CO-FIRE-02":
        return at_most_of(shot.said.shots, shot.weapon.bullets, "bullets")
    if rule == "CO-FIRE-05":
        return at_most_of(shot.off_deg, book.rows[rule].number, "degrees")
    if rule == "CO-RNG-03":
        return at_most_of(shot.distance_in, shot.weapon.range_in(shot.said.scale))
    return None


def _refused(against: tuple[Refusal, ...], distance_in: float, band: str | None) -> answer.Shot:
    return answer.Shot(
        allowed=False,
        refusals=against,
        distance=distance_in,
        band=band,
        roll=None,
        shots=0,
        reasons=(),
    )


def factors(book: Book, shot: ShotFacts) -> tuple[Reason, ...]:
    """The factors that are worth something; they add up to the percentage (CO-HIT-01)."""
    found = (
        book.rows[rule].reason(worth(book, shot, rule)) for rule, bites in FACTORS if bites(shot)
    )
    return tuple(reason for reason in found if reason.value)


def worth(book: Book, shot: ShotFacts, rule: str) -> float | None:
    """What a factor adds: skill counts less in automatic fire, a rifle less for more bullets."""
    many = shot.said.shots > 1 if rule == "CO-HIT-20" else shot.automatic
    if many and rule in book.rows.tables["more_bullets"]:
        return float(book.rows.tables["more_bullets"][rule])
    return book.rows[rule].value
