"""What lands on the table: blasts and smoke screens, and whom they catch."""

from collections.abc import Sequence

from rules.book.answer import Caught
from rules.book.book import Book
from rules.lgam.declared import Declarations
from rules.lgam.roles import is_armoured
from rules.measure.base_overlap import half_in_shape
from rules.measure.lengths import apart_in, within
from rules.measure.template import Disk, Shape, half_in_disk, laid
from table.directions import bearing_deg
from table.places import TablePoint
from table.scene import Scene, Soldier


def smoke_screen(book: Book, shooter: Soldier, aim: TablePoint, declared: Declarations) -> Shape:
    """The smoke of one round: its long side across the line of fire, or as declared."""
    size = book.rows.tables["smoke"]
    long_deg = declared.smoke_angle_deg
    if long_deg is None:
        # A round dropped at his own feet has no line of fire; he looks along it.
        at_his_feet = within(apart_in(shooter, aim), 0.0)
        long_deg = (shooter.facing if at_his_feet else bearing_deg(shooter.place, aim)) + 90.0
    half, deep = size["long"] / 2, size["deep"] / 2
    return laid(aim, long_deg, [(-half, -deep), (half, -deep), (half, deep), (-half, deep)])


def in_smoke(book: Book, scene: Scene, screen: Shape) -> list[Caught]:
    """Who is half inside the smoke; it hurts nobody (LG-SMOKE-02)."""
    harmless = (book.rows["LG-SMOKE-02"].reason(),)
    return [
        Caught(man.id, hit=False, save=None, reasons=harmless)
        for man in sorted(scene.soldiers, key=lambda man: man.id)
        if half_in_shape(screen, man.place, man.radius)
    ]


def in_blast(
    book: Book, men: Sequence[Soldier], blast: Disk, *, harms_armour: bool
) -> list[Caught]:
    """Who is half inside a blast (LG-CONV-11); armour alone protects (LG-H-AFV)."""
    half, armour = book.rows["LG-CONV-11"], book.rows["LG-H-AFV"]
    found = []
    for man in sorted(men, key=lambda man: man.id):
        if half_in_disk(blast, man.place, man.radius):
            hit = harms_armour or not is_armoured(man)
            why = half.reason() if hit else armour.reason()
            found.append(Caught(man.id, hit, None, (why,)))
    return found
