"""Finds where partitions end for consumers, wherever their leaders are: ListOffsets between brokers.

    asked ─┬─ led here ─────────────────────────────▶ the high watermark
           ├─ led elsewhere ─▶ ListOffsets to each leader, all at once ─▶ its answer, or why there is none
           └─ led by nobody ─▶ LEADER_NOT_AVAILABLE

Nothing is tried again: whoever asks is shown what could not be told. Kafka's `NetworkPartitionMetadataClient`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from kavka.broker.replica.fetch_types import CONSUMER
from kavka.broker.replica.partition import LATEST
from kavka.common.types import TopicPartition
from kavka.protocol.errors import KafkaError, LeaderNotAvailable, NetworkException, error_for_code
from kavka.protocol.messages import ListOffsetsRequest
from kavka.wire.peer_link import LINK_FAILURES

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import ClusterSnapshot
    from kavka.broker.replica.partitions import Partitions
    from kavka.wire.connection import Connection
    from kavka.wire.peer_link import PeerLinks

_log = logging.getLogger(__name__)

VERSION_MIN: Final = 1
"""Below that a response has a list of offsets."""

Topic = ListOffsetsRequest.ListOffsetsTopic
Asked = ListOffsetsRequest.ListOffsetsPartition


class LeadersOffsets:
    """The ends of partitions, as their leaders tell them.

    Args:
        partitions: those that this broker holds.
        snapshot: who leads what now.
        broker_id: this broker.
        peers: the others.
        version: of ListOffsets between brokers.
        timeout_ms: how long a leader may take.
    """

    __slots__ = ("_broker_id", "_partitions", "_peers", "_snapshot", "_timeout_ms", "_version")

    def __init__(
        self,
        partitions: Partitions,
        *,
        snapshot: Callable[[], ClusterSnapshot],
        broker_id: int,
        peers: PeerLinks[Connection],
        version: int,
        timeout_ms: Callable[[], int],
    ) -> None:
        self._partitions = partitions
        self._snapshot = snapshot
        self._broker_id = broker_id
        self._peers = peers
        self._version = max(version, VERSION_MIN)
        self._timeout_ms = timeout_ms

    async def latest(self, partitions: Sequence[TopicPartition]) -> Mapping[TopicPartition, int | KafkaError]:
        """Returns the offset behind the last record of each, or why it is not known."""
        found: dict[TopicPartition, int | KafkaError] = {}
        elsewhere: dict[int, list[TopicPartition]] = {}
        snapshot = self._snapshot()
        for partition in partitions:
            state = snapshot.partition(partition.topic, partition.partition)
            if state is None or state.leader not in snapshot.brokers:
                found[partition] = LeaderNotAvailable(f"{partition} has no leader")
            elif state.leader == self._broker_id:
                found[partition] = self._here(partition)
            else:
                elsewhere.setdefault(state.leader, []).append(partition)
        async with asyncio.TaskGroup() as tasks:
            for leader, led in elsewhere.items():
                tasks.create_task(self._ask(leader, led, found), name=f"ends of partitions of broker {leader}")
        return found

    def _here(self, partition: TopicPartition) -> int | KafkaError:
        try:
            replica = self._partitions.get(partition.topic, partition.partition)
            replica.check_leader()
        except KafkaError as error:
            return error
        return replica.readable_end_offset(CONSUMER, is_read_committed=False)

    async def _ask(
        self, leader: int, partitions: Sequence[TopicPartition], found: dict[TopicPartition, int | KafkaError]
    ) -> None:
        topics: dict[str, list[Asked]] = {}
        for partition in partitions:
            asked = Asked(partition_index=partition.partition, timestamp=LATEST)
            topics.setdefault(partition.topic, []).append(asked)
        request = ListOffsetsRequest(
            replica_id=CONSUMER, topics=[Topic(name=name, partitions=asked) for name, asked in topics.items()]
        )
        failure: KafkaError = NetworkException(f"broker {leader} did not tell")
        try:
            response = await self._peers.ask(leader, request, version=self._version, timeout_ms=self._timeout_ms())
            for topic in response.topics:
                for told in topic.partitions:
                    partition = TopicPartition(topic.name, told.partition_index)
                    error = error_for_code(told.error_code, str(partition)) if told.error_code else None
                    found[partition] = error or told.offset
        except LINK_FAILURES as failed:
            _log.info("broker %d could not be asked where partitions end: %s", leader, failed)
        for partition in partitions:
            found.setdefault(partition, failure)
