"""Who a starting broker is: its ids, and the configuration that its cluster's ZooKeeper has for it. The first part.

ZooKeeper ─▶ fixed paths ─▶ the cluster's id ─▶ this broker's id ─▶ its dynamic configuration
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.cluster import identity as cluster_identity
from kavka.broker.cluster.dynamic_configs import DynamicConfigs
from kavka.broker.cluster.zookeeper_client import ensure_paths
from kavka.broker.log.log_dir import stored_broker_id

if TYPE_CHECKING:
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.common.filesystem import FileSystem
    from kavka.zk.client import ZkClient


class Identity(NamedTuple):
    """Which broker this is, of which cluster, and as what it is configured."""

    zk: ZkClient
    cluster_id: str
    broker_id: int
    dynamic: DynamicConfigs

    def config(self) -> BrokerConfig:
        """Returns the configuration that holds now."""
        return self.dynamic.current


async def identify(zk: ZkClient, config: BrokerConfig, tools: Tools) -> Identity:
    """Agrees with the cluster on who this broker is, and reads its dynamic configuration.

    Raises:
        ZkError: ZooKeeper cannot be asked.
        LogDirError: the data directories belong to several brokers.
    """
    await ensure_paths(zk, config, tools.world.zookeeper)
    cluster_id = await cluster_identity.cluster_id(zk, tools.rng)
    broker_id = await _broker_id(zk, config, tools.world.filesystem)
    dynamic = DynamicConfigs(zk, broker_id, config, tools.random_bytes)
    await dynamic.begin()
    return Identity(zk, cluster_id, broker_id, dynamic)


async def _broker_id(zk: ZkClient, config: BrokerConfig, filesystem: FileSystem) -> int:
    """The configured id, else the one that the log directories were used with, else a new one."""
    if config.broker_id >= 0:
        return config.broker_id
    stored = stored_broker_id(config.log_dirs, filesystem)
    if stored is not None:
        return stored
    return await cluster_identity.generated_broker_id(zk, config.reserved_broker_max_id)
