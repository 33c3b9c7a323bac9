"""What the set-up commands were told of camera and lens."""

import argparse
import re
from pathlib import Path

from table.errors import UserError
from table.lens import Lens
from table.lens_file import read_lens

_LENS_SUFFIXES = frozenset({".yaml", ".yml", ".xml"})
DEFAULT_SOURCE = "0"


def is_lens(text: str) -> bool:
    """Whether what was named is a file of a lens and no source of pictures."""
    return Path(text).suffix.lower() in _LENS_SUFFIXES


def source_named(args: argparse.Namespace) -> str:
    """The source of pictures; `--camera 0` names one too, as in `spotter play`."""
    if args.source is not None:
        return str(args.source)
    if args.camera is not None and not is_lens(args.camera):
        return str(args.camera)
    return DEFAULT_SOURCE


def lens_named(args: argparse.Namespace) -> Lens | None:
    """The lens of `--camera camera.yaml`, None where none was named."""
    if args.camera is None or not is_lens(args.camera):
        if args.camera is not None and args.source is not None:
            raise UserError(
                f"--camera: {args.camera} is no camera.yaml, and the source is {args.source}"
            )
        return None
    return read_lens(Path(args.camera))


def pair(text: str, option: str, example: str) -> tuple[int, int]:
    """Two whole numbers written like 9x6."""
    fit = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text.strip().lower())
    if fit is None or "0" in fit.groups():
        raise UserError(f"{option}: {text!r} is no size; write it like {example}")
    return int(fit[1]), int(fit[2])
