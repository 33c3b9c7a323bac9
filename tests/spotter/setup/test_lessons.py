"""Things of the recorded tables, taken off the list, pointed at and learnt again."""

import contextlib
from dataclasses import replace

import pytest

from fixtures.recorded import photo_names, recorded
from spotter.setup.lessons import Lesson, PointedAt, learn
from table.errors import UserError
from table.kinds import DEFAULT_HEIGHT_IN
from table.places import TablePoint
from table.scene_file import read_scene
from table.table_file import change_thing, read_table
from tests.spotter.photographed import photographed
from tests.vision.painted import overlap

QUICK = ("kitchen-easy",)
NOTHING_LEFT = ("desk-easy", "helmets-normal", "kitchen-easy")


def photos():
    """The recorded tables; all but a few take long."""
    return [
        pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
        for name in photo_names()
    ]


def teaching(name, folder):
    """A recorded table whose list is a copy, with its list as text."""
    files = recorded(name)
    table = folder / "table.toml"
    table.write_text(files.table.read_text(encoding="utf-8"), encoding="utf-8")
    return photographed(files, table), read_scene(files.truth)


def shown(desk, thing):
    middle = thing.footprint.centroid
    if not thing.footprint.contains(middle):
        middle = thing.footprint.representative_point()
    return PointedAt(desk, TablePoint(middle.x, middle.y))


def emptied(desk):
    """The table file without any thing."""
    head = desk.table.read_text(encoding="utf-8").split("[[thing]]")[0]
    desk.table.write_text(head, encoding="utf-8")


@pytest.mark.parametrize("name", photos())
def test_a_whole_table_is_learnt_from_nothing(name, tmp_path):
    """Who points at one thing after the other is told of each that is not found again.

    Whatever else was written is found, nine in ten of all things.
    """
    desk, truth = teaching(name, tmp_path)
    emptied(desk)
    refused = 0
    for thing in truth.things:
        try:
            learn([shown(desk, thing)], Lesson(thing.kind, thing.height))
        except UserError:
            refused += 1

    found = desk.things()
    missed = [t.id for t in truth.things if not is_found(t, found)]
    assert len(missed) <= max(1, refused), (missed, refused)
    assert len(missed) <= 0.1 * len(truth.things) + 1, missed


def is_found(thing, found):
    same = [one.footprint for one in found if one.kind == thing.kind]
    return max((overlap(one, thing.footprint) for one in same), default=0.0) > 0.5


def test_what_is_listed_wrongly_swallows_nothing(tmp_path):
    """A list that takes the napkin for a mat lets the napkin be named."""
    desk, truth = teaching("kitchen-easy", tmp_path)
    emptied(desk)
    (napkin,) = [thing for thing in truth.things if thing.kind == "napkin"]
    learn([shown(desk, napkin)], Lesson("mat", 0.0))
    assert any(thing.kind == "mat" for thing in desk.things())

    wrong = desk.table.read_bytes()
    with contextlib.suppress(UserError):  # which of two entries that look the same wins is open
        learn([shown(desk, napkin)], Lesson("napkin", 0.0))

    assert is_found(napkin, desk.things()) == (desk.table.read_bytes() != wrong)


def test_a_bare_place_is_refused(tmp_path):
    """Where nothing lies nothing is learnt, and what lies elsewhere is told."""
    desk, _ = teaching("kitchen-easy", tmp_path)
    emptied(desk)
    before = desk.table.read_bytes()

    with pytest.raises(UserError, match="there is something at"):
        learn([PointedAt(desk, TablePoint(30, 20))], Lesson("lid", 0.25))

    assert desk.table.read_bytes() == before


@pytest.mark.parametrize("name", NOTHING_LEFT)
def test_a_full_list_leaves_nothing_to_explain(name, tmp_path):
    """Where every thing is listed, nothing is offered: no shadow, no tag, no print on a book."""
    desk, _ = teaching(name, tmp_path)

    assert desk.strangers() == ()


def test_what_is_newly_known_joins_its_entry(tmp_path):
    """An entry gets its look and size; its own lines, comments and other entries stay."""
    table = tmp_path / "table.toml"
    text = '[table]\nwidth = 36.0\nheight = 24.0\n\n[[thing]]  # ours\nkind = "mug"\n\n'
    table.write_text(text + '[[thing]]\nkind = "lid"\n', encoding="utf-8")
    (mug, lid) = read_table(table).things

    change_thing(table, 0, replace(mug, size=(3.1,), look=tmp_path / "looks" / "mug-1.png"))

    assert table.read_text(encoding="utf-8").startswith(text.rstrip())
    known, same = read_table(table).things
    assert (known.size, known.look) == ((3.1,), tmp_path / "looks/mug-1.png")
    assert same == lid


@pytest.mark.slow
def test_a_list_that_grows_never_breaks(tmp_path):
    """Each thing is named after another's kind, one after the other; what fails is said."""
    desk, truth = teaching("kitchen-easy", tmp_path)
    emptied(desk)
    kinds = [thing.kind for thing in truth.things]
    for thing, kind in zip(truth.things, (*kinds[1:], kinds[0]), strict=True):
        with contextlib.suppress(UserError):
            learn([shown(desk, thing)], Lesson(kind, DEFAULT_HEIGHT_IN[kind]))
        desk.strangers()

    assert {thing.kind for thing in desk.things()} <= set(kinds)
