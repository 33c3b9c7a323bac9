"""The tanks on a flame thrower's back, which may explode when he is shot (LG-ROLE-16)."""

from rules.book.answer import Burst, Outcome
from rules.book.book import Book
from rules.book.question import Question, QuestionError
from rules.lgam.blast import in_blast
from rules.lgam.weapons import FUEL_TANKS, carries
from rules.measure.lengths import apart_in, within
from rules.measure.template import Disk
from table.scene import Scene, Soldier


def burst_of_tanks(book: Book, scene: Scene, question: Question, man: Soldier) -> Burst:
    """What his tanks do to those around him; he himself is not listed."""
    _check_aim(question, man)
    roll = question.roll(1, 6)
    if not carries(man, FUEL_TANKS):
        return Burst(False, (book.rows["LG-FIRE-01"].refusal(),), 0.0)
    size = book.rows.tables["fuel_tanks"]
    explode = roll is not None and roll <= size["explode"]
    blast = Disk(man.place, size["radius"])
    others = [other for other in scene.soldiers if other is not man]
    return Burst(
        allowed=True,
        refusals=(),
        distance=0.0,
        outcomes=_outcomes(man, size["explode"]),
        reasons=(book.rows["LG-ROLE-16"].reason(),),
        thrown=roll is not None,
        lands=(man.x, man.y) if explode else None,
        area=blast.area() if explode else (),
        caught=tuple(in_blast(book, others, blast, harms_armour=False)) if explode else (),
    )


def _check_aim(question: Question, man: Soldier) -> None:
    if question.fields.get("aim") is None:
        return
    aim = question.aim()
    if aim is not man and not (not isinstance(aim, Soldier) and within(apart_in(aim, man), 0.0)):
        raise QuestionError(f"{FUEL_TANKS} burst where {man.id} stands; leave aim out")


def _outcomes(man: Soldier, explode: int) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(roll, (man.x, man.y), "he dies and the tanks explode")
        if roll <= explode
        else Outcome(roll, None, "he dies; the tanks hold")
        for roll in range(1, 7)
    )
