"""How all tests run: nothing hangs on the speed of the machine."""

from hypothesis import settings

settings.register_profile("steady", deadline=None)
settings.load_profile("steady")
