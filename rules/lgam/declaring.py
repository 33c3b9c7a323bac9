"""What players say of a man: tokens, a figure knocked over, a medic's work."""

from dataclasses import replace

from rules.book.book import Book
from rules.game.dice_tray import DiceTray, Die
from rules.game.event import GameEvent
from rules.game.game import EventRefusedError, Game
from rules.game.turn_machine import Told
from rules.lgam.events import Declared, Fell, Healed
from rules.lgam.phases import refuse_down, refuse_out_of_turn
from rules.lgam.roles import DIGGERS, is_standing, role_of
from rules.lgam.state import TurnState, state_of
from rules.lgam.weapons import line_of, own_weapons, watches
from rules.measure.lengths import beyond, in_contact
from table.scene import Soldier

# Set on an enemy, in his own moves: he is being shot at.
OF_THE_ENEMY = frozenset({"covering_fire"})
TOKENS = OF_THE_ENEMY | {
    "full_cover", "entrenching", "overwatch", "field", "bipod", "posture",
}  # fmt: skip


def refuse_declaring(_: Book, game: Game, event: Declared) -> None:
    """One declares for one's own men, in their moves, while they stand."""
    man = game.soldier(event.soldier)
    if not event.state.keys() <= OF_THE_ENEMY:
        refuse_out_of_turn(game, man)
        refuse_down(man)
    said = _said(man, event)
    if said.overwatch and state_of(man).fired:
        raise EventRefusedError(f"{man.id} has fired; overwatch is in no other combat (LG-OVER-03)")
    if said.entrenching and beyond(state_of(man).moved, 0.0):
        raise EventRefusedError(f"{man.id} has moved; who digs stays where he is (LG-DIG-01)")


def _said(man: Soldier, event: Declared) -> TurnState:
    """What is declared of him, and nothing that was known before."""
    return state_of(replace(man, state=event.state))


def declared(book: Book, game: Game, event: Declared, __: DiceTray) -> Told:
    """What is announced of a man in the movement phase and marked with a token."""
    man = game.soldier(event.soldier)
    if not event.state or not event.state.keys() <= TOKENS:
        raise EventRefusedError(f"declared needs 'state' with some of {', '.join(sorted(TOKENS))}")
    said = _said(man, event)
    if said.entrenching:
        _refuse_digging(man)
    if said.overwatch and beyond(state_of(man).moved, 0.0):
        raise EventRefusedError(f"{man.id} has moved; overwatch stays put (LG-OVER-02)")
    after = game.with_state(man.id, **{key: said or None for key, said in event.state.items()})
    state_of(after.soldier(man.id))  # a token that cannot be is refused here
    told = ", ".join(_words(key, said) for key, said in event.state.items())
    return Told(after, (f"{man.id}: {told}", *_in_vain(book, after.soldier(man.id))))


def _words(key: str, said: object) -> str:
    name = key.replace("_", " ")
    if key == "posture":
        return str(said or "in the open")
    return name if said else f"no more {name}"


def _refuse_digging(man: Soldier) -> None:
    if "shovel" not in man.weapons and role_of(man) not in DIGGERS:
        raise EventRefusedError(f"{man.id} has nothing to dig with (LG-DIG-02)")


def _in_vain(book: Book, man: Soldier) -> tuple[str, ...]:
    """Who watches with nothing that serves for it is told so; his shots are refused."""
    serves = any(watches(line_of(book, weapon)) for weapon in own_weapons(book, man))
    if not state_of(man).overwatch or serves:
        return ()
    return (f"{man.id} will not fire: {book.rows['LG-OVER-04'].why} (LG-OVER-04)",)


def tellers(game: Game, event: GameEvent) -> frozenset[str]:
    """LG-OVER-06: that he is under covering fire is told by those who keep him under it."""
    if not isinstance(event, Declared) or not event.state or event.state.keys() - OF_THE_ENEMY:
        return frozenset()
    return frozenset(man.side for man in game.scene.soldiers if _watches(man))


def _watches(man: Soldier) -> bool:
    return state_of(man).overwatch and is_standing(man)


def fell(_: Book, game: Game, event: Fell, __: DiceTray) -> Told:
    """A figure was knocked over by accident (LG-TURN-06)."""
    return Told(game.with_state(event.soldier, down="knocked"), (f"{event.soldier} is down",))


def refuse_healed(_: Book, game: Game, event: Healed) -> None:
    """A medic who stands tends whom he touches, once a turn."""
    refuse_healing(game.soldier(event.medic), game.soldier(event.soldier))


def healed(book: Book, game: Game, event: Healed, dice: DiceTray) -> Told:
    """LG-ROLE-09: a medic tries to heal a wounded man he touches."""
    medic, man = game.soldier(event.medic), game.soldier(event.soldier)
    rule = book.rows["LG-ROLE-09"]
    most = int(rule.number)
    why = f"to heal {man.id}"
    thrown = dice.take(Die("1d6", medic.id, why, f"{most}-", reasons=(rule.reason(),)))
    if thrown <= most:
        line = f"{medic.id} throws {thrown}: {man.id} is healed (LG-ROLE-09)"
        return Told(game.with_state(man.id, wounded=None), (line,))
    if thrown == most + 1:
        line = f"{medic.id} throws {thrown}: he can do nothing for {man.id} (LG-ROLE-09)"
        return Told(game.with_state(man.id, tended=True), (line,))
    line = f"{medic.id} throws {thrown}: {man.id} dies next turn (LG-ROLE-09)"
    return Told(game.with_state(man.id, down="knocked"), (line,))


def refuse_healing(medic: Soldier, man: Soldier) -> None:
    """A medic tends a wounded man whom he touches, once a turn."""
    refuse_down(medic)
    patient = state_of(man)
    if role_of(medic) != "medic" or medic.id == man.id or not in_contact(medic, man):
        raise EventRefusedError(f"{medic.id} is no medic who touches {man.id} (LG-ROLE-09)")
    if not patient.wounded or patient.down is not None:
        raise EventRefusedError(f"{man.id} is not wounded (LG-ROLE-09)")
    if patient.tended:
        raise EventRefusedError(f"{man.id} was tended this turn (LG-ROLE-09)")
