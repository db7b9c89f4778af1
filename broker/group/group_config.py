"""The limits and times of groups, out of the broker's configuration. Units are milliseconds and bytes."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.group.group_metadata import CONSUMER_TYPE
from kavka.broker.group.records import RecordFormat
from kavka.broker.group.streams.streams_config import StreamsGroupConfig
from kavka.broker.share.share_config import ShareGroupConfig
from kavka.protocol.records.compression import Compression

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig


POLICY_KEY: Final = "group.consumer.migration.policy"
"""Its default is Kafka 3.9's, which moves no group; where it is not said, groups go over both ways, as in Kafka 4."""

PROTOCOLS_KEY: Final = "group.coordinator.rebalance.protocols"
"""Its default is Kafka 3.9's, which has the classic protocol alone; what Kafka 4 brought is on unless that is said."""


class MigrationPolicy(Enum):
    """Which way groups with members go over from one protocol to the other."""

    DISABLED = "disabled"
    UPGRADE = "upgrade"
    DOWNGRADE = "downgrade"
    BIDIRECTIONAL = "bidirectional"

    @property
    def has_upgrade(self) -> bool:
        """Tells whether a classic group becomes a consumer group."""
        return self in (MigrationPolicy.UPGRADE, MigrationPolicy.BIDIRECTIONAL)

    @property
    def has_downgrade(self) -> bool:
        """Tells whether a consumer group becomes a classic group."""
        return self in (MigrationPolicy.DOWNGRADE, MigrationPolicy.BIDIRECTIONAL)


class ConsumerGroupConfig(NamedTuple):
    """What holds for a group of the consumer protocol (KIP-848).

    Attributes:
        is_enabled: whether there are such groups.
        assignors: those that members may choose; the first one is the default.
    """

    is_enabled: bool = True
    assignors: tuple[str, ...] = ("uniform", "range")
    size_max: int = 2**31 - 1
    heartbeat_interval_ms: int = 5_000
    session_timeout_ms: int = 45_000
    migration: MigrationPolicy = MigrationPolicy.BIDIRECTIONAL

    @classmethod
    def from_broker(cls, config: BrokerConfig) -> ConsumerGroupConfig:
        """Reads the broker's keys."""
        return cls(
            is_enabled=not config.is_set(PROTOCOLS_KEY)
            or CONSUMER_TYPE in config.group_coordinator_rebalance_protocols,
            assignors=tuple(dict.fromkeys(map(_assignor_name, config.group_consumer_assignors))),
            size_max=config.group_consumer_max_size,
            heartbeat_interval_ms=config.group_consumer_heartbeat_interval_ms,
            session_timeout_ms=config.group_consumer_session_timeout_ms,
            migration=MigrationPolicy(config.group_consumer_migration_policy.lower())
            if config.is_set(POLICY_KEY)
            else MigrationPolicy.BIDIRECTIONAL,
        )


class GroupConfig(NamedTuple):
    """What holds for every group of this broker."""

    session_timeout_min_ms: int = 6_000
    session_timeout_max_ms: int = 1_800_000
    initial_rebalance_delay_ms: int = 3_000
    group_size_max: int = 2**31 - 1
    metadata_bytes_max: int = 4_096
    retention_ms: int = 7 * 24 * 60 * 60 * 1000
    retention_check_interval_ms: int = 600_000
    commit_timeout_ms: int = 5_000
    commit_acks: int = -1
    load_bytes: int = 5 * 1024 * 1024
    compression: Compression = Compression.NONE
    record_format: RecordFormat = RecordFormat(offset=3, group=3)
    consumer: ConsumerGroupConfig = ConsumerGroupConfig()
    share: ShareGroupConfig = ShareGroupConfig()
    streams: StreamsGroupConfig = StreamsGroupConfig()

    @classmethod
    def from_broker(cls, config: BrokerConfig) -> GroupConfig:
        """Reads the broker's keys."""
        return cls(
            session_timeout_min_ms=config.group_min_session_timeout_ms,
            session_timeout_max_ms=config.group_max_session_timeout_ms,
            initial_rebalance_delay_ms=config.group_initial_rebalance_delay_ms,
            group_size_max=config.group_max_size,
            metadata_bytes_max=config.offset_metadata_max_bytes,
            retention_ms=config.offsets_retention_minutes * 60_000,
            retention_check_interval_ms=config.offsets_retention_check_interval_ms,
            commit_timeout_ms=config.offsets_commit_timeout_ms,
            commit_acks=config.offsets_commit_required_acks,
            load_bytes=config.offsets_load_buffer_size,
            compression=Compression(config.offsets_topic_compression_codec),
            record_format=RecordFormat.for_protocol(config.protocol),
            consumer=ConsumerGroupConfig.from_broker(config),
            share=ShareGroupConfig.from_broker(config),
            streams=StreamsGroupConfig.from_broker(config),
        )


def _assignor_name(name: str) -> str:
    """Returns the name of an assignor, which may be called by Kafka's class."""
    return name.rpartition(".")[2].removesuffix("Assignor").lower()
