"""`spotter calibrate`: camera, table, projector."""

import argparse
from importlib import import_module


def run(args: argparse.Namespace) -> int | None:
    """Run one step of the set-up."""
    step = import_module(f"spotter.commands.calibrate_{args.step}")
    result: int | None = step.run(args)
    return result
