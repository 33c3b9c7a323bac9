"""The steps of a set-up in their order, and the walk through them."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from rules.book.question import shown
from spotter.setup.steps import (
    army_step,
    camera_step,
    kit_step,
    lens_step,
    proof_step,
    size_step,
    table_step,
    things_step,
)
from spotter.setup.steps.usual import Usual
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import SkipStep, StepBack, Talk

_ALL = "all of it"
_CHANGE = "Enter takes all of it; a number changes one"
_LATER = "you are asked, once the kit is printed"


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its name on the command line, what it is called, whether it is done, doing it."""

    name: str
    title: str
    is_done: Callable[[TableSetup], bool]
    run: Callable[[TableSetup, Talk], None]
    usual: Usual | None = None


STEPS = (
    Step("camera", "camera", camera_step.is_done, camera_step.run),
    Step("size", "size of the play area", size_step.is_done, size_step.run, size_step.USUAL),
    Step(
        "rules",
        "rulebook",
        army_step.rules_are_chosen,
        army_step.choose_rules,
        army_step.USUAL_RULES,
    ),
    Step("army", "army", army_step.is_mustered, army_step.muster, army_step.USUAL_ARMY),
    Step("kit", "printed kit", kit_step.is_done, kit_step.run),
    Step("lens", "lens", lens_step.is_done, lens_step.run, lens_step.USUAL),
    Step("table", "corner markers and empty table", table_step.is_done, table_step.run),
    Step("things", "things", things_step.is_done, things_step.run),
    Step("verify", "how good it is, and a first ruling", proof_step.is_done, proof_step.run),
)


def walk(table: TableSetup, talk: Talk, only: str | None = None) -> None:
    """All steps that are not done yet, or the one that was named."""
    if only is not None:
        number = next(number for number, step in enumerate(STEPS) if step.name == only)
        while _after(number, table, talk) == number:
            pass  # the step before was done anew
        return
    done = [step.title for step in STEPS if is_over(step, table)]
    if done:
        talk.tell(f"done already: {', '.join(done)}")
    number, is_offered = 0, False
    while number < len(STEPS):
        step = STEPS[number]
        if is_over(step, table):
            number += 1
        elif step.usual is not None and not is_offered:
            is_offered = _usual_is_offered(number, table, talk)
        else:
            number = _after(number, table, talk)


def is_over(step: Step, table: TableSetup) -> bool:
    """Whether a step is done, or was left out."""
    return step.is_done(table) or step.name in table.settings.skipped


def _usual_is_offered(number: int, table: TableSetup, talk: Talk) -> bool:
    """Offer what most take at all steps that are left, and take what the player leaves as it is.

    The word skip has him asked at each step; False where he wants the step before anew.
    """
    left = [step for step in STEPS if step.usual is not None and not is_over(step, table)]
    if len(left) == 1:
        return True
    title = f"{number + 1} of {len(STEPS)}: {', '.join(step.title for step in left)}"
    talk.head(title)
    changed: set[str] = set()
    try:
        while (step := _to_change(left, changed, table, talk)) is not None:
            if step.usual is not None and step.usual.at_once:
                _changed(step, table, talk)
                talk.head(title)
            else:
                changed.add(step.name)
    except SkipStep:
        return True
    except StepBack:
        _before(number, table, talk)
        return False
    for step in left:
        if step.usual is not None and step.name not in changed and not is_over(step, table):
            step.usual.take(table)
    return True


def _changed(step: Step, table: TableSetup, talk: Talk) -> None:
    """Ask a step whose usual answer the player does not want; back is to the question before."""
    with suppress(StepBack):
        _done(step, table, talk)


def _to_change(
    left: Sequence[Step], changed: set[str], table: TableSetup, talk: Talk
) -> Step | None:
    """The step whose usual answer the player does not want; None where he takes them all."""
    lines = [f"{step.title}: {_words(step, changed, table)}" for step in left]
    while True:
        said = talk.ask(_CHANGE, (*lines, _ALL), default=_ALL)
        if said == _ALL:
            return None
        if said in lines:
            return left[lines.index(said)]
        talk.tell(f'"{shown(said)}": type a number from 1 to {len(lines) + 1}, or Enter alone')


def _words(step: Step, changed: set[str], table: TableSetup) -> str:
    assert step.usual is not None, step.name
    if step.name in changed and not step.usual.at_once:
        return _LATER
    return step.usual.words(table)


def _after(number: int, table: TableSetup, talk: Talk) -> int:
    """Do a step; the number of the one to go on with."""
    try:
        _done(STEPS[number], table, talk)
    except StepBack:
        return _before(number, table, talk)
    return number + 1


def _done(step: Step, table: TableSetup, talk: Talk) -> None:
    talk.head(f"{STEPS.index(step) + 1} of {len(STEPS)}: {step.title}")
    try:
        step.run(table, talk)
    except SkipStep:
        table.skip(step.name)
        talk.tell(f"left out; {table.command} --step {step.name} does it later")


def _before(number: int, table: TableSetup, talk: Talk) -> int:
    """Do the step before anew, and come back to this one."""
    if number > 0:
        _after(number - 1, table, talk)
    return number
