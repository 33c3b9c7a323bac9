"""What the chosen man may do now: his attacks on his enemies, as rulebook and game let him."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.answer_marks import first_weapon
from overlay.window.hud import Hud, fallen_word
from overlay.window.window_state import WindowState
from rules.book.answer import Answer, Fight, Mistake, is_allowed, refusals_of
from rules.game.common_state import has_fired
from table.scene import Soldier

STRIKES = frozenset({"fired", "attacked", "named"})


# Why the game does not let a man attack another with a weapon now; None where it does.
RefusedNow = Callable[[str, str, str | None], str | None]


@dataclass(frozen=True, slots=True)
class AttacksNow:
    """What the chosen man can do to his enemies: each with the answer, as the game lets him.

    `refused` is why he can do nothing now where the rules alone would let him.
    """

    answers: tuple[tuple[Soldier, Answer], ...] = ()
    refused: str | None = None

    @property
    def lets(self) -> bool:
        """Whether he can do something to somebody."""
        return any(is_allowed(answer) for _, answer in self.answers)

    @property
    def alike(self) -> str | None:
        """Why he can do nothing to any of several enemies, where it is the same for all."""
        barred = [refusals_of(answer) for _, answer in self.answers]
        first = barred[0] if len(barred) > 1 else ()
        same = (one for one in first if all(one in others for others in barred))
        return next((f"{one.why} ({one.rule})" for one in same), None)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be drawn of his attacks: all that matters is said."""
        return self.refused is not None or self.alike is not None

    @property
    def words(self) -> str:
        """What a click on an enemy tells, or why none is needed."""
        if self.refused is not None:
            return self.refused
        if self.alike is not None:
            return self.alike
        if self.answers and not self.lets:
            return "he can hit nobody from there; click an enemy to see why"
        return "click an enemy to see the shot"


_NO_ATTACKS = AttacksNow()


def attacks_now(
    state: WindowState, asking: AnswerCache | None, refused_now: RefusedNow | None
) -> AttacksNow:
    """The chosen man's attacks, without those that the game does not let happen now."""
    man, out = state.ruled_man, state.hud.out
    if man is None or asking is None or state.target or not may_strike(state.hud, man):
        return _NO_ATTACKS
    weapon = weapon_of(state, man, asking)
    enemies = [s for s in state.ruled.soldiers if s.side != man.side and s.id not in out]
    answers, refused = [], list[str]()
    for enemy in enemies:
        answer = shot_at(state, man, enemy.id, asking)[1]
        why = refused_now(man.id, enemy.id, weapon) if refused_now and is_allowed(answer) else None
        if why is None:
            answers.append((enemy, answer))
        else:
            refused.append(why)
    attacks = AttacksNow(tuple(answers))
    if attacks.lets:
        return attacks
    # In the moves of his side who can hit nobody has nothing but his reach to be drawn.
    if not refused and state.hud.side is not None and may_move(state.hud, man):
        return AttacksNow(refused=attacks.words)
    # Who is hit and may still fire has targets; else all is said of him.
    if man.id in out:
        return _NO_ATTACKS
    return AttacksNow(refused=refused[0]) if refused else attacks


def may_words(hud: Hud, man: Soldier, attacks: AttacksNow) -> str:
    """What the chosen man may do now, or why he may do nothing."""
    told = (
        (man.id in hud.back, "put him back; until then he counts where he stood"),
        (man.id in hud.out and not attacks.lets, f"he is {fallen_word(hud, man.id)}"),
        (man.id in hud.out, f"he is hit and may still fire; {attacks.words}"),
        (may_strike(hud, man) and (attacks.lets or not may_move(hud, man)), attacks.words),
        (may_move(hud, man), "he may move; click an enemy to see what the shot would be"),
        (hud.side not in {None, man.side}, f"it is {hud.side}'s turn"),
        (man.id in hud.gone_from, "he has moved; Ctrl+Z takes the last move back"),
        (_moves_now(hud) and hud.is_time_up, "time is up: nothing moves any more"),
        (not _is_of_deeds(hud), "right-click him for what he can do now"),
    )
    return next((words for true, words in told if true), "he has done all he may in this phase")


def _is_of_deeds(hud: Hud) -> bool:
    """Whether it is a phase in which men move or attack."""
    return hud.allows is None or bool(hud.allows & (STRIKES | {"moved"}))


def may_move(hud: Hud, man: Soldier) -> bool:
    """Whether the game lets him move now; before it begins everybody may try.

    Who was set down has moved: his reach from there would be a second move.
    """
    if hud.allows is None:
        return True
    is_able = man.id not in hud.out and man.id not in hud.gone_from and not hud.is_time_up
    return _moves_now(hud) and _is_his_turn(hud, man) and is_able


def _moves_now(hud: Hud) -> bool:
    """Whether men move in this phase."""
    return hud.allows is not None and "moved" in hud.allows


def may_strike(hud: Hud, man: Soldier) -> bool:
    """Whether the game lets him attack now; before it begins everybody may try.

    Where both sides fire at once who is hit may too, until the phase is over.
    """
    if hud.allows is None:
        return True
    is_able = man.id not in hud.lost and not has_fired(man)
    return _is_his_turn(hud, man) and is_able and bool(hud.allows & STRIKES or hud.fights)


def _is_his_turn(hud: Hud, man: Soldier) -> bool:
    return hud.side in {None, man.side}


def weapon_of(state: WindowState, man: Soldier, asking: AnswerCache) -> str | None:
    """The weapon the window asks about: the first, or the one the players turned to."""
    known = [word for word in man.weapons if word in asking.book.rows.weapons]
    return known[state.weapon % len(known)] if known else first_weapon(man, asking)


def shot_at(state: WindowState, man: Soldier, target: str, asking: AnswerCache) -> tuple[Any, Any]:
    """The shot at a target and its answer; a burst where the weapon only bursts."""
    weapon = weapon_of(state, man, asking)
    arms = {} if weapon is None else {"weapon": weapon}
    asked = {"ask": "shoot", "shooter": man.id, "target": target, **arms}
    answer = asking.ask(state.ruled, asked)
    if isinstance(answer, Mistake) and "burst" in asking.book.answers and weapon is not None:
        burst = {"ask": "burst", "shooter": man.id, "aim": target, **arms}
        thrown = asking.ask(state.ruled, burst)
        if not isinstance(thrown, Mistake):
            return burst, thrown
    return asked, answer


def fight_with(
    state: WindowState, man: Soldier, target: str, asking: AnswerCache
) -> tuple[dict[str, Any], Answer] | None:
    """The fight with an enemy, in the phase of fights and where the book lets them fight."""
    if not state.hud.fights:
        return None
    question = {"ask": "fight", "attackers": [man.id], "defender": target}
    answer = asking.ask(state.ruled, question)
    return (question, answer) if isinstance(answer, Fight) else None
