"""TCP ports of this machine: free ones, kept from others, and who holds a taken one.

A port is chosen before anything is advertised, so the number in `server.properties` is the number that clients see.
Between choosing and listening, and again while a broker is down, nothing listens on it, and the system may give it to
the next process that asks for any port, also as the near end of an outgoing connection. `ReservedPorts` prevents that:

    probe    SO_REUSEADDR, bind to port 0, never listens     the system gives this port to no other process
    broker   SO_REUSEADDR, bind to that port, listens        allowed: two may bind as long as one of them listens

That is how Linux does it. Where two may not bind, the probes are closed at once and a port is only probably free; a
broker that finds it taken says so, and the startup fails with its words.
"""

from __future__ import annotations

import socket
import sys

from kavka.common.port_holder import holder_of_port


class PortTaken(Exception):
    """A port that is needed is taken; the message names the process where the system does."""


class ReservedPorts:
    """Ports without a listener that the system gives to no other process until their release.

    Args:
        count: how many.
        host: the address that they are ports of.

    Attributes:
        ports: their numbers.
    """

    __slots__ = ("_probes", "ports")

    def __init__(self, count: int, *, host: str = "127.0.0.1") -> None:
        self._probes: list[socket.socket] = []
        try:
            for _ in range(count):
                probe = socket.socket()
                self._probes.append(probe)
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((host, 0))
            self.ports: list[int] = [probe.getsockname()[1] for probe in self._probes]
        except BaseException:
            self.close()
            raise
        if sys.platform != "linux":
            self.close()

    def close(self) -> None:
        """Releases the ports."""
        while self._probes:
            self._probes.pop().close()


def free_ports(count: int, *, host: str = "127.0.0.1") -> list[int]:
    """Finds different ports without a listener; a caller that needs them later had better reserve them."""
    reserved = ReservedPorts(count, host=host)
    reserved.close()
    return reserved.ports


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
