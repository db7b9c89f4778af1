"""The limits and times of groups, out of the broker's configuration. Units are milliseconds and bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.group.records import RecordFormat
from kavka.protocol.records.compression import Compression

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig


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
        )
