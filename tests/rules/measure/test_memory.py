"""Answers kept for the next question."""

from rules.measure.memory import Memory


def test_what_is_kept_is_told_again():
    """An answer is known until too many others came, and then nobody is told another's."""
    memory = Memory[int, str](most=2)
    memory.keep({1: "one", 2: "two"})
    assert (memory.get(1), memory.get(2), memory.get(3)) == ("one", "two", None)

    memory.keep({3: "three"})

    assert (memory.get(1), memory.get(2), memory.get(3)) == (None, None, "three")


def test_a_great_batch_is_kept_whole():
    """Who works out more than fits at once still finds all of it."""
    memory = Memory[int, int](most=2)
    memory.keep({number: -number for number in range(5)})

    assert [memory.get(number) for number in range(5)] == [0, -1, -2, -3, -4]
