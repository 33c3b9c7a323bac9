"""The game as the page shows it: a table being played in, plain JSON out, with nothing private."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from overlay.marks.lines import side_sign_xy
from overlay.strokes.theme import PAPER, Theme
from overlay.window.hud import Hud, ruled_in
from rules.book.book import Book
from spotter.game.log import LogEntry
from spotter.game.roster import RosterRow, rosters, standings
from spotter.live.play_table import PlayTable
from spotter.page.phone_words import on_a_phone
from table.army import Army
from table.scene import Scene

_LOG_LINES = 120  # what a phone is sent; the journal has all


@dataclass(frozen=True, slots=True)
class PlanOf:
    """Which plan of the table: for whom, which man is chosen, whether his danger is shaded.

    `over_picture` are the same marks, to lie over the camera's picture from above; `large_words`
    are for a plan so narrow that nobody reads a name on a base.
    """

    role: str
    chosen: str | None = None
    danger: bool = False
    over_picture: bool = False
    large_words: bool = False


@dataclass(frozen=True)
class ShownBesides:
    """What is shown besides the table itself."""

    hud: Hud  # what the game tells
    plan: int  # which drawing of the table this is
    question: Mapping[str, Any] | None = None


def snapshot(
    table: PlayTable, book: Book, army: Army, shown: ShownBesides, now_s: float
) -> dict[str, Any]:
    """The state that all may see."""
    hud, live = shown.hud, table.live
    scene = table.shown if table.seen is not None else None
    game = None if live is None else live.game
    rows = rosters(army, game, scene)
    colours = {side.name: side.colour for side in army.sides}
    refused = {name: one.ruling.refused or "" for name, one in table.refused.items()}
    return {
        "title": book.title,
        "sides": list(rows),
        "colours": colours,
        "signs": {side.name: _sign(i) for i, side in enumerate(army.sides)},
        "turn": hud.turn,
        "phase": hud.phase,
        "side": hud.side,
        "clock_ends_s": None if hud.left_s is None else round(now_s + hud.left_s, 1),
        "now": on_a_phone(hud.now or ""),
        "verdict": {"words": on_a_phone(_ruling(hud)), "mood": _mood(hud)},
        "news": on_a_phone("; ".join(_news(hud))),
        "winner": None if game is None else game.winner,
        "next_words": "Begin" if game is None else "Next",
        "refused": refused,
        "roster": {side: [_row(row) for row in found] for side, found in rows.items()},
        "counts": standings(book, game, rows),
        "log": [_entry(entry) for entry in (() if live is None else live.log(_LOG_LINES))],
        "size": None if scene is None else [scene.width, scene.height],
        "men": [] if scene is None else _men(scene, PAPER.with_sides(colours)),
        "plan": shown.plan,
        "question": shown.question,
        "wanted": {name: [at.x, at.y] for name, at in hud.wanted.items()},
    }


def _mood(hud: Hud) -> str:
    return "bad" if hud.back or hud.alarm or hud.denied else ""


def _ruling(hud: Hud) -> str:
    """The last ruling, which stands through other news: a refusal until it is put right."""
    return ruled_in(hud.verdict or hud.message or "")


def _news(hud: Hud) -> list[str]:
    """What is said besides: of hands, clocks, files."""
    ruling = _ruling(hud)
    return [part for part in ruled_in(hud.message or "").split("; ") if part not in ruling]


def _row(row: RosterRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "weapons": list(row.weapons),
        "status": list(row.status),
        "off": row.off,
        "missing": row.missing,
    }


def _entry(entry: LogEntry) -> dict[str, Any]:
    dice = [
        {
            "number": one.number,
            "who": one.die.who,
            "why": one.die.why,
            "needs": one.die.needs,
            "by_program": one.by_program,
        }
        for one in entry.dice
    ]
    return {"number": entry.number, "turn": entry.turn, "words": entry.told, "dice": dice}


def _sign(place: int) -> list[list[float]]:
    """The ring by which plan and window tell a side without colours, about one across."""
    return [[round(x, 3), round(y, 3)] for x, y in side_sign_xy(place, 0.0, 0.0, 0.5).tolist()]


def _men(scene: Scene, theme: Theme) -> list[dict[str, Any]]:
    return [
        {
            "id": man.id,
            "side": man.side,
            "x": round(man.x, 2),
            "y": round(man.y, 2),
            "radius": man.radius,
            "colour": "#{:02x}{:02x}{:02x}".format(*theme.side_rgb(man.side)),
        }
        for man in scene.soldiers
    ]
