"""What a man does with a weapon in a turn, beside his move (CO-ACT-01)."""

from collections.abc import Mapping

from rules.book import Book
from rules.game.game import Event, EventRefusedError, Game
from rules.game.turn_machine import Throw, Told
from rules.question import listed, shown
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


def acted(_: Book, game: Game, event: Event, __: Throw | None) -> Told:
    """One action with a weapon, beside his move."""
    man = game.soldier(str(event.get("soldier")))
    action = str(event.get("action"))
    if action not in ACTIONS:
        raise EventRefusedError(f"no action {shown(action)}; there are {listed(ACTIONS)}")
    refuse_second_action(man)
    game = game.with_state(man.id, acted=True, **ACTIONS[action])
    if action != "aim":
        return Told(game)
    at = game.soldier(str(event.get("at")))
    moved_first = man.state.get("motion", "still") != "still" or None
    return Told(game.with_state(man.id, aimed_at=at.id, moved_before_aiming=moved_first))


def refuse_second_action(man: Soldier) -> None:
    """CO-ACT-01: one action a turn; firing is one."""
    if man.state.get("acted"):
        raise EventRefusedError(f"{man.id} has acted in this turn (CO-ACT-01)")
