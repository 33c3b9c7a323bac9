"""The game's own line: turn, phase, side, clock, what is left, and the last message."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from overlay.marks import Card
from table.places import TablePoint

_CAPITALS_IN = 0.31  # what is to be done next is read more often than anything else


@dataclass(frozen=True, slots=True)
class Hud:
    """What the game tells the players; all of it may be missing."""

    turn: int | None = None
    phase: str | None = None
    side: str | None = None
    left_s: float | None = None
    ammo: Mapping[str, str] = field(default_factory=dict)  # whose weapon -> shots left
    message: str | None = None
    now: str | None = None  # what the players do next
    fights: bool = False  # enemies in contact fight now, nobody shoots
    alarm: bool = False  # the message is of something that is wrong
    back: Mapping[str, TablePoint] = field(default_factory=dict)  # who belongs where he is not


def clock_words(left_s: float) -> str:
    """Minutes and seconds.

    >>> clock_words(65.2)
    '1:05'
    """
    whole = max(0, int(left_s))
    return f"{whole // 60}:{whole % 60:02d}"


def hud_card(hud: Hud) -> Card | None:
    """The line as a card; None where there is nothing to tell."""
    parts = (
        None if hud.turn is None else f"Turn {hud.turn}",
        hud.phase,
        hud.side,
        None if hud.left_s is None else clock_words(hud.left_s),
    )
    title = "  |  ".join(part for part in parts if part)
    rows = [(row,) for row in (hud.message, hud.now) if row]
    rows_of_ammo = [(whose, left) for whose, left in hud.ammo.items()]
    if not title and not rows and not rows_of_ammo:
        return None
    late = hud.left_s is not None and hud.left_s <= 10
    ink = "danger" if late or hud.alarm or hud.back else "note"
    return Card(title or "Game", (*rows, *rows_of_ammo), ink, height_in=_CAPITALS_IN)
