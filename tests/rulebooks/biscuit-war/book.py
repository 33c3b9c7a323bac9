"""What book.toml cannot say of the Biscuit War: its kings."""

from collections import Counter
from dataclasses import replace

from rules.book.answer import Problem, Units
from rules.game.common_events import StateSet
from rules.game.deed import Deed
from rules.measure.lengths import apart_in, within
from rules.plain.shoot import shoot as plain_shoot


def shoot(book, scene, question):
    """A shot as in every plain book, but nobody shoots at a guarded king (BI-KING-02)."""
    answer = plain_shoot(book, scene, question)
    target, rule = question.soldier("target"), book.rows["BI-KING-02"]
    mates = (man for man in scene.soldiers if man.side == target.side and man.role != "king")
    guarded = any(within(apart_in(mate, target), rule.number) for mate in mates)
    if target.role != "king" or not guarded:
        return answer
    refusals = (*answer.refusals, rule.refusal())
    return replace(answer, allowed=False, refusals=refusals, roll=None, shots=0, reasons=())


def units(book, scene, _question):
    """Each side has one king (BI-KING-01)."""
    rule = book.rows["BI-KING-01"]
    kings = Counter(man.side for man in scene.soldiers if man.role == "king")
    wrong = sorted({man.side for man in scene.soldiers if kings[man.side] != 1})
    return Units(tuple(Problem(rule.id, (), f"{side}: {rule.why}") for side in wrong))


def deeds(_book, _game, man, _chosen):
    """A man who has shot may eat a biscuit and shoot again."""
    if man.state.get("fired"):
        yield Deed("eats a biscuit", StateSet(soldier=man.id, state={"fired": None}))
