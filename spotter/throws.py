"""What players type for a throw: the faces of the dice, one after the other."""

from table.errors import UserError

PERCENT = "1d100"


def typed_throws(typed: str, dice: str) -> list[int]:
    """The numbers thrown, [] where nothing was typed.

    >>> typed_throws("344", "1d6"), typed_throws("3412", "2d6"), typed_throws("0700", "1d100")
    ([3, 4, 4], [7, 3], [7, 100])
    """
    count, sides = (int(part) for part in dice.split("d"))
    if dice == PERCENT:
        return [int(pair) or sides for pair in _groups(typed, 2, dice)]
    groups = _groups(typed, count, dice)
    if any(not 1 <= int(face) <= sides for face in typed):
        raise UserError(f"{typed} is no throw of {dice}; type the faces of the dice, 1 to {sides}")
    return [sum(map(int, group)) for group in groups]


def _groups(typed: str, length: int, dice: str) -> list[str]:
    if len(typed) % length:
        raise UserError(f"{typed} is no throw of {dice}; type {length} digits for each")
    return [typed[i : i + length] for i in range(0, len(typed), length)]


def typed_pairs(typed: str) -> list[list[int]]:
    """Throws of hand to hand: attacker's and defender's face in turn."""
    faces = typed_throws(typed, "1d6")
    if len(faces) % 2:
        raise UserError(f"{typed} is no pair of throws; type attacker's, then defender's")
    return [faces[i : i + 2] for i in range(0, len(faces), 2)]
