"""The game's own line: turn, phase, side, clock, what is left, and the last message."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from overlay.marks.marks import Card, Mark
from rules.game.event import GameEvent
from table.places import TablePoint

_A_PHASE = re.compile(r"turn \d+: ")
_PASSED = "nothing to do, passed: "
_BANNER_IN = 0.7  # understood by whoever stands across the table
_CAPITALS_IN = 0.31  # what is to be done next is read more often than anything else


@dataclass(frozen=True, slots=True)
class PlayerQuestion:
    """A question to the players, with its name."""

    key: str
    words: str


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A man of a roster in one line; `on` while he can still do something, `off` once he is out."""

    id: str
    words: str
    on: bool = True
    off: bool = False


@dataclass(frozen=True, slots=True)
class SideRoster:
    """A side's men and how it stands."""

    side: str
    words: str
    rows: tuple[RosterLine, ...] = ()


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event of the log with the dice that fell for it."""

    number: int
    words: str
    dice: tuple[int, ...] = ()
    tone: Literal["plain", "bad", "quiet"] = "plain"


@dataclass(frozen=True, slots=True)
class FallenDie:
    """A number that fell: whose, what for, what he needed, on which dice."""

    number: int
    who: str
    why: str
    needs: str | None = None
    by_program: bool = False
    dice: str = "1d6"


@dataclass(frozen=True, slots=True)
class OwedDice:
    """Dice that somebody is to throw: how many of how many sides, whose, what for, his number."""

    count: int
    sides: int
    who: str
    why: str
    needs: str | None = None


@dataclass(frozen=True, slots=True)
class Banner:
    """The last thing of note in few words, to be understood from across the table."""

    words: str
    kind: Literal["refused", "hit", "won", "turn"]


@dataclass(frozen=True, slots=True)
class KeyWords:
    """A key with a button's words: clicking the one is pressing the other."""

    words: str
    key: str
    ctrl: bool = False
    lit: bool = False


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
    wanted: Mapping[str, TablePoint] = field(default_factory=dict)  # who is to be set where
    asked: PlayerQuestion | None = None
    leaving: str | None = None  # what is asked of who wants to quit before there is a game
    verdict: str | None = None  # the last ruling; a refusal stays until it is put right
    denied: str | None = None  # in few words what the last ruling did not allow
    rosters: tuple[SideRoster, ...] = ()
    log: tuple[LogLine, ...] = ()
    fallen_dice: tuple[FallenDie, ...] = ()  # of the last event that threw any
    owed: tuple[OwedDice, ...] = ()  # dice to be thrown for what is asked or due now
    allows: frozenset[str] | None = None  # what may happen in this phase; None before the game
    gone_from: Mapping[str, TablePoint] = field(default_factory=dict)  # who moved in this phase
    out: frozenset[str] = frozenset()  # men who do nothing any more: hit, down, or lost
    lost: frozenset[str] = frozenset()  # those of them who are out of the game for good
    at: int | None = None  # the log's line that the table shows, where it is not the newest
    marks: tuple[Mark, ...] = ()  # what was done at that moment
    banner: Banner | None = None  # the last thing of note
    hold: GameEvent | None = None  # the event by which the side holds its fire
    has_light: bool = False  # whether a projector lights the desk
    buttons: tuple[tuple[KeyWords, ...], ...] | None = None  # None: those of a game being played

    @property
    def is_time_up(self) -> bool:
        """Whether the phase's clock has run down."""
        return self.left_s is not None and self.left_s <= 0

    @property
    def newest(self) -> int:
        """The number of the newest event that is told, 0 before the first."""
        return self.log[-1].number if self.log else 0


def clock_words(left_s: float) -> str:
    """Minutes and seconds.

    >>> clock_words(65.2)
    '1:05'
    """
    whole = max(0, int(left_s))
    return f"{whole // 60}:{whole % 60:02d}"


def besides_title(words: str) -> str:
    """What is said besides turns and phases: the first line tells them already.

    >>> besides_title("2 is hit; turn 1: fire"), besides_title("turn 1: fire")
    ('2 is hit', '')
    """
    return "; ".join(part for part in words.split("; ") if not _A_PHASE.match(part))


def ruled_in(words: str) -> str:
    """What was ruled, besides phases that begin or pass by themselves.

    >>> ruled_in("R1 throws 5 and hits B1; nothing to do, passed: hand to hand; turn 2: fire")
    'R1 throws 5 and hits B1'
    """
    parts = besides_title(words).split("; ")
    return "; ".join(part for part in parts if not part.startswith(_PASSED))


def fallen_word(hud: Hud, name: str) -> str | None:
    """What is said of a man whose figure lies there and does nothing any more."""
    if name in hud.lost:
        return "out"
    return "hit" if name in hud.out else None


def light_cards(hud: Hud) -> tuple[Card, ...]:
    """What lies on the desk as light: the banner large, the line below it."""
    line = hud_card(hud)
    ink = "danger" if hud.back or hud.alarm or hud.denied else "chosen"
    told = () if hud.banner is None else (Card(hud.banner.words, (), ink, height_in=_BANNER_IN),)
    return told if line is None else (*told, line)


def hud_card(hud: Hud) -> Card | None:
    """The line as a card; None where there is nothing to tell."""
    parts = (
        None if hud.turn is None else f"Turn {hud.turn}",
        hud.phase,
        hud.side,
        None if hud.left_s is None else clock_words(hud.left_s),
    )
    title = "  |  ".join(part for part in parts if part)
    asked = None if hud.asked is None else f"{hud.asked.words} Y or N"
    rows = [(row,) for row in (asked, hud.message, hud.now) if row]
    rows_of_ammo = [(whose, left) for whose, left in hud.ammo.items()]
    if not title and not rows and not rows_of_ammo:
        return None
    late = hud.left_s is not None and hud.left_s <= 10
    ink = "danger" if late or hud.alarm or hud.back else "note"
    return Card(title or "Game", (*rows, *rows_of_ammo), ink, height_in=_CAPITALS_IN)
