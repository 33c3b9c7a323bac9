"""What is said of a deed that the game does not allow: whose it was, and why not."""

from rules.game.orders import FightOrder, ShotOrder
from spotter.game.deeds import PlayerDeed, Typed, WithThrows
from table.places import TablePoint


def error_words(deed: PlayerDeed, error: str) -> str:
    """Why it was refused; whose shot or fight it was stands before what names nobody.

    >>> error_words(ShotOrder("R1", ("B1",)), "out of sight (OA-LOS-01)")
    'R1 cannot shoot at B1: out of sight (OA-LOS-01)'
    >>> error_words(ShotOrder("R1", ("B1",)), "red fires now, R1 waits (LG-TURN-07)")
    'red fires now, R1 waits (LG-TURN-07)'
    """
    match _order(deed):
        case ShotOrder(shooter=shooter, targets=targets) if shooter not in error:
            whom = ", ".join(dict.fromkeys(t for t in targets if not isinstance(t, TablePoint)))
            return f"{shooter} cannot shoot{f' at {whom}' if whom else ''}: {error}"
        case FightOrder(attackers=attackers, defender=defender) if attackers[0] not in error:
            return f"{', '.join(attackers)} cannot fight {defender}: {error}"
    return error


def denied_words(deed: PlayerDeed) -> str:
    """What was not allowed, to be read from across the table.

    >>> denied_words(ShotOrder("R1", ("B1",))), denied_words(FightOrder(("R1",), "B1"))
    ('R1: no shot', 'R1: no fight')
    """
    match _order(deed):
        case ShotOrder(shooter=shooter):
            return f"{shooter}: no shot"
        case FightOrder(attackers=attackers):
            return f"{', '.join(attackers)}: no fight"
    return "Not now"


def _order(deed: PlayerDeed) -> PlayerDeed:
    return deed.deed if isinstance(deed, Typed | WithThrows) else deed
