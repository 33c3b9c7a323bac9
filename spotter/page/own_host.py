"""Whether a request was meant for this computer: by the name that the browser asked for.

A site elsewhere may let its own name point at this computer and so make its scripts look like the
page's own. A browser then still says that site's name; a number or this computer's name it is not.
"""

import socket
from functools import cache
from ipaddress import ip_address
from urllib.parse import urlsplit


def is_own_host(header: str) -> bool:
    """Whether the header `Host` names this computer.

    >>> [is_own_host(host) for host in ("127.0.0.1:8470", "[::1]:8470", "localhost", "a.example")]
    [True, True, True, False]
    """
    try:
        name = (urlsplit(f"//{header}").hostname or "").rstrip(".")
    except ValueError:
        return False
    return _is_number(name) or name in _own_names()


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@cache
def _own_names() -> frozenset[str]:
    """What this computer is called, by itself and on a local network."""
    name = socket.gethostname().lower().rstrip(".")
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"}) - {""}
