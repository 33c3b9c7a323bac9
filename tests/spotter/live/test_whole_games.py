"""A whole game of every rulebook at the desk, by clicks and keys, every moment of it checked."""

from functools import partial
from math import dist, hypot

import pytest

from overlay.window.attacks_now import may_strike
from rules.game.engine import phase_now
from spotter.game.hits import hit_men, off_men
from table.scene import Soldier
from tests.spotter.live.desk_driver import Driver
from tests.spotter.live.real_desk import RealDesk, real_screen

STRIKES = frozenset({"fired", "attacked", "named", "fought"})
DEEDS = 600  # a game that takes more of them does not end


def man(name, x, y, *weapons, **more):
    side = {"R": "red", "B": "blue"}[name[0]]
    facing = 0.0 if side == "red" else 180.0
    return Soldier(name, side, x, y, weapons or ("rifle",), facing=facing, **more)


class Bot:
    """Two players without much thought: they go at each other, shoot whom they can, and go on."""

    def __init__(self, desk: Driver) -> None:
        self.desk = desk
        self.struck = 0

    def play(self, turns: int) -> None:
        """Until somebody has won, or for so many turns."""
        while self.desk.live is None or self.goes_on(turns):
            self.act()
            self.desk.button("Begin" if self.desk.live is None else "End phase")
            assert self.desk.checked < DEEDS, self.desk.said

    def goes_on(self, turns: int) -> bool:
        """Whether nobody has won and turns are left."""
        game = self.desk.live.game
        return game.winner is None and game.turn <= turns

    def act(self) -> None:
        """What the phase is for."""
        if self.desk.live is None:
            return
        self.tidy()
        phase = phase_now(self.desk.live.book, self.desk.live.game)
        sides = (phase.side,) if phase.side else ("red", "blue")
        for side in sides:
            if "moved" in phase.allows:
                self.go(side)
            elif phase.allows & STRIKES or phase.hand_to_hand:
                self.strike(side)

    def tidy(self) -> None:
        """Answer what is asked, take off who fell, put back who was refused."""
        if self.desk.window.state.hud.asked is not None:
            self.desk.button("Yes")
        gone = off_men(self.desk.live.game) & {one.id for one in self.desk.scene.soldiers}
        if gone:
            self.desk.take_off(*gone)
        for name in sorted(hit_men(self.desk.live.game)):
            if self.desk.live.book.name == "combat":  # what a hit does there is the players' word
                self.desk.pick(name, "is off the table")
        for name, at in dict(self.desk.window.state.hud.back).items():
            self.desk.move(name, at.x, at.y)

    def men(self, side):
        """Who of a side can still do something."""
        game = self.desk.live.game
        out = hit_men(game) | off_men(game)
        return [one for one in game.scene.soldiers if one.side == side and one.id not in out]

    def enemy_of(self, one):
        """The enemy nearest to a man."""
        others = [other for side in ("red", "blue") if side != one.side for other in self.men(side)]
        return min(others, key=lambda other: dist((one.x, one.y), (other.x, other.y)), default=None)

    def go(self, side) -> None:
        """The first man of a side goes two inches toward his enemy; a refusal is put right."""
        for one in self.men(side)[:1]:
            enemy = self.enemy_of(one)
            if enemy is None:
                return
            far = hypot(enemy.x - one.x, enemy.y - one.y)
            step = min(2.0, far - 2.5)
            if step > 0.5:
                x = one.x + step * (enemy.x - one.x) / far
                y = one.y + step * (enemy.y - one.y) / far
                self.desk.move(one.id, x, y)
                self.tidy()

    def strike(self, side) -> None:
        """Everybody who may shoots at, or fights, the enemy nearest to him."""
        for one in self.men(side):
            enemy = self.enemy_of(one)
            if enemy is None or not may_strike(self.desk.window.state.hud, one):
                continue
            if self.desk.live.game.winner is not None:
                return
            before = self.desk.live.events
            self.desk.man(one.id)
            self.desk.man(enemy.id)
            self.desk.button("Throw for me")
            self.struck += self.desk.live.events > before
            self.desk.press("escape")
            if self.desk.window.state.quitting:
                self.desk.button("No")


ARMIES = {
    "omog-advanced": ("rifle",),
    "omog-musket": ("musket",),
    "lgam": ("rifle",),
    "omniwar": ("rifle",),
    "combat": ("rifle",),
}


def duel(weapons, count=2):
    """Two sides in line, five inches apart."""
    return [
        man(f"{side}{n}", x, 8.0 + 4 * n, *weapons)
        for side, x in (("R", 12.0), ("B", 17.0))
        for n in range(1, count + 1)
    ]


def played(folder, book, count=2, size_wh=(1280, 720), desk_of=Driver):
    """A game from set-up to its end; who has won."""
    desk = desk_of(folder, book, duel(ARMIES[book], count), size_wh=size_wh)
    bot = Bot(desk)
    try:
        bot.play(turns=12)
        desk.done()
        assert "the game is over" in desk.said
        assert next(b for b in desk.desk.buttons if b.words.startswith("End phase")).idle
        assert bot.struck
    finally:
        desk.close()
    return desk.live.game.winner


def test_a_whole_game_at_the_desk(tmp_path):
    """From set-up to victory: verdict, dice and layout hold after every deed."""
    assert played(tmp_path, "omog-advanced") in {"red", "blue"}


@pytest.mark.slow
@pytest.mark.parametrize("book", ARMIES)
def test_a_whole_game_of_every_book(tmp_path, book):
    """More men, more turns, to victory."""
    assert played(tmp_path, book, count=2 if book == "lgam" else 4) in {"red", "blue", "draw"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "size_wh", [(1920, 1080), (3840, 2160), (960, 1080), (640, 720), (1024, 768)]
)
def test_a_whole_game_at_every_size(tmp_path, size_wh):
    """Full screens and half a screen."""
    assert played(tmp_path, "lgam", size_wh=size_wh) in {"red", "blue", "draw"}


@pytest.mark.slow
@pytest.mark.parametrize("book", ARMIES)
def test_a_whole_game_of_every_book_in_a_real_window(tmp_path, monkeypatch, book):
    """On a virtual screen, every click and key of it through mouse and keyboard."""
    with real_screen(monkeypatch, (1280, 720)) as screen:
        winner = played(tmp_path, book, desk_of=partial(RealDesk, screen))
    assert winner in {"red", "blue", "draw"}
