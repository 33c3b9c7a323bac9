"""The check-up of a computer: what is missing is found, said, and never hangs."""

import json
import os
import re
import tomllib

import pytest

from spotter.camera.camera_list import FoundCamera, linux_names, mac_names, windows_names
from spotter.camera.probe import probed
from spotter.setup.checkup import (
    LIBRARIES,
    camera_checks,
    library_check,
    opencv_check,
    python_check,
    screen_checks,
    v4l_check,
)
from tests.spotter.running import ROOT, ended


def doctor(*words, **environment):
    return ended("doctor", *words, env={**os.environ, **environment})


def test_doctor_runs():
    """The doctor does its job on this machine, whatever it has, and exits 0."""
    done = doctor()

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ok   Python 3.")
    assert "numpy" in done.stdout


def test_doctor_json():
    """With --json standard output is JSON alone."""
    checks = json.loads(doctor("--json").stdout)

    assert {check["state"] for check in checks} <= {"ok", "optional", "problem"}
    assert all(check["advice"] for check in checks if check["state"] == "problem")


def test_broken_opencv(tmp_path):
    """An OpenCV that cannot load for want of libGL is told with the one command that helps."""
    words = "libGL.so.1: cannot open shared object file"
    (tmp_path / "cv2.py").write_text(f'raise ImportError("{words}")\n')
    done = doctor(PYTHONPATH=str(tmp_path))

    assert done.returncode == 0
    assert f"cannot be loaded: {words}" in done.stdout
    assert "-> pip install --force-reinstall opencv-python-headless" in done.stdout
    assert "Traceback" not in done.stderr


def test_all_that_is_needed_is_asked_for():
    """The doctor tries every library that the program is installed with."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {re.match(r"[\w-]+", line)[0] for line in project["dependencies"]}

    assert {package for package, _ in LIBRARIES} == needed - {"pyzbar"}  # zbar_check tries that one


def test_old_python():
    """An old Python is a problem, a new one is not."""
    assert python_check((3, 10, 2)).state == "problem"
    assert python_check((3, 13, 0)).state == "ok"


def test_missing_library():
    """A library that is not there is told with how to get it."""
    check = library_check("no-such-library", "no_such_library")

    assert check.state == "problem"
    assert check.advice == "pip install no-such-library"


def test_two_opencvs():
    """Two builds of OpenCV beside each other are a problem, one is none."""
    both = {"opencv-python": "5.0", "opencv-python-headless": "5.0"}

    assert "hide each other" in opencv_check(both.get).what
    assert opencv_check({"opencv-python-headless": "5.0"}.get) is None


def test_screens():
    """Displays are listed with sizes; no screen is no problem for what needs none."""
    two = {"driver": "x11", "displays": [[1920, 1080], [1280, 800]], "opengl": True}

    assert [check.state for check in screen_checks(two)] == ["ok", "ok"]
    assert "1: 1280x800" in screen_checks(two)[0].what
    assert screen_checks(None)[0].what == "no screen"
    assert screen_checks({**two, "opengl": False})[-1].what == "no OpenGL"


@pytest.mark.parametrize(
    ("camera", "state"),
    [
        pytest.param(FoundCamera(0, "C920", ((1920, 1080),), 30.0), "ok", id="good"),
        pytest.param(FoundCamera(0, "C920"), "problem", id="in use"),
        pytest.param(FoundCamera(0, "old", ((640, 480),), 30.0), "optional", id="coarse"),
        pytest.param(FoundCamera(0, "dim", ((1920, 1080),), 5.0), "optional", id="slow"),
    ],
)
def test_cameras(camera, state):
    """A camera that is dead, coarse or slow is told with what helps."""
    (check,) = camera_checks((camera,))

    assert check.state == state
    assert bool(check.advice) == (state != "ok")


def test_other_systems():
    """What only Linux has is asked only there; names are read as each system prints them."""
    mac = json.dumps({"SPCameraDataType": [{"_name": "FaceTime HD Camera"}]})

    assert v4l_check("darwin") is None
    assert mac_names(mac) == ["FaceTime HD Camera"]
    assert mac_names("no JSON") == []
    assert windows_names("Integrated Webcam\r\n\r\nC920\r\n") == ["Integrated Webcam", "C920"]


def test_linux_names(tmp_path):
    """Linux cameras come by number and name; a camera's second node is left out."""
    for number, index, name in ((0, "0", "C920"), (1, "1", "C920"), (2, "0", "Phone")):
        node = tmp_path / f"video{number}"
        node.mkdir()
        (node / "index").write_text(index + "\n")
        (node / "name").write_text(name + "\n")

    assert linux_names(tmp_path) == {0: "C920", 2: "Phone"}
    assert linux_names(tmp_path / "nowhere") == {}


def test_probe_limits():
    """A probe that takes too long is given up, a camera that is not there does not open."""
    assert probed("camera", "0", limit_s=0.01) is None
    assert probed("camera", "61") == {"opens": False}
