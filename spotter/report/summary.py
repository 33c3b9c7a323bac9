"""A battle in numbers: losses over time, who struck whom, the best shot, luck."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

from spotter.report.battle import Battle, Moment, fallen_in
from spotter.report.luck import Luck, chance_of, luck_of


@dataclass(frozen=True, slots=True)
class BestShot:
    """The hit that was least likely."""

    words: str
    chance: float


@dataclass(frozen=True)
class Summary:
    """What a report tells besides the moments.

    `losses` has, for each side, how many it had lost at the end of each turn, the first entry
    before the first turn. `struck` are (who, whom, how and when) in their order.
    """

    losses: dict[str, tuple[int, ...]]
    struck: tuple[tuple[str, str, str], ...]
    best: BestShot | None
    luck: tuple[Luck, ...]


def summary_of(battle: Battle) -> Summary:
    """All the numbers of a battle."""
    return Summary(_losses(battle), _struck(battle), _best(battle), luck_of(battle))


def steps(counts: Sequence[int]) -> list[tuple[int, int]]:
    """Losses as points of a step line: the turn, and how many were lost.

    >>> steps([0, 2, 2])
    [(0, 0), (1, 0), (1, 2), (2, 2), (2, 2)]
    """
    pairs = enumerate(pairwise(counts), start=1)
    return [(0, counts[0]), *(at for turn, pair in pairs for at in product((turn,), pair))]


def _losses(battle: Battle) -> dict[str, tuple[int, ...]]:
    counts = {side: [0] for side in battle.first.sides}
    ends = [m.after for m in battle.moments if m.after.turn != m.before.turn]
    for game in [*ends, battle.last]:
        lost = Counter(loss.side for loss in fallen_in(game).values())
        for side, so_far in counts.items():
            so_far.append(lost[side])
    return {side: tuple(so_far) for side, so_far in counts.items()}


def _struck(battle: Battle) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (who, loss.id, f"{loss.why.removesuffix(f' by {who}')} in turn {moment.before.turn}")
        for moment in battle.moments
        for loss in moment.fallen
        for by in (moment.felled_by(loss.id),)
        for who in (" and ".join(by),)
        if by and loss.id not in by
    )


def _best(battle: Battle) -> BestShot | None:
    """Of all throws that felled somebody the least likely, with whom it felled."""
    hits = [
        (chance, by, whom)
        for moment in battle.moments
        for by, whom in _felled(moment).items()
        for chance in _chances(moment, by)
    ]
    if not hits:
        return None
    chance, by, whom = min(hits, key=lambda hit: hit[0])
    return BestShot(f"{' and '.join(by)} hit {', '.join(whom)}", float(chance))


def _felled(moment: Moment) -> dict[tuple[str, ...], list[str]]:
    """Whom each felled, where several fire at once."""
    found = dict[tuple[str, ...], list[str]]()
    for loss in moment.fallen:
        found.setdefault(tuple(moment.felled_by(loss.id)), []).append(loss.id)
    return found


def _chances(moment: Moment, by: Sequence[str]) -> list[Fraction]:
    """The chances of their throws that reached what they needed, saves left out."""
    mine = [one for one in moment.thrown if one.die.needs and one.die.field != "saves"]
    return [chance_of(one) for one in mine if one.reached and one.die.who in by]
