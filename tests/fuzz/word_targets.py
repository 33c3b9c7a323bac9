"""What players type: questions in words, armies in words and as CSV, sizes, spotter.toml."""

import tempfile
from pathlib import Path
from random import Random

from rules.book.shelf import NAMES, book_named
from spotter.commands.asked import questions_asked
from spotter.files.table_settings import NAME, read_settings
from spotter.setup.army_csv import army_of_csv
from spotter.setup.army_text import army_of
from spotter.setup.steps.size_step import parsed_size
from spotter.words.question_words import EXAMPLES
from spotter.words.vocabulary import DIRECTIONS, SAID_BESIDE
from table.scene_file import read_scene
from tests.fuzz.mutate import mutated_bytes
from tests.fuzz.registry import target, tried

_SCENE = read_scene(Path(__file__).parents[2] / "docs" / "examples" / "skirmish.json")
_CSV = "id,side,weapons,team,role,base\nR1,red,rifle pistol,a,officer,1.0\nB1,blue,rifle,,,\n"
_SETTINGS = 'rules = "lgam"\ncamera = "0"\npaper = "a4"\nmeasured = 3.9\nskipped = ["lens"]\n'
_WORDS = (
    *" ".join(EXAMPLES.values()).split(),
    *sorted(SAID_BESIDE),
    *DIRECTIONS,
    *(
        "declaring",
        "rolling",
        "toward",
        "12,8",
        "(3, 4)",
        "99",
        "-1",
        "=",
        "[1,",
        "{}",
        ";",
        "\u00e9",
    ),
)


def _mutated(text: str, random: Random) -> str:
    return mutated_bytes(text.encode(), random).decode("utf-8", "replace")


@target(tries=60)
def sentences(random: Random) -> None:
    """Questions in words, mangled or thrown together."""
    thrown = " ".join(random.choice(_WORDS) for _ in range(random.randint(1, 9)))
    text = random.choice((thrown, _mutated(random.choice([*EXAMPLES.values()]), random)))
    tried(lambda: questions_asked([text], _SCENE, book_named(random.choice(NAMES))))


@target(tries=60)
def typed_armies(random: Random) -> None:
    """Men in words, tables of commas and sizes as they should not be typed."""
    book = book_named(random.choice(NAMES))
    men = _mutated(random.choice(book.rows.samples).men, random)
    tried(lambda: army_of([("red", men), (_mutated("blue", random), men)], book))
    tried(lambda: army_of_csv(_mutated(_CSV, random), book, "pasted"))
    tried(lambda: parsed_size(_mutated("36 x 24 in", random)))


@target(tries=30)
def settings_file(random: Random) -> None:
    """A spotter.toml made bad."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / NAME).write_bytes(mutated_bytes(_SETTINGS.encode(), random))
        tried(lambda: read_settings(Path(folder)))
