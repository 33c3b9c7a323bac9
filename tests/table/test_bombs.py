"""Small files that unfold to something huge, or keep a careless reader busy for minutes."""

import json
import time

import pytest

from fixtures.recorded import recorded
from table.army_file import read_army
from table.errors import UserError
from table.lens_file import read_lens
from table.scene_file import read_scene
from table.table_file import read_table
from table.text_file import read_text, write_text
from tests.devices import device

LENS = recorded("oak-normal").camera.read_text(encoding="utf-8")
LAUGHS = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 9)
)
READERS = {
    "camera.yaml": read_lens,
    "table.toml": read_table,
    "army.toml": read_army,
    "scene.json": read_scene,
}


def scene(**changed):
    whole = {"table": {"width": 36, "height": 24}, "soldiers": [], "things": []}
    return json.dumps({**whole, **changed})


def thing(corners, at=0.0):
    ring = [[i / corners, 0.0] for i in range(corners - 1)]
    return {"kind": "wall", "outline": [[x, at + y] for x, y in ring] + [[0.5, at + 1.0]]}


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        pytest.param("camera.yaml", LAUGHS + LENS, "is not YAML", id="aliases of aliases"),
        pytest.param(
            "camera.yaml", f"a: [{'1.5, ' * 200_000}]\n{LENS}", "over 0.5 MB", id="long YAML"
        ),
        pytest.param("camera.yaml", "[" * 100_000, "is not YAML", id="deep YAML"),
        pytest.param("table.toml", "a" + ".a" * 20_000 + " = 1\n", "over 50 parts", id="long key"),
        pytest.param("army.toml", "[" + "a." * 20_000 + "a]\n", "over 50 parts", id="long head"),
        pytest.param("table.toml", "[table]\nwidth = " + "9" * 5000, "is not TOML", id="digits"),
        pytest.param(
            "table.toml", "[table]\nwidth = 0x" + "f" * 5000, "a number without end", id="hex"
        ),
        pytest.param("army.toml", "[[soldier]]\n" * 50_000, "over 0.5 MB", id="long TOML"),
        pytest.param("army.toml", "[[side]]\nname=''\n" * 21, "the most is 20", id="many sides"),
        pytest.param("scene.json", "[" * 100_000, "nested too deeply", id="deep JSON"),
        pytest.param(
            "scene.json", scene(soldiers=[{}] * 1001), "the most is 1000", id="a thousand men"
        ),
        pytest.param(
            "scene.json", scene(things=[{}] * 201), "the most is 200", id="hundreds of things"
        ),
        pytest.param(
            "scene.json", scene(things=[thing(1001)]), "three to 1000 places", id="a ragged thing"
        ),
        pytest.param(
            "scene.json", scene(things=[thing(999, i) for i in range(6)]), "corners", id="ragged"
        ),
        pytest.param(
            "scene.json", scene(table={"width": 1e4, "height": 24}), "to 1000", id="a wide table"
        ),
    ],
)
def test_a_bomb_is_refused_at_once(tmp_path, name, text, says):
    """One line within seconds, whatever the file would unfold to."""
    path = tmp_path / name
    path.write_text(text)
    began = time.process_time()

    with pytest.raises(UserError, match=says) as problem:
        READERS[name](path)

    assert time.process_time() - began < 5
    assert len(str(problem.value)) < 1000


@pytest.mark.parametrize(
    "value",
    [
        "!!opencv-matrix [1]", "!!opencv-matrix x", '!!int ""', "!!float ''", "!!timestamp x",
        "!!bool x", "!!binary x", "!!pairs [1]", "!!omap [1]", "!!set [a]", "{<<: 3}", "&a [*a]",
        "2024-99-99", '"\\0"', "!!python/name:os.system", "!!python/tuple [1]",
    ],
)  # fmt: skip
def test_a_yaml_tag_before_something_else(tmp_path, value):
    """What the YAML reader itself trips over is said like any other mistake."""
    path = tmp_path / "camera.yaml"
    path.write_text(LENS.replace("image_width: 3840", f"image_width: {value}"))

    with pytest.raises(UserError, match=r"camera\.yaml: (is not YAML|image_width is)"):
        read_lens(path)


def test_a_file_without_end(tmp_path):
    """A device that never ends is read no further than a file may go."""
    endless = device(tmp_path / "scene.json", "/dev/zero")

    with pytest.raises(UserError, match="over 20 MB"):
        read_text(endless)


def test_a_device_is_written_to_and_stays(tmp_path):
    """`-o /dev/null` throws the file away, not the device."""
    null = device(tmp_path / "null", "/dev/null")

    write_text(null, "scene")

    assert null.is_char_device()


def test_a_link_stays_a_link(tmp_path):
    """What the link points to is written."""
    (tmp_path / "there.json").write_text("old")
    link = tmp_path / "scene.json"
    try:
        link.symlink_to(tmp_path / "there.json")
    except OSError:
        pytest.skip("no links here")

    write_text(link, "new")

    assert link.is_symlink()
    assert (tmp_path / "there.json").read_text() == "new"
