"""How wide words are, without a screen: advances of the font that ships with pygame.

Widths are in hundredths of a capital's height, so that layout is the same on every computer.
"""

_ADVANCE = {
    " ": 38, "!": 46, '"': 65, "#": 78, "$": 76, "%": 122, "&": 100, "'": 33, "(": 45, ")": 46,
    "*": 53, "+": 80, ",": 39, "-": 46, ".": 39, "/": 38, ":": 46, ";": 46, "<": 80, "=": 80,
    "0": 76, "1": 76, "2": 76, "3": 76, "4": 76, "5": 76, "6": 76, "7": 76, "8": 76, "9": 76,
    ">": 80, "?": 84, "@": 133, "A": 99, "B": 99, "C": 99, "D": 100, "E": 91, "F": 83, "G": 107,
    "H": 99, "I": 39, "J": 77, "K": 99, "L": 84, "M": 114, "N": 98, "O": 106, "P": 91, "Q": 107,
    "R": 100, "S": 92, "T": 84, "U": 98, "V": 91, "W": 129, "X": 91, "Y": 92, "Z": 84, "[": 45,
    "\\": 38, "]": 46, "^": 80, "_": 76, "`": 46, "a": 76, "b": 84, "c": 77, "d": 84, "e": 76,
    "f": 46, "g": 84, "h": 84, "i": 38, "j": 39, "k": 76, "l": 38, "m": 122, "n": 84, "o": 84,
    "p": 83, "q": 83, "r": 54, "s": 76, "t": 45, "u": 84, "v": 76, "w": 107, "x": 76, "y": 76,
    "z": 68, "{": 53, "|": 39, "}": 53, "~": 81,
}  # fmt: skip
_OTHER = 80
DESCENT = 0.27  # how far "g" hangs below the line, in capital heights


def width_in(text: str, height_in: float) -> float:
    """How wide a line of words is whose capitals are that tall."""
    return sum(_ADVANCE.get(letter, _OTHER) for letter in text) * height_in / 100


def wrapped(text: str, height_in: float, widest_in: float) -> tuple[str, ...]:
    """The words broken into lines no wider than that, a longer single word left whole."""
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and width_in(joined, height_in) <= widest_in:
            lines[-1] = joined
        else:
            lines.append(word)
    return tuple(lines)
