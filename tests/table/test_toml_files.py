"""table.toml and army.toml."""

import pytest

from fixtures.recorded import photo_names, recorded
from table.army import Side, TagStyle
from table.army_file import read_army
from table.errors import UserError
from table.table_file import add_thing, read_table
from table.table_spec import ThingSpec, rgb_of

TABLE = """
[table]
width = 36.0
height = 24.0
corner_marker = 1.5
[[thing]]
kind = "napkin"
colour = "#2F7d3a"
[[thing]]
kind = "mug"
colour = "#b03030"
height = 4.0
"""
ARMY = """
[tags]
size = 0.8
[[side]]
name = "red"
colour = "#c0392b"
[[soldier]]
id = "R01"
side = "red"
weapons = ["rifle"]
team = "red-1"
[[soldier]]
id = "R02"
side = "red"
height = 2.25
figure = [0.0, 0.0]
"""


def written(tmp_path, text):
    """A file with that text."""
    path = tmp_path / "file.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_side_that_is_no_word(tmp_path):
    """A list where a side's name belongs is said."""
    with pytest.raises(UserError, match=r"soldier\[0\]\.side is \['red'\]; the sides are red"):
        read_army(written(tmp_path, ARMY.replace('side = "red"', 'side = ["red"]', 1)))


@pytest.mark.parametrize(
    ("read", "text", "sentence"),
    [
        (read_table, "[[table]]\nwidth = 36", "table is there as [[table]], which is for lists"),
        (read_table, "table = 36", "table is 36; write [table] on a line of its own"),
        (read_army, ARMY.replace("[tags]", "[[tags]]"), "write [tags] once"),
        (read_army, "side = 3", "side is 3; write each as [[side]]"),
        (read_army, 'side = ["red"]', "side[0] is 'red'; write [[side]] on a line of its own"),
    ],
)
def test_the_wrong_brackets(read, text, sentence, tmp_path):
    """Where brackets are missing or too many, it is said how the file writes it."""
    with pytest.raises(UserError) as problem:
        read(written(tmp_path, text))

    assert sentence in str(problem.value)


def test_a_table(tmp_path):
    """Sizes in inches, colours in lower case, heights by kind where none is given."""
    table = read_table(written(tmp_path, TABLE))

    assert (table.width, table.height, table.corner_marker) == (36.0, 24.0, 1.5)
    assert table.things == (ThingSpec("napkin", "#2f7d3a", 0.0), ThingSpec("mug", "#b03030", 4.0))
    assert rgb_of(table.things[1].shown[0]) == (0xB0, 0x30, 0x30)


def test_a_thing_of_which_little_is_known(tmp_path):
    """All but a thing's kind may be left out; what is known is kept, its look by its place."""
    rows = """
[[thing]]
kind = "book"
colours = ["#7A4b2a", "#e9e4d8"]
size = [6.0, 9.0]
look = "looks/atlas.png"
name = "the atlas"
[[thing]]
kind = "lid"
size = 2
[[thing]]
kind = "mug"
"""
    path = written(tmp_path, TABLE + rows)
    *_, book, lid, mug = read_table(path).things

    assert book.shown == ("#7a4b2a", "#e9e4d8")
    assert (book.size, book.look, book.name) == (
        (9.0, 6.0),
        tmp_path / "looks/atlas.png",
        "the atlas",
    )
    assert (lid.size, lid.shown) == ((2.0,), ())
    assert (mug.colour, mug.height) == (None, 3.75)


def test_an_entry_written_is_the_entry_read(tmp_path):
    """Whatever is known of a thing comes back from the file it was written to."""
    path = written(tmp_path, TABLE)
    book = ThingSpec(
        "book", None, 1.0, ("#7a4b2a",), (9.0, 6.0), tmp_path / "looks" / "a.png", 'a "b" é'
    )
    add_thing(path, book)
    add_thing(path, ThingSpec("lid", None, 0.5))

    assert read_table(path).things[2:] == (book, ThingSpec("lid", None, 0.5))


def test_an_army(tmp_path):
    """A soldier has the tags of the army, and may override any field."""
    army = read_army(written(tmp_path, ARMY))

    assert army.sides == (Side("red", "#c0392b"),)
    first, second = army.soldiers
    assert (first.weapons, first.team, first.base) == (("rifle",), "red-1", 1.0)
    assert first.tag == TagStyle(size=0.8)
    assert second.tag == TagStyle(size=0.8, height=2.25, figure=(0.0, 0.0))


def test_an_army_of_markers(tmp_path):
    """An army may wear ArUco markers; each soldier then names his."""
    text = ARMY.replace("[tags]", '[tags]\nfamily = "aruco"').replace(
        'id = "R01"', 'id = "R01"\nmarker = 12'
    )
    with pytest.raises(UserError, match=r"soldier\[1\] has no marker"):
        read_army(written(tmp_path, text))

    army = read_army(written(tmp_path, text.replace('id = "R02"', 'id = "R02"\nmarker = 13')))

    assert army.marked(12) == army.soldier("R01")


def test_one_thing_with_one_bracket(tmp_path):
    """A thing written as a table of its own is told how it is written."""
    text = "[table]\nwidth = 36.0\nheight = 24.0\n[thing]\nkind = 'mug'\n"

    with pytest.raises(UserError, match=r"thing is one table; write each as \[\[thing\]\]"):
        read_table(written(tmp_path, text))


@pytest.mark.parametrize("name", photo_names())
def test_the_recorded_tables_are_read(name):
    """The files that ship with the program are good examples."""
    assert read_army(recorded(name).army).soldiers
    assert read_table(recorded(name).table).things


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("width = 36.0", "width = '36in'", "table.width is '36in'; write a plain number of inches"),
        (
            "width = 36.0",
            "width = '36'",
            "table.width is '36'; write a plain number of inches, like 36",
        ),
        ("[[thing]]", "[thing]", "of which there are several is written [[thing]]"),
        ("width = 36.0", "widht = 36.0", "table has 'widht'; did you mean 'width'?"),
        ("width = 36.0", "width = nan", "table.width is nan"),
        ('"mug"', '"mgu"', "thing[1].kind is 'mgu'; did you mean 'mug'? The kinds are book"),
        ('"mug"', '"castle"', "thing[1].kind is 'castle'; the kinds are book, bridge, lid"),
        ('"#b03030"', '"red"', "thing[1].colour is 'red'; write a colour as \"#rrggbb\""),
        ("height = 4.0", "height = -4.0", "thing[1].height is -4.0"),
        ("corner_marker = 1.5", "corner_marker = 30", "table.corner_marker is 30"),
        ("[table]", "[table", "is not TOML"),
    ],
)
def test_a_mistake_in_a_table(old, new, sentence, tmp_path):
    """The line says where, what is wrong and what to do."""
    with pytest.raises(UserError) as problem:
        read_table(written(tmp_path, TABLE.replace(old, new)))

    assert sentence in str(problem.value)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('id = "R02"', "", 'soldier[1] has no id; give it one, like id = "R04"'),
        ('id = "R02"', 'id = "r02"', "soldier[1].id is 'r02'; a tag holds 1 to 10 characters"),
        ('id = "R02"', 'id = "R01"', "soldier[1] has the id 'R01' of a soldier before it"),
        (
            'side = "red"\nheight',
            'side = "rde"\nheight',
            "is 'rde'; did you mean 'red'? The",
        ),
        ('["rifle"]', '"rifle"', "soldier[0].weapons is 'rifle'; write a list of texts"),
        ("weapons", "wepons", "soldier[0] has 'wepons'; did you mean 'weapons'?"),
        (
            "size = 0.8",
            'family = "qrs"',
            "tags.family is 'qrs'; did you mean 'qr'? The",
        ),
        ('[[side]]\nname = "red"\ncolour = "#c0392b"', "", "has no side"),
    ],
)
def test_a_mistake_in_an_army(old, new, sentence, tmp_path):
    """The line says where, what is wrong and what to do."""
    with pytest.raises(UserError) as problem:
        read_army(written(tmp_path, ARMY.replace(old, new)))

    assert sentence in str(problem.value)
    assert "\n" not in str(problem.value)
