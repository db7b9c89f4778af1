"""Gives a broker what members of share groups read from it. A part of the composition root (`broker.app`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.share.partition.group_terms import LiveTerms
from kavka.broker.share.partition.led_share_partitions import LedSharePartitions
from kavka.broker.share.partition.sessions import ShareSessionCache
from kavka.broker.share.partition.share_fetches import ShareFetches
from kavka.broker.share.share_config import LiveShareConfig

if TYPE_CHECKING:
    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.replication import Replication
    from kavka.broker.assembly.storage import Storage
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.cluster.group_configs import GroupConfigs
    from kavka.broker.share.persister import Persister


class ShareReading(NamedTuple):
    """The partition leader's half of share groups."""

    share_partitions: LedSharePartitions
    fetches: ShareFetches
    config: LiveShareConfig


def assemble_share_reading(
    storage: Storage,
    cluster: Cluster,
    replication: Replication,
    persister: Persister,
    group_configs: GroupConfigs,
    tools: Tools,
) -> ShareReading:
    """Builds the share-partitions of this broker, and what fetches from them."""
    manager, config = replication.manager, LiveShareConfig(cluster.identity.config)
    share_partitions = LedSharePartitions(
        manager.partitions,
        manager.waiting,
        persister,
        ShareSessionCache(lambda: config().sessions_max),
        terms_of=LiveTerms(config, group_configs),
        metrics=tools.metrics,
        clock=tools.clock,
        filesystem=storage.filesystem,
        supervisor=tools.supervisor,
    )
    manager.leaderships.watch(share_partitions.leadership_changed)
    return ShareReading(share_partitions, ShareFetches(manager.fetches, manager.waiting, tools.clock), config)
