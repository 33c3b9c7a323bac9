"""The one exception that is a sentence for the player."""


class UserError(Exception):
    """One line: where, what is wrong, what to do; only `spotter.cli.main` prints it."""
