"""Real photographs of QR codes read beside plain decoders, where the photographs are at hand.

    python -m tests.bench.real_codes

They lie beside the project, in `../shared/real`, and are not part of it. Asked is what `read_tags`
asks of a whole picture; what it asks of patches needs a table's corner markers, and none is there.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from calibration.grey import grey_of
from table.picture import Picture
from tests.bench.baselines import readers
from tests.bench.timing import timed
from vision.pictures.picture_file import read_picture
from vision.tags.decoders import decoded_codes
from vision.tags.search_picture import halved

REAL = Path(__file__).parents[3] / "shared" / "real"
_LARGEST_PX = 1600  # a webcam's width; larger photos are halved until they fit

Reader = Callable[[Picture], set[str]]


def our_texts(picture: Picture) -> set[str]:
    """The texts that the program's one pass over a whole picture reads."""
    return {code.text for code in decoded_codes(grey_of(picture))}


def labelled(folder: str) -> Iterator[tuple[Picture, set[str]]]:
    """The photos of a folder with the texts that are on them."""
    rows = json.loads((REAL / folder / "ground_truth.json").read_text(encoding="utf-8"))
    for row in rows:
        known = row["payload"] if isinstance(row["payload"], list) else [row["payload"]]
        texts = {_one_line(text) for text in known if text}
        if texts:
            yield _fitting(read_picture(REAL / folder / row["file"])), texts


def _one_line(text: str) -> str:
    """A text whose lines may end either way."""
    return " ".join(text.splitlines())


def _fitting(picture: Picture) -> Picture:
    while max(picture.shape[:2]) > _LARGEST_PX:
        picture = halved(picture)
    return picture


def tell(folder: str, known: dict[str, Reader]) -> None:
    """Print how many codes each reader reads, wrong ones too, and its time beside the first's."""
    right, wrong, took = dict.fromkeys(known, 0), dict.fromkeys(known, 0), dict.fromkeys(known, 0.0)
    total = 0
    for picture, texts in labelled(folder):
        total += len(texts)
        for name, reader in known.items():
            found, seconds = timed(lambda reader=reader, picture=picture: reader(picture))
            read = {_one_line(text) for text in found}
            right[name] += len(read & texts)
            wrong[name] += len(read - texts)
            took[name] += seconds
    first = next(iter(known))
    for name in known:
        ratio = took[name] / max(took[first], 1e-9)
        print(
            f"{folder:10} {name:12} {right[name]:4}/{total}  other {wrong[name]:3}  x {ratio:.2f}"
        )


def main() -> int:
    """Read all real photographs that carry texts."""
    if not REAL.exists():
        print(f"no real photographs at {REAL}", file=sys.stderr)
        return 0
    known = readers(slow=True) | {"ours": our_texts}
    for folder in ("qr_zxing", "qr_boofcv"):
        tell(folder, known)
    return 0


if __name__ == "__main__":
    sys.exit(main())
