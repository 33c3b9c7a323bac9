"""How wide words are, without a screen: advances of the font that ships with pygame.

Widths are in thousandths of the font's size (the em), so that layout is the same everywhere.
"""

from functools import lru_cache

_LETTERS = {
    238: "'",
    278: " ,./I\\ijl",
    280: "|",
    333: "!()-:;[]`ft",
    389: "*r{}",
    474: '"',
    500: "z",
    556: "#$0123456789J_aceksvxy",
    584: "+<=>^~",
    611: "?FLTZbdghnopqu",
    667: "EPSVXY",
    722: "&ABCDHKNRU",
    778: "GOQw",
    833: "M",
    889: "%m",
    944: "W",
    975: "@",
}
_ADVANCE = {letter: wide for wide, letters in _LETTERS.items() for letter in letters}
_OTHER = 584
_SMALLEST_NAME_IN = 0.18  # seven pixels of a plan as `spotter draw` makes it
CAPITAL_EM = 0.729  # a capital's height
DESCENT = 0.3  # how far "g" hangs below the line, in capital heights


def width_in(text: str, height_in: float) -> float:
    """How wide a line of words is whose capitals are that tall."""
    em_in = height_in / CAPITAL_EM
    return sum(_ADVANCE.get(letter, _OTHER) for letter in text) * em_in / 1000


def name_on_base_in(name: str, radius_in: float) -> float | None:
    """How tall a man's id can be on his base; None where it would be too small to read."""
    fits_in = 1.75 * radius_in / max(width_in(name, 1.0), 0.1)
    height_in = min(0.36 * radius_in / 0.5, fits_in, 0.42)
    return height_in if height_in >= _SMALLEST_NAME_IN else None


@lru_cache(maxsize=4096)  # a log says the same from picture to picture
def wrapped(text: str, height_in: float, widest_in: float, hang_in: float = 0.0) -> tuple[str, ...]:
    """The words broken into lines no wider than that, a longer single word left whole.

    Lines after the first have less room by what they hang in.
    """
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        room_in = widest_in if len(lines) < 2 else widest_in - hang_in
        if lines and width_in(joined, height_in) <= room_in:
            lines[-1] = joined
        else:
            lines.append(word)
    return tuple(lines)
