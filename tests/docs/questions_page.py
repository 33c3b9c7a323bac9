"""`python -m tests.docs.questions_page > docs/questions.md`: its answers are the program's."""

import contextlib
import io
import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.book.ask import ask_all
from rules.book.book import Book
from rules.book.shelf import NAMES, book_named
from spotter.cli import main
from spotter.commands.ask import rounded
from spotter.commands.asked import questions_asked
from table.scene_file import read_scene

ROOT = Path(__file__).parents[2]
SCENE, RULES = "docs/examples/skirmish.json", "omog-advanced"


@dataclass(frozen=True)
class Asked:
    """One of the seven questions: what it is for, other ways to say it, what the answer holds."""

    word: str
    what: str
    sentence: str
    also: tuple[str, ...]
    question: dict[str, str]
    answer: dict[str, str]


IDS = "a soldier's id"
REFUSED = "all rules that forbid it, each with its `rule` and `why`"
REASONS = "the rules that made the number, each with its `rule`, `why` and `value`"
CAUGHT = (
    "whom the area catches: `id`, `hit` (true, false, or null where a save decides), `save`, "
    "`reasons`"
)
DECLARED = "what you declare; see below"
ALL = (
    Asked(
        "sight",
        "Who sees whom, and what is in the way.",
        "R01 sees B02",
        ("can R01 see B02?",),
        {"from": IDS, "to": IDS},
        {
            "visible": "true or false",
            "exposure": "how much of the other's base he sees, 0 to 1",
            "blocked_by": "the things in the way",
            "distance": "inches from centre to centre",
        },
    ),
    Asked(
        "shoot",
        "May he shoot, and what must he throw.",
        "R01 shoots B01 with the rifle",
        ("R01 fires at B01", "R01 fires the rifle at B01"),
        {
            "shooter": IDS,
            "target": "a soldier's id, or a thing's where the book lets him shoot at things",
            "weapon": "a weapon of the book; without it his first",
            "declare": DECLARED,
        },
        {
            "allowed": "true or false",
            "refusals": REFUSED,
            "distance": "inches from centre to centre",
            "band": "the book's word for the range, like `medium`",
            "roll": "what must be thrown: `dice`, `succeeds` (`4+`, `7-`, `always`, `never`), "
            "`chance`; null where it is not allowed",
            "shots": "how many rolls",
            "reasons": REASONS,
            "on_worst": "what the worst throw does besides missing: `jam`, `out-of-ammo` or null",
            "area, caught": "where the weapon sprays a cone at this range: the cone's rings, and "
            + CAUGHT,
        },
    ),
    Asked(
        "burst",
        "Grenades, mortars, rockets, flames: where it may fall and whom it catches.",
        "R01 throws the hand-grenade at B02",
        ("R01 blasts 15,9.5 with the hand-grenade", "R01 throws the hand-grenade at B02 rolling 5"),
        {
            "shooter": IDS,
            "weapon": "a weapon of the book; without it his first",
            "aim": "a soldier's id or a place `[x, y]`",
            "roll": "what was thrown; left out while nobody has",
            "declare": DECLARED,
        },
        {
            "allowed": "true or false",
            "refusals": REFUSED,
            "distance": "inches",
            "outcomes": "what each throw does: `roll`, `lands` (`[x, y]` or null), `why`",
            "lands, area, caught": "once it was thrown: where it falls, the rings of the area, and "
            + CAUGHT,
            "flee": "who must run, where a rule drives men out",
        },
    ),
    Asked(
        "move",
        "May he go this way, and how much of his move does it take.",
        "R01 moves to 13,12",
        ("R01 goes 11,11 12,8", "R01 moves 3 toward B01", "R01 runs 4 forward"),
        {
            "soldier": IDS,
            "path": "places `[x, y]`, the first is where he stands",
            "declare": DECLARED,
        },
        {
            "allowed": "true or false",
            "refusals": REFUSED,
            "length": "inches of the path",
            "limit": "inches that he may go along it",
            "fraction": "how much of his move it uses",
            "reasons": REASONS,
            "outcomes": "where dice decide the move: `roll`, `limit`, `why`",
            "rolls": "what he must throw on the way to live: `rule`, `why`, `roll`",
        },
    ),
    Asked(
        "reach",
        "All the places where he can end this move.",
        "where can R01 go",
        ("how far can R01 go", "reach of R01"),
        {"soldier": IDS, "declare": DECLARED},
        {"area": "rings of `[x, y]`, the first around it, the others holes in it"},
    ),
    Asked(
        "fight",
        "Hand to hand: who adds what, and who is likely to win.",
        "R02 and R03 fight B03",
        ("R02, R03 attack B03",),
        {"attackers": "a list of ids", "defender": IDS, "declare": DECLARED},
        {
            "allowed": "true or false",
            "refusals": REFUSED,
            "bonuses": "what each man adds: `id`, `value`, `reasons`",
            "chance": "that the attackers win",
        },
    ),
    Asked(
        "units",
        "Is every unit as the book wants it, and what do the sides cost.",
        "units",
        ("check the units",),
        {"declare": DECLARED},
        {
            "problems": "each with its `rule`, the `soldiers` concerned and `why`",
            "points": "each side's total, where the book has points",
        },
    ),
)

HEAD = """# Asking

`spotter ask` takes a scene, a photo, a camera or a table's folder, and a question in words:

{run}

`--picture plan.png` draws the answer, `--json` prints it for programs.

![The plan of a shot: the shooter's range bands, the line to a man in woods](pictures/shot.png)

In the folder of a table the question is enough: `spotter ask "R01 sees B02"`.
Several questions are parted by semicolons.
Ids may be typed in small letters and without noughts (`r1` is R01), weapons without their hyphens.
Other words and another order do as well:
`is B02 visible to R01`, `what does R01 need to hit B01`, `how far is R01 from B01`.
A word that is not understood is never passed over: one line names it.
A place is `x,y` in inches from the table's top left corner.

Programs ask with a file, and get the answers in the same order:

```
spotter ask {scene} questions.json --rules {rules}
```

The file is a list of objects, each with `ask`.
A question that cannot be answered has `{{"ask": ..., "error": "one sentence"}}` in its place.
The others are still answered, and the command ends with exit code 2.

The examples are about [the scene in docs/examples](examples/skirmish.json) under OMOG Advanced.
Every answer below is what the program says; a test compares them.
"""


def page_lines() -> Iterator[str]:
    """The page, line by line."""
    first = _run("ask", SCENE, ALL[1].sentence, "--rules", RULES)
    yield from HEAD.format(run=first, scene=SCENE, rules=RULES).splitlines()
    for asked in ALL:
        yield from _question_lines(asked)
    yield from DECLARING.splitlines()
    for name in NAMES:
        yield from _declaration_lines(book_named(name))


def _question_lines(asked: Asked) -> Iterator[str]:
    yield ""
    yield f"## {asked.word}"
    yield ""
    yield asked.what
    yield ""
    yield from _run("ask", SCENE, asked.sentence, "--rules", RULES).splitlines()
    yield ""
    others = ", ".join(f"`{said}`" for said in asked.also)
    yield f"Also: {others}."
    yield ""
    yield "```json"
    scene, book = read_scene(ROOT / SCENE), book_named(RULES)
    (question,) = questions_asked([asked.sentence], scene, book)
    (answer,) = rounded(ask_all(scene, [question], book))
    yield json.dumps(question)
    yield json.dumps(_short(answer))
    yield "```"
    yield ""
    yield "| in the question | |"
    yield "|---|---|"
    yield from (f"| `{key}` | {means} |" for key, means in asked.question.items())
    yield ""
    yield "| in the answer | |"
    yield "|---|---|"
    for keys, means in asked.answer.items():
        yield f"| {', '.join(f'`{key}`' for key in keys.split(', '))} | {means} |"


def _short(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer with an area's many corners left out."""
    return {key: "..." if key == "area" and value else value for key, value in answer.items()}


DECLARING = """
## What players declare

Said after a question, in JSON under `declare`:
`R01 shoots B01 declaring double_ranges`, `R01 moves to 13,12 declaring elapsed=90`.
A key that the book does not know is refused.
`spotter rules NAME` lists them with the book's weapons and terrain.
"""


def _declaration_lines(book: Book) -> Iterator[str]:
    yield ""
    yield f"**{book.title}** (`{book.name}`)"
    yield ""
    yield "| declare | to | means |"
    yield "|---|---|---|"
    for one in book.rows.declarations:
        yield f"| `{one.key}`: `{json.dumps(one.like)}` | {', '.join(one.asks)} | {one.means} |"


def _run(*words: str) -> str:
    """The command as it is typed, and what it prints, as a block."""
    said = io.StringIO()
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(said):
        assert main([*words]) == 0, words
    return f"```console\n$ spotter {shlex.join(words)}\n{said.getvalue()}```"


if __name__ == "__main__":
    print("\n".join(page_lines()))
