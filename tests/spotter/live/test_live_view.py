"""The picture that the window shows is the one that tracking looked at."""

import pytest

from fixtures.recorded import recorded
from spotter.live import live_view
from spotter.live.live_view import live_picture
from table.army_file import read_army
from table.lens_file import read_lens
from table.table_file import read_table
from vision.live.track import track
from vision.live.tracked import Watching
from vision.pictures.picture_file import read_picture

TURN = recorded("oak-turn")


@pytest.fixture(scope="module")
def watching():
    """A table whose pictures are shown in a window."""
    spec, army, lens = read_table(TURN.table), read_army(TURN.army), read_lens(TURN.camera)
    return Watching(spec, army, lens, shown=True)


def test_a_picture_is_laid_flat_once(watching, monkeypatch):
    """What tracking made of a picture serves the window, at rest as in the first picture."""
    monkeypatch.setattr(live_view, "from_above", lambda *_, **__: pytest.fail("laid flat again"))
    picture, again = (read_picture(TURN.pictures[0]) for _ in range(2))
    first = track(None, picture, watching)
    second = track(first, again, watching, 1.0)

    for shown, tracked in ((picture, first), (again, second)):
        live = live_picture(shown, tracked)
        assert live.taken is shown
        assert live.from_above is not None
        spec = watching.spec
        assert live.from_above.shape == (round(32 * spec.height), round(32 * spec.width), 3)


def test_a_picture_that_told_nothing_is_shown_too(watching):
    """A black picture is shown as it is, not the last good one."""
    picture = read_picture(TURN.pictures[0])
    black = picture * 0
    tracked = track(track(None, picture, watching), black, watching, 1.0)

    live = live_picture(black, tracked)
    assert live.from_above is not None
    assert live.from_above.max() == 0
