"""A side view's strokes: ground, humps, two men and the line of sight between them."""

from typing import Literal

import numpy as np

from overlay.marks.lines import closed
from overlay.marks.marks import Profile
from overlay.marks.text_size import width_in
from overlay.strokes.inks import Rgb
from overlay.strokes.strokes import Fill, Stroke, StrokePath, Text, mixed
from overlay.strokes.theme import Theme, ink_named
from table.places import Floats

_WIDE = 36.0  # in capital heights
_UP = 2.2  # capital heights for an inch of height
_PAD = 1.2
_MAN_IN = 2.25
_GROUND: Rgb = (150, 128, 96)


def profile_size_in(profile: Profile) -> tuple[float, float]:
    """A side view's width and height."""
    h = profile.height_in
    return (_WIDE + 2 * _PAD) * h, (_top_in(profile) * _UP + 6.0) * h


def _top_in(profile: Profile) -> float:
    """How high the view must reach."""
    men = (profile.eye_in + 1.1, profile.aim_in + 2.0)  # their heads, and their ids over them
    return max([*men, *(hump.height_in for hump in profile.humps)])


def profile_strokes(profile: Profile, theme: Theme) -> list[Stroke]:
    """Everything of a side view, from the ground up."""
    assert profile.at is not None, profile
    return [
        *_plate(profile, theme),
        *(stroke for hump in range(len(profile.humps)) for stroke in _hump(profile, hump, theme)),
        *_man(profile, (0.0, profile.eye_in - 2.0), profile.viewer, theme),
        *_man(profile, (profile.distance_in, profile.aim_in - _MAN_IN / 2), profile.target, theme),
        *_line(profile, theme),
    ]


def _place(profile: Profile, along_in: float, up_in: float) -> tuple[float, float]:
    """A place of the side view on the plan."""
    assert profile.at is not None, profile
    h = profile.height_in
    x = profile.at.x + (_PAD + _WIDE * along_in / max(profile.distance_in, 0.1)) * h
    return x, profile.at.y + (2.6 + (_top_in(profile) - up_in) * _UP) * h


def _plate(profile: Profile, theme: Theme) -> list[Stroke]:
    assert profile.at is not None, profile
    (w, tall), h = profile_size_in(profile), profile.height_in
    x, y = profile.at.x, profile.at.y
    box = np.array([(x, y), (x + w, y), (x + w, y + tall), (x, y + tall)])
    ground = np.array([_place(profile, 0.0, 0.0), _place(profile, profile.distance_in, 0.0)])
    rgb = theme.rgb(ink_named("note"))
    title = f"From the side: {profile.viewer} to {profile.target}, {profile.distance_in:.1f} in"
    return [
        Fill((box,), theme.halo),
        StrokePath((closed(box),), rgb, 0.03),
        StrokePath((ground,), _GROUND, 0.08),
        Text((x + 0.8 * h, y + 1.7 * h), title, h, rgb),
    ]


def _hump(profile: Profile, number: int, theme: Theme) -> list[Stroke]:
    hump, h = profile.humps[number], profile.height_in
    corners = ((hump.start_in, 0.0), (hump.start_in, hump.height_in))
    far = ((hump.end_in, hump.height_in), (hump.end_in, 0.0))
    box = np.array([_place(profile, *corner) for corner in (*corners, *far)])
    ink = ink_named("blocked" if hump.hides else "quiet")
    fill = Fill((box,), mixed(theme.rgb(ink), theme.halo, 0.35))
    return [
        fill,
        StrokePath((closed(box),), theme.rgb(ink), 0.05),
        _hump_words(profile, number, h, theme),
    ]


def _hump_words(profile: Profile, number: int, h: float, theme: Theme) -> Text:
    """The name under the ground, in two rows so that neighbours keep apart."""
    hump = profile.humps[number]
    half_in = width_in(hump.words, 0.8 * h) / 2
    left, right = _place(profile, 0.0, 0.0)[0], _place(profile, profile.distance_in, 0.0)[0]
    x, y = _place(profile, (hump.start_in + hump.end_in) / 2, 0.0)
    x = min(max(x, left + half_in), right - half_in)
    return Text((x, y + (1.3 + 1.2 * (number % 2)) * h), hump.words, 0.8 * h, theme.text, "middle")


def _man(profile: Profile, feet: tuple[float, float], name: str, theme: Theme) -> list[Stroke]:
    """A man as a pin of his own height, his id over it."""
    along_in, stands_in = feet
    h = profile.height_in
    low, high = (_place(profile, along_in, stands_in + up) for up in (0.0, _MAN_IN))
    align: Literal["left", "right"] = "left" if along_in == 0 else "right"
    over = (high[0], high[1] - 0.35 * h)
    pin = StrokePath((np.array([low, high]),), theme.text, 0.5 * h)
    return [pin, Text(over, name, 0.8 * h, theme.text, align)]


def _line(profile: Profile, theme: Theme) -> list[Stroke]:
    eye: Floats = np.array(
        [_place(profile, 0.0, profile.eye_in), _place(profile, profile.distance_in, profile.aim_in)]
    )
    ink = ink_named("clear" if profile.visible else "blocked")
    return [StrokePath((eye,), theme.rgb(ink), 0.09)]
