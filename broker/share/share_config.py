"""The limits and times of share groups (KIP-932), out of the broker's configuration. Units are milliseconds.

A group may have some of its own: see `broker.config.share_keys` for those of the broker.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig

ENABLE_KEY: Final = "group.share.enable"
PROTOCOLS_KEY: Final = "group.coordinator.rebalance.protocols"
SHARE_TYPE: Final = "share"
"""The type of such groups, in ListGroups and among the protocols of groups."""


class ShareGroupConfig(NamedTuple):
    """What holds for a share group.

    Attributes:
        is_enabled: whether there are such groups.
        initialize_retry_interval_ms: when the beginning of a share-partition is tried again.
        delivery_count_limit: how often a record is delivered before it is archived.
        record_lock_duration_ms: how long a member may take for a record.
        partition_record_locks_max: records of a share-partition in flight.
        sessions_max: share sessions of this broker, of all groups.
    """

    is_enabled: bool = True
    size_max: int = 200
    heartbeat_interval_ms: int = 5_000
    session_timeout_ms: int = 45_000
    initialize_retry_interval_ms: int = 30_000
    delivery_count_limit: int = 5
    record_lock_duration_ms: int = 30_000
    partition_record_locks_max: int = 2_000
    sessions_max: int = 2_000

    @classmethod
    def from_broker(cls, config: BrokerConfig) -> ShareGroupConfig:
        """Reads the broker's keys."""
        return cls(
            is_enabled=_is_enabled(config),
            size_max=config.group_share_max_size,
            heartbeat_interval_ms=config.group_share_heartbeat_interval_ms,
            session_timeout_ms=config.group_share_session_timeout_ms,
            initialize_retry_interval_ms=config.group_share_initialize_retry_interval_ms,
            delivery_count_limit=config.group_share_delivery_count_limit,
            record_lock_duration_ms=config.group_share_record_lock_duration_ms,
            partition_record_locks_max=config.group_share_partition_max_record_locks,
            sessions_max=config.group_share_max_share_sessions,
        )


class LiveShareConfig:
    """What holds for share groups now, made once of each configuration of the broker.

    Args:
        broker: the broker's configuration now, another object when it is another.
    """

    __slots__ = ("_broker", "_made", "_made_of")

    def __init__(self, broker: Callable[[], BrokerConfig]) -> None:
        self._broker = broker
        self._made_of = broker()
        self._made = ShareGroupConfig.from_broker(self._made_of)

    def __call__(self) -> ShareGroupConfig:
        """Returns what holds; the same object until it changes."""
        config = self._broker()
        if config is not self._made_of:
            self._made_of = config
            self._made = ShareGroupConfig.from_broker(config)
        return self._made


def _is_enabled(config: BrokerConfig) -> bool:
    """Tells whether there are share groups: Kafka 3.9's defaults have none, but nobody set them."""
    if config.is_set(ENABLE_KEY):
        return config.group_share_enable or SHARE_TYPE in config.group_coordinator_rebalance_protocols
    return not config.is_set(PROTOCOLS_KEY) or SHARE_TYPE in config.group_coordinator_rebalance_protocols
