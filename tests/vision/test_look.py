"""The whole of vision on recorded tables, and what it says of pictures that show nothing."""

import json
from pathlib import Path

import numpy as np
import pytest

from table.army_file import read_army
from table.directions import between_deg
from table.errors import UserError
from table.lens_file import read_lens
from table.scene_file import scene_from_json
from table.table_file import read_table
from table.table_spec import TableSpec
from tests.vision.tag_pictures import army
from vision.look import look
from vision.pictures.picture_file import read_picture

PHOTOS = Path(__file__).parents[2] / "fixtures" / "photos"
SPEC = TableSpec(36.0, 24.0)


def photo(name, *, lens=True):
    folder = PHOTOS / name
    if not folder.exists():
        pytest.skip(f"no recorded table {name}")
    scene = look(
        read_picture(folder / "photo.jpg"),
        read_table(folder / "table.toml"),
        read_army(folder / "army.toml"),
        read_lens(folder / "camera.yaml") if lens else None,
        read_picture(folder / "empty.jpg"),
    )
    return scene, truth(folder / "truth.json")


def truth(path):

    value = json.loads(path.read_text())
    return scene_from_json(value, str(path))


@pytest.mark.parametrize("lens", [True, False], ids=["with camera.yaml", "without"])
@pytest.mark.parametrize("name", ["kitchen-easy", "helmets-normal"])
def test_recorded_tables(name, lens):
    """Every man is named, within 0.1 in of where he stands and a degree or two of his facing."""
    scene, true = photo(name, lens=lens)

    assert {s.id for s in scene.soldiers} == {s.id for s in true.soldiers}
    assert scene.unknown == true.unknown
    assert sorted(o.order for o in scene.orders) == sorted(o.order for o in true.orders)
    for soldier in scene.soldiers:
        there = true.soldier(soldier.id)
        off = np.hypot(soldier.x - there.x, soldier.y - there.y)
        assert off < (0.1 if lens else 0.15), soldier.id
        assert between_deg(soldier.facing, there.facing) < 2.5
        assert soldier.elevation == there.elevation


@pytest.mark.parametrize(
    ("value", "says"),
    [pytest.param(4, "black", id="black"), pytest.param(254, "white", id="blown out")],
)
def test_blank(value, says):
    """A black or blown-out picture is named as that, not as missing markers."""
    picture = np.full((480, 640, 3), value, np.uint8)

    with pytest.raises(UserError, match=f"photo.jpg: .*{says}"):
        look(picture, SPEC, army("R01"), where="photo.jpg")


def test_no_markers():
    """A picture of something else says that no corner marker is seen."""
    picture = np.random.default_rng(1).integers(60, 200, (480, 640, 3), dtype=np.uint8)

    with pytest.raises(UserError, match="no corner marker found"):
        look(picture, SPEC, army("R01"))


def test_no_tags():
    """A table without tags is refused where tags are needed, and is a bare table where not."""
    folder = PHOTOS / "kitchen-easy"
    if not folder.exists():
        pytest.skip("no recorded table kitchen-easy")
    table, men = read_table(folder / "table.toml"), read_army(folder / "army.toml")
    empty = read_picture(folder / "empty.jpg")

    assert look(empty, table, men).soldiers == ()
    with pytest.raises(UserError, match=r"empty.jpg: the corner markers are seen, but no tag"):
        look(empty, table, men, where="empty.jpg", needs_tags=True)
