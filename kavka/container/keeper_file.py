"""The embedded ZooKeeper in the foreground, from a zookeeper.properties: what stands for `zookeeper-server-start`.

    clientPort=2181   clientPortAddress=0.0.0.0   dataDir=/var/lib/zookeeper/data       all else is set aside

For containers whose start script begins a ZooKeeper beside the broker, as tools that start Kafka's images write it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from kavka.broker.config.properties import parse_properties
from kavka.common.private_files import make_private_directory
from kavka.container.kraft import EVERYWHERE
from kavka.container.signals import end_on_signals
from kavka.zk.server import EmbeddedZooKeeper

PORT_MAX: Final = 65535


class KeeperFileError(Exception):
    """A zookeeper.properties that says too little, or what cannot be; the message says what."""


class KeeperSettings(NamedTuple):
    """What a zookeeper.properties says."""

    host: str
    port: int
    data_dir: str


def keeper_settings(text: str) -> KeeperSettings:
    """Parses a zookeeper.properties.

    Raises:
        KeeperFileError: it names no port or no directory.
    """
    given = parse_properties(text)
    port, data_dir = given.get("clientPort", "").strip(), given.get("dataDir", "").strip()
    if not port.isdecimal() or int(port) > PORT_MAX:
        raise KeeperFileError(f"clientPort={port} is no port")
    if not data_dir:
        raise KeeperFileError("dataDir is missing: where ZooKeeper keeps its files")
    return KeeperSettings(given.get("clientPortAddress", "").strip() or EVERYWHERE, int(port), data_dir)


async def serve_keeper(settings: KeeperSettings, say: Callable[[str], None]) -> None:
    """Serves until SIGTERM or SIGINT.

    Raises:
        StorageFailed: the disk failed.
        OSError: the port or the directory cannot be used.
    """
    stopping: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    end_on_signals(stopping)
    make_private_directory(Path(settings.data_dir))
    async with EmbeddedZooKeeper(settings.data_dir, host=settings.host, port=settings.port) as keeper:
        say(f"kavka: ZooKeeper serves on {settings.host}:{keeper.port}")
        await asyncio.wait([stopping, keeper.failed], return_when=asyncio.FIRST_COMPLETED)
        if keeper.failed.done():
            keeper.failed.result()
