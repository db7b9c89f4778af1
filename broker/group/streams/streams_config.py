"""The limits and times of streams groups (KIP-1071), out of the broker's configuration. Units are milliseconds.

A group may have some of its own: see `broker.config.streams_keys` for those of the broker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig

PROTOCOLS_KEY: Final = "group.coordinator.rebalance.protocols"
STREAMS_TYPE: Final = "streams"
"""The type of such groups, in ListGroups and among the protocols of groups."""


class StreamsGroupConfig(NamedTuple):
    """What holds for a streams group.

    Attributes:
        is_enabled: whether there are such groups.
        standby_replicas: how many members keep the state of a task beside its owner.
        initial_rebalance_delay_ms: how long the first target waits for more members.
        assignment_interval_ms: the least time between two targets.
        task_offset_interval_ms: how often members say how far their state is.
        acceptable_recovery_lag: what members are told of it.
    """

    is_enabled: bool = True
    size_max: int = 2**31 - 1
    heartbeat_interval_ms: int = 5_000
    session_timeout_ms: int = 45_000
    standby_replicas: int = 0
    initial_rebalance_delay_ms: int = 3_000
    assignment_interval_ms: int = 1_000
    task_offset_interval_ms: int = 60_000
    acceptable_recovery_lag: int = 10_000

    @property
    def assignment(self) -> tuple[tuple[str, str], ...]:
        """Returns what another target follows from, as the group's record has it."""
        return (("num.standby.replicas", str(self.standby_replicas)),)

    @classmethod
    def from_broker(cls, config: BrokerConfig) -> StreamsGroupConfig:
        """Reads the broker's keys."""
        return cls(
            is_enabled=not config.is_set(PROTOCOLS_KEY) or STREAMS_TYPE in config.group_coordinator_rebalance_protocols,
            size_max=config.group_streams_max_size,
            heartbeat_interval_ms=config.group_streams_heartbeat_interval_ms,
            session_timeout_ms=config.group_streams_session_timeout_ms,
            standby_replicas=config.group_streams_num_standby_replicas,
            initial_rebalance_delay_ms=config.group_streams_initial_rebalance_delay_ms,
            assignment_interval_ms=config.group_streams_assignment_interval_ms,
            task_offset_interval_ms=config.group_streams_task_offset_interval_ms,
            acceptable_recovery_lag=config.group_streams_acceptable_recovery_lag,
        )
