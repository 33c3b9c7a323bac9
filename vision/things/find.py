"""The things on the table: a picture in, mugs, books, napkins and paper strips out.

Colours are measured relative to white paper, each listed colour gives a mask, and each kind
has its own shape: a circle, a rectangle or a ring, at the height the players listed. What
stands on top is found first and hides what lies below it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from shapely.geometry import box as rectangle

from calibration.camera_pose import CameraPose
from table.picture import Picture
from table.scene import Thing, Unexplained
from table.table_spec import TableSpec
from vision.colour.evidence import Evidence, TagPatch
from vision.colour.gathering import gathered
from vision.colour.listing_warnings import possible, tell_notes
from vision.colour.seen_inks import coloured
from vision.things.book_finder import find_books
from vision.things.bridges import find_bridges
from vision.things.candidate import Found
from vision.things.cells import cells_of
from vision.things.cloths import find_cloths
from vision.things.explain import Explanation, explained, found_in
from vision.things.mats import find_mats
from vision.things.proposals import proposals
from vision.things.round_things import find_round
from vision.things.strips import find_rivers, find_roads
from vision.things.trim import without_trim
from vision.things.unlisted import unexplained_in
from vision.things.walls import find_walls

Finder = Callable[[Evidence, int, Sequence[Found]], list[Found]]

# What stands on top comes first.
_FINDERS: tuple[tuple[tuple[str, ...], Finder], ...] = (
    (("plate",), find_round),
    (("mug",), find_round),
    (("lid",), find_round),
    (("wall",), find_walls),
    (("book",), find_books),
    (("bridge",), find_bridges),
    (("napkin",), find_cloths),
    (("river",), find_rivers),
    (("road",), find_roads),
    (("mat",), find_mats),
)
_BESIDE_IN = 0.6  # how far a thing may stick out of the play area
_SAME_GROUND = 0.5


@dataclass(frozen=True, slots=True)
class OnTable:
    """What lies on a table: listed things, and what else is there."""

    things: tuple[Thing, ...] = ()
    unexplained: tuple[Unexplained, ...] = ()


def on_table(
    picture: Picture,
    pose: CameraPose,
    spec: TableSpec,
    tags: Sequence[TagPatch],
    empty: Picture | None = None,
) -> OnTable:
    """Every listed thing that the picture shows inside the play area, and what else lies there."""
    table = explanation_of(picture, pose, spec, tags, empty)
    return OnTable(_named(found_in(table)), unexplained_in(table))


def found_on(
    picture: Picture,
    pose: CameraPose,
    spec: TableSpec,
    tags: Sequence[TagPatch],
    empty: Picture | None = None,
) -> list[Found]:
    """The listed things that a picture shows, each with its entry of the list."""
    return found_in(explanation_of(picture, pose, spec, tags, empty))


def explanation_of(
    picture: Picture,
    pose: CameraPose,
    spec: TableSpec,
    tags: Sequence[TagPatch],
    empty: Picture | None = None,
) -> Explanation:
    """What explains a picture of the table: the listed things that are surely there."""
    tell_notes(spec, round(pose.eye[2]))
    spec = possible(spec, pose.eye[2])
    cells = cells_of(picture, pose, spec, tags, empty)
    listed = coloured(spec)
    drawn = all_found(gathered(picture, pose, listed, tags, empty)) if listed.things else []
    return explained(cells, proposals(cells), drawn)


def things_on_table(
    picture: Picture,
    pose: CameraPose,
    spec: TableSpec,
    tags: Sequence[TagPatch],
    empty: Picture | None = None,
) -> tuple[Thing, ...]:
    """Every listed thing that the picture shows inside the play area."""
    return on_table(picture, pose, spec, tags, empty).things if spec.things else ()


def all_found(evidence: Evidence) -> list[Found]:
    """Every listed thing that the evidence bears out, what stands on top first."""
    found: list[Found] = []
    for kinds, finder in _FINDERS:
        for numbers in _levels(evidence.spec, kinds):
            batch = [one for n in numbers for one in _of_listing(finder, evidence, n, found)]
            found += [one for one in _surest(batch) if _on_the_table(one, evidence.spec)]
        if "book" in kinds or "napkin" in kinds:
            found = without_trim(evidence, found, kinds)
    return found


def _of_listing(
    finder: Finder, evidence: Evidence, number: int, above: Sequence[Found]
) -> list[Found]:
    """The things of one listing: of its colour as it is seen here, and as it is listed if unlike.

    What is found twice is told once, later: the second may be the surer.
    """
    found = finder(evidence, number, above)
    if number in evidence.as_listed:
        found += finder(evidence.with_listed(number), number, above)
    return found


def _levels(spec: TableSpec, kinds: tuple[str, ...]) -> list[list[int]]:
    """The listings of these kinds, highest first; those of one height together."""
    listed = [number for number, thing in enumerate(spec.things) if thing.kind in kinds]
    heights = sorted({spec.things[number].height for number in listed}, reverse=True)
    return [[n for n in listed if spec.things[n].height == height] for height in heights]


def _surest(batch: list[Found]) -> list[Found]:
    """The surest of things that claim the same ground."""
    kept: list[Found] = []
    for one in sorted(batch, key=lambda found: -found.confidence):
        if not any(_same_ground(one, other) for other in kept):
            kept.append(one)
    return kept


def _same_ground(one: Found, other: Found) -> bool:
    shared = one.footprint.intersection(other.footprint).area
    return bool(shared > _SAME_GROUND * min(one.footprint.area, other.footprint.area))


def _on_the_table(one: Found, spec: TableSpec) -> bool:
    play = rectangle(-_BESIDE_IN, -_BESIDE_IN, spec.width + _BESIDE_IN, spec.height + _BESIDE_IN)
    return bool(one.footprint.intersection(play).area > 0.93 * one.footprint.area)


def _named(found: list[Found]) -> tuple[Thing, ...]:
    """Things with ids made from their kind and a number."""
    counts: Counter[str] = Counter()
    things = []
    for one in found:
        counts[one.spec.kind] += 1
        things.append(
            Thing(
                id=f"{one.spec.kind}-{counts[one.spec.kind]}",
                kind=one.spec.kind,
                footprint=one.footprint,
                height=one.spec.height,
                confidence=one.confidence,
                inverted=one.inverted,
                name=one.spec.name,
            )
        )
    return tuple(things)
