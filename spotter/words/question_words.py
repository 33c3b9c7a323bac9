"""Questions as players say them: "43 shoots 2 with the rifle" to what a rulebook is asked.

A sentence is read by what its words name, not by their order alone: an act, who and whom, a
weapon, places. Whatever names nothing and is not said in passing is refused by name, as it might
change the meaning. A sentence may mean several questions, as where a weapon may be shot or
thrown; they come in the order in which they are to be tried.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Any

from rules.book.book import Book
from rules.book.question import QuestionJson, shown
from spotter.words.sentence import Part, Sentence, sentence_of
from spotter.words.vocabulary import (
    ACTS,
    DIRECTIONS,
    SAID_BESIDE,
    Vocabulary,
)
from table.directions import bearing_deg, step
from table.errors import UserError
from table.places import TablePoint
from table.scene import Scene, Soldier

EXAMPLES = {
    "sight": "R01 sees B01",
    "shoot": "R01 shoots B01 with the rifle",
    "burst": "R01 throws the hand-grenade at B01",
    "move": "R01 moves to 12,8",
    "reach": "where can R01 go",
    "fight": "R01 and R02 fight B01",
    "units": "units",
}
_DECLARING = re.compile(r"[\s,]+declar(?:ing|es?)\s+(.*)$", re.IGNORECASE)
_ROLLING = re.compile(r"[\s,]+(?:rolling|with a roll of|roll(?:s|ed)?)\s+(\d+)$", re.IGNORECASE)
_LIKE = {  # of the scene that is asked about
    "sight": "{man} sees {enemy}",
    "shoot": "{man} shoots {enemy} with the {weapon}",
    "burst": "{man} fires the {weapon} at {enemy}",
    "move": "{man} moves 3 toward {enemy}",
    "reach": "where can {man} go",
    "fight": "{man} fights {enemy}",
    "units": "units",
}
_LEAST_NAMED = {"sight": 2, "shoot": 2, "burst": 2, "move": 1, "reach": 1, "fight": 2, "units": 0}
_BEFORE_A_WEAPON = frozenset({"with", "using", "the", "a", "an", "his", "her", "its"})
_BEFORE_THE_DOER = {  # where the other is named first
    "sight": frozenset({"by", "from"}),
    "shoot": frozenset({"by", "from", "with"}),
    "burst": frozenset({"by", "from", "with"}),
    "fight": frozenset({"by"}),
}


def questions_of(text: str, scene: Scene, book: Book) -> list[QuestionJson]:
    """What a sentence may mean, first what it means most likely."""
    said, extra = _without_tails(" ".join(text.split()).rstrip("?.! "))
    known = Vocabulary(scene, book)
    sentence = sentence_of(said, known)
    if sentence is None:
        near = _with_another_verb(said, known)
        likes = [f'"{_like(act, known)}"' for act in ("shoot", "sight", "move", "fight")]
        meant = f'did you mean "{near}"?' if near else f"ask like {', '.join(likes)}"
        raise UserError(f'"{shown(text)}" is no question I understand; {meant}')
    _refuse_strange(sentence)
    declared = dict(part.value for part in sentence.of("declared"))
    if declared:
        extra["declare"] = declared | extra.get("declare", {})
    return [{**question, **extra} for question in _READ[sentence.act](sentence)]


def _with_another_verb(said: str, known: Vocabulary) -> str | None:
    """The sentence with a mistyped verb put right, if that makes it one that is understood."""
    words = said.split()
    for i, word in enumerate(words):
        if word.lower() in SAID_BESIDE:
            continue
        # Who mistypes a word hardly ever begins it with another letter.
        verbs = [verb for verb in ACTS if verb.startswith(word[0].lower())]
        for verb in get_close_matches(word.lower(), verbs, n=1, cutoff=0.75):
            tried = " ".join([*words[:i], verb, *words[i + 1 :]])
            if _is_understood(tried, known):
                return shown(tried)
    return None


def _is_understood(said: str, known: Vocabulary) -> bool:
    with suppress(UserError):
        sentence = sentence_of(said, known)
        if sentence is not None and not sentence.of("strange"):
            return bool(list(_READ[sentence.act](sentence)))
    return False


def _like(act: str, known: Vocabulary) -> str:
    """A question of this very scene."""
    for man in known.scene.soldiers:
        weapon = next((word for word in man.weapons if word in known.book.weapons), None)
        enemy = next((other for other in known.scene.soldiers if other.side != man.side), None)
        if weapon is not None and enemy is not None:
            return _LIKE[act].format(man=man.id, enemy=enemy.id, weapon=weapon)
    return EXAMPLES[act]


def _without_tails(said: str) -> tuple[str, dict[str, Any]]:
    """The sentence without what is declared and thrown, and that."""
    extra: dict[str, Any] = {}
    if (fit := _DECLARING.search(said)) is not None:
        said, extra["declare"] = said[: fit.start()], _declared(fit[1])
    if (fit := _ROLLING.search(said)) is not None:
        said, extra["roll"] = said[: fit.start()], int(fit[1])
    return said, extra


def _declared(text: str) -> dict[str, Any]:
    """What is declared: words that are so, or key=value with the value as JSON or a word."""
    found: dict[str, Any] = {}
    for part in re.split(r",\s*(?=[a-z_]+(?:\s*=|\s*,|\s*$))|\s+and\s+", text):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        found[key.replace("-", "_").replace(" ", "_")] = _value(value) if equals else True
    return found


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _refused(sentence: Sentence, why: str) -> UserError:
    """Why it cannot be asked so, and how it can."""
    return UserError(f'{why}; ask like "{_like(sentence.act, sentence.known)}"')


def _refuse_strange(sentence: Sentence) -> None:
    """Refuse what names nothing: it might change the meaning."""
    if not (strange := sentence.of("strange")):
        return
    one, known = strange[0], sentence.known
    enough = len(sentence.of("name", "place")) >= _LEAST_NAMED[sentence.act]
    if not enough:
        raise known.nobody(one.value)
    is_weapon = one.before in _BEFORE_A_WEAPON or one.before in ACTS
    if sentence.act in ("shoot", "burst") and is_weapon and not sentence.of("weapon"):
        raise known.no_weapon(one.value)
    raise _refused(sentence, f'"{shown(one.value)}" is not understood')


def _two(sentence: Sentence, *kinds: str) -> tuple[Part, Part]:
    """Who does it, and to whom or what."""
    names = sentence.of("name")
    doers = _BEFORE_THE_DOER[sentence.act]
    who = next((part for part in names if part.before in doers), names[0] if names else None)
    others = [part for part in sentence.of("name", *kinds) if part is not who]
    if who is None or not others:
        raise _refused(sentence, "name two: who, and whom")
    if any(part.kind == "place" and part.before == "from" for part in others):
        raise _refused(sentence, f"{shown(who.value)} is where he stands; leave out from where")
    _refuse_more(sentence, others)
    return who, others[0]


def _refuse_more(sentence: Sentence, parts: Sequence[Part]) -> None:
    """Refuse several where one is asked for; two numbers of which nobody has one are a place."""
    if len(parts) < 2:
        return
    if any(
        str(part.value).strip("()").isdecimal() and not sentence.known.is_exact(str(part.value))
        for part in parts
    ):
        raise _refused(sentence, "a place is two numbers with a comma, like 12,8")
    raise _refused(sentence, "that is several at once; part them by semicolons")


def _sight(sentence: Sentence) -> Iterator[QuestionJson]:
    who, whom = _two(sentence)
    yield {"ask": "sight", "from": who.value, "to": whom.value}


def _shot(sentence: Sentence) -> Iterator[QuestionJson]:
    """A shot, or a burst where the weapon is none to be shot."""
    yield from _fired(sentence, ("shoot", "burst"))


def _throw(sentence: Sentence) -> Iterator[QuestionJson]:
    yield from _fired(sentence, ("burst", "shoot"))


def _fired(sentence: Sentence, asks: tuple[str, ...]) -> Iterator[QuestionJson]:
    who, whom = _two(sentence, "place")
    weapons = sentence.of("weapon")
    _refuse_more(sentence, weapons)
    weapon = {"weapon": weapons[0].value} if weapons else {}
    is_place = whom.kind == "place"
    aim = [whom.value.x, whom.value.y] if is_place else whom.value
    for ask in ("burst",) if is_place else asks:
        at = {"target": aim} if ask == "shoot" else {"aim": aim}
        yield {"ask": ask, "shooter": who.value, **at, **weapon}


def _move(sentence: Sentence) -> Iterator[QuestionJson]:
    """A way; without one, all the places where he can go."""
    names = sentence.of("name")
    if not names or len(sentence.parts) == 1 + len(sentence.of("declared")):
        yield from _reach(sentence)
        return
    man = sentence.known.soldier(names[0].value)
    path = [man.place, *_places(man, sentence)]
    yield {"ask": "move", "soldier": man.id, "path": [[p.x, p.y] for p in path]}


def _places(man: Soldier, sentence: Sentence) -> list[TablePoint]:
    """Where he goes: places, so many inches some way or toward something, or to somebody."""
    who, *others = sentence.of("name")
    goals = [sentence.known.middle(part.value) for part in others]
    inches = [part.value for part in sentence.of("inches")]
    rest = [part.kind for part in sentence.parts if part is not who and part.kind != "declared"]
    match sorted(rest):
        case ["place", *more] if set(more) <= {"place"}:
            return [part.value for part in sentence.of("place")]
        case ["inches", "name"] if goals[0] is not None:
            return [step(man.place, bearing_deg(man.place, goals[0]), inches[0])]
        case ["name"] if goals[0] is not None:
            return [goals[0]]
        case ["inches"] | ["inches", "way"]:
            ways = [part.value for part in sentence.of("way")] or [DIRECTIONS["forward"]]
            ahead, right = ways[0]
            return [step(man.place, man.facing, ahead * inches[0], right * inches[0])]
    raise _no_way(sentence)


def _no_way(sentence: Sentence) -> UserError:
    """What is said of a way that names nowhere."""
    for part in sentence.of("name")[1:]:
        if part.value[0].isalpha() and sentence.known.middle(part.value) is None:
            return sentence.known.nobody(part.value)
    begins = max(sentence.act_at, sentence.of("name")[0].at)
    way = sentence.said[sentence.ends[begins] :].strip()
    return UserError(
        f'"{shown(way)}" is no way; give places in inches, like 12,8 then 14,9, or how far and '
        "where, like 3 forward, 3 left, 3 toward B01"
    )


def _reach(sentence: Sentence) -> Iterator[QuestionJson]:
    names = sentence.of("name")
    if not names:
        raise _refused(sentence, "name who")
    if len(names) > 1 or sentence.of("place", "inches", "way"):
        man = names[0].value
        raise UserError(
            f'"where can {man} go" asks for all places, "{man} moves to 12,8" for one straight way'
        )
    yield {"ask": "reach", "soldier": names[0].value}


def _fight(sentence: Sentence) -> Iterator[QuestionJson]:
    if sentence.of("weapon"):
        yield from _shot(sentence)
        return
    names = sentence.of("name")
    before = [part for part in names if part.at < sentence.act_at]
    after = [part for part in names if part.at > sentence.act_at]
    attackers, defenders = (before, after) if before and after else (names[:-1], names[-1:])
    if after and after[0].before == "by":
        attackers, defenders = defenders, attackers
    if not attackers:
        raise _refused(sentence, "name two: who, and whom")
    _refuse_more(sentence, defenders)
    men = [part.value for part in attackers]
    yield {"ask": "fight", "attackers": men, "defender": defenders[0].value}


def _units(sentence: Sentence) -> Iterator[QuestionJson]:
    if sentence.parts:
        raise _refused(sentence, "the units of all are checked at once")
    yield {"ask": "units"}


_READ: Mapping[str, Callable[[Sentence], Iterator[QuestionJson]]] = {
    "sight": _sight,
    "shoot": _shot,
    "burst": _throw,
    "move": _move,
    "reach": _reach,
    "fight": _fight,
    "units": _units,
}
