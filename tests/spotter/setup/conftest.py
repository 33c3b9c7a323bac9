"""What the set-up's tests share."""

import pytest

from tests.spotter.setup.webcam import EMPTY, Webcam


@pytest.fixture
def webcam(tmp_path):
    """A camera over an empty table with its markers."""
    camera = Webcam(tmp_path / "webcam")
    camera.shows(EMPTY)()
    return camera
