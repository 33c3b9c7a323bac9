"""`python -m spotter` is `spotter`."""

from spotter.start import program

program()
