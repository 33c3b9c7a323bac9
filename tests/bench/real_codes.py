"""Real photographs of QR codes read beside plain decoders, where the photographs are at hand.

    python -m tests.bench.real_codes

They lie beside the project, in `../shared/real`, and are not part of it. What our reader makes of
a crop (`crop_texts`: as it is, sharpened, enlarged, two decoders) is asked of each whole photo.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from calibration.grey import grey_of
from table.picture import Picture
from tests.bench.baselines import readers
from tests.bench.timing import timed
from vision.picture_file import read_picture
from vision.search_picture import halved
from vision.tag_decoders import crop_texts, decoded_codes

REAL = Path(__file__).parents[3] / "shared" / "real"
_LARGEST_PX = 1600  # a webcam's width; larger photos are halved until they fit

Reader = Callable[[Picture], set[str]]


def our_texts(picture: Picture) -> set[str]:
    """The texts our decoders read: as the photo is and enlarged, and if none, all they can do."""
    grey = grey_of(picture)
    texts = {code.text for times in (1, 2) for code in decoded_codes(grey, times)}
    return texts or set(crop_texts(grey)) or {code.text for code in decoded_codes(halved(grey))}


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
