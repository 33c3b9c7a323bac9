"""Things of the recorded tables, taken off the list and learnt again."""

from dataclasses import dataclass, replace
from math import dist

import pytest
from shapely import Point, Polygon

from calibration.camera_pose import CameraPose
from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from fixtures.recorded import photo_names, recorded
from table.army_file import read_army
from table.lens_file import read_lens
from table.picture import Picture
from table.scene import Thing
from table.scene_file import read_scene
from table.table_file import read_table
from table.table_spec import TableSpec, ThingSpec
from tests.vision.test_things import overlap
from vision.evidence import TagPatch
from vision.look import tag_patches
from vision.picture_file import read_picture
from vision.read_tags import read_tags
from vision.things import things_on_table
from vision.unexplained import Stranger, strangers

QUICK = ("kitchen-easy", "oak-normal")
HAND = "lamp-hard"  # a hand rests on its edge, and is on no list
# A thing's silhouette is larger than its base by its height's lean and its handle.
HANDLE_IN, SLACK_IN = 1.3, 0.9
MOST_NAMED = 14


@dataclass(frozen=True, eq=False)
class Desk:
    """A recorded table with what teaching needs of it."""

    picture: Picture
    pose: CameraPose
    spec: TableSpec
    tags: list[TagPatch]
    truth: tuple[Thing, ...]

    def strangers(self, spec: TableSpec) -> tuple[Stranger, ...]:
        """What this list does not explain."""
        return strangers(self.picture, self.pose, spec, self.tags)

    def things(self, spec: TableSpec) -> tuple[Thing, ...]:
        """What this list finds."""
        return things_on_table(self.picture, self.pose, spec, self.tags)


def desk(name: str) -> Desk:
    files = recorded(name)
    picture, army = read_picture(files.photo), read_army(files.army)
    spec, lens = read_table(files.table), read_lens(files.camera)
    size_wh = (picture.shape[1], picture.shape[0])
    pose = table_pose(corner_markers(picture), spec, lens, size_wh, where=name)
    tags = tag_patches(read_tags(picture, pose, army, spec), army)
    return Desk(picture, pose, spec, tags, read_scene(files.truth).things)


def photos():
    """The recorded tables; all but a few take long."""
    return [
        pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
        for name in photo_names()
    ]


def sides_in(shape: Polygon) -> tuple[float, float]:
    corners = list(shape.minimum_rotated_rectangle.exterior.coords)
    one, other = dist(corners[0], corners[1]), dist(corners[1], corners[2])
    return max(one, other), min(one, other)


def of_listing(truth: tuple[Thing, ...], listed: ThingSpec) -> list[Thing]:
    same = [t for t in truth if t.kind == listed.kind]
    return [t for t in same if abs(t.height - listed.height) < 0.05]


def offers_of(thing: Thing, seen: tuple[Stranger, ...]) -> list[Stranger]:
    ground = thing.footprint.buffer(0.3)
    return [one for one in seen if ground.contains(Point(one.place.x, one.place.y))]


@pytest.mark.parametrize("name", photos())
def test_taken_off_the_list_it_is_offered(name):
    """Each thing taken off the list is offered at its place, about as large as it is."""
    table = desk(name)
    for number, listed in enumerate(table.spec.things):
        less = _without(table.spec, number)
        seen = table.strangers(less)
        for thing in of_listing(table.truth, listed):
            offers = offers_of(thing, seen)
            assert offers, (name, thing.id)
            long_in, wide_in = sides_in(thing.footprint)
            lean_in = thing.height * 0.6 + (HANDLE_IN if thing.kind == "mug" else 0.0)
            largest = max(offers, key=lambda one: one.length_in)
            assert largest.length_in < long_in + lean_in + SLACK_IN, (name, thing.id, largest)
            assert largest.width_in < wide_in + lean_in + SLACK_IN, (name, thing.id, largest)
            assert sum(one.length_in for one in offers) > 0.45 * long_in, (name, thing.id, offers)


@pytest.mark.parametrize("name", photos())
def test_named_again_it_is_found_again(name):
    """With the entry written for what is offered, look finds every thing of that kind again."""
    table = desk(name)
    for number, listed in enumerate(table.spec.things):
        less = _without(table.spec, number)
        mine = of_listing(table.truth, listed)
        (offer, *_) = offers_of(mine[0], table.strangers(less))

        taught = _with(less, ThingSpec(listed.kind, offer.colour, listed.height))

        same = [t.footprint for t in table.things(taught) if t.kind == listed.kind]
        for thing in mine:
            best = max((overlap(one, thing.footprint) for one in same), default=0.0)
            assert best > 0.5, (name, thing.id, offer.colour)


@pytest.mark.slow
@pytest.mark.parametrize("name", photo_names())
def test_a_whole_table_is_learnt_from_nothing(name):
    """Who starts with an empty list and names what is offered ends with all things found."""
    table = desk(name)
    spec = replace(table.spec, things=())
    for _ in range(MOST_NAMED):
        named = _first_named(table, spec)
        if named is None:
            break
        spec = _with(spec, named)

    found = table.things(spec)
    for thing in table.truth:
        same = [t.footprint for t in found if t.kind == thing.kind]
        assert max((overlap(one, thing.footprint) for one in same), default=0.0) > 0.5, thing.id


def _first_named(table: Desk, spec: TableSpec) -> ThingSpec | None:
    """The entry a player would write for the largest thing offered that is really there."""
    for offer in table.strangers(spec):
        ring = Polygon([(p.x, p.y) for p in offer.outline])
        here = Point(offer.place.x, offer.place.y)
        there = [thing for thing in table.truth if thing.footprint.contains(here)]
        if there:
            thing = max(there, key=lambda one: overlap(one.footprint, ring))
            named = ThingSpec(thing.kind, offer.colour, thing.height)
            if named not in spec.things:
                return named
    return None


def test_a_full_list_leaves_nothing_to_explain():
    """Where every thing is listed, nothing is offered: no shadow, no tag, no print on a book."""
    for name in set(photo_names()) - {HAND}:
        table = desk(name)
        assert table.strangers(table.spec) == (), name


def _without(spec: TableSpec, number: int) -> TableSpec:
    return replace(spec, things=spec.things[:number] + spec.things[number + 1 :])


def _with(spec: TableSpec, thing: ThingSpec) -> TableSpec:
    return replace(spec, things=(*spec.things, thing))
