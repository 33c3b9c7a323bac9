"""Fire in the moves: at who moves, and back at who fired (LG-OPP-01); who watches, as he likes."""

from rules.book.book import Book
from rules.game.game import EventRefusedError, Game, Phase
from rules.game.orders import Aimed
from rules.lgam.events import Fired
from rules.lgam.phases import is_moving, phase_of
from rules.lgam.record import record_of
from rules.lgam.state import state_of
from rules.measure.lengths import beyond
from table.scene import Soldier


def refuse_no_reaction(_: Book, game: Game, event: Fired) -> None:
    """LG-OPP-01: in the moves one fires at who moves, and those fire back at who shot at them."""
    phase, shooter = phase_of(game), game.soldier(event.shooter)
    watches = shooter.side != phase.side and state_of(shooter).overwatch
    if not is_moving(phase) or watches:
        return
    for at in (event.aim, event.target, *event.targets):
        if at is not None:
            _refuse_at(game, phase, shooter, at)


def _refuse_at(game: Game, phase: Phase, shooter: Soldier, at: Aimed) -> None:
    man = game.soldier(at) if isinstance(at, str) else None
    if man is None or man.side == shooter.side:
        raise EventRefusedError(f"in the moves {shooter.id} fires at who moves (LG-OPP-01)")
    if shooter.side == phase.side and (man.id, shooter.id) not in record_of(game).shot_at:
        raise EventRefusedError(f"{man.id} has not fired at {shooter.id} (LG-OPP-01)")
    if shooter.side != phase.side and not _moves(man):
        raise EventRefusedError(f"{man.id} has not moved (LG-OPP-01)")


def _moves(man: Soldier) -> bool:
    state = state_of(man)
    return beyond(state.moved, 0.0) or state.deployed
