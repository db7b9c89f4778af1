"""The connection to one broker, by the name under which users of the bundled client find it; see `wire.connection`."""

from __future__ import annotations

from kavka.wire.connection import Connection
from kavka.wire.connection_core import CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS

__all__ = ["CONNECT_TIMEOUT_MS", "REQUEST_TIMEOUT_MS", "Connection"]
