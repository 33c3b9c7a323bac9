"""Holding exposure, focus and white balance, and what is said where the driver refuses."""

import cv2
import pytest

from spotter.camera.lock import advice, lock


class Driver:
    """A camera driver that takes some settings and ignores the others."""

    def __init__(self, takes):
        self.takes = takes
        self.values = {}

    def change(self, setting, value):
        """Take the value, or not."""
        if setting in self.takes and value in self.takes[setting]:
            self.values[setting] = value
            return True
        return False

    def read_setting(self, setting):
        """The value taken, else the driver's own."""
        return self.values.get(setting, 3.0)


def test_all_held():
    """A driver that takes everything leaves nothing to say."""
    driver = Driver(
        {
            cv2.CAP_PROP_AUTOFOCUS: {0.0},
            cv2.CAP_PROP_AUTO_EXPOSURE: {0.25},
            cv2.CAP_PROP_AUTO_WB: {0.0},
        }
    )

    assert lock(driver) == ()
    assert advice("0", ()) == ()


def test_refused():
    """What a driver ignores is named."""
    assert lock(Driver({cv2.CAP_PROP_AUTO_WB: {0.0}})) == ("focus", "exposure")


@pytest.mark.parametrize(
    ("source", "platform", "says"),
    [
        pytest.param("2", "linux", "v4l2-ctl -d /dev/video2 -c auto_exposure=1", id="linux"),
        pytest.param("0", "darwin", "macOS", id="mac"),
        pytest.param("0", "win32", "Settings >", id="windows"),
        pytest.param("0", "freebsd", "maker's own program", id="other"),
        pytest.param("http://phone:8080/video", "linux", "camera app", id="phone"),
    ],
)
def test_advice(source, platform, says):
    """Each system gets the line that helps there."""
    head, line = advice(source, ("exposure",), platform)

    assert "exposure" in head
    assert says in line
