"""One look at a table that has changed: what would be known if it were sure.

Tags that last are not read again, men who are not read again are looked for everywhere, and of
those who are nowhere it is told whether their places are bare or covered. Things are looked for
again where men alone do not explain the change.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from calibration.camera_pose import CameraPose
from table.army import Army
from table.directions import distance_in
from table.picture import Picture
from table.places import CellXY, SeenXY, TablePoint, TableXY
from table.scene import Order, Scene, Soldier, Thing
from vision.live.bare_place import (
    LastPlace,
    Surroundings,
    is_bare,
    is_bare_footprint,
    known_ground,
    unknown_ground,
)
from vision.live.changed_tags import Changes, TagsNow, all_tags_now, tags_now, unexplained_sq_in
from vision.live.fallen import may_be_fallen
from vision.live.from_above import FromAbove, from_above
from vision.live.merge import UNCHANGED, DeadBand, GroundTest, merged
from vision.live.resting import PX_PER_IN, Resting, resting
from vision.live.tracked import Absent, CoveredCard, Known, Watching
from vision.live.witnesses import tag_witnesses
from vision.look import scene_of, tag_patches
from vision.men import tag_place
from vision.surface.covered import CARD_REACH, covered_by, man_outline
from vision.surface.flat_table import FlatTable, seen_from_camera
from vision.surface.masks import GridMask, nothing
from vision.tags.tags_seen import SeenTag, TagsSeen
from vision.things.find import OnTable, on_table

_LOOKS = 3  # that are remembered
_CARD_IN = 0.1  # a card that seems to lie so near to where it lay has not been touched
_UNEXPLAINED_SQ_IN = 0.3  # less than the smallest thing


@dataclass(frozen=True, eq=False)
class Glance:
    """What would be known, and whether men alone, each read where he is, explain the change."""

    known: Known
    only_men: bool


def first_look(picture: Picture, above: FromAbove, watching: Watching) -> Known:
    """All that is on the table in its first picture."""
    spec, army, pose = watching.spec, watching.army, above.pose
    now = resting(above)
    ground = unknown_ground(now)
    if watching.empty is not None:
        bare = from_above(watching.empty, pose, spec.width, spec.height, shown=False)
        ground = known_ground(resting(bare))
    changes = Changes(picture, pose, spec, nothing(now.grid), now)
    tags = all_tags_now(changes, army)
    scene = scene_of(tags.every, _things(changes, tags.every, watching), pose, army, spec)
    nobody = replace(scene, soldiers=())
    unknown = Known(nobody, TagsSeen(), now, picture, tag_witnesses(picture, ()), ground)
    return _known(unknown, scene, tags, changes, army)


def glance(before: Known, changes: Changes, watching: Watching, dead_band: DeadBand) -> Glance:
    """What would be known if this picture were to be believed."""
    army = watching.army
    tags = tags_now(changes, army)
    men = {man.id for man in before.scene.soldiers} | {one.man.id for one in before.absent}
    if not men <= {tag.text for tag in tags.every.soldiers}:
        tags = all_tags_now(changes, army)
    touched = _without(before.tags.every, changes.lasting.every)
    only_men = unexplained_sq_in(changes, [*touched, *tags.found.every], army) <= _UNEXPLAINED_SQ_IN
    things, ground = _known_things(before), UNCHANGED
    if not only_men:
        things = _things(changes, tags.every, watching)
        named = {tag.text for tag in tags.every.soldiers}
        missed = [man for man in _with_absent(before).soldiers if man.id not in named]
        ground = _ground_test(before, changes, army, missed)
    seen = scene_of(tags.every, things, changes.pose, army, changes.spec)
    scene = merged(_with_absent(before), seen, ground, dead_band)
    known = _known(before, _lasting(before, scene, tags), tags, changes, army)
    return Glance(known, only_men and len(known.absent) <= len(before.absent))


def with_more_tags(
    before: Known, tags: TagsNow, picture: Picture, pose: CameraPose, watching: Watching
) -> Known:
    """What was known, with tags that have become clear among the same things."""
    spec, army, now = watching.spec, watching.army, before.rest
    changes = Changes(picture, pose, spec, nothing(now.grid), now, tags.lasting)
    seen = scene_of(tags.every, _known_things(before), pose, army, spec)
    scene = merged(_with_absent(before), seen, UNCHANGED, watching.dead_band)
    return _known(before, _lasting(before, scene, tags), tags, changes, army)


def _known_things(before: Known) -> OnTable:
    """What lay there."""
    return OnTable(before.scene.things, before.scene.unexplained)


def _things(changes: Changes, tags: TagsSeen, watching: Watching) -> OnTable:
    """Every thing that the picture shows."""
    patches = tag_patches(tags, watching.army)
    return on_table(changes.picture, changes.pose, changes.spec, patches, watching.empty)


def _without(some: Sequence[SeenTag], others: Sequence[SeenTag]) -> list[SeenTag]:
    return [tag for tag in some if not any(tag is one for one in others)]


def _with_absent(before: Known) -> Scene:
    """The scene with the men who are not seen where they were last."""
    absent = tuple(one.man for one in before.absent)
    return replace(before.scene, soldiers=(*before.scene.soldiers, *absent))


def _lasting(before: Known, scene: Scene, tags: TagsNow) -> Scene:
    """The scene with men whose tags last, and cards, where they were to the last digit."""
    lasting = {tag.text for tag in tags.lasting.soldiers}

    def kept(man: Soldier) -> Soldier:
        known = before.scene.soldier(man.id)
        if man.id not in lasting or known is None:
            return man
        return replace(known, on=man.on, elevation=man.elevation)

    cards = tuple(_same_card(card, before.scene.orders) for card in scene.orders)
    return replace(scene, soldiers=tuple(map(kept, scene.soldiers)), orders=cards)


def _same_card(card: Order, known: Sequence[Order]) -> Order:
    """The card as it was known, if it lies where it lay."""
    return next((one for one in known if _is_near(one, card)), card)


def _is_near(one: Order, other: Order) -> bool:
    """Whether two looks at cards of one word are at one card that has not been touched."""
    return one.order == other.order and distance_in(one.place, other.place) < _CARD_IN


def _known(before: Known, scene: Scene, tags: TagsNow, changes: Changes, army: Army) -> Known:
    """What would be known with this scene and these tags."""
    hidden = _hidden(tags.every, changes, army)
    cards = _covered_cards(before, scene.orders, changes, army)
    return Known(
        replace(scene, orders=(*scene.orders, *(one.card for one in cards))),
        tags.every,
        changes.now,
        changes.picture,
        tag_witnesses(changes.picture, tags.every.quads),
        before.ground.seen_again(changes.now, hidden),
        _earlier(before, changes.now),
        _absent(before, scene, changes, army),
        cards,
        _doubled(tags, changes.pose, army),
    )


def _earlier(before: Known, now: Resting) -> tuple[Resting, ...]:
    """How the table looked before, the latest look first."""
    return before.earlier if before.rest is now else (before.rest, *before.earlier)[:_LOOKS]


def _hidden(tags: TagsSeen, changes: Changes, army: Army) -> GridMask:
    """What tags and men hide."""
    papers = [changes.cells_of(tag) for tag in tags.every]
    men = [(changes.cells_of(tag), army.soldier(str(tag.text))) for tag in tags.soldiers]
    outlines = [man_outline(changes.grid, at, man.tag, man.base) for at, man in men if man]
    return covered_by(changes.grid, papers, outlines)


def _absent(before: Known, scene: Scene, changes: Changes, army: Army) -> tuple[Absent, ...]:
    """The men who were seen before and are not now."""
    then = Surroundings(before.rest, before.ground, _hidden(before.tags, changes, army))
    tags = {tag.text: tag for tag in before.tags.soldiers}
    fresh = [
        (man, _place(tags[man.id], changes, then, army))
        for man in before.scene.soldiers
        if scene.soldier(man.id) is None and man.id in tags
    ]
    known = [(one.man, one.place) for one in before.absent if scene.soldier(one.man.id) is None]
    return tuple(Absent(man, place, is_bare(place, changes.now)) for man, place in (*fresh, *known))


def _covered_cards(
    before: Known, seen: Sequence[Order], changes: Changes, army: Army
) -> tuple[CoveredCard, ...]:
    """The order cards that lay there before and are not seen now, nor their places bare."""
    then = Surroundings(before.rest, before.ground, _hidden(before.tags, changes, army))
    known = {one.card: one for one in before.cards}
    missing = [
        known.get(card) or CoveredCard(card, _card_paper(card, before, changes), then)
        for card in before.scene.orders
        if not any(_is_near(card, other) for other in seen) and not _was_moved(card, before, seen)
    ]
    return tuple(one for one in missing if not is_bare_footprint(one.paper, one.then, changes.now))


def _was_moved(card: Order, before: Known, seen: Sequence[Order]) -> bool:
    """Whether as many cards of its word are seen as lay there: then it is one of them."""
    known = sum(one.order == card.order for one in before.scene.orders)
    return sum(one.order == card.order for one in seen) >= known


def _card_paper(card: Order, before: Known, changes: Changes) -> SeenXY:
    """The outline of a card that was seen: its code's and the paper round it."""
    codes = [seen_from_camera(changes.pose, tag.quad) for tag in before.tags.orders]
    code = min(codes, key=lambda ring: float(np.hypot(*(ring.mean(axis=0) - (card.x, card.y)))))
    middle = code.mean(axis=0)
    return SeenXY(middle + CARD_REACH * (code - middle))


def _place(tag: SeenTag, changes: Changes, then: Surroundings, army: Army) -> LastPlace:
    """Where a man was when he was last seen."""
    enlisted = army.soldier(str(tag.text))
    assert enlisted is not None, tag.text
    paper = seen_from_camera(changes.pose, tag.quad)
    return LastPlace(paper, enlisted.tag, enlisted.base, then)


def _doubled(tags: TagsNow, pose: CameraPose, army: Army) -> Mapping[str, tuple[TablePoint, ...]]:
    """The soldiers' names that were surely read at more than one place, and the places."""
    names = {str(tag.again) for tag in tags.again}
    first = [tag for tag in tags.every.soldiers if tag.text in names]
    places: dict[str, tuple[TablePoint, ...]] = {}
    for tag in (*first, *tags.again):
        name = str(tag.text or tag.again)
        enlisted = army.soldier(name)
        height_in = 0.0 if enlisted is None else enlisted.tag.height
        places[name] = (*places.get(name, ()), tag_place(tag, pose, height_in)[0])
    return places


def any_thing_changed(before: Known, changes: Changes, army: Army) -> bool:
    """Whether some known thing's place is not as it was."""
    ground = _ground_test(before, changes, army)
    return any(ground.has_changed(thing) for thing in before.scene.things)


def _ground_test(
    before: Known, changes: Changes, army: Army, missed: Sequence[Soldier] = ()
) -> GroundTest:
    """What the changed cells say of things' ground, where these men are missed."""
    now = changes.now
    rows, columns = np.nonzero(changes.cells.cells)
    cells = now.grid.seen_from_cells(CellXY(np.column_stack([columns, rows]).astype(float)))
    then = Surroundings(before.rest, before.ground, _hidden(before.tags, changes, army))

    def changed_share(thing: Thing) -> float:
        shape = shapely.Polygon(_seen_ring(thing, now.grid))
        inside = int(shapely.contains_xy(shape, cells[:, 0], cells[:, 1]).sum())
        return inside / max(1.0, float(shape.area) * PX_PER_IN**2)

    def bare(thing: Thing) -> bool:
        return is_bare_footprint(_seen_ring(thing, now.grid), then, now)

    return GroundTest(changed_share, bare, lambda thing: may_be_fallen(thing, missed))


def _seen_ring(thing: Thing, grid: FlatTable) -> SeenXY:
    """Where a thing's top is seen."""
    ring = np.array(thing.footprint.exterior.coords)
    return grid.seen_from_table(TableXY(ring), thing.height)
