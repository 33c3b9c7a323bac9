"""What must be true of a desk however it is laid out: measured from the layout, not seen."""

from itertools import combinations

from overlay.marks.text_size import width_in


def are_apart(one, other) -> bool:
    """Whether two boxes do not lie on each other."""
    beside = one[2] <= other[0] + 1e-6 or other[2] <= one[0] + 1e-6
    return beside or one[3] <= other[1] + 1e-6 or other[3] <= one[1] + 1e-6


def check_layout(desk, size_wh) -> None:
    """Measured from the layout: no word cut, none on another, all in the window."""
    boxes = [
        (line.x - (wide if line.align == "right" else 0.0), line.y - line.capital_px,
         line.x + (0.0 if line.align == "right" else wide), line.y, line.words)
        for line in desk.lines
        for wide in [width_in(line.words, line.capital_px)]
    ]  # fmt: skip
    boxes += [(*button.rect, button.words) for button in desk.buttons]
    boxes += [(*die.rect, die.number) for die in desk.dice]
    for line in desk.lines:
        assert width_in(line.words, line.capital_px) <= line.room_px + 1e-6, line
    for button in desk.buttons:
        assert not button.words.endswith(".."), button
    for one, other in combinations(boxes, 2):
        assert are_apart(one, other), (one, other)
    for box in boxes:
        assert box[0] >= -1e-6, box
        assert box[2] <= size_wh[0] + 1e-6, box
        assert box[3] <= size_wh[1] + 1e-6, box
