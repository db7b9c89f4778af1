"""Gives a broker what members of share groups read from it. A part of the composition root (`broker.app`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kavka.broker.config.group_configs import (
    READ_COMMITTED,
    SHARE_AUTO_OFFSET_RESET,
    SHARE_ISOLATION_LEVEL,
    SHARE_RECORD_LOCK_DURATION,
    offset_reset,
)
from kavka.broker.share.partition.group_terms import ShareGroupTerms
from kavka.broker.share.partition.in_flight_records import ShareLimits
from kavka.broker.share.partition.led_share_partitions import LedSharePartitions
from kavka.broker.share.partition.sessions import ShareSessionCache
from kavka.broker.share.partition.share_fetches import ShareFetches
from kavka.broker.share.share_config import ShareGroupConfig

if TYPE_CHECKING:
    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.replication import Replication
    from kavka.broker.assembly.storage import Storage
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.cluster.group_configs import GroupConfigs
    from kavka.broker.share.persister import Persister


@dataclass(frozen=True, slots=True)
class ShareReading:
    """The partition leader's half of share groups."""

    share_partitions: LedSharePartitions
    fetches: ShareFetches


def assemble_share_reading(
    storage: Storage,
    cluster: Cluster,
    replication: Replication,
    persister: Persister,
    group_configs: GroupConfigs,
    tools: Tools,
) -> ShareReading:
    """Builds the share-partitions of this broker, and what fetches from them."""
    identity, manager = cluster.identity, replication.manager

    def terms_of(group_id: str) -> ShareGroupTerms:
        config = ShareGroupConfig.from_broker(identity.config())
        return ShareGroupTerms(
            limits=ShareLimits(config.delivery_count_limit, config.partition_record_locks_max),
            lock_ms=group_configs.value(group_id, SHARE_RECORD_LOCK_DURATION),
            auto_offset_reset=offset_reset(group_configs.value(group_id, SHARE_AUTO_OFFSET_RESET)),
            is_read_committed=group_configs.value(group_id, SHARE_ISOLATION_LEVEL) == READ_COMMITTED,
        )

    share_partitions = LedSharePartitions(
        manager.partitions,
        manager.waiting,
        persister,
        ShareSessionCache(lambda: ShareGroupConfig.from_broker(identity.config()).sessions_max),
        terms_of=terms_of,
        clock=tools.clock,
        filesystem=storage.filesystem,
        supervisor=tools.supervisor,
    )
    manager.leaderships.watch(share_partitions.leadership_changed)
    return ShareReading(share_partitions, ShareFetches(manager.fetches, manager.waiting, tools.clock))
