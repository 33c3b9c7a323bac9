"""`python -m spotter` is `spotter`."""

import sys

from spotter.cli import main

sys.exit(main())
