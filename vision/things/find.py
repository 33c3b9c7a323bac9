"""The things on the table: a picture in, mugs, books, napkins and paper strips out.

Every cell is asked how odd it is for the desk and how like each listing; cheap proposals offer
shapes; one explanation of the whole table says which of them are there.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from calibration.camera_pose import CameraPose
from table.picture import Picture
from table.scene import Thing, Unexplained
from table.table_spec import TableSpec
from vision.colour.gathering import TagPatch
from vision.colour.listing_warnings import possible, tell_notes
from vision.things.candidate import Found
from vision.things.cells import cells_of
from vision.things.explain import Explanation, explained, found_in
from vision.things.proposals import proposals
from vision.things.unlisted import unexplained_in


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
    return explained(cells, proposals(cells))


def things_on_table(
    picture: Picture,
    pose: CameraPose,
    spec: TableSpec,
    tags: Sequence[TagPatch],
    empty: Picture | None = None,
) -> tuple[Thing, ...]:
    """Every listed thing that the picture shows inside the play area."""
    return on_table(picture, pose, spec, tags, empty).things if spec.things else ()


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
