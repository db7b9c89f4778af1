"""Binding a listener's address, and saying why it cannot be bound: who holds the port, or what is wrong with it.

Apart from listening: a broker binds all its addresses before it registers, and accepts when it is ready.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kavka.common.network import BoundAddress, Network

BACKLOG: Final = 1024
"""Connections that the kernel completes before we accept them. Kafka's 50 drops SYNs in a burst of clients."""


class ListenError(OSError):
    """The address cannot be listened on; the message says why and what can be done."""


def bind_address(
    network: Network,
    name: str,
    host: str,
    port: int,
    *,
    send_buffer_bytes: int | None = None,
    receive_buffer_bytes: int | None = None,
) -> BoundAddress:
    """Binds a listener's address; connections wait in the kernel until a `Listener` starts on it.

    Raises:
        ListenError: the address is taken or not ours; the message names who holds it where that can be found out.
    """
    try:
        return network.bind(
            host, port, backlog=BACKLOG, send_bytes=send_buffer_bytes, receive_bytes=receive_buffer_bytes
        )
    except OSError as error:
        raise ListenError(_why_not(error, f"{name}://{host}:{port}", network.holder_of, port)) from error


def _why_not(error: OSError, where: str, holder_of: Callable[[int], str | None], port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        holder = holder_of(port)
        return f"cannot listen on {where}: the port is taken" + (f" by {holder}" if holder else "")
    if error.errno == errno.EADDRNOTAVAIL:
        return f"cannot listen on {where}: this machine has no such address"
    if error.errno == errno.EACCES:
        return f"cannot listen on {where}: ports below 1024 need a privilege that this process lacks"
    return f"cannot listen on {where}: {error.strerror or error}"
