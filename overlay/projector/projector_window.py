"""The projector's display beside the window: light on the desk, or none on demand.

projector = ProjectorWindow(projector_from_table, army, display=1)
projector.show(scene, drawing, now_s)     # paints only what changed
projector.blank(now_s)                    # dark, for whoever wants to look without light
projector.light                           # what falls on the table, and since when
"""

from collections.abc import Callable, Container
from dataclasses import dataclass, replace

import pygame

from overlay.marks.marks import Box, Card, Drawing, Label, Mark
from overlay.marks.text_size import wrapped
from overlay.projector.light_marks import light_marks
from overlay.projector.light_plan import LightPlan, light_plan
from overlay.projector.masks import keep_clear, mask_rings, parted_things
from overlay.projector.paint_projector import Warp, paint_projector
from overlay.projector.seat import BOTTOM, Seat, turned
from overlay.strokes.layout import laid_out, put_aside
from overlay.strokes.theme import LIGHT
from table.army import Army
from table.scene import Scene

_CENTRED_ON = 0x2FFF0000  # SDL's sign for "in the middle of display number ..."
_TITLE_IN = 0.3  # how tall its capitals are
_EDGE_IN = 0.2
Shining = Callable[[LightPlan], None]


@dataclass(frozen=True, eq=False)
class Painted:
    """A drawing made ready for the display: its marks, its pixels, and the light on the table."""

    marks: tuple[Mark, ...]
    surface: pygame.Surface
    light: LightPlan
    seat: Seat | None = None


class ProjectorWindow:
    """A whole display of light."""

    def __init__(
        self,
        projector_from_table: Warp,
        army: Army | None = None,
        *,
        display: int | None = None,
        corner_marker_in: float = 1.5,
    ) -> None:
        pygame.display.init()
        sizes = pygame.display.get_desktop_sizes()
        number = len(sizes) - 1 if display is None else min(display, len(sizes) - 1)
        at = (_CENTRED_ON | number, _CENTRED_ON | number)
        self._screen = pygame.Window("Spotter's light", sizes[number], at, borderless=True)
        if len(sizes) > 1:
            self._screen.set_fullscreen(desktop=True)
        self._warp = projector_from_table
        self._army = army
        self._corner_in = corner_marker_in
        self._shown: tuple[tuple[Mark, ...], Seat | None] | None = None
        self._warps: dict[Seat, Warp] = {}
        self.light: LightPlan | None = None

    def show(
        self, scene: Scene, drawing: Drawing, now_s: float, before: Shining | None = None
    ) -> None:
        """Throw a drawing on the desk; nothing happens while it stays the same."""
        self.throw(self.painted(scene, drawing), now_s, before)

    def painted(self, scene: Scene, drawing: Drawing, seat: Seat | None = None) -> Painted:
        """A drawing as the display would show it, to be read from a seat; any thread may paint."""
        seat = seat or Seat(BOTTOM, scene.width, scene.height)
        marks = desk_marks(scene, drawing, self._army, self._corner_in, seat)
        surface = pygame.Surface(self._screen.size)
        dark = [seat.ring(ring) for ring in mask_rings(scene, self._army, self._corner_in)]
        paint_projector(surface, marks, self._warp_from(seat), dark, LIGHT)
        plan = light_plan(surface, self._warp, (scene.width, scene.height), 0.0)
        return Painted(marks, surface, plan, seat)

    def _warp_from(self, seat: Seat) -> Warp:
        """The way from a reader's frame; kept, so that what is worked out by it is kept too."""
        if seat not in self._warps:
            self._warps[seat] = self._warp @ seat.table_from_reader
        return self._warps[seat]

    def throw(self, painted: Painted, now_s: float, before: Shining | None = None) -> None:
        """Let what was painted fall on the desk; nothing happens while it stays the same.

        `before` is told of the new light before it falls, so that nobody takes it for a thing.
        """
        if (painted.marks, painted.seat) == self._shown:
            return
        light = replace(painted.light, since_s=now_s)
        if before is not None:
            before(light)
        self._screen.get_surface().blit(painted.surface, (0, 0))
        self._screen.flip()
        self._shown, self.light = (painted.marks, painted.seat), light

    def blank(self, scene: Scene, now_s: float) -> None:
        """No light at all, until the next `show`."""
        surface = pygame.Surface(self._screen.size)
        plan = light_plan(surface, self._warp, (scene.width, scene.height), now_s)
        self._shown = None  # what was shown is thrown anew, whatever it was
        self.throw(Painted((), surface, plan), now_s)

    def close(self) -> None:
        """Give the display back."""
        self._screen.destroy()


def desk_marks(
    scene: Scene,
    drawing: Drawing,
    army: Army | None,
    corner_marker_in: float = 1.5,
    seat: Seat | None = None,
) -> tuple[Mark, ...]:
    """A drawing laid out on the desk itself, in the frame of who reads it.

    Words stand clear of men, tags and corner markers, title and cards where there is room.
    """
    seat = seat or Seat(BOTTOM, scene.width, scene.height)
    width, height = seat.size_in
    bounds = (_EDGE_IN, _EDGE_IN, width - _EDGE_IN, height - _EDGE_IN)
    names = {soldier.id for soldier in scene.soldiers}
    wanted = (m for m in light_marks(drawing.marks, scene) if not _plain_name(m, names))
    marks = [turned(mark, seat) for mark in wanted]
    high, flat = parted_things(scene)
    taken = (*keep_clear(scene, army, corner_marker_in), *_bases(scene), *high)
    clear = [seat.box(box) for box in taken]
    told = (*_title(drawing.title, width), *drawing.cards)
    below = [seat.box(box) for box in flat]
    placed = put_aside(
        [replace(card, at=None) for card in told],
        marks,
        bounds,
        clear,
        rather_clear=below,
        from_bottom=True,
    )
    return laid_out((*marks, *placed), bounds, [*clear, *below])


def _bases(scene: Scene) -> list[Box]:
    """Where men stand: what lights their bases hides them from the players."""
    return [
        (man.x - man.radius, man.y - man.radius, man.x + man.radius, man.y + man.radius)
        for man in scene.soldiers
    ]


def _title(words: str, wide_in: float) -> tuple[Card, ...]:
    """The title as a card, no word of it cut."""
    lines = wrapped(words, _TITLE_IN, 0.5 * wide_in)
    if not lines:
        return ()
    return (Card(lines[0], tuple((line,) for line in lines[1:]), "note", height_in=_TITLE_IN),)


def _plain_name(mark: Mark, names: Container[str]) -> bool:
    """Whether this only names a man or a thing, whom players see for themselves."""
    return isinstance(mark, Label) and (mark.rank < 0 or mark.text in names)
