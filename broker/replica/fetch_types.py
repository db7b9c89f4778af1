"""What every fetch is made of: its partitions, its limits, and what was read of each partition.

    request ─▶ FetchParams with its FetchSpecs ─▶ FetchReads ─▶ a FetchResult for each spec ─▶ response

Plain values beneath all that reads, waits and remembers: a parked fetch keeps these, and nothing of the request that
they came from. Not here: reading (`fetch_reads`), waiting (`delayed_fetch`), sessions (`fetch_session`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from kavka.broker.replica.partition import ANY_REPLICA, Partition
from kavka.common.types import UNKNOWN_BROKER_EPOCH
from kavka.protocol.epochs import NO_LEADER_EPOCH, LeaderEpoch
from kavka.protocol.records.crc32c import Buffer

if TYPE_CHECKING:
    from kavka.protocol.disk.indexes import AbortedTxn
    from kavka.protocol.errors import KafkaError

CONSUMER: Final = -1
"""The replica id of everybody who is no broker."""

NO_TOPIC_ID: Final = b""
"""Of a fetch by name."""

SpecKey = tuple[str | bytes, int]
"""A partition as a fetch names it: (topic, partition), or from Fetch 13 on (topic id, partition)."""

NameOf = Callable[[bytes], str | None]
"""The name of the topic with an id; None where no topic is known to have it."""


class FetchSpec:
    """One partition of a fetch: where to read, how much, and what the client believes about the leader.

    Attributes:
        topic: its name; empty while the topic id is that of no topic.
        topic_id: what the fetch names the topic by from Fetch 13 on; NO_TOPIC_ID before.
    """

    __slots__ = (
        "current_leader_epoch",
        "fetch_offset",
        "index",
        "last_fetched_epoch",
        "log_start_offset",
        "max_bytes",
        "topic",
        "topic_id",
    )

    def __init__(
        self,
        topic: str,
        index: int,
        fetch_offset: int,
        max_bytes: int,
        current_leader_epoch: LeaderEpoch = NO_LEADER_EPOCH,
        last_fetched_epoch: LeaderEpoch = NO_LEADER_EPOCH,
        log_start_offset: int = -1,
        topic_id: bytes = NO_TOPIC_ID,
    ) -> None:
        self.topic = topic
        self.topic_id = topic_id
        self.index = index
        self.fetch_offset = fetch_offset
        self.max_bytes = max_bytes
        self.current_leader_epoch = current_leader_epoch
        self.last_fetched_epoch = last_fetched_epoch
        self.log_start_offset = log_start_offset

    @property
    def key(self) -> SpecKey:
        """Returns the partition as the fetch names it."""
        return self.topic_id or self.topic, self.index


class FetchParams:
    """A fetch as a whole.

    Attributes:
        specs: what is read; of a session, what was due when it was read last.
        replica_id: ≥ 0 a follower, else a consumer.
        broker_epoch: in which life of the follower's broker it was sent; −1: it does not say, or is no follower.
        max_bytes: of all partitions together; the first batch of the first partition that has any may exceed it.
        is_read_committed: whether transactions that are open or aborted are hidden; never from a follower.
        refused_topics: topics that are not read at all, because the client may not; their errors say so.
        reads_as: as whom the partitions are read: the replica id, or that of whoever may read from any replica.
        rack: of a consumer that would rather read close to it (KIP-392); empty: it does not say.
        cold_rounds: how often it has had something loaded from the device.
        when_parked: called with what drops the fetch, if it has to wait.
    """

    __slots__ = (
        "broker_epoch",
        "cold_rounds",
        "is_read_committed",
        "max_bytes",
        "max_wait_ms",
        "min_bytes",
        "rack",
        "reads_as",
        "refused_topics",
        "replica_id",
        "specs",
        "when_parked",
    )

    def __init__(
        self,
        specs: Sequence[FetchSpec],
        max_wait_ms: int,
        min_bytes: int,
        max_bytes: int,
        replica_id: int = CONSUMER,
        is_read_committed: bool = False,
        when_parked: Callable[[Callable[[], object]], None] | None = None,
        reads_any_replica: bool = False,
        rack: str = "",
        refused_topics: frozenset[str] = frozenset(),
        broker_epoch: int = UNKNOWN_BROKER_EPOCH,
    ) -> None:
        self.specs = specs
        self.max_wait_ms = max_wait_ms
        self.min_bytes = min(min_bytes, max_bytes)
        self.max_bytes = max_bytes
        self.replica_id = replica_id
        self.broker_epoch = broker_epoch
        self.is_read_committed = is_read_committed and replica_id < 0
        self.reads_as = ANY_REPLICA if reads_any_replica and replica_id == CONSUMER else replica_id
        self.rack = rack
        self.refused_topics = refused_topics
        self.cold_rounds = 0
        self.when_parked = when_parked

    @property
    def is_from_follower(self) -> bool:
        """Tells whether a follower fetches: it replicates what is not committed yet."""
        return self.replica_id >= 0


class FetchResult:
    """What was read of one partition, or why nothing could be.

    Attributes:
        records: whole batches; empty bytes when there is nothing, never None.
        aborted: the transactions that a read_committed consumer has to leave out of them.
        diverging: (epoch, end offset) to which the reader must go back, when its history is not this leader's.
        preferred: the broker that should be asked instead, −1 for none.
        is_settled: whether reading this again brings nothing, and changes nothing, before the partition changes.
    """

    __slots__ = (
        "aborted",
        "diverging",
        "error_code",
        "high_watermark",
        "is_settled",
        "last_stable_offset",
        "log_start_offset",
        "partition",
        "preferred",
        "records",
    )

    def __init__(
        self,
        partition: Partition | None,
        records: Buffer = b"",
        high_watermark: int = -1,
        last_stable_offset: int = -1,
        log_start_offset: int = -1,
        *,
        error_code: int = 0,
        diverging: tuple[LeaderEpoch, int] | None = None,
    ) -> None:
        self.partition = partition
        self.records = records
        self.high_watermark = high_watermark
        self.last_stable_offset = last_stable_offset
        self.log_start_offset = log_start_offset
        self.error_code = error_code
        self.diverging = diverging
        self.preferred = -1
        self.is_settled = False
        self.aborted: Sequence[AbortedTxn] = ()

    @classmethod
    def failed(cls, error: KafkaError) -> FetchResult:
        """Makes a result that carries an error code alone."""
        return cls(None, error_code=int(error.code))


OnDone = Callable[[list[FetchResult]], None]
"""Takes a fetch's results: one for each of its specs, in their order."""


def has_enough(params: FetchParams, results: Sequence[FetchResult]) -> bool:
    """Tells whether a fetch completes with these results, without waiting for more."""
    readable_bytes = 0
    for result in results:
        if is_to_be_answered(result):
            return True
        readable_bytes += len(result.records)
    return readable_bytes >= params.min_bytes


def is_to_be_answered(result: FetchResult) -> bool:
    """Tells whether a partition's result must not wait for more bytes."""
    return result.error_code != 0 or result.diverging is not None or result.preferred >= 0
