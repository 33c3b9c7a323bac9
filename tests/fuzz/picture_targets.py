"""Pictures no camera takes: damaged, tiny, odd, and tables that cannot be."""

import io
import struct
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import cv2
import numpy as np
from PIL import Image

from fixtures.recorded import recorded
from table.army import Army, TagStyle
from table.army_file import read_army
from table.errors import UserError
from table.lens import Lens
from table.lens_file import read_lens
from table.picture import Picture
from table.scene_file import scene_from_json, scene_json
from table.table_file import read_table
from table.table_spec import TableSpec
from tests.fuzz.mutate import mutated_bytes
from tests.fuzz.registry import refuse_muddle, target, tried, tried_file
from tests.virtual.random_table import TIERS, random_table
from tests.virtual.render import render
from vision.live.track import track
from vision.live.tracked import Watching
from vision.look import look
from vision.pictures.picture_file import read_picture

_KITCHEN = recorded("kitchen-easy")
_SUFFIXES = (".jpg", ".png", ".bmp", ".tiff", ".webp", ".gif")


@cache
def photo() -> Picture:
    """A recorded photo of a table."""
    return read_picture(_KITCHEN.photo)


@cache
def surroundings() -> tuple[TableSpec, Army, Lens]:
    """Its table, army and lens."""
    return read_table(_KITCHEN.table), read_army(_KITCHEN.army), read_lens(_KITCHEN.camera)


@cache
def _small(suffix: str) -> bytes:
    return _encoded(suffix, cv2.resize(photo(), (160, 90)))


def _read(path: Path) -> None:
    picture = read_picture(path)
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3


@target(tries=200)
def picture_bytes(random: Random) -> None:
    """Picture files of all kinds with changed bytes, some under a wrong name."""
    data = mutated_bytes(_small(random.choice(_SUFFIXES)), random)
    tried_file(data, _read, f"photo{random.choice(_SUFFIXES)}")


def _patched(suffix: str, at: int, size: bytes) -> bytes:
    data = bytearray(_small(suffix))
    data[at : at + len(size)] = size
    return bytes(data)


def _turned_by_exif(random: Random) -> bytes:
    entry = struct.pack("<HHII", 0x0112, 3, 1, random.randrange(12))
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0" + entry + b"\0\0\0\0"
    plain = _small(".jpg")
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:]


def _four_inks(random: Random) -> bytes:
    """A JPEG of cyan, magenta, yellow and black, as printers' programs save it."""
    data = io.BytesIO()
    Image.fromarray(photo()[:90, :120]).convert("CMYK").save(data, "JPEG")
    return mutated_bytes(data.getvalue(), random) if random.random() < 0.5 else data.getvalue()


def _deep(channels: int) -> np.ndarray:
    deep = photo()[:90, :120].astype(np.uint16) * 257
    return np.dstack([deep, deep[..., :1]])[..., :channels]


def _palette(random: Random) -> bytes:
    """Few colours, numbered; some of them clear."""
    data = io.BytesIO()
    few = Image.fromarray(photo()[:90, :120]).quantize(8)
    few.save(data, random.choice(("PNG", "GIF")), transparency=3)
    return data.getvalue()


def _encoded(suffix: str, picture: np.ndarray) -> bytes:
    whole, data = cv2.imencode(suffix, picture)
    assert whole, suffix
    return bytes(data.tobytes())


_LAYER = b"\xff\xda\0\x02"
_ODD: dict[str, Callable[[Random], bytes]] = {
    "text": lambda _: b"hello, this is no picture",
    "nothing": lambda _: b"",
    "one pixel": lambda r: _encoded(r.choice(_SUFFIXES), photo()[:1, :1]),
    "one row": lambda r: _encoded(r.choice((".png", ".jpg")), photo()[:1]),
    "sixteen bits": lambda _: _encoded(".png", photo()[:90].astype(np.uint16) * 257),
    "grey": lambda r: _encoded(r.choice((".png", ".jpg", ".bmp")), photo()[:90, :, 0]),
    "alpha": lambda _: _encoded(".png", np.dstack([photo()[:90], photo()[:90, :, :1]])),
    "floats": lambda _: _encoded(".tiff", photo()[:90].astype(np.float32)),
    "four inks": _four_inks,
    "layers": lambda r: _small(".jpg")[:-2] + _LAYER * r.choice((1, 99, 500)) + b"\xff\xd9",
    "sixteen bits and alpha": lambda _: _encoded(".png", _deep(4)),
    "sixteen grey": lambda r: _encoded(r.choice((".png", ".tiff")), _deep(1)),
    "palette": _palette,
    "turned": _turned_by_exif,
    "huge png": lambda r: _patched(".png", 16, struct.pack(">II", *_huge(r))),
    "huge bmp": lambda r: _patched(".bmp", 18, struct.pack("<ii", *_huge(r))),
    "huge gif": lambda _: _patched(".gif", 6, b"\xff\xff\xff\xff"),
    "huge webp": lambda _: _patched(".webp", 26, b"\xff\x3f\xff\x3f"),
    "cut": lambda r: _small(r.choice(_SUFFIXES))[: r.randrange(300)],
    "another kind": lambda _: b"\x00\x00\x00 ftypheic\x00\x00\x00\x00mif1heic" + b"\x00" * 200,
}  # fmt: skip


def _huge(random: Random) -> tuple[int, int]:
    return random.choice(((30000, 30000), (2**31 - 1, 2**31 - 1), (1, 2**31 - 1), (0, 0)))


@target(tries=60)
def odd_pictures(random: Random) -> None:
    """Pictures of every odd kind."""
    tried_file(random.choice(list(_ODD.values()))(random), _read, "photo.jpg")


_SPOILS: tuple[Callable[[Picture, Random], Picture], ...] = (
    lambda p, r: p[: r.randrange(1, 40), : r.randrange(1, 40)],
    lambda p, r: np.ascontiguousarray(p[:: r.randrange(2, 9), :: r.randrange(2, 9)]),
    lambda p, _: np.zeros_like(p),
    lambda p, _: np.full_like(p, 255),
    lambda p, _: np.rot90(p).copy(),
    lambda p, _: p[:, ::-1].copy(),
    lambda p, r: np.random.default_rng(r.randrange(99)).integers(0, 256, p.shape, np.uint8),
    lambda p, r: np.roll(p, r.randrange(1, 900), axis=r.randrange(2)),
    lambda p, _: cv2.resize(p, (p.shape[1], 60)),
    lambda p, _: np.tile(cv2.resize(p, (480, 270)), (4, 4, 1)),
)


@target(tries=4)
def spoiled_photos(random: Random) -> None:
    """A photo turned, mirrored, rolled, shrunk, drowned in noise; alone and after a good one."""
    spec, army, lens = surroundings()
    spoiled = random.choice(_SPOILS)(photo(), random)
    tried(lambda: seen(spoiled, spec, army, random.choice((lens, None))))
    watching = Watching(replace(spec, things=()), army, lens)
    known = track(None, photo(), watching)
    tried(lambda: track(known, spoiled, watching, 1.0))


def seen(picture: Picture, spec: TableSpec, army: Army, lens: Lens | None) -> set[str]:
    """Who is in the picture; the scene must be one that can be written and read again."""
    scene = look(picture, spec, army, lens)
    scene_from_json(scene_json(scene), "scene.json")
    for man in scene.soldiers:
        assert army.soldier(man.id) is not None, man.id
    return {man.id for man in scene.soldiers}


@target(tries=3)
def absurd_tables(random: Random) -> None:
    """Tables, armies and lenses each possible, absurd together."""
    spec, army, lens = surroundings()
    for _ in range(random.randint(1, 2)):
        change = random.randrange(5)
        try:
            if change == 0:
                size = random.choice((1.0, 5.0, 200.0, 1000.0))
                spec = replace(spec, width=size, height=random.choice((size, 24.0)))
            elif change == 1:
                spec = replace(spec, corner_marker=random.choice((0.1, 0.5, 6.0, 11.0)))
            elif change == 2:
                style = TagStyle(
                    size=random.choice((0.1, 4.0, 60.0)),
                    height=random.choice((0.0, 10.0, 39.0, 200.0)),
                    figure=random.choice(((-0.75, 0.0), (500.0, -500.0))),
                )
                men = tuple(replace(man, tag=style) for man in army.soldiers)
                army = replace(army, tags=style, soldiers=men)
            elif change == 3:
                things = tuple(
                    replace(t, height=random.choice((0.0, 30.0, 99.0))) for t in spec.things
                )
                spec = replace(spec, things=things)
            else:
                lens = _absurd_lens(lens, random)
        except UserError as problem:
            refuse_muddle(str(problem))
    tried(lambda: seen(photo(), spec, army, lens))


def _absurd_lens(lens: Lens, random: Random) -> Lens:
    matrix = lens.matrix.copy()
    matrix[:2] *= random.choice((0.01, 0.3, 3.0, 100.0))
    bend = lens.distortion + np.array(random.choice(([0.5], [-0.9], [40.0], [0.0])))
    size_wh = random.choice((lens.size_wh, lens.size_wh, (640, 480)))
    return Lens(size_wh, matrix, bend, lens.name)


@target(tries=1)
def virtual_tables(random: Random) -> None:
    """Tables nobody has built, in pictures of all sizes; their things listed in wrong colours."""
    tier = random.choice(TIERS)
    size_wh = random.choice(((640, 480), (1280, 720), (1920, 1080)))
    virtual = random_table(random.randrange(1000), tier, size_wh=size_wh)
    spec = virtual.spec
    if random.random() < 0.5:
        colours = [thing.colour for thing in spec.things]
        random.shuffle(colours)
        mixed = zip(spec.things, colours, strict=True)
        spec = replace(spec, things=tuple(replace(t, colour=colour) for t, colour in mixed))
    lens = random.choice((virtual.camera.lens, None))
    tried(lambda: seen(render(virtual), spec, virtual.army, lens))
