"""A game played at the desk itself: what the camera sees is set, all else is keys and clicks.

The window is the program's own; the screen is whatever SDL has, one that nobody sees as a rule.
After every deed the whole desk is checked as it is laid out.
"""

import time
from dataclasses import dataclass, replace
from itertools import combinations, product
from random import Random

import numpy as np
import pygame

from overlay.marks.marks import Card, Words
from overlay.marks.text_size import width_in
from overlay.strokes.card_strokes import card_size_in, row_at
from overlay.window.hud import besides_title
from overlay.window.menu import menu_card
from overlay.window.paint_window import laid_out_window
from overlay.window.window_marks import table_drawing
from rules.book.shelf import book_named
from spotter.files.table_files import Setup
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.live.observations import ObservationFeed
from spotter.live.play_table import PlayTable
from spotter.live.play_window import PlayWindow
from spotter.report.battle import battle_of
from table.army import Army, Enlisted, Side, TagStyle
from table.observation import Observation
from table.scene import Scene
from table.table_spec import TableSpec
from tests.overlay.desk_layout import are_apart, check_layout

SIDES = ("red", "blue")
PATIENCE_S = 60.0
_CTRL = frozenset({"z"})


@dataclass(frozen=True)
class Glance:
    """What the window is given for a picture: here the scene itself."""

    number: int
    scene: Scene
    bare: frozenset[str] = frozenset()
    taken = None
    tracked = None
    trouble = None
    over = False


class SceneVision:
    """A vision thread that sees what it is told."""

    def __init__(self, scene: Scene) -> None:
        self.glance = Glance(1, scene)
        self._known = {man.id for man in scene.soldiers}

    def newest(self) -> Glance:
        """The newest glance."""
        return self.glance

    def look(self, scene: Scene) -> None:
        """Another scene lies under the camera."""
        bare = frozenset(self._known - {man.id for man in scene.soldiers})
        self._known |= {man.id for man in scene.soldiers}
        self.glance = Glance(self.glance.number + 1, scene, bare)


class SceneFeed(ObservationFeed):
    """Hands the table what is seen, without pictures."""

    def __call__(self, seen: Glance) -> None:
        """Take notice."""
        self.table.see(Observation(seen.scene, time.monotonic(), bare=seen.bare))


class Driver:
    """A table, its window, and somebody at it."""

    def __init__(self, folder, rules, men, *, things=(), agreed=None, size_wh=(1280, 720)) -> None:
        enlisted = tuple(Enlisted(m.id, m.side, m.weapons, role=m.role) for m in men)
        army = Army(TagStyle(), tuple(Side(side) for side in SIDES), enlisted)
        self.journal = Journal(folder / "journal.jsonl", print)
        self.scene = Scene(36.0, 24.0, tuple(men), tuple(things))
        self.vision_thread = SceneVision(self.scene)
        dice = Random(7)  # the same game every time
        self.table = PlayTable(
            army,
            lambda scene, now_s: begun(
                self.journal, rules, scene, SIDES, agreed or {}, began_s=now_s,
                seeds=lambda: dice.getrandbits(32),
            ),
        )  # fmt: skip
        setup = Setup(TableSpec(36.0, 24.0, 2.0), army)
        pygame.display.init()
        pygame.event.clear()
        self.play = PlayWindow(
            SceneFeed(self.table, None), book_named(rules), setup, pictures=folder,
            agreed=agreed or {},
        )  # fmt: skip
        self.window = self.play.window
        self.window._screen.size = size_wh
        self.checked = 0
        self.settle()

    # -- time

    def step(self) -> None:
        """A frame without waiting for the screen's clock."""
        self.window.tick = lambda: 0.0
        self.play.step(self.vision_thread)

    def settle(self) -> None:
        """Until all that was done is ruled and shown."""
        done = []
        for _ in range(2):  # what a frame sends to the referee, and what comes of it
            self.step()
            self.play._rulings._jobs.put(lambda: done.append(1))
            until_s = time.monotonic() + PATIENCE_S
            while len(done) < 1 and time.monotonic() < until_s:
                time.sleep(0.002)
            done.clear()
            before = self.play._rulings.shown
            while self.play._rulings.shown is before and time.monotonic() < until_s:
                time.sleep(0.002)
        self.step()
        while not self.play._owed._is_done and time.monotonic() < until_s:
            time.sleep(0.002)
        self.step()

    # -- hands

    def press(self, key: str) -> None:
        """A key goes down; what came of it is checked."""
        code = pygame.key.key_code(key)
        mod = pygame.KMOD_CTRL if key in _CTRL else 0
        self._post(pygame.KEYDOWN, key=code, mod=mod, unicode=key if len(key) == 1 else "")
        self.done()

    def button(self, words: str) -> None:
        """A click on the button that begins with these words."""
        found = next(b for b in self.window.desk.buttons if b.words.startswith(words))
        left, top, right, bottom = found.rect
        self._click((left + right) / 2, (top + bottom) / 2)

    def man(self, name: str, button: int = 1) -> None:
        """A click on a man of the table."""
        man = self.window.state.scene.soldier(name)
        self.place(man.x, man.y, button)

    def place(self, x: float, y: float, button: int = 1) -> None:
        """A click on a place of the table."""
        at = self.window.view.px_from_table(np.array([(x, y)]))[0]
        self._click(*at, button)

    def pick(self, name: str, words: str) -> None:
        """A right-click on a man, and a click on the menu's line that holds these words."""
        self.man(name, button=3)
        self.pick_line(words)

    def pick_line(self, words: str) -> None:
        """A click on the open menu's line that holds these words."""
        menu = self.window.state.menu
        assert menu is not None, words
        row = next(n for n, entry in enumerate(menu.entries) if words in entry.words)
        card = menu_card(menu)
        heights = (card.at.y + 0.05 * n for n in range(1000))
        y = next(y for y in heights if row_at(card, card.at.x + 0.3, y) == row)
        self.place(card.at.x + 0.3, y + 0.1)

    def log(self, number: int) -> None:
        """A click on an event's line of the log."""
        left, top, _, bottom = next(box for box, n in self.window.desk.log_rows if n == number)
        self._click(left + 8, (top + bottom) / 2)

    def move(self, name: str, x: float, y: float) -> None:
        """A hand sets a man down elsewhere."""
        self.scene = self.scene.with_soldiers(replace(self.scene.soldier(name), x=x, y=y))
        self.vision_thread.look(self.scene)
        self.done()

    def take_off(self, *names: str) -> None:
        """A hand takes men away."""
        self.scene = self.scene.without_soldiers(frozenset(names))
        self.vision_thread.look(self.scene)
        self.done()

    def _click(self, x: float, y: float, button: int = 1) -> None:
        at = (int(x), int(y))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self._post(kind, pos=at, button=button)
        self.done()

    def _post(self, kind: int, **facts) -> None:
        pygame.event.post(pygame.event.Event(kind, **facts))

    # -- what is shown

    @property
    def live(self):
        """The game and its journal."""
        return self.table.live

    @property
    def desk(self):
        """The desk as it is laid out."""
        return self.window.desk

    @property
    def said(self) -> str:
        """All words around the table."""
        return " ".join(line.words for line in self.desk.lines)

    def done(self) -> None:
        """Let it happen, then hold the whole desk against what must be true of it."""
        self.settle()
        self.checked += 1
        check_layout(self.desk, self.window._screen.size)
        hud = self.window.state.hud
        assert self.window.state.hud.verdict or self.live is None, "no verdict"
        if hud.verdict and not self.window.state.quitting:
            told = besides_title(hud.verdict) or hud.now
            assert next(iter(told.split())) in self.said, told
        self.check_table()
        if self.window.state.looks_back is None:
            self.check_dice()

    def drawing(self):
        """What is drawn of the table."""
        state, window = self.window._shown, self.window
        refused = window._refused_now
        return table_drawing(state, window._asking, on_picture=False, refused_now=refused)

    def check_table(self) -> None:
        """On the table no words lie on other words, and no card on a man."""
        state, view = self.window._shown, self.window.view
        marks = laid_out_window(state.scene, self.drawing(), view)
        words = [words_box(mark) for mark in marks if isinstance(mark, Words)]
        cards = [card_box(mark) for mark in marks if isinstance(mark, Card)]
        men = [(m.x - m.radius, m.y - m.radius, m.x + m.radius, m.y + m.radius, m.id)
               for m in state.scene.soldiers]  # fmt: skip
        for one, other in (*combinations(words, 2), *product((*cards, *words), men)):
            assert are_apart(one, other), (one, other)
        smallest_px = view.px_per_in(1.0, 1.0) * min(
            mark.height_in for mark in marks if isinstance(mark, Words | Card)
        )
        assert smallest_px >= 9.0 - 1e-6, smallest_px  # the capitals of a 12 px font

    def check_dice(self) -> None:
        """In the tray stand the owed dice, empty; else those of the newest deed that is told."""
        if self.live is None or self.window.state.typed:
            return
        owed = sum(one.count for one in self.window.state.hud.owed)
        if owed:
            assert all(die.owed and not die.number for die in self.desk.dice), self.desk.dice
            assert 0 < len(self.desk.dice) <= owed, owed
            return
        battle = battle_of(self.journal.lines, "journal")
        told = [
            moment
            for moment in battle.moments
            if moment.thrown or moment.word not in {"clock", "seen", "next"}
        ]
        fell = [str(one.number) for one in told[-1].thrown] if told else []
        shown = [die.number for die in self.desk.dice]
        assert shown == fell[-len(shown) :] if shown else not fell, (shown, fell)

    def picture(self) -> pygame.Surface:
        """What is on the screen."""
        return self.window.paint(wait=True).copy()

    def close(self) -> None:
        """End the evening."""
        self.play.close()
        self.journal.close()


def words_box(mark: Words):
    """Where words of the table stand, in inches."""
    wide = width_in(mark.text, mark.height_in)
    left = mark.at.x - {"left": 0.0, "middle": wide / 2, "right": wide}[mark.align]
    return (left, mark.at.y - mark.height_in, left + wide, mark.at.y, mark.text)


def card_box(card: Card):
    """Where a card lies, in inches."""
    width, height = card_size_in(card)
    return (card.at.x, card.at.y, card.at.x + width, card.at.y + height, card.title)
