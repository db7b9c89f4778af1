"""The paths in ZooKeeper that everybody relies on, and the chroot that they may lie in.

A part of the composition root (`broker.app`). Not here: the client (`kavka.zk`, made by the world), the registration.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.cluster import identity as cluster_identity
from kavka.zk.client import ZkClient, ensure_path
from kavka.zk.errors import NoNode

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.world import ZooKeeper


async def ensure_paths(zk: ZkClient, config: BrokerConfig, zookeeper: ZooKeeper) -> None:
    """Creates the persistent paths and, if missing, the chroot of `zookeeper.connect`.

    The chroot is invisible from inside, so a second session without it makes it, as Kafka does.
    """
    try:
        await cluster_identity.ensure_paths(zk)
        return
    except NoNode:
        hosts, slash, chroot = config.zookeeper_connect.partition("/")
        if not slash:
            raise
    outside = zookeeper.client(config, hosts)
    try:
        await outside.start(config.zookeeper_connection_timeout_ms)
        await ensure_path(outside, f"/{chroot}")
    finally:
        await outside.close()
    await cluster_identity.ensure_paths(zk)
