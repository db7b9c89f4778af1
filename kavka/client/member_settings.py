"""How a member presents itself to its group: the options of a consumer that its group hears of, and their defaults."""

from __future__ import annotations

from typing import Final, NamedTuple

SESSION_TIMEOUT_MS: Final = 45_000
"""Kafka's `session.timeout.ms`."""

HEARTBEAT_INTERVAL_MS: Final = 3_000
"""Kafka's `heartbeat.interval.ms`."""

POLL_INTERVAL_MS_MAX: Final = 300_000
"""Kafka's `max.poll.interval.ms`; also how long the coordinator waits for members in a rebalance."""

CLASSIC: Final = "classic"
CONSUMER: Final = "consumer"
PROTOCOLS: Final = (CLASSIC, CONSUMER)
"""Kafka's `group.protocol`: members assign, after JoinGroup; the coordinator does, member by member (KIP-848)."""


class MemberSettings(NamedTuple):
    """How a member presents itself. Times in ms."""

    group_id: str
    group_instance_id: str | None = None
    """A member that keeps its partitions over a restart (KIP-345): it does not leave when it is closed."""
    session_timeout_ms: int = SESSION_TIMEOUT_MS
    heartbeat_interval_ms: int = HEARTBEAT_INTERVAL_MS
    poll_interval_ms_max: int = POLL_INTERVAL_MS_MAX
    metadata_age_ms_max: int = 300_000
    """How often new partitions, and topics that match a pattern, are looked for."""
    protocol: str = CLASSIC
    remote_assignor: str | None = None
    """The coordinator's assignor that a member of the consumer protocol asks for; None: the group's."""

    def check(self) -> None:
        """Checks that the settings go together.

        Raises:
            ValueError: they do not.
        """
        if self.protocol not in PROTOCOLS:
            raise ValueError(f"group_protocol {self.protocol!r} is neither 'classic' nor 'consumer'")
        if self.protocol == CONSUMER:
            self._check_times_are_the_brokers()
        elif self.remote_assignor is not None:
            raise ValueError("group_remote_assignor is for group_protocol='consumer'")
        if self.heartbeat_interval_ms >= self.session_timeout_ms:
            raise ValueError("heartbeat_interval_ms must be less than session_timeout_ms")

    def _check_times_are_the_brokers(self) -> None:
        if (self.session_timeout_ms, self.heartbeat_interval_ms) != (SESSION_TIMEOUT_MS, HEARTBEAT_INTERVAL_MS):
            raise ValueError(
                "with group_protocol='consumer' session and heartbeats are the broker's to say "
                "(group.consumer.session.timeout.ms, group.consumer.heartbeat.interval.ms)"
            )
