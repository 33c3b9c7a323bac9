"""Fresh and live pictures beside one plain decoder's pass over the same picture.

python -m tests.bench --only fresh_pictures live_pictures
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from fixtures.recorded import Recorded, photo_names, recorded, sequence_names
from table.army_file import read_army
from table.lens_file import read_lens
from table.table_file import read_table
from tests.bench.baselines import PLAIN_PASS, plain_pass, plain_reader
from tests.bench.cases import Case, folder_case, virtual_case
from tests.bench.jobs import Row, job
from tests.bench.timing import least_s, shares, timed
from tests.virtual.random_table import random_table
from tests.virtual.render import render
from tests.virtual.tag_sheet import tag_sheet
from tests.virtual.virtual_table import VirtualTable, moved
from vision.follow_tags import followed_tags
from vision.look import look
from vision.picture_file import read_picture
from vision.read_tags import read_tags
from vision.track import Watching, track

CROWDED_SEED = 9133
SIZES_WH = ((1280, 720), (1920, 1080), (3840, 2160))
_FIRST_RUNS = 3  # a sequence has many pictures of every other sort
QUICK_PHOTOS = ("cloth-normal", "oak-normal")


@job(beside=PLAIN_PASS)
def fresh_pictures(*, quick: bool) -> Iterator[Row]:
    """A photo seen for the first time."""
    names = QUICK_PHOTOS if quick else photo_names()
    for name in names:
        yield fresh_row(folder_case(recorded(name).folder), runs=2 if quick else 8)


def fresh_row(case: Case, runs: int) -> Row:
    """Markers and tags; tags and things; the same without lens, and with the empty picture."""
    bare = replace(case.spec, things=())
    ways: dict[str, dict[str, object]] = {
        "tags": {"spec": bare},
        "tags and things": {},
        "without lens": {"lens": None},
        "with empty": {"empty": case.empty},
    }
    usual = {"spec": case.spec, "army": case.army, "lens": case.lens}
    works = {name: partial(look, case.picture, **{**usual, **way}) for name, way in ways.items()}
    return _about(case) | _rounded(shares(partial(plain_reader, case.picture), works, runs))


def _rounded(found: dict[str, float]) -> Row:
    return {name: round(share, 2) for name, share in found.items()}


def _about(case: Case) -> Row:
    size = f"{case.picture.shape[1]} x {case.picture.shape[0]}"
    scene = case.truth.scene
    return {
        "picture": case.name,
        "size": size,
        "men": len(scene.soldiers),
        "things": len(scene.things),
    }


@job(beside=PLAIN_PASS)
def live_pictures(*, quick: bool) -> Iterator[Row]:
    """A live table, picture after picture."""
    for name in sequence_names()[:1] if quick else sequence_names():
        yield sequence_row(name)
    yield crowded_row(runs=2 if quick else 8)


def sequence_row(name: str) -> Row:
    """A recorded turn: the least time of the pictures of each sort."""
    files: Recorded = recorded(name)
    spec, army, lens = read_table(files.table), read_army(files.army), read_lens(files.camera)
    watching = Watching(spec, army, lens, read_picture(files.empty))
    seconds: dict[str, float] = {}
    plain, known = float("inf"), None
    first = read_picture(files.pictures[0])
    seconds["first"] = least_s(lambda: track(None, first, watching), _FIRST_RUNS)
    for number, path in enumerate(files.pictures):
        picture = read_picture(path)
        plain = min(plain, plain_pass(picture, runs=1))
        before = known
        known, took = timed(lambda p=picture, b=before, n=number: track(b, p, watching, float(n)))
        sort = "first" if before is None else "hand over it" if known.hand else "a man set down"
        # Shown again, a picture of a table at rest has nothing new.
        seconds[sort] = min(seconds.get(sort, took), took)
        if not known.hand:
            still = least_s(lambda p=picture, k=known: track(k, p, watching, 0.0), 2)
            seconds["still"] = min(seconds.get("still", still), still)
    scene = known.scene if known else None
    men, things = (len(scene.soldiers), len(scene.things)) if scene else (0, 0)
    size = f"{picture.shape[1]} x {picture.shape[0]}"
    about: Row = {"table": name, "size": size, "men": men, "things": things}
    sorts = ("still", "hand over it", "a man set down", "first")
    return about | {sort: round(seconds[sort] / plain, 2) for sort in sorts if sort in seconds}


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
    works = {
        "still": partial(track, known, again, watching),
        "a man set down": partial(track, known, after, watching),
        "first": partial(track, None, case.picture, watching),
    }
    return about | _rounded(shares(partial(plain_reader, case.picture), works, runs))


@job(beside=PLAIN_PASS)
def growth_with_soldiers(*, quick: bool) -> Iterator[Row]:
    """Tags of ever more soldiers in a 1080p picture."""
    for count in (10, 40, 160) if quick else (10, 20, 40, 80, 160):
        case = virtual_case(tag_sheet(9200, 1.6, n=count))
        size_wh = case.picture.shape[1], case.picture.shape[0]
        pose = table_pose(corner_markers(case.picture), case.spec, case.lens, size_wh)
        tags, first_s = timed(lambda c=case, p=pose: read_tags(c.picture, p, c.army, c.spec))
        plain = partial(plain_reader, case.picture)
        where = (case.picture, pose, case.army, case.spec)
        works = {
            "read anew": partial(read_tags, *where),
            "followed": partial(followed_tags, *where, known=tags.soldiers),
        }
        yield {
            "soldiers": count,
            "named": len(tags.soldiers),
            "first time": round(first_s / plain_pass(case.picture, 1), 2),
            **_rounded(shares(plain, works, runs=2 if quick else 8)),
        }


@job(beside=PLAIN_PASS)
def growth_with_pixels(*, quick: bool) -> Iterator[Row]:
    """The same table of forty men by ever larger cameras, tags and things."""
    for size_wh in SIZES_WH[:2] if quick else SIZES_WH:
        case = virtual_case(crowded_table(size_wh))
        watching = Watching(case.spec, case.army, case.lens)
        known = track(None, case.picture, watching)
        works = {
            "fresh": partial(look, case.picture, case.spec, case.army, case.lens),
            "live, still": partial(track, known, case.picture, watching),
        }
        yield {
            "size": _about(case)["size"],
            "named": f"{len(known.scene.soldiers)} of {len(case.truth.scene.soldiers)}",
            **shares(partial(plain_reader, case.picture), works, runs=2 if quick else 3),
        }
