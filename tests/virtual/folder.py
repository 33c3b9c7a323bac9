"""Virtual tables written as folders of the same layout as recorded tables."""

import json
from pathlib import Path

import tomli_w

from table.army_file import write_army
from table.lens_file import write_lens
from table.picture import Picture
from table.table_spec import TableSpec, ThingSpec
from tests.virtual.render import developed, exposed, render_empty
from tests.virtual.sensor import jpeg_bytes
from tests.virtual.truth import truth_json
from tests.virtual.virtual_table import VirtualTable


def write_folder(virtual: VirtualTable, folder: Path) -> None:
    """Write photo, empty picture, table, army, camera and truth of one table."""
    folder.mkdir(parents=True, exist_ok=True)
    canvas = exposed(virtual).canvas
    write_picture(developed(virtual, canvas), folder / "photo.jpg", virtual.sensor.jpeg)
    truth = truth_json(virtual, canvas)
    (folder / "truth.json").write_text(json.dumps(truth, indent=1) + "\n")
    write_surroundings(virtual, folder)


def write_surroundings(virtual: VirtualTable, folder: Path) -> None:
    """Write what all pictures of one table share: files and the empty picture."""
    write_picture(render_empty(virtual), folder / "empty.jpg", virtual.sensor.jpeg)
    (folder / "table.toml").write_text(table_toml(virtual.spec))
    write_army(virtual.army, folder / "army.toml")
    write_lens(virtual.camera.lens, folder / "camera.yaml")


def write_picture(picture: Picture, path: Path, quality: int) -> None:
    """Write a picture as JPEG."""
    path.write_bytes(jpeg_bytes(picture, quality).tobytes())


def table_toml(spec: TableSpec) -> str:
    """The table file of a table."""
    whole = {
        "table": {
            "width": spec.width,
            "height": spec.height,
            "corner_marker": spec.corner_marker,
        },
        "thing": [{"kind": t.kind, **_colour(t), "height": float(t.height)} for t in spec.things],
    }
    return tomli_w.dumps(whole)


def _colour(thing: ThingSpec) -> dict[str, str]:
    return {} if thing.colour is None else {"colour": thing.colour}
