"""`spotter cameras`: the cameras there are."""

import argparse
import json
from dataclasses import asdict

from spotter.camera.camera_list import cameras


def run(args: argparse.Namespace) -> None:
    """Print one line for each camera."""
    found = cameras()
    if args.json:
        print(json.dumps([asdict(camera) for camera in found], indent=1))
    elif found:
        print("\n".join(camera.line for camera in found))
    else:
        print(
            "no camera found; plug one in, or use a phone's address (http://.../video), "
            "a film or a folder of photos"
        )
