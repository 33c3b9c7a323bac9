"""What is to be done next, in the words of a phone: it has fingers and no keys."""

_INSTEAD = (
    ("press E or lay the card NEXT", "press Begin"),
    ("Ctrl+Z takes the last event back, Q ends the game", "Undo takes the last event back"),
    ("E or card NEXT", "Next"),
    ("Ctrl+Z", "Undo"),
    ("; or lay the card FIRE", ""),
    ("O lets it stand", "Let it stand"),
    ("(a digit typed: so many)", "(Dice typed: so many)"),
    (" (Y or N)", ""),
    ("right-click", "tap"),
    ("click", "tap"),
    (", Enter", ", then the button"),
)


def on_a_phone(words: str) -> str:
    """The window's advice, its clicks and keys replaced."""
    for said, instead in _INSTEAD:
        words = words.replace(said, instead)
    return words
