"""How all tests run: nothing hangs on the speed of the machine, no window is seen or heard."""

import os

from hypothesis import settings

settings.register_profile("steady", deadline=None)
settings.load_profile("steady")
# Before pygame is imported; tests of real windows bring a screen of their own.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
