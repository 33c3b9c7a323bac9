"""Places and directions in the plane as complex numbers, x + y i, many at once.

Inside the search for ways a place is one number: turning, lengths and sides of lines are then
one operation each, over whole arrays.
"""

import numpy as np
from numpy.typing import NDArray

from table.places import Floats

Places = NDArray[np.complex128]


def places_of(places_xy: Floats) -> Places:
    """Rows x, y as complex numbers."""
    return np.asarray(places_xy[..., 0] + 1j * places_xy[..., 1])


def along(one: Places, other: Places) -> Floats:
    """The scalar product: how far `one` goes along a unit vector `other`.

    >>> float(along(np.array(3 + 4j), np.array(1j)))
    4.0
    """
    return np.asarray(one.real * other.real + one.imag * other.imag)


def turn(one: Places, other: Places) -> Floats:
    """The cross product, above 0 where `other` lies from `one` as +y does from +x."""
    return np.asarray(one.real * other.imag - one.imag * other.real)


def far(offset: Places) -> Floats:
    """The length of each offset."""
    # Faster than np.abs, which guards against numbers no table has.
    return np.asarray(np.sqrt(offset.real**2 + offset.imag**2))
