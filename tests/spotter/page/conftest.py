"""A real browser and a game to open in it; where there is none the tests say so loudly."""

import shutil

import pytest

from tests.spotter.page.browsing import Served


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
