"""Wishes of phones, what the page tells of the table then, and pages of games of any book."""

import gzip
from contextlib import contextmanager
from dataclasses import replace

from rules.book.shelf import book_named
from rules.game.engine import phase_now
from spotter.game.deeds import NextStep
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.live.play_table import PlayTable
from spotter.page.desk import Wish
from spotter.page.kept_keys import Guest
from spotter.page.live_page import LivePage
from spotter.page.photos import Photos
from spotter.page.snapshot import PlanOf
from table.army import Enlisted
from table.observation import Observation
from table.scene import Scene, Soldier
from tests.spotter.page.two_sides import ARMY, SIDES, SPEC

RED, BLUE = Guest("r", "red"), Guest("b", "blue")


def wished(page, guest, **value):
    """What becomes of a wish."""
    return page._done(Wish(guest, value), 1.0)


def state(page, role="watch", at_s=1.0):
    """What the page tells that role then."""
    page._shown_s = float("-inf")
    page.step(at_s)  # as the pictures count: the game began at 0
    return page._hub.state.for_role(role)


def drawn(page, role):
    """The plan as that role is shown it."""
    return gzip.decompress(page._answers.plan(PlanOf(role))).decode()


def phase(table):
    """The phase the game is in."""
    return phase_now(table.live.book, table.live.game).name


@contextmanager
def a_page(tmp_path, rules, scene, **agreed):
    """The page of a game of that book, and its table."""
    listed = tuple(Enlisted(man.id, man.side, man.weapons) for man in scene.soldiers)
    army = replace(ARMY, soldiers=listed)
    with Journal(tmp_path / "journal.jsonl", print) as journal:
        live = begun(journal, rules, scene, SIDES, agreed, began_s=0.0)
        table = PlayTable(army, lambda *_: live, live)
        table.see(Observation(scene, 0.0))
        made = LivePage(table, book_named(rules), army, Photos(SPEC, army, tmp_path), port=0)
        state(made)
        yield made, table
        made.close()


def until(page, table, phase, side=None):
    """The game in that phase, step by step as stories go."""
    while (now := phase_now(table.live.book, table.live.game)).name != phase or side != now.side:
        assert table.game.do(NextStep(), 1.0).error is None
    state(page)


def words_there(page, role, name, at):
    """What a man is offered there, in words."""
    return [one["words"] for one in page._answers.man(role, name, at)["there"]]


def two_phones(tmp_path, *weapons):
    """Two sides, each with two men of every weapon and a phone, when fire begins; and presses."""
    men = [
        Soldier(
            f"{side[0].upper()}{i}{half}",
            side,
            3.0 + 17.0 * (side == "blue"),
            4.0 * i + 2.0 * half,
            (weapon,),
            facing=180.0 * (side == "blue"),
        )
        for side in SIDES
        for i, weapon in enumerate(weapons, start=1)
        for half in (0, 1)
    ]
    return a_page(tmp_path, "lgam", Scene(36.0, 24.0, tuple(men)))
