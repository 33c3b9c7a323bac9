"""The steps of a set-up in their order, and the walk through them."""

from collections.abc import Callable
from dataclasses import dataclass

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
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import SkipStep, StepBack, Talk


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its name on the command line, what it is called, whether it is done, doing it."""

    name: str
    title: str
    is_done: Callable[[TableSetup], bool]
    run: Callable[[TableSetup, Talk], None]


STEPS = (
    Step("camera", "camera", camera_step.is_done, camera_step.run),
    Step("size", "size of the play area", size_step.is_done, size_step.run),
    Step("rules", "rulebook", army_step.rules_are_chosen, army_step.choose_rules),
    Step("army", "army", army_step.is_mustered, army_step.muster),
    Step("kit", "printed kit", kit_step.is_done, kit_step.run),
    Step("lens", "lens", lens_step.is_done, lens_step.run),
    Step("table", "corner markers and empty table", table_step.is_done, table_step.run),
    Step("things", "things", things_step.is_done, things_step.run),
    Step("verify", "how good it is, and a first ruling", proof_step.is_done, proof_step.run),
)


def walk(table: TableSetup, talk: Talk, only: str | None = None) -> None:
    """All steps that are not done yet, or the one that was named."""
    done = [step.title for step in STEPS if only is None and is_over(step, table)]
    if done:
        talk.tell(f"done already: {', '.join(done)}")
    number = 0
    while number < len(STEPS):
        step = STEPS[number]
        wanted = step.name == only if only is not None else not is_over(step, table)
        number = _after(number, table, talk) if wanted else number + 1


def is_over(step: Step, table: TableSetup) -> bool:
    """Whether a step is done, or was left out."""
    return step.is_done(table) or step.name in table.settings.skipped


def _after(number: int, table: TableSetup, talk: Talk) -> int:
    """Do a step; the number of the one to go on with."""
    step = STEPS[number]
    talk.head(f"{number + 1} of {len(STEPS)}: {step.title}")
    try:
        step.run(table, talk)
    except SkipStep:
        table.skip(step.name)
        talk.tell(f"left out; {table.command} --step {step.name} does it later")
    except StepBack:
        return _before(number, table, talk)
    return number + 1


def _before(number: int, table: TableSetup, talk: Talk) -> int:
    """Do the step before anew, and come back to this one."""
    if number > 0:
        _after(number - 1, table, talk)
    return number
