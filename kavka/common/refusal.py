"""The protocol of a connection that nobody serves: a client too many, or one that came as its address was released.

A listener's factory gives it in place of its own protocol. Not here: limits of connections (the owners of addresses).
"""

from __future__ import annotations

import asyncio


class Refusal(asyncio.Protocol):
    """Closes its connection."""

    __slots__ = ()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Closes the connection before anything is read."""
        transport.close()
