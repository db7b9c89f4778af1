"""Offsets by time, asked of the leaders: one ListOffsets per leader, again for partitions that moved. Sans I/O.

wanted ─▶ by_leader ─▶ (one request each) ─▶ collect ─▶ found      all found: done
             ▲                                  │ an error, or no word of it: its topic is marked stale
             └──────── what is left ◀───────────┘
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from kavka.common.types import TopicPartition
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import DecodeError, ErrorCode
from kavka.protocol.messages import ListOffsetsRequest, ListOffsetsResponse
from kavka.wire.cluster_view import ClusterView
from kavka.wire.errors import code_name, error_for_code

LATEST: Final = -1
"""A "timestamp" that stands for the high watermark."""

EARLIEST: Final = -2
"""A "timestamp" that stands for the log start offset."""

MAX_TIMESTAMP: Final = -3
"""For the record with the greatest timestamp (Kafka 3.0)."""

EARLIEST_LOCAL: Final = -4
"""For the first offset on the broker's own disk (Kafka 3.5); tiered storage has those before."""

LATEST_TIERED: Final = -5
"""For the last offset in tiered storage (Kafka 3.9); -1 without one."""

EARLIEST_PENDING_UPLOAD: Final = -6
"""For the first offset that tiered storage still lacks (Kafka 4.2); -1 without one."""

READ_UNCOMMITTED: Final = 0
READ_COMMITTED: Final = 1
"""Isolation levels: the latest offset is the high watermark, or the last stable one."""

CONSUMER_REPLICA_ID: Final = -1


class OffsetAndTimestamp(NamedTuple):
    """The first record at or after some time."""

    offset: int
    timestamp: int
    leader_epoch: LeaderEpoch


class OffsetLookup:
    """The offsets that one call wants, and those that it has.

    Args:
        view: Leaders.
        wanted: Partition → ms since the epoch, `LATEST` or `EARLIEST`.
        isolation_level: `READ_COMMITTED`: what is not committed counts as not there.

    Attributes:
        found: One entry for each partition that a leader has answered; offset −1: no record is that young.
    """

    def __init__(
        self, view: ClusterView, wanted: Mapping[TopicPartition, int], *, isolation_level: int = READ_UNCOMMITTED
    ) -> None:
        self.found: dict[TopicPartition, OffsetAndTimestamp] = {}
        self._view = view
        self._wanted = wanted
        self._isolation_level = isolation_level

    def topics(self) -> list[str]:
        """Returns the topics of which something is still to be found."""
        return sorted({tp.topic for tp in self._wanted if tp not in self.found})

    def by_leader(self) -> dict[int, dict[TopicPartition, int]]:
        """Groups what is still to be found by leader.

        Raises:
            LeaderUnknown, NoSuchPartition: as `ClusterView.leader_of`.
        """
        groups: dict[int, dict[TopicPartition, int]] = {}
        for tp, timestamp in self._wanted.items():
            if tp not in self.found:
                groups.setdefault(self._view.leader_of(tp), {})[tp] = timestamp
        return groups

    def request(self, group: Mapping[TopicPartition, int]) -> ListOffsetsRequest:
        """Returns the ListOffsets request for a leader's partitions."""
        topics: dict[str, list[ListOffsetsRequest.ListOffsetsPartition]] = {}
        for tp, timestamp in group.items():
            topics.setdefault(tp.topic, []).append(
                ListOffsetsRequest.ListOffsetsPartition(partition_index=tp.partition, timestamp=timestamp)
            )
        return ListOffsetsRequest(
            replica_id=CONSUMER_REPLICA_ID,
            isolation_level=self._isolation_level,
            topics=[ListOffsetsRequest.ListOffsetsTopic(name=name, partitions=parts) for name, parts in topics.items()],
        )

    def lost(self, group: Mapping[TopicPartition, int]) -> None:
        """Marks a leader's topics stale: it was asked and nothing came of it."""
        for tp in group:
            self._view.mark_stale(tp.topic)

    def collect(self, group: Mapping[TopicPartition, int], response: ListOffsetsResponse) -> None:
        """Collects a leader's response in `found`.

        Raises:
            KafkaError: the last partition's that it did not return; the returned ones are in `found`.
            DecodeError: it says nothing of a partition that it was asked for.
        """
        failure: Exception | None = None
        unsaid = set(group)
        for topic in response.topics:
            for part in topic.partitions:
                tp = TopicPartition(topic.name, part.partition_index)
                unsaid.discard(tp)
                if part.error_code == ErrorCode.NONE:
                    self.found[tp] = OffsetAndTimestamp(part.offset, part.timestamp, part.leader_epoch)
                else:
                    self._view.mark_stale(tp.topic)
                    failure = error_for_code(part.error_code, f"{tp}: {code_name(part.error_code)}")
        for tp in unsaid:
            self._view.mark_stale(tp.topic)
            failure = failure or DecodeError(f"{tp}: a ListOffsets was answered without it")
        if failure is not None:
            raise failure
