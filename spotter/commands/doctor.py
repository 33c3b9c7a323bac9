"""`spotter doctor`: what works on this computer and what to do about what does not."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict

from spotter.camera.camera_list import cameras
from spotter.camera.probe import probed
from spotter.setup.checkup import (
    LIBRARIES,
    Check,
    camera_checks,
    heic_check,
    library_check,
    opencv_check,
    python_check,
    screen_checks,
    v4l_check,
    zbar_check,
)

_SIGNS = {"ok": "ok   ", "optional": "-    ", "problem": "FIX  "}


def run(args: argparse.Namespace) -> None:
    """Print all checks, each problem with one line of advice."""
    if args.json:
        print(json.dumps([asdict(check) for check in _checks()], indent=1))
        return
    wrong = 0
    for check in _checks():
        print(f"{_SIGNS[check.state]}{check.what}", flush=True)
        if check.advice:
            print(f"     -> {check.advice}")
        wrong += check.state == "problem"
    print(f"{wrong} to put right" if wrong else "all that is needed is here")


def _checks() -> Iterator[Check]:
    yield python_check()
    yield from (library_check(package, module) for package, module in LIBRARIES)
    yield from filter(None, (opencv_check(), zbar_check(), heic_check(), v4l_check()))
    yield from screen_checks(probed("screen"))
    yield from camera_checks(cameras())
