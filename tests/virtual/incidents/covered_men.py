"""What comes over men: paper, a book, glare, a mug, somebody who leans in."""

from dataclasses import replace

from table.directions import step
from table.picture import Picture
from table.places import TablePoint
from tests.virtual.incidents import over
from tests.virtual.incidents.over import Sheet
from tests.virtual.incidents.reel import Reel, truth_of
from tests.virtual.incidents.stage import Stage
from tests.virtual.incidents.telling import (
    Rng,
    arm_to,
    begun,
    in_and_out,
    incident,
    some_man,
    uncovered,
)


@incident
def paper_slides_over_men(stage: Stage, rng: Rng) -> Reel:
    """A sheet slides in from the edge over some men, lies there, and slides away."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    colour = str(rng.choice(list(over.PAPERS)))
    sheet = Sheet(man.tag.x, man.tag.y, float(rng.uniform(5, 9)), float(rng.uniform(4, 7)),
                  float(rng.uniform(0, 90)), colour)  # fmt: skip
    way = float(rng.uniform(0, 360))

    def at(away: float) -> Picture:
        middle = step(TablePoint(sheet.x, sheet.y), way, away * 14)
        return over.with_sheet(stage, stage.picture, replace(sheet, x=middle.x, y=middle.y))

    reel.cover_all()
    reel.play(lambda share: at(1 - share), 0.8)
    reel.show(at(0.0), 3.0)
    reel.play(at, 0.8)
    return uncovered(reel, 2.5)


@incident
def paper_slides_over_men_in_stills(stage: Stage, rng: Rng) -> Reel:
    """The same told by a few pictures, one a second."""
    reel, man = Reel(stage, rng, truth_of(stage), step_s=1.0), some_man(stage, rng)
    reel.rest(1.0)
    sheet = Sheet(man.tag.x, man.tag.y, 7.0, 5.0, float(rng.uniform(0, 90)),
                  str(rng.choice(list(over.PAPERS))))  # fmt: skip
    reel.cover_all()
    for away_in, seconds in ((5.0, 1.0), (0.0, 3.0)):
        slid = replace(sheet, x=sheet.x + away_in)
        reel.show(over.with_sheet(stage, stage.picture, slid), seconds)
    reel.uncover()
    reel.rest(3.0)
    return reel


@incident
def paper_is_laid_by_a_hand(stage: Stage, rng: Rng) -> Reel:
    """A hand lays a sheet over men and leaves; later it takes the sheet away."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    sheet = Sheet(man.tag.x, man.tag.y, 6.0, 4.5, float(rng.uniform(0, 90)),
                  str(rng.choice(list(over.PAPERS))))  # fmt: skip
    covered = over.with_sheet(stage, stage.picture, sheet)
    arm = arm_to(stage, rng, step(man.tag, 20, 1.0))
    reel.cover_all()
    in_and_out(reel, arm, covered, covered)
    reel.show(covered, 2.0)
    in_and_out(reel, arm, covered, stage.picture)
    return uncovered(reel, 2.5)


@incident
def a_book_is_laid_over_the_edge(stage: Stage, rng: Rng) -> Reel:
    """A large sheet lies over the table's edge and some men, and stays."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    w = stage.spec.width
    x = 1.0 if man.x < w / 2 else w - 1.0
    sheet = Sheet(x, man.tag.y, 2 * abs(man.tag.x - x) + 3, 6.0, 0.0, "blue")
    covered = over.with_sheet(stage, stage.picture, sheet)
    arm = arm_to(stage, rng, step(man.tag, 20, 1.0))
    reel.cover_all()
    in_and_out(reel, arm, covered, covered)
    reel.show(covered, 4.0)
    reel.rest(2.5)
    return uncovered(reel, 2.5)


@incident
def a_scrap_over_a_tag(stage: Stage, rng: Rng) -> Reel:
    """A scrap of paper covers a part of a tag."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    colour = str(rng.choice(list(over.PAPERS)))
    reel.cover(man)
    share = float(rng.uniform(0.35, 1.0))
    reel.show(over.with_scrap(stage, stage.picture, man, share, colour), 3.0)
    return uncovered(reel)


@incident
def glare_on_a_tag(stage: Stage, rng: Rng) -> Reel:
    """A lamp shines on a tag; its round glare may be taken for a lid."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    reel.cover(man)
    reel.truth = replace(reel.truth, things=False)
    reel.show(over.with_glare(stage, stage.picture, man), 3.0)
    return uncovered(reel)


@incident
def a_mug_on_a_tag(stage: Stage, rng: Rng) -> Reel:
    """A mug that nobody listed is set down on a tag."""
    reel, man = begun(stage, rng), some_man(stage, rng)
    reel.cover_all()
    colour = (int(rng.integers(40, 220)), int(rng.integers(40, 220)), int(rng.integers(40, 220)))
    reel.show(over.with_mug_on(stage, stage.picture, man, colour), 3.0)
    reel.rest(2.5)
    reel.uncover()
    reel.rest(1.0)
    return reel


@incident
def a_person_leans_in(stage: Stage, rng: Rng) -> Reel:
    """Somebody's head and shoulders come over a part of the table, stay, and go."""
    reel = begun(stage, rng)
    depth, top = float(rng.uniform(0.3, 0.9)), bool(rng.random() < 0.5)
    reel.cover_all()
    reel.play(lambda share: over.with_person(stage.picture, depth * share + 0.05, top), 0.6,
              hand=True)  # fmt: skip
    reel.show(over.with_person(stage.picture, depth, top), 3.0, hand=True)
    reel.play(lambda share: over.with_person(stage.picture, depth * (1 - share), top), 0.6,
              hand=True)  # fmt: skip
    return uncovered(reel)
