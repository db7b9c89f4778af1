"""One broker inside the caller's event loop: no process, so it starts in a moment, and a debugger reaches into it.

What `LocalCluster(in_loop=True)` holds instead of `local_process.BrokerProcess`; both are a `LocalBroker`. The
broker is the same, `broker.app.Broker`; what differs is what surrounds it: nothing tunes the process, which is the
caller's; log lines go wherever the caller's logging sends them; and whatever blocks that loop blocks the broker.

`kill` cancels the broker where it stands: nothing is flushed and no clean marker is written, so the next start
recovers, as after a crash. Unlike a killed process it gives its ZooKeeper session back.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from kavka.common.private_files import make_private_directory
from kavka.local.broker import BrokerDied
from kavka.local.state import BrokerInfo, ProcessIdentity, identify

if TYPE_CHECKING:
    from kavka.broker.app import Broker, Ready

PLUGGED = ("kavka.console.routes",)
"""What a broker's process has at its admin endpoint, beside the broker's own routes (`broker.__main__`)."""
KILL_TIMEOUT_MS = 5_000
"""How long a cancelled broker may take to release its files and sockets."""


class BrokerInLoop:
    """A broker's task, its files and its address.

    Attributes:
        exited: Done when the broker has ended: 0 after an orderly stop, 1 otherwise.
    """

    def __init__(
        self,
        *,
        broker_id: int,
        host: str,
        port: int,
        data_dir: Path,
        properties: Mapping[str, str],
        defaults: Mapping[str, str],
    ) -> None:
        self.broker_id = broker_id
        self.log_dir = data_dir / f"broker-{broker_id}"
        self._defaults = defaults
        self.configure(properties, host=host, port=port)
        self._broker: Broker | None = None
        self._task: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[None] | None = None
        self.admin: str | None = None
        self.exited: asyncio.Future[int] | None = None

    @property
    def pid(self) -> int:
        """Returns this process's id; 0 when the broker does not run."""
        return os.getpid() if self.is_running else 0

    @property
    def is_running(self) -> bool:
        """Tells whether the broker was started and has not ended."""
        return self.exited is not None and not self.exited.done()

    @property
    def info(self) -> BrokerInfo:
        """Returns the broker's entry in `--json` output."""
        return BrokerInfo(
            id=self.broker_id,
            host=self.host,
            port=self.port,
            pid=self.pid,
            data_dir=str(self.log_dir),
            admin=self.admin,
        )

    def identity(self) -> ProcessIdentity:
        """Returns this process's identity, which is the supervisor's as well: neither ends without the other."""
        return identify(os.getpid())

    def configure(self, properties: Mapping[str, str], *, host: str, port: int) -> None:
        """Sets other properties, and the address that follows from them, for the broker's next startup."""
        self.host = host
        self.port = port
        self._properties = {**self._defaults, **properties}

    def start(self) -> None:
        """Builds the broker and starts its task; `wait_ready` says when it serves clients.

        Raises:
            BrokerDied: a property is wrong.
        """
        from kavka.broker.app import Broker
        from kavka.broker.config.broker_config import BrokerConfig
        from kavka.broker.config.types import ConfigError
        from kavka.broker.machine import machine_world

        assert not self.is_running
        make_private_directory(self.log_dir)
        loop = asyncio.get_running_loop()
        try:
            config = BrokerConfig.from_properties(self._properties)
        except ConfigError as error:
            raise BrokerDied(f"broker {self.broker_id} cannot start: {error}") from error
        self._broker = Broker(config, machine_world(), plugged=PLUGGED)
        self._ready = loop.create_future()
        self.exited = loop.create_future()
        # Its owner is this object: `stop` and `kill` wait for it, and its end is read in `_ended`, whatever it was.
        self._task = loop.create_task(self._broker.run(self._on_ready), name=f"broker {self.broker_id}")
        self._task.add_done_callback(self._ended)

    def _on_ready(self, ready: Ready) -> None:
        assert self._ready is not None
        self.admin = ready.admin
        if not self._ready.done():
            self._ready.set_result(None)

    def _ended(self, task: asyncio.Task[None]) -> None:
        assert self.exited is not None
        failed = task.cancelled() or task.exception() is not None
        if not self.exited.done():
            self.exited.set_result(1 if failed else 0)

    async def wait_ready(self, *, timeout_ms: int) -> None:
        """Waits until the broker serves clients.

        Raises:
            BrokerDied: it ended instead.
            TimeoutError: it runs and is not ready.
        """
        assert self.exited is not None
        assert self._ready is not None
        await asyncio.wait((self.exited, self._ready), timeout=timeout_ms / 1000, return_when=asyncio.FIRST_COMPLETED)
        if self._ready.done():
            return
        if self.exited.done():
            raise BrokerDied(self.obituary())
        raise TimeoutError(f"broker {self.broker_id} is not ready on {self.host}:{self.port} after {timeout_ms} ms")

    async def stop(self, *, timeout_ms: int) -> None:
        """Ends the broker in order, and by cancelling it when that takes too long. Returns when it has ended."""
        if not self.is_running:
            return
        assert self._broker is not None
        assert self.exited is not None
        self._broker.stop()
        await asyncio.wait((self.exited,), timeout=timeout_ms / 1000)
        await self.kill()

    async def kill(self) -> None:
        """Cancels the broker's task, now."""
        if not self.is_running:
            return
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait((self._task,), timeout=KILL_TIMEOUT_MS / 1000)

    def obituary(self) -> str:
        """Describes how the broker ended."""
        assert self._task is not None, "not started"
        return f"broker {self.broker_id} {_how(self._task)}"


def _how(task: asyncio.Task[None]) -> str:
    if task.cancelled():
        return "was killed"
    error = task.exception()
    if error is None:
        return "was stopped"
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]  # the first failure; the others are what it dragged along
    return f"ended: {error or repr(error)}"
