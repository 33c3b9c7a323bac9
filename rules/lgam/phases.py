"""The phases of a turn: set-up, clear, count, moves by initiative, fire in three sub-phases."""

from rules.game.common_state import is_down
from rules.game.game import CLICK_TO_SHOOT, MOVE_BY_HAND, EventRefusedError, Game, Phase
from rules.lgam.clocks import warnings_s
from rules.lgam.record import record_of
from table.scene import Soldier

SET_UP = "set-up"
_SETTING_UP = frozenset({"mines", "declared"})
_MOVING = frozenset(
    {"moved", "dared", "declared", "fell", "boarded", "deployed", "fired", "healed"}
)
_FIRING = frozenset({"fired", "work", "healed", "held"})
_DECLARE = "right-click a man for what he declares"
SUBPHASES = {"4a": "automatic weapons", "4b": "small arms", "4c": "heavy weapons"}


def phases(game: Game) -> tuple[Phase, ...]:
    """This turn's phases; the first turn begins with setting up (LG-TURN-01)."""
    clocks_s = record_of(game).clocks_s
    moves = tuple(
        Phase(
            f"move-{i}",
            side,
            *_clock(clocks_s.get(side)),
            allows=_MOVING,
            todo=MOVE_BY_HAND,
            opportunity=True,
        )
        for i, side in enumerate(game.order, start=1)
    )
    fire = tuple(
        Phase(f"fire-{sub}", side, allows=_FIRING, called=f"fire: {weapons}", todo=CLICK_TO_SHOOT)
        for sub, weapons in SUBPHASES.items()
        for side in game.order
    )
    clear = Phase("clear", allows=frozenset({"unjam"}), called="clear the fallen away")
    count = Phase("count", allows=frozenset({"initiative", "smoke"}), called="count the men")
    return (*_set_up(game), clear, count, *moves, *fire)


def _set_up(game: Game) -> tuple[Phase, ...]:
    if game.turn > 1:
        return ()
    return tuple(
        Phase(SET_UP, part.side, *_clock(part.clock_s), allows=_SETTING_UP, todo=_DECLARE)
        for part in record_of(game).set_up
    )


def _clock(clock_s: float | None) -> tuple[float | None, tuple[float, ...]]:
    return (None, ()) if clock_s is None else (clock_s, warnings_s(clock_s))


def phase_of(game: Game) -> Phase:
    """The phase the game is in."""
    return phases(game)[game.phase]


def is_moving(phase: Phase) -> bool:
    """Whether a side moves in it."""
    return phase.name.startswith("move-")


def subphase_of(phase: Phase) -> str | None:
    """Which weapons fire in it: "4a", "4b" or "4c"."""
    name = phase.name.removeprefix("fire-")
    return name if name in SUBPHASES else None


def refuse_out_of_turn(game: Game, man: Soldier) -> None:
    """Nobody acts in the other side's moves, or after the clock."""
    phase = phase_of(game)
    if phase.side not in {None, man.side}:
        raise EventRefusedError(f"{phase.side} moves now, {man.id} waits (LG-TURN-05)")
    if phase.clock_s is not None and game.used_s >= phase.clock_s:
        raise EventRefusedError("the clock has run out: moving is over (LG-TURN-05)")


def refuse_down(man: Soldier) -> None:
    """Who lies on the ground does nothing any more (LG-TURN-06)."""
    if is_down(man):
        raise EventRefusedError(f"{man.id} is down (LG-TURN-06)")
