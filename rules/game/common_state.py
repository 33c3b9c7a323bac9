"""What games keep of a man under the same word in every book: whether he lies, rides, has fired.

A book keeps what else it needs under words of its own, and reads them in its own state.
"""

from table.scene import Soldier


def is_down(man: Soldier) -> bool:
    """Whether he lies on the ground, hit or knocked over, and is not off the table yet."""
    return man.state.get("down") is not None


def carrier_of(man: Soldier) -> str | None:
    """Who carries him, None where he goes by himself."""
    carrier = man.state.get("in")
    return None if carrier is None else str(carrier)


def has_fired(man: Soldier) -> bool:
    """Whether he has fired all that he may in this turn."""
    return man.state.get("fired") is True
