"""A painted desk under a camera: whoever plays on the page has his men set by a hand."""

from dataclasses import replace

from tests.spotter.page.browsing import Served
from tests.spotter.phone_camera import phone_camera
from tests.spotter.plain_desk import ARMY, Desk, Man, picture_of, write_setup

CAMERA_S = 0.1  # between two pictures
NOISES = 3


class PlayedDesk:
    """`spotter play --serve` above a desk that can be changed while it runs."""

    def __init__(self, folder, book, men, **wish) -> None:
        self.desk = Desk({name: Man(x, y, facing) for name, (x, y, facing, _) in men.items()})
        self._pictures, self._number = (None, ()), 0
        table = folder / "table"
        table.mkdir()
        soldiers = [
            {"id": name, "side": "red" if name.startswith("R") else "blue", "weapons": [weapon]}
            for name, (*_, weapon) in men.items()
        ]
        write_setup(table, self.desk, {**ARMY, "soldier": soldiers})
        self._camera = phone_camera(picture=self._picture)
        camera = self._camera.__enter__()
        camera.pause_s = CAMERA_S
        self.served = Served(folder / "game", book, table=table, camera=camera.url, **wish)

    def close(self) -> None:
        """The game and its camera end."""
        self.served.kill()
        self._camera.__exit__(None, None, None)

    def _picture(self):
        self._number += 1
        desk, pictures = self._pictures
        if desk is not self.desk:
            desk, pictures = self.desk, [picture_of(self.desk, i) for i in range(NOISES)]
            self._pictures = desk, pictures
        return pictures[self._number % NOISES]

    def sets(self, name, page) -> None:
        """A hand takes him to where the page asks for him, and the camera confirms it."""
        page.wait_for_function("name => name in state.wanted", arg=name)
        wanted = page.evaluate("name => state.wanted[name]", name)
        facing = self.desk.men[name].facing
        self.reach_over(name)
        page.locator("#news", has_text="a hand").wait_for(state="attached")
        self.set_down(name, *wanted, facing)
        page.wait_for_function("name => !(name in state.wanted)", arg=name)

    def reach_over(self, name) -> None:
        """A hand takes a man up."""
        man = self.desk.men[name]
        self.desk = replace(self.desk.without(name), hand=(man.x, man.y))

    def set_down(self, name, x, y, facing) -> None:
        """He stands there, and the hand is gone."""
        men = {**self.desk.men, name: Man(x, y, facing)}
        self.desk = replace(self.desk, men=men, hand=None)
