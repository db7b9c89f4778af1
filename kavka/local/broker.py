"""What `LocalCluster` asks of a broker that it holds, wherever that broker runs: as a process, or in this loop."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from kavka.local.state import BrokerInfo, ProcessIdentity


class BrokerDied(Exception):
    """A broker ended by itself; the message says how, and what it said last."""


class LocalBroker(Protocol):
    """One broker of a local cluster: started, watched until it ends, stopped with a deadline."""

    broker_id: int
    host: str
    port: int
    log_dir: Path
    exited: asyncio.Future[int] | None
    """Done with an exit code when it has ended; None before the first startup."""

    @property
    def is_running(self) -> bool:
        """Tells whether the broker was started and has not ended."""

    @property
    def info(self) -> BrokerInfo:
        """Returns the broker's entry in `--json` output; its pid is 0 while the broker does not run."""

    def identity(self) -> ProcessIdentity:
        """Returns the identity of the broker's process, for a later command to recognise."""

    def configure(self, properties: Mapping[str, str], *, host: str, port: int) -> None:
        """Sets other properties, and the address that follows from them, for the broker's next startup."""

    def start(self) -> None:
        """Starts the broker; `wait_ready` says when it serves clients."""

    async def wait_ready(self, *, timeout_ms: int) -> None:
        """Waits until the broker serves clients.

        Raises BrokerDied when it ended instead, TimeoutError when it is not ready.
        """

    async def stop(self, *, timeout_ms: int) -> None:
        """Ends the broker in order, and by force when that takes too long."""

    async def kill(self) -> None:
        """Ends the broker by force, now."""

    def obituary(self) -> str:
        """Describes how the broker ended."""
