"""Where units start: strips along the left and the right edge (OW-SET-02)."""

from rules.answer import Ring
from rules.book import Book
from rules.measure import within
from rules.omniwar.unit import step_of, unit_of
from table.scene import Scene, Soldier


def strip_depth_in(book: Book, scene: Scene, scale_in: float) -> float:
    """How deep the strips are, at most to the middle of the table."""
    return min(step_of(book, "OW-SET-02") * scale_in, scene.width / 2)


def start_strips(book: Book, scene: Scene, scale_in: float) -> tuple[Ring, Ring]:
    """The left and the right strip as rings, for drawing."""
    deep, width, height = strip_depth_in(book, scene, scale_in), scene.width, scene.height
    left = ((0.0, 0.0), (deep, 0.0), (deep, height), (0.0, height))
    right = ((width - deep, 0.0), (width, 0.0), (width, height), (width - deep, height))
    return left, right


def out_of_place(book: Book, scene: Scene, scale_in: float) -> tuple[str, ...]:
    """The units outside their side's strip, sorted; scouts are placed anywhere.

    A side's strip is the one its units are nearer to, taken together.
    """
    deep = strip_depth_in(book, scene, scale_in)
    wrong = []
    for side in {man.side for man in scene.soldiers}:
        men = [man for man in scene.soldiers if man.side == side and not _is_free(book, man)]
        is_left = sum(man.x - scene.width / 2 for man in men) <= 0.0
        wrong += [
            man.id for man in men if not within(man.x if is_left else scene.width - man.x, deep)
        ]
    return tuple(sorted(wrong))


def _is_free(book: Book, man: Soldier) -> bool:
    return unit_of(book, man).has("scout")
