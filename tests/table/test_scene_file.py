"""scene.json, read and written."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixtures.recorded import photo_names, recorded
from table.errors import UserError
from table.scene_file import read_scene, scene_from_json, scene_json, write_scene

SQUARE = [[20, 10], [23, 10], [23, 13], [20, 13]]
SCENE = {
    "table": {"width": 36, "height": 24},
    "soldiers": [{"id": "R01", "side": "red", "x": 10, "y": 12}],
    "things": [{"kind": "mug", "outline": SQUARE}],
}


def changed(path: str, value):
    """SCENE with one value replaced; path is like "soldiers.0.x"."""
    scene = json.loads(json.dumps(SCENE))
    *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
    here = scene
    for key in way:
        here = here[key]
    here[last] = value
    return scene


def test_the_defaults_of_a_scene_written_by_hand():
    """A soldier needs four fields and a thing two; the rest has the contract's defaults."""
    scene = scene_from_json(SCENE, "scene.json")

    (soldier,), (mug,) = scene.soldiers, scene.things
    assert (soldier.base, soldier.facing, soldier.elevation, soldier.on) == (1.0, 0.0, 0.0, None)
    assert (soldier.weapons, soldier.state, soldier.confidence) == ((), {}, 1.0)
    assert (mug.id, mug.height, mug.inverted, mug.meant_as) == ("mug-1", 3.75, False, None)
    assert mug.footprint.area == 9.0


def test_a_things_sides_are_those_a_ruler_finds():
    """A pencil that lies askew is as long and as thin as one that lies straight."""
    askew = [[0, 0], [3, 4], [2.2, 4.6], [-0.8, 0.6]]

    (pencil,) = scene_from_json(
        changed("things", [{"kind": "wall", "outline": askew}]), "scene.json"
    ).things

    assert pencil.sides_in == pytest.approx((5.0, 1.0))


def test_questions_are_no_scene():
    """Who swaps scene and questions is told so."""
    with pytest.raises(UserError, match=r"q.json: holds questions, not a scene; name the scene"):
        scene_from_json([{"ask": "units"}], "q.json")


def test_a_thing_without_an_id_is_called_by_kind_and_place_in_the_list():
    """The second thing of the list is number 2, whatever its kind."""
    things = [{"kind": "mug", "outline": SQUARE}, {"kind": "road", "outline": SQUARE}]

    scene = scene_from_json(changed("things", things), "scene.json")

    assert [thing.id for thing in scene.things] == ["mug-1", "road-2"]


@pytest.mark.parametrize("name", photo_names())
def test_a_scene_survives_writing_and_reading(name, tmp_path):
    """Print then parse gives the same scene."""
    scene = read_scene(recorded(name).truth)

    write_scene(scene, tmp_path / "scene.json")

    assert read_scene(tmp_path / "scene.json") == scene


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("soldiers.0.x", "10in", "soldiers[0].x is '10in'; write a plain number of inches"),
        ("soldiers.0.wepons", ["rifle"], "soldiers[0] has 'wepons'; did you mean 'weapons'?"),
        ("things.0.heigth", 7, "things[0] has 'heigth'; did you mean 'height'?"),
        ("soldier", [], "the file has 'soldier'; did you mean 'soldiers'?"),
        ("table.width", "36in", "table.width is '36in'; write a plain number of inches, like 36.0"),
        ("soldiers.0.x", None, "soldiers[0] has no x"),
        ("soldiers.0.x", True, "soldiers[0].x is True"),
        ("soldiers.0.x", 1e300, "soldiers[0].x is 1e+300; write a number from"),
        ("soldiers.0.side", 3, "soldiers[0].side is 3"),
        ("soldiers.0.weapons", "rifle", "soldiers[0].weapons is 'rifle'; write a list"),
        ("soldiers.0.base", 0, "soldiers[0].base is 0"),
        ("soldiers.0.confidence", 1.5, "soldiers[0].confidence is 1.5"),
        ("soldiers.0.on", "mug-9", "soldiers[0] stands on 'mug-9'; the scene has no such thing"),
        ("soldiers.0.state", [], "soldiers[0].state is []"),
        ("soldiers", {}, "soldiers is {}; write a list"),
        ("soldiers.0", 5, "soldiers[0] is 5; write an object there"),
        ("things.0.kind", "castle", "things[0].kind is 'castle'; the kinds are book, bridge"),
        ("things.0.outline", [[0, 0], [1, 1]], "things[0].outline is"),
        ("things.0.outline", [[0, 0], [2, 2], [2, 0], [0, 2]], "crosses itself near (1, 1)"),
        ("things.0.outline", [[0, 0], [1, 1], [2, 2]], "things[0].outline"),
        ("things.0.outline", [[0, 0], [1, "a"], [2, 2]], "things[0].outline[1][1] is 'a'"),
        ("things.0.height", -1, "things[0].height is -1"),
        ("things.0.inverted", "yes", "things[0].inverted is 'yes'; write true or false"),
        ("table", None, "the file has no table"),
        ("table.width", "36in", "table.width is '36in'; write a plain number of inches"),
        ("spotter", 2, "spotter is 2; this program reads version 1"),
        ("unread", [{"x": 1}], "unread[0] has no y"),
    ],
)
def test_a_mistake_is_told_in_one_line(path, value, sentence):
    """The line names the file, the path inside it and what is wrong."""
    with pytest.raises(UserError) as problem:
        scene_from_json(changed(path, value), "scene.json")

    assert str(problem.value).startswith("scene.json: ")
    assert sentence in str(problem.value)
    assert "\n" not in str(problem.value)


def test_ids_are_unique():
    """Two soldiers of one id are refused, and so are two things."""
    twice = [SCENE["soldiers"][0]] * 2
    with pytest.raises(UserError, match=r"soldiers\[1\] has the id 'R01' of a soldier before it"):
        scene_from_json(changed("soldiers", twice), "scene.json")
    things = [{"id": "a", "kind": "mug", "outline": SQUARE}] * 2
    with pytest.raises(UserError, match=r"things\[1\] has the id 'a' of a thing before it"):
        scene_from_json(changed("things", things), "scene.json")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty"),
        (b"  \n", "is empty"),
        (b"\xff\xfe\x00", "is not a text file"),
        (b"{", "is not JSON"),
        (b"[" * 100_000, "is nested too deeply"),
        (b'{"x": NaN}', "has the number NaN; write finite numbers"),
        (b'{"x": 1e999}', "has the number 1e999"),
        (b'{"x": ' + b"9" * 400 + b"}", "has the number 999999999999..."),
        (b"[]", "holds [] and no names with values; name another file"),
    ],
)
def test_a_file_that_is_no_scene(content, sentence, tmp_path):
    """Rubbish is refused with a line that says what it is."""
    path = tmp_path / "scene.json"
    path.write_bytes(content)

    with pytest.raises(UserError) as problem:
        read_scene(path)

    assert sentence in str(problem.value)


def test_a_folder_for_a_file_and_a_missing_file(tmp_path):
    """What is not a file is said to be none."""
    with pytest.raises(UserError, match="is a folder"):
        read_scene(tmp_path)
    with pytest.raises(UserError, match="no such file"):
        read_scene(tmp_path / "none.json")


def test_a_hundred_megabytes_are_refused_unread(tmp_path):
    """A file no scene can be as large as is not read at all."""
    path = tmp_path / "scene.json"
    with path.open("wb") as file:
        file.truncate(100_000_000)

    with pytest.raises(UserError, match="is over 20 MB"):
        read_scene(path)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=8), inside),
    max_leaves=12,
)


@given(
    st.sampled_from(
        [
            "soldiers",
            "things",
            "table",
            "orders",
            "unread",
            "unknown",
            "soldiers.0",
            "things.0",
            "soldiers.0.x",
            "things.0.outline",
            "soldiers.0.state",
            "things.0.height",
            "spotter",
        ]
    ),
    json_values,
)
def test_no_value_anywhere_raises_anything_but_a_sentence(path, value):
    """Whatever stands in the file, the result is a scene or one line."""
    try:
        scene = scene_from_json(changed(path, value), "scene.json")
    except UserError as problem:
        told = str(problem)
    else:
        told = json.dumps(scene_json(scene))
    assert "\n" not in told


def test_what_is_unexplained_is_kept():
    """What lies there and is on no list is written and read again, and is no thing."""
    told = {"outline": [[1, 1], [4, 1], [4, 3]], "x": 3, "y": 1.5, "round": False, "size": [3, 2]}
    scene = scene_from_json(
        {"table": {"width": 9, "height": 9}, "unexplained": [told]}, "scene.json"
    )

    assert scene.things == ()
    assert scene_json(scene)["unexplained"] == [told]


def test_a_thing_carries_its_name():
    """What players call a thing is in its scene."""
    book = {"kind": "book", "outline": [[1, 1], [4, 1], [4, 3]], "name": "the atlas"}
    scene = scene_from_json({"table": {"width": 9, "height": 9}, "things": [book]}, "scene.json")

    assert scene_json(scene)["things"][0]["name"] == "the atlas"
