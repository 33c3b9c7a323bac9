"""What the game keeps of a soldier under L.G.A.M., with its defaults."""

from dataclasses import dataclass

from rules import state
from rules.question import QuestionError, place_of, shown
from table.places import TablePoint
from table.scene import Soldier


@dataclass(frozen=True, slots=True)
class State:
    """A soldier's state this turn; `moved` is inches, `crew` None for a full crew."""

    moved: float
    fired: frozenset[str]
    down: str | None
    jammed: bool
    no_ammo: bool
    full_cover: bool
    entrenching: bool
    working: bool
    bipod: bool
    posture: str | None
    overwatch: bool
    field: tuple[TablePoint, ...] | None
    covering_fire: bool
    deployed: bool
    crew: int | None
    passengers: int


def state_of(soldier: Soldier) -> State:
    """His state with defaults; raises QuestionError where a value cannot be."""
    raw = state.State(soldier)
    return State(
        moved=raw.amount("moved") or 0.0,
        fired=_names(raw, "fired"),
        down=_word(raw, "down", "shot", "knocked"),
        jammed=raw.flag("jammed"),
        no_ammo=raw.flag("no_ammo"),
        full_cover=raw.flag("full_cover"),
        entrenching=raw.flag("entrenching"),
        working=raw.flag("working"),
        bipod=raw.flag("bipod"),
        posture=_word(raw, "posture", "hull-down", "turret-down", "hide"),
        overwatch=raw.flag("overwatch"),
        field=_ring(raw, "field"),
        covering_fire=raw.flag("covering_fire"),
        deployed=raw.flag("deployed"),
        crew=None if raw.value("crew") is None else raw.count("crew"),
        passengers=raw.count("passengers"),
    )


def _word(raw: state.State, key: str, *choices: str) -> str | None:
    return None if raw.value(key) is None else raw.word(key, choices, choices[0])


def _names(raw: state.State, key: str) -> frozenset[str]:
    found = raw.value(key) or ()
    if not isinstance(found, list | tuple) or not all(isinstance(name, str) for name in found):
        name = f"{raw.soldier.id}.state.{key}"
        raise QuestionError(f"{name} is {shown(found)}; give a list of weapon names")
    return frozenset(found)


def _ring(raw: state.State, key: str) -> tuple[TablePoint, ...] | None:
    found = raw.value(key)
    if found is None:
        return None
    name = f"{raw.soldier.id}.state.{key}"
    if not isinstance(found, list | tuple) or len(found) < 3:
        raise QuestionError(f"{name} is {shown(found)}; give a ring of three [x, y] or more")
    return tuple(place_of(entry, f"{name}[{i}]") for i, entry in enumerate(found))
