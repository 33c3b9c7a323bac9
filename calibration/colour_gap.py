"""How different two colours look to the eye: CIEDE2000, 1 for what one can just tell apart."""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

ListedRgb = tuple[int, int, int]
Lab = tuple[float, float, float]

_WHITE_XYZ = (0.95047, 1.0, 1.08883)  # daylight, as sRGB has it


def colour_gap(one: ListedRgb, other: ListedRgb) -> float:
    """The distance between two sRGB colours, 0 to 255 each."""
    return lab_gap(lab_of(one), lab_of(other))


def lab_of(rgb: ListedRgb) -> Lab:
    """An sRGB colour in CIE Lab."""
    red, green, blue = (_linear(value / 255) for value in rgb)
    xyz = (
        0.4124564 * red + 0.3575761 * green + 0.1804375 * blue,
        0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
        0.0193339 * red + 0.1191920 * green + 0.9503041 * blue,
    )
    x, y, z = (_curve(value / white) for value, white in zip(xyz, _WHITE_XYZ, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(value: float) -> float:
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def _curve(value: float) -> float:
    return float(value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116)


def lab_gap(one: Lab, other: Lab) -> float:
    """CIEDE2000 between two colours of CIE Lab, by the formula of its standard."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    stretch = 1 + 0.5 * (1 - _weight((hypot(a1, b1) + hypot(a2, b2)) / 2))
    c1, h1 = _polar(a1 * stretch, b1)
    c2, h2 = _polar(a2 * stretch, b2)
    turn = _turn(h1, h2) if c1 * c2 else 0.0
    light, colour, hue = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    mean_h = h1 + turn / 2 if c1 * c2 else h1 + h2
    scale_l = 1 + 0.015 * (mean_l - 50) ** 2 / sqrt(20 + (mean_l - 50) ** 2)
    scale_c = 1 + 0.045 * mean_c
    scale_h = 1 + 0.015 * mean_c * _hue_weight(mean_h)
    twist = -sin(radians(60 * exp(-((((mean_h % 360) - 275) / 25) ** 2)))) * 2 * _weight(mean_c)
    c, h = colour / scale_c, hue / scale_h
    return sqrt(max(0.0, (light / scale_l) ** 2 + c * c + h * h + twist * c * h))


def _weight(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _polar(a: float, b: float) -> tuple[float, float]:
    return hypot(a, b), degrees(atan2(b, a)) % 360


def _turn(start_deg: float, end_deg: float) -> float:
    """The shorter way round from one hue to the other."""
    return (end_deg - start_deg + 180) % 360 - 180


def _hue_weight(hue_deg: float) -> float:
    return (
        1
        - 0.17 * cos(radians(hue_deg - 30))
        + 0.24 * cos(radians(2 * hue_deg))
        + 0.32 * cos(radians(3 * hue_deg + 6))
        - 0.20 * cos(radians(4 * hue_deg - 63))
    )
