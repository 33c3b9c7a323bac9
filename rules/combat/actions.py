"""What a man does with a weapon in a turn, beside his move (CO-ACT-01)."""

from collections.abc import Mapping

from rules.book.book import Book
from rules.book.question import shown
from rules.combat.events import Acted
from rules.combat.man import man_of
from rules.game.dice_tray import DiceTray
from rules.game.game import EventRefusedError, Game
from rules.game.turn_machine import Told
from table.errors import listed
from table.scene import Soldier

# What each action leaves in his state.
ACTIONS: Mapping[str, Mapping[str, bool]] = {
    "aim": {"aimed": True},
    "get-ammunition": {},
    "put-away-ammunition": {},
    "fix-bayonet": {"bayonet": True},
    "unfix-bayonet": {"bayonet": False},
    "prepare-bazooka": {"ready": True},
    "prepare-flamethrower": {"ready": True},
    "prepare-grenade": {"ready": True},
    "prepare-mortar": {"ready": True},
    "draw-knife": {"ready": True},
    "draw-pistol": {"ready": True},
    "load": {"loaded": True},
    "recharge-magazine": {"loaded": True},
    "insert-magazine": {"loaded": True},
    "load-mortar": {"loaded": True},
    "unload": {"loaded": False},
    "take-out-magazine": {"loaded": False},
}


def acted(book: Book, game: Game, event: Acted, _: DiceTray) -> Told:
    """One action with a weapon, beside his move."""
    man = game.soldier(event.soldier)
    if event.action not in ACTIONS:
        raise EventRefusedError(f"no action {shown(event.action)}; there are {listed(ACTIONS)}")
    if event.at is not None and event.action != "aim":
        raise EventRefusedError(f"only who aims does it at somebody, not {event.action}")
    if event.at is None and event.action == "aim":
        raise EventRefusedError(f'{man.id} aims at somebody; give \'at\', like "at": "B01"')
    refuse_second_action(book, man)
    line = f"{man.id}: {event.action.replace('-', ' ')}"
    after = game.with_state(man.id, acted=True, **ACTIONS[event.action])
    if event.action != "aim":
        return Told(after, (line,))
    at = game.soldier(str(event.at))
    moved_first = man_of(book, man).motion != "still" or None
    aims = after.with_state(man.id, aimed_at=at.id, moved_before_aiming=moved_first)
    return Told(aims, (f"{line} at {at.id}",))


def refuse_second_action(book: Book, man: Soldier) -> None:
    """CO-ACT-01: one action a turn; firing is one."""
    if man_of(book, man).acted:
        raise EventRefusedError(f"{man.id} has acted in this turn (CO-ACT-01)")
