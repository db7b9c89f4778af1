"""What `LocalCluster` asks of a broker that it holds, wherever that broker runs: as a process, or in this loop."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from kavka.local_state import BrokerInfo, ProcessIdentity


class BrokerDied(Exception):
    """A broker ended by itself; the message says how, and what it said last."""


class LocalBroker(Protocol):
    """One broker of a local cluster: started, watched until it ends, stopped with a deadline."""

    broker_id: int
    host: str
    port: int
    log_dir: Path
    exited: asyncio.Future[int] | None
    """Done with an exit code when it has ended; None before the first start."""

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended."""

    @property
    def info(self) -> BrokerInfo:
        """What `--json` shows; its pid is 0 while the broker does not run."""

    def identity(self) -> ProcessIdentity:
        """Proof of which process it is in, for whoever comes later."""

    def configure(self, properties: Mapping[str, str], *, host: str, port: int) -> None:
        """Gives it other properties, and the address that follows from them, for its next start."""

    def start(self) -> None:
        """Starts it; `wait_ready` says when it serves clients."""

    async def wait_ready(self, *, timeout_ms: int) -> None:
        """Waits until it serves clients; raises BrokerDied when it ended instead, TimeoutError when it is not ready."""

    async def stop(self, *, timeout_ms: int) -> None:
        """Ends it in order, and by force when that takes too long."""

    async def kill(self) -> None:
        """Ends it by force, now."""

    def obituary(self) -> str:
        """How it ended, in words."""
