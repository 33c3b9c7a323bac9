"""A short game for what tells of games: two turns of OMOG Advanced, one hit, one miss, an undo."""

from typing import Any

from rules.game.common_events import Next
from rules.game.engine import read_event
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from table.scene import Scene, Soldier

SCENE = Scene(
    36.0,
    24.0,
    soldiers=(
        Soldier("R<1>", "red", 10.0, 10.0, ("rifle",), facing=0.0),
        Soldier("R02", "red", 10.0, 14.0, ("rifle",), facing=0.0),
        Soldier("B01", "blue", 16.0, 10.0, ("rifle",), facing=180.0),
        Soldier("B02", "blue", 18.0, 14.0, ("rifle",), facing=180.0),
    ),
)
EVENTS: list[dict[str, Any]] = [
    {"event": "moved", "soldier": "R02", "path": [[10.0, 14.0], [12.0, 14.0]]},
    {"event": "next"},
    {"event": "moved", "soldier": "B02", "path": [[18.0, 14.0], [17.0, 14.0]]},
    {"event": "next"},
    {"event": "fired", "shooter": "R<1>", "target": "B01", "roll": 6},
    {"event": "fired", "shooter": "B02", "target": "R02", "roll": 1},
    {"event": "next"},
    {"event": "next"},
    {"event": "next"},
]


def write_game(folder) -> None:
    """Play it into a folder."""
    with Journal(folder / "journal.jsonl", print) as journal:
        live = begun(journal, "omog-advanced", SCENE, ("red", "blue"), {"turns": 5})
        for event in EVENTS:
            live.happen(read_event(live.book, event), 0.0)
        live.undo()
        live.happen(Next(), 0.0)
