"""`python -m spotter` is `spotter`."""

from spotter.cli import program

program()
