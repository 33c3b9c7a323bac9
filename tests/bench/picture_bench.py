"""Fresh and live pictures beside plain decoders' passes over the same picture.

python -m tests.bench --only tags_beside_decoders fresh_pictures live_pictures
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import cv2
import numpy as np

from fixtures.recorded import Recorded, photo_names, recorded, sequence_names
from table.army_file import read_army
from table.lens_file import read_lens
from table.table_file import read_table
from tests.bench.baselines import PASS, READERS, plain_pyzbar
from tests.bench.cases import Case, beside_cases, folder_case, virtual_case
from tests.bench.jobs import Row, job
from tests.bench.timing import Took, beside, in_turns, together
from tests.virtual.random_table import random_table
from tests.virtual.render import render
from tests.virtual.virtual_table import VirtualTable, moved
from vision.live.track import track
from vision.live.tracked import Watching
from vision.look import look, tags_on_table
from vision.pictures.picture_file import read_picture

CROWDED_SEED = 9133
_RUNS = 3  # of each picture of a sequence, which has many
# Where they are not at hand their rows are missing.
BESIDE = "scans of things and photographs of desks are no part of the project"
DECODED = "still, in JPEG decodes of it"
QUICK_PHOTOS = ("cloth-normal", "oak-normal")


@job(
    beside="milliseconds, the median and the worst of as many runs each, and after them how many "
    f"of the men are named; {BESIDE}"
)
def tags_beside_decoders(*, quick: bool) -> Iterator[Row]:
    """Tags of a fresh picture, beside plain decoders."""
    for case in decoded_cases(quick=quick):
        ids = {soldier.id for soldier in case.truth.scene.soldiers}
        works = {"ours": partial(named_men, case)}
        works |= {name: partial(read, case.picture) for name, read in READERS.items()}
        named = {name: len(ids & work()) for name, work in works.items()}
        found = in_turns(works, 2 if quick else 5)
        told = {name: f"{found[name].ms()}: {named[name]}" for name in works}
        yield {"picture": case.name, "size": _size(case), "men": len(ids), **told}


def decoded_cases(*, quick: bool) -> Iterator[Case]:
    """The recorded tables, scanned things and real desks, and a rendered table with forty men."""
    yield from (folder_case(recorded(name).folder) for name in photo_names()[: 2 if quick else 99])
    yield from () if quick else beside_cases()
    yield virtual_case(crowded_table())


def named_men(case: Case) -> set[str]:
    """Who is named in a picture that nobody has seen: corner markers, camera and tags."""
    tags, _ = tags_on_table(case.picture, case.spec, case.army, case.lens)
    return {str(tag.text) for tag in tags.soldiers}


@job(beside=f"{PASS}; {BESIDE}")
def fresh_pictures(*, quick: bool) -> Iterator[Row]:
    """A photo seen for the first time."""
    names = QUICK_PHOTOS if quick else photo_names()
    for name in names:
        yield fresh_row(folder_case(recorded(name).folder), runs=2 if quick else 8)
    for case in () if quick else beside_cases():
        yield fresh_row(case, runs=5)


def fresh_row(case: Case, runs: int) -> Row:
    """Markers and tags; tags and things; the same without lens, and with the empty picture."""
    bare = replace(case.spec, things=())
    ways: dict[str, dict[str, object]] = {
        "tags": {"spec": bare},
        "tags and things": {},
        "without lens": {"lens": None},
        "with empty": {"empty": case.empty},
    }
    if case.lens is None:
        del ways["without lens"]
    if case.empty is None:
        del ways["with empty"]
    usual = {"spec": case.spec, "army": case.army, "lens": case.lens}
    works = {name: partial(look, case.picture, **{**usual, **way}) for name, way in ways.items()}
    return _about(case) | beside(partial(plain_pyzbar, case.picture), works, runs)


def _about(case: Case) -> Row:
    scene = case.truth.scene
    return {
        "picture": case.name,
        "size": _size(case),
        "men": len(scene.soldiers),
        "things": len(scene.things),
    }


def _size(case: Case) -> str:
    return f"{case.picture.shape[1]} x {case.picture.shape[0]}"


@job(beside=PASS)
def live_pictures(*, quick: bool) -> Iterator[Row]:
    """A live table, picture after picture."""
    for name in sequence_names()[:1] if quick else sequence_names():
        yield sequence_row(name)
    yield crowded_row(runs=2 if quick else 8)


def sequence_row(name: str) -> Row:
    """A recorded turn: the times of all its pictures of each sort."""
    files: Recorded = recorded(name)
    spec, army, lens = read_table(files.table), read_army(files.army), read_lens(files.camera)
    watching = Watching(spec, army, lens, read_picture(files.empty))
    found: dict[str, list[Took]] = {}
    known = None
    for number, path in enumerate(files.pictures):
        picture = read_picture(path)
        works = {
            "": partial(plain_pyzbar, picture),
            "now": partial(track, known, picture, watching, float(number)),
        }
        runs = in_turns(works, _RUNS)
        before, known = known, track(known, picture, watching, float(number))
        sort = "first" if before is None else "hand over it" if known.hand else "a man set down"
        found.setdefault(sort, []).append(runs["now"])
        found.setdefault("", []).append(runs[""])
        if not known.hand:
            # Shown again, a picture of a table at rest has nothing new.
            again = {
                "still": partial(track, known, picture, watching, 0.0),
                DECODED: partial(decoded, path.read_bytes()),
            }
            for sort, still in in_turns(again, _RUNS).items():
                found.setdefault(sort, []).append(still)
    assert known is not None, name
    size = f"{picture.shape[1]} x {picture.shape[0]}"
    men, things = len(known.scene.soldiers), len(known.scene.things)
    about: Row = {"table": name, "size": size, "men": men, "things": things}
    plain = together(found[""])
    sorts = ("still", "hand over it", "a man set down", "first")
    told = {s: together(found[s]).beside(plain) for s in sorts if s in found}
    return about | told | {DECODED: together(found["still"]).beside(together(found[DECODED]))}


def crowded_table(
    size_wh: tuple[int, int] = (1920, 1080), seed: int = CROWDED_SEED
) -> VirtualTable:
    """A virtual table with forty men among many things."""
    return random_table(
        seed,
        "hard",
        size_wh=size_wh,
        men=40,
        table_wh=(36.0, 24.0),
        helmets=False,
        hand=False,
    )


def crowded_row(runs: int) -> Row:
    """Forty men: at rest, with other noise, and with one of them set down elsewhere."""
    virtual = crowded_table()
    case = virtual_case(virtual)
    again = render(replace(virtual, sensor=replace(virtual.sensor, seed=5)))
    man = virtual.scene.soldiers[0]
    after = render(moved(virtual, replace(man, x=man.x + 1.2, y=man.y + 0.4)))
    watching = Watching(case.spec, case.army, case.lens)
    known = track(None, case.picture, watching)
    about: Row = {
        "table": case.name,
        "size": _about(case)["size"],
        "men": len(known.scene.soldiers),
        "things": len(known.scene.things),
    }
    still = partial(track, known, again, watching)
    jpeg = cv2.imencode(".jpg", again)[1].tobytes()
    beside_jpeg = in_turns({"": partial(decoded, jpeg), "still": still}, runs)
    works = {
        "still": still,
        "a man set down": partial(track, known, after, watching),
        "first": partial(track, None, case.picture, watching),
    }
    told = beside(partial(plain_pyzbar, case.picture), works, runs)
    return about | told | {DECODED: beside_jpeg["still"].beside(beside_jpeg[""])}


def decoded(jpeg: bytes) -> object:
    """A camera's JPEG as pixels: what any program must do with a picture."""
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
