"""`python -m tests.fuzz [--minutes 10] [--only NAME] [--seed N]`: bad input by the thousand."""

import argparse
import time
from itertools import count

from tests.fuzz.registry import TARGETS
from tests.fuzz.run import once


def main() -> None:
    """Fuzz every target in turn until the time is up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--only", choices=TARGETS)
    parser.add_argument("--seed", type=int, help="run this one alone")
    args = parser.parse_args()
    names = [args.only] if args.only else list(TARGETS)
    if args.seed is not None:
        for name in names:
            once(name, args.seed)
        return
    end = time.monotonic() + 60 * args.minutes
    for seed in count():
        for name in names:
            once(name, seed)
        if seed % 100 == 99:
            print(f"{(seed + 1) * len(names)} tries, nothing broke", flush=True)
        if time.monotonic() > end:
            return


if __name__ == "__main__":
    main()
