"""The type of what opens connections to other brokers. What dials is `assembly.dialing`; who dials is handed one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kavka.client.connection import Connection

Dial = Callable[[str, int, str], Awaitable["Connection"]]
"""(host, port, client id) → an open connection."""
