"""What an answer says in one number: the chance that a man falls to it."""

from rules.book.answer import Answer, Caught, Shot


def falls(caught: Caught) -> float:
    """The chance that somebody in an area is hit."""
    if caught.save is None:
        return 1.0 if caught.hit else 0.0
    return 1.0 - float(caught.save.chance)


def chance_on(answer: Answer, target: str) -> float:
    """The chance of one shot, or of a cone, on the man it is aimed at; 0 where it is refused."""
    if not isinstance(answer, Shot) or not answer.allowed:
        return 0.0
    if answer.roll is not None:
        return float(answer.roll.chance)
    return max((falls(one) for one in answer.caught or () if one.id == target), default=0.0)


def hits_of(answer: Shot, target: str) -> tuple[tuple[str, float], ...]:
    """The chance of each man to fall to an attack, all its shots together."""
    if answer.roll is None and answer.caught is not None:
        return tuple((one.id, falls(one)) for one in answer.caught)
    return ((target, at_least_once(chance_on(answer, target), answer.shots)),)


def at_least_once(chance: float, times: int) -> float:
    """The chance that one of so many shots hits."""
    return 1.0 - (1.0 - chance) ** max(times, 1)
