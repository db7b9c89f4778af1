"""Tells systemd, if it started this process, what it does: sd_notify(3), one datagram, without a library.

    Type=notify in the unit ─▶ NOTIFY_SOCKET=/run/systemd/notify (or @name: Linux's abstract namespace) ─▶ READY=1

Whoever waits for the unit then waits until clients are served, not until a process has begun. Not here: when that is.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import Final

SOCKET_VARIABLE: Final = "NOTIFY_SOCKET"
READY: Final = "READY=1"
STOPPING: Final = "STOPPING=1"


def notify(state: str, environment: Mapping[str, str]) -> bool:
    """Sends a state to the service manager; False where none asked for it, or it does not hear.

    Args:
        state: as sd_notify(3) has them.
        environment: the process's variables.
    """
    address = environment.get(SOCKET_VARIABLE, "")
    if not address:
        return False
    if address.startswith("@"):
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as connection:
            connection.connect(address)
            connection.sendall(state.encode())
    except OSError:
        return False  # a manager that is gone is no reason for a broker to end
    return True
