"""A real browser and a game to open in it, loudly missed where there is none; pages without one."""

import shutil

import pytest

from rules.book.shelf import book_named
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.live.play_table import PlayTable
from spotter.page.live_page import LivePage
from spotter.page.photos import Photos
from table.scene import Scene
from tests.spotter.page.browsing import Served
from tests.spotter.page.two_sides import ARMY, CLIFF, LGAM_MEN, SIDES, SPEC, seen
from tests.spotter.page.wishes import RED, a_page, until, wished


@pytest.fixture(scope="session")
def browser():
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("NOT RUN: no chromium on this computer")
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="NOT RUN: no playwright; pip install '.[browser]'"
    )
    with playwright.sync_playwright() as running:
        made = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture
def served(tmp_path, request):
    """A game; a test may name the book."""
    made = Served(tmp_path / "game", getattr(request, "param", "omog-advanced"))
    yield made
    made.kill()


@pytest.fixture
def table(tmp_path):
    """A table with its men, before the game."""
    with Journal(tmp_path / "journal.jsonl", print) as journal:
        made = PlayTable(
            ARMY,
            lambda scene, now_s: begun(journal, "omog-advanced", scene, SIDES, {}, began_s=now_s),
        )
        made.see(seen())
        yield made


@pytest.fixture
def page(table, tmp_path):
    """That table's page."""
    photos = Photos(SPEC, ARMY, tmp_path)
    made = LivePage(table, book_named("omog-advanced"), ARMY, photos, port=0)
    yield made
    made.close()


@pytest.fixture
def both(page):
    """Both sides have joined."""
    for role in SIDES:
        page.keys.joined(page.keys.join_key, role, "")
    return page


@pytest.fixture
def lgam(tmp_path):
    """A page of L.G.A.M. in red's moves: a mortar, a truck with a man beside it, a book."""
    with a_page(tmp_path, "lgam", Scene(36.0, 24.0, LGAM_MEN, (CLIFF,))) as (page, table):
        until(page, table, "count")
        event = {"event": "initiative"}
        assert wished(page, RED, do="event", event=event, throws=[2]).error is None
        until(page, table, "move-1", "red")
        yield page, table
