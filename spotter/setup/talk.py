"""How a set-up talks with the player: in a terminal or in a window, step by step the same."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from table.picture import Picture
from table.places import CameraXY


class StopSetup(Exception):  # noqa: N818 - no error: the player goes on another time
    """The player wants to go on later."""


class SkipStep(Exception):  # noqa: N818 - no error: the player leaves a step out
    """The player leaves this step out."""


class StepBack(Exception):  # noqa: N818 - no error: the player does the step before again
    """The player wants the step before."""


@dataclass(frozen=True, eq=False)
class PictureNote:
    """What is said and marked on a camera's picture while the player is waited for."""

    lines: tuple[str, ...] = ()
    dots: CameraXY | None = None
    rings: tuple[tuple[str, CameraXY], ...] = ()  # outlines, and what stands on each
    good: bool = False
    picture: Picture | None = None  # what all that belongs to; the camera's newest if None


Watch = Callable[[Picture], PictureNote]


class Talk(Protocol):
    """What is said to the player, and what he answers."""

    def head(self, title: str) -> None:
        """Begin a step."""

    def tell(self, *lines: str) -> None:
        """Say something."""

    def ask(
        self,
        question: str,
        options: Sequence[str] = (),
        *,
        default: str = "",
        watch: Watch | None = None,
    ) -> str:
        """What the player answers; an option's number stands for its text, nothing for `default`.

        Raises StopSetup, SkipStep or StepBack where he says that. `watch` looks at the camera's
        pictures while he thinks, where they can be shown.
        """
        ...

    def close(self) -> None:
        """Take away what the talk was held in."""


def meant(text: str, options: Sequence[str], default: str) -> str:
    """What a typed line means; raises what the words stop, skip and back stand for.

    >>> meant("2", ("small", "large"), "small")
    'large'
    >>> meant("", ("small", "large"), "small")
    'small'
    """
    said = text.strip()
    wish = _WISHES.get(said.lower())
    if wish is not None:
        raise wish
    if said.isdecimal() and 1 <= int(said) <= len(options):
        return options[int(said) - 1]
    return said or default


_WISHES: dict[str, type[Exception]] = {
    "stop": StopSetup,
    "quit": StopSetup,
    "skip": SkipStep,
    "back": StepBack,
}
