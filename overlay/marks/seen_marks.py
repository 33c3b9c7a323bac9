"""Everything a soldier can see of the table, as one area, by his book's own rule of sight."""

import shapely
from shapely.geometry.base import BaseGeometry

from overlay.marks.marks import Area, Mark, rings_of
from overlay.marks.shadows import ENDLESS, seen_area
from rules.book.book import Book
from rules.measure.field import Field, Stand, field_of
from rules.measure.sight import SightRule
from table.scene import Scene, Soldier


def seen_marks(scene: Scene, soldier: Soldier, book: Book) -> tuple[Mark, ...]:
    """The area in his sight; () where the book has no rule of sight."""
    if book.sees is None:
        return ()
    return tuple(Area(rings, "seen") for rings in rings_of(area_seen(scene, soldier, book)))


def area_seen(scene: Scene, soldier: Soldier, book: Book) -> BaseGeometry:
    """All places of the table at which a man on the ground could be seen by him."""
    assert book.sees is not None, book.name
    rule = book.sees(book)
    field = field_of(scene, book.meanings)
    stand = field.stand(soldier)
    table = shapely.box(0.0, 0.0, scene.width, scene.height)
    numbers = [i for i in field.things_of(*rule.blocking) if i not in stand.inside]
    blockers = [(field.footprints[i], _stretch(field, rule, stand, i)) for i in numbers]
    return seen_area(soldier.place, table, blockers).difference(_too_deep(field, rule, stand))


def _stretch(field: Field, rule: SightRule, stand: Stand, number: int) -> float:
    """How many times as far off as the thing its shadow ends on the table."""
    eye_in = stand.elevation_in + rule.eye_in
    top_in = max(float(field.heights_in[number]), rule.least_height_in)
    if eye_in <= top_in:
        return ENDLESS
    return (eye_in - rule.middle_in) / (eye_in - top_in)


def _too_deep(field: Field, rule: SightRule, stand: Stand) -> BaseGeometry:
    """The inside of woods, so far from their edge that nobody outside sees a man there."""
    numbers = [i for i in field.things_of(*rule.deep_words) if i not in stand.inside]
    return shapely.union_all([field.footprints[i].buffer(-rule.deep_in) for i in numbers])
