"""What the game keeps of a soldier under L.G.A.M., with its defaults."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from rules.book import state
from rules.book.question import QuestionError, one_of, place_of, shown, whole_number
from table.places import TablePoint
from table.scene import Soldier

# What holds for one turn and ends in the next clear phase.
ONE_TURN = (
    "fired", "moved", "working", "deployed", "entrenching", "covering_fire", "dare", "tended",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TurnState:
    """A soldier's state this turn; `moved` is inches, `crew` None for a full crew.

    `tended`: a medic has tried this turn; `disabled`: an armoured vehicle on a mine; `dropped`
    are weapons that the players have marked as lying on the ground.
    """

    moved: float
    fired: tuple[str, ...]  # in the order of firing
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
    wounded: bool
    tended: bool
    disabled: bool
    dare: "Dare | None"
    dropped: frozenset[str]


STATE_KEYS = tuple(field.name for field in fields(TurnState))


@dataclass(frozen=True, slots=True)
class Dare:
    """What a man has thrown this turn to climb or to swim."""

    mode: str
    roll: int


def state_of(soldier: Soldier) -> TurnState:
    """His state with defaults; raises QuestionError where a value cannot be."""
    raw = state.State(soldier)
    return TurnState(
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
        wounded=raw.flag("wounded"),
        tended=raw.flag("tended"),
        disabled=raw.flag("disabled"),
        dare=_dare(raw),
        dropped=frozenset(_names(raw, "dropped")),
    )


def _word(raw: state.State, key: str, *choices: str) -> str | None:
    return None if raw.value(key) is None else raw.word(key, choices, choices[0])


def _names(raw: state.State, key: str) -> tuple[str, ...]:
    found = raw.value(key) or ()
    if not isinstance(found, list | tuple) or not all(isinstance(name, str) for name in found):
        name = f"{raw.soldier.id}.state.{key}"
        raise QuestionError(f"{name} is {shown(found)}; give a list of weapon names")
    return tuple(found)


def _dare(raw: state.State) -> Dare | None:
    found = raw.value("dare")
    if found is None:
        return None
    name = f"{raw.soldier.id}.state.dare"
    if not isinstance(found, Mapping):
        raise QuestionError(
            f'{name} is {shown(found)}; write it like {{"mode": "swim", "roll": 5}}'
        )
    mode = one_of(found.get("mode"), f"{name}.mode", ("climb", "swim"))
    return Dare(mode, whole_number(found.get("roll"), f"{name}.roll", 1, 6))


def _ring(raw: state.State, key: str) -> tuple[TablePoint, ...] | None:
    found = raw.value(key)
    if found is None:
        return None
    name = f"{raw.soldier.id}.state.{key}"
    if not isinstance(found, list | tuple) or len(found) < 3:
        raise QuestionError(f"{name} is {shown(found)}; give a ring of three [x, y] or more")
    return tuple(place_of(entry, f"{name}[{i}]") for i, entry in enumerate(found))
