"""Both ZooKeepers behind one call each: for brokers that a test starts by itself, ours or not."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from kavka.zk.server import EmbeddedZooKeeper
from tests.support.processes.cluster import ZooKeeperProcess, missing

SERVER_SECONDS_MAX = 60


@contextlib.contextmanager
def embedded_zookeeper(folder: Path, port: int = 0) -> Iterator[str]:
    """The embedded server, in a loop of its own, its address; port 0 takes a free one."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    server = EmbeddedZooKeeper(folder, port=port)

    def call(coroutine: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result(SERVER_SECONDS_MAX)

    try:
        yield f"127.0.0.1:{call(server.start())}"
    finally:
        call(server.close())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@contextlib.contextmanager
def debian_zookeeper(folder: Path) -> Iterator[str]:
    """Debian's server; its address."""
    if not ZooKeeperProcess.is_installed():
        missing("Debian's package zookeeper")
    process = ZooKeeperProcess(folder)
    process.start()
    try:
        yield process.address
    finally:
        process.stop()


ZOOKEEPERS: dict[str, Callable[[Path], AbstractContextManager[str]]] = {
    "embedded": embedded_zookeeper,
    "debian": debian_zookeeper,
}
