"""Random rooms: ceiling light, day from a window, a desk lamp, or a mixture; and webcams."""

import numpy as np

from tests.virtual.colours import Linear
from tests.virtual.light import Lamp, Lighting
from tests.virtual.sensor import Sensor

Rng = np.random.Generator
LIGHTS = ("day", "ceiling", "mixed", "lamp", "cold_window")


def white(kelvin: float) -> Linear:
    """Blue, green, red of a black body's light, green 1: rough but smooth from 2500 to 9000 K."""
    warm = np.log(6500 / kelvin)
    return np.array([np.exp(-1.25 * warm), 1.0, np.exp(0.62 * warm)], np.float32)


def _lamp(
    rng: Rng,
    table_wh: tuple[float, float],
    *,
    height: tuple[float, float],
    away: tuple[float, float],
    radius: tuple[float, float],
    kelvin: tuple[float, float],
    strength: float,
) -> Lamp:
    turn = rng.uniform(0, 2 * np.pi)
    far = rng.uniform(*away)
    place = np.array(
        [
            table_wh[0] / 2 + far * np.cos(turn),
            table_wh[1] / 2 + far * np.sin(turn),
            rng.uniform(*height),
        ]
    )
    # The strength is meant at the table's middle, wherever the lamp hangs.
    slant = (place[2] ** 2 / (far**2 + place[2] ** 2)) ** 1.5
    light = white(rng.uniform(*kelvin)) * np.float32(strength / slant)
    return Lamp(place, float(rng.uniform(*radius)), light)


def random_lighting(
    rng: Rng, table_wh: tuple[float, float], tier: str, name: str | None
) -> Lighting:
    """The light of a room, white paper in it about as bright as 1."""
    kind = name or str(rng.choice(LIGHTS))
    hard = 1.0 if tier == "hard" else 0.6
    if kind == "ceiling":
        lamps = [
            _lamp(rng, table_wh, height=(60, 90), away=(5, 40), radius=(8, 20),
                  kelvin=(2900, 4200), strength=0.5),
        ]  # fmt: skip
        room = white(rng.uniform(3400, 4500)) * np.float32(0.5)
    elif kind == "lamp":
        lamps = [
            _lamp(rng, table_wh, height=(16, 26), away=(14, 26), radius=(1.5, 3.5),
                  kelvin=(2500, 3300), strength=0.45 + 0.3 * hard),
        ]  # fmt: skip
        room = white(rng.uniform(3200, 5000)) * np.float32(0.45 - 0.22 * hard)
    elif kind == "mixed":
        lamps = [
            _lamp(rng, table_wh, height=(30, 60), away=(40, 80), radius=(15, 30),
                  kelvin=(6000, 8500), strength=0.4),
            _lamp(rng, table_wh, height=(30, 60), away=(10, 40), radius=(3, 8),
                  kelvin=(2700, 3500), strength=0.22),
        ]  # fmt: skip
        room = white(rng.uniform(4500, 6500)) * np.float32(0.4)
    else:
        cold = kind == "cold_window"
        lamps = [
            _lamp(rng, table_wh, height=(25, 50), away=(35, 70), radius=(6, 22),
                  kelvin=(7000, 9500) if cold else (5000, 6800), strength=0.6),
        ]  # fmt: skip
        room = white(rng.uniform(6000, 8500) if cold else rng.uniform(4800, 6500))
        room = room * np.float32(0.42)
    return Lighting(tuple(lamps), room.astype(np.float32), kind)


def random_sensor(rng: Rng, tier: str, lighting: Lighting, seed: int) -> Sensor:
    """A webcam that has balanced most of the light's colour away, not all of it."""
    hard = {"easy": 0.0, "normal": 0.5, "hard": 1.0}[tier]
    falling = lighting.room + sum((lamp.light for lamp in lighting.lamps), np.zeros(3))
    cast = falling / falling[1]
    kept = rng.uniform(0.05, 0.35) if rng.random() < 0.75 else rng.uniform(0.4, 0.8)
    balance = cast ** -(1 - kept) * np.exp(rng.normal(0, 0.02, 3))
    exposure = rng.uniform(0.62, 0.9) * (1 - 0.45 * hard * rng.random())
    shake = rng.normal(0, 0.7, 2) if tier == "hard" and rng.random() < 0.4 else np.zeros(2)
    grainy = 1.7 if rng.random() < 0.15 else 1.0
    return Sensor(
        exposure=float(exposure),
        balance=(float(balance[0]), float(balance[1]), float(balance[2])),
        blur_px=float(rng.uniform(0.3, 0.55) + 0.35 * hard * rng.random()),
        motion_px=(float(shake[0]), float(shake[1])),
        vignette=float(rng.uniform(0.0, 0.25)),
        noise=float(rng.uniform(0.006, 0.009) * (1 + 0.9 * hard) * grainy),
        noise_grain_px=float(rng.uniform(0.3, 0.8)),
        sharpen=float(rng.uniform(0.0, 0.5)),
        jpeg=int(rng.integers(72 if tier == "hard" else 82, 95)),
        seed=seed,
    )
