"""`python -m tests.fuzz [--minutes 10] [--only NAME] [--seed N]`: bad input by the thousand."""

import argparse
import sys
import time
from collections import Counter

from tests.fuzz.registry import SHORT_TRIES, TARGETS
from tests.fuzz.run import once


def main() -> int:
    """Fuzz every target in turn until the time is up; 1 where something broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--only", nargs="+", choices=TARGETS, metavar="NAME")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seed", type=int, help="run this one alone")
    args = parser.parse_args()
    names = args.only or list(TARGETS)
    if args.seed is not None:
        for name in names:
            once(name, args.seed)
        return 0
    return fuzzed(names, args.first, until_s=time.monotonic() + 60 * args.minutes)


def fuzzed(names: list[str], first: int, until_s: float) -> int:
    """Try the targets round after round, each as often as the short run does."""
    tries: Counter[str] = Counter()
    broken: list[str] = []
    while time.monotonic() < until_s:
        for name in names:
            for _ in range(SHORT_TRIES[name]):
                try:
                    once(name, first + tries[name])
                except AssertionError as problem:
                    broken.append(str(problem))
                    print(f"BROKEN {problem}", flush=True)
                tries[name] += 1
                if time.monotonic() > until_s:
                    break
        print(f"{tries.total()} tries, {len(broken)} broke", flush=True)
    for name, count in tries.items():
        print(f"{count:7d} {name}")
    print(*broken, sep="\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
