"""Numbers that decide nothing are told from those that do."""

import sys
from types import ModuleType

from tests.bench.idle_numbers import Number, decides, numbers_of, vision_modules


def test_a_number_that_is_used_decides():
    """What is seen hangs on one number and not on the other."""
    module = ModuleType("made_up")
    module.USED, module.IDLE = 2.0, 5
    module.__file__ = __file__
    sys.modules["made_up"] = module
    try:
        see = lambda: (module.USED > 1.9,)  # noqa: E731
        assert decides(Number("made_up", "USED", 2.0), [module], see, see())
        assert not decides(Number("made_up", "IDLE", 5), [module], see, see())
        assert (module.USED, module.IDLE) == (2.0, 5)
    finally:
        del sys.modules["made_up"]


def test_numbers_are_found_where_they_are_named():
    """Vision has numbers at the top of its modules, and a whole one stays whole."""
    found = [number for module in vision_modules() for number in numbers_of(module)]

    assert len(found) > 20
    assert list(Number("m", "N", 3).changed()) == [4, 2]
