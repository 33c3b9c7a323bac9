"""The window as a value: all that decides what it shows.

No pygame, no pixels: the mouse is in table inches already. `next_state.py` says what events
make of it.
"""

from dataclasses import dataclass, field, replace
from typing import Literal

from overlay.marks.corrections import Correction, corrected
from overlay.window.hud import Hud
from overlay.window.menu import Menu
from overlay.window.sketch import Sketch
from overlay.window.window_commands import Command, CorrectionsChanged
from table.army import Army
from table.places import TablePoint
from table.scene import Scene, Soldier

Layer = Literal["bands", "moves", "sight", "links", "grid", "threat"]
PAUSED_WORDS = "paused: the picture stands still; Space goes on"
QUIT = "quit"
QUIT_WORDS = "End the evening? The game is kept; spotter play goes on with it."


@dataclass(frozen=True)
class WindowState:
    """All that decides what the window shows.

    `seen` is the scene as the camera has it; `scene` is it with the players' corrections.
    """

    seen: Scene
    scene: Scene
    army: Army | None = None
    corrections: tuple[Correction, ...] = ()
    corrected_after: tuple[int, ...] = ()  # the log's newest number when each of them was made
    words: tuple[str, ...] = ()  # what things can stand for under the rulebook
    chosen: str | None = None
    target: str | None = None
    weapon: int = 0  # which of the chosen man's weapons
    typed: str = ""  # digits of a throw
    layers: frozenset[Layer] = frozenset({"bands", "moves"})
    mouse: TablePoint | None = None
    pressed: TablePoint | None = None
    measured: tuple[TablePoint, TablePoint] | None = None
    menu: Menu | None = None
    sketch: Sketch | None = None  # what is being drawn by hand
    hud: Hud = field(default_factory=Hud)
    paused: bool = False
    help: bool = False
    fullscreen: bool = False
    as_camera: bool = False
    light: bool = True
    quitting: bool = False  # whether the players were asked if they are done
    scroll: int = 0  # how many lines the log is turned back
    turned: int = 0  # how many lines of the answer are turned away
    least_in: float = 0.0  # smaller capitals on the table cannot be read on this screen
    looks_back: int | None = None  # the event whose moment is shown instead of now

    @property
    def man(self) -> Soldier | None:
        """The chosen soldier, while he is on the table."""
        return None if self.chosen is None else self.scene.soldier(self.chosen)

    @property
    def ruled(self) -> Scene:
        """The table as the game counts it: who is to be put back stands where he belongs."""
        men = (
            replace(man, x=place.x, y=place.y)
            for name, place in self.hud.back.items()
            for man in [self.scene.soldier(name)]
            if man is not None
        )
        return self.scene.with_soldiers(*men) if self.hud.back else self.scene

    @property
    def ruled_man(self) -> Soldier | None:
        """The chosen soldier as the game counts him."""
        return None if self.chosen is None else self.ruled.soldier(self.chosen)


def window_of(
    scene: Scene,
    army: Army | None = None,
    corrections: tuple[Correction, ...] = (),
    words: tuple[str, ...] = (),
) -> WindowState:
    """The window when it opens, with what was set right in an earlier sitting."""
    known = corrected(scene, corrections, army)
    # Those of an earlier sitting are taken back last.
    return WindowState(scene, known, army, corrections, (0,) * len(corrections), words)


# The window after an event, and what the program must do.
NextWindow = tuple[WindowState, tuple[Command, ...]]


def set_right(state: WindowState, correction: Correction) -> NextWindow:
    """The window after the players set something right."""
    corrections = (*state.corrections, correction)
    state = replace(state, corrected_after=(*state.corrected_after, state.hud.newest))
    return looked(state, state.seen, corrections), (CorrectionsChanged(corrections),)


def looked(state: WindowState, seen: Scene, corrections: tuple[Correction, ...]) -> WindowState:
    """The window over a scene with corrections, made once so that answers can be kept by it."""
    scene = corrected(seen, corrections, state.army)
    return replace(state, seen=seen, scene=scene, corrections=corrections)
