"""The names that brokers, the controller, ZooKeeper's client and the bundled client share.

Plain values only: no behaviour, no I/O. Broker ids, partitions and offsets are `int`s that their names tell apart; the
numbers that were mixed up in practice have types of their own: leader and controller epochs in `protocol.epochs`,
moments of the two clocks in `timer.moments`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final, NamedTuple, Protocol

NO_LEADER: Final = -1
"""Stands for a broker's id on the wire and in state znodes: nobody leads."""

UNKNOWN_BROKER_EPOCH: Final = -1
"""Where a request could name a broker's life, and does not: it is believed of whichever life it is (KIP-903)."""

LEADER_DURING_DELETE: Final = -2
"""UpdateMetadata names this leader for partitions of a topic that is being deleted: brokers drop them."""

ZERO_TOPIC_ID = bytes(16)
"""A topic id of zeros means "none" (KIP-516)."""


_TOPIC_NAME = re.compile(r"(?!\.{1,2}\Z)[a-zA-Z0-9._-]{1,249}")


def is_topic_name(name: str) -> bool:
    """Tells whether a topic can have this name. Any other must never become a part of a path."""
    return _TOPIC_NAME.fullmatch(name) is not None


class LeaderRecovery(IntEnum):
    """Says whether a leader has made up for an unclean election (KIP-704)."""

    RECOVERED = 0
    RECOVERING = 1
    """It was elected uncleanly, and has asked for no ISR since: until then nobody joins it."""


class TopicPartition(NamedTuple):
    """One partition of one topic; prints as Kafka's own tools print it."""

    topic: str
    partition: int

    def __str__(self) -> str:
        return f"{self.topic}-{self.partition}"


class Feed(Protocol):
    """Takes events, for observability only; `kavka.common.event_feed.EventFeed` is one."""

    @property
    def is_watched(self) -> bool:
        """Tells whether there are subscribers: frequent events are published only then."""

    def publish(self, kind: str, **what: Any) -> object:
        """Publishes an event that JSON can show."""


@dataclass(frozen=True, slots=True)
class NewTopic:
    """A topic that somebody asks the controller to create: `NewTopic("events", 3, 2)`.

    Exactly one of (`num_partitions`, `replication_factor`) and `assignments` is given. −1 for a number means
    "the broker's default" (KIP-464).
    """

    name: str
    num_partitions: int = -1
    replication_factor: int = -1
    assignments: dict[int, list[int]] = field(default_factory=dict, kw_only=True)
    """partition → replicas, the preferred leader first; empty: the controller chooses."""
    configs: dict[str, str | None] = field(default_factory=dict, kw_only=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPartitions:
    """More partitions for a topic that exists."""

    name: str
    total_count: int
    """How many partitions the topic shall have, the ones that it has included."""
    assignments: list[list[int]] | None = None
    """Replicas of each new partition, the preferred leader first; None: the controller chooses."""


class PartitionResult(NamedTuple):
    """What became of one partition in a request that reassigns or elects."""

    error_code: int = 0
    """A `protocol.errors.ErrorCode`; 0 is success."""
    error_message: str | None = None
    leader: int = NO_LEADER
    """Who leads after a successful election."""


class OngoingReassignment(NamedTuple):
    """A reassignment under way."""

    replicas: tuple[int, ...]
    """All of them, those that come and those that go included."""
    adding: tuple[int, ...]
    removing: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicResult:
    """What became of one topic in a request that creates, grows or deletes topics."""

    name: str
    error_code: int = 0
    """A `protocol.errors.ErrorCode`; 0 is success."""
    error_message: str | None = None
    topic_id: bytes = ZERO_TOPIC_ID
    num_partitions: int = -1
    replication_factor: int = -1
