"""TCP ports of this machine: free ones, and who holds a taken one.

A port is chosen before anything is advertised, so the number in `server.properties` is the number that clients see.
Between choosing and listening another program may take it; the broker then says so, and the start fails with its words.
"""

from __future__ import annotations

import socket
from contextlib import ExitStack

from broker.network.port_holder import holder_of_port


class PortTaken(Exception):
    """Somebody listens on a port that is needed; the message names the process where the system tells."""


def free_ports(count: int, *, host: str = "127.0.0.1") -> list[int]:
    """Ports on which nobody listens, all different."""
    with ExitStack() as stack:
        ports = []
        for _ in range(count):
            probe = stack.enter_context(socket.socket())
            probe.bind((host, 0))
            ports.append(probe.getsockname()[1])
        return ports


def check_free(port: int, *, host: str = "127.0.0.1", option: str = "--port") -> None:
    """Makes sure that a port can be listened on.

    Args:
        port: Which.
        host: Where.
        option: How the user can choose another one, for the message.

    Raises:
        PortTaken: it cannot.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except PermissionError:
            raise PortTaken(
                f"port {port} needs more rights than this user has; choose one above 1023 with {option}"
            ) from None
        except OSError:
            holder = holder_of_port(port) or "another process"
            raise PortTaken(
                f"port {port} is taken by {holder}; stop it, or choose another port with {option}"
            ) from None
