"""`shoot`: a man at a man, by the bands of his weapon."""

from collections.abc import Iterator

from rules.book.answer import Shot
from rules.book.book import Book
from rules.book.dice import Roll, at_least
from rules.book.measured import at_most as at_most_in
from rules.book.question import Question, QuestionError
from rules.book.reason import Reason, Refusal, total
from rules.book.state import State
from rules.measure.field import field_of
from rules.measure.lengths import apart_in, within
from rules.measure.sight import sight
from rules.plain.cover import cover_reasons
from rules.plain.plain_rules import PlainBand, PlainWeapon, forbids, plain_of, weapon_of
from rules.plain.sight import sight_rule
from table.scene import Scene, Soldier

OUT = "out"


def shoot(book: Book, scene: Scene, question: Question) -> Shot:
    """Whether he may shoot, and what he must throw: the band's number, with cover."""
    shooter, target = question.soldier("shooter"), question.soldier("target")
    weapon = weapon_of(book, shooter, question.fields.get("weapon"))
    if weapon is not None and weapon.bursts:
        raise QuestionError(f"{weapon.name} is laid on a place; ask with burst")
    apart = apart_in(shooter, target)
    band = None if weapon is None else band_of(weapon, apart)
    against = tuple(_refusals(book, scene, (shooter, target), weapon, band))
    if against or weapon is None or band is None:
        name = None if weapon is None else band.name if band else OUT
        return _answer(apart, name, refusals=against)
    cover = cover_reasons(book, field_of(scene, book.meanings), shooter.place, target)
    roll = at_least(plain_of(book).dice, band.needs - int(total(cover)))
    why = (book.rows[weapon.rule].reason(band.needs), *cover)
    return _answer(apart, band.name, roll=roll, shots=weapon.shots, reasons=why)


def _answer(  # noqa: PLR0913 - an answer has that many parts
    distance_in: float,
    band: str | None,
    *,
    refusals: tuple[Refusal, ...] = (),
    roll: Roll | None = None,
    shots: int = 0,
    reasons: tuple[Reason, ...] = (),
) -> Shot:
    return Shot(
        allowed=roll is not None,
        refusals=refusals,
        distance=distance_in,
        band=band,
        roll=roll,
        shots=shots,
        reasons=reasons,
    )


def band_of(weapon: PlainWeapon, distance_in: float) -> PlainBand | None:
    """The first band that reaches so far, None beyond the last."""
    return next((band for band in weapon.bands if within(distance_in, band.to_in)), None)


def _refusals(
    book: Book,
    scene: Scene,
    men: tuple[Soldier, Soldier],
    weapon: PlainWeapon | None,
    band: PlainBand | None,
) -> Iterator[Refusal]:
    shooter, target = men
    seen = sight(field_of(scene, book.meanings), sight_rule(book), shooter, target).visible
    checks = {
        "weapon": weapon is None or not weapon.bands,
        "range": weapon is not None and bool(weapon.bands) and band is None,
        "sight": not seen,
        "own_side": shooter.side == target.side,
        "done": State(shooter).flag("fired"),
    }
    for what, bites in checks.items():
        if bites:
            yield forbids(book, what).refusal(measured=_measured(what, men, weapon))


def _measured(what: str, men: tuple[Soldier, Soldier], weapon: PlainWeapon | None) -> str | None:
    """How far it is and how far he shoots, where that forbids it."""
    if what != "range" or weapon is None:
        return None
    return at_most_in(apart_in(*men), max(band.to_in for band in weapon.bands))
