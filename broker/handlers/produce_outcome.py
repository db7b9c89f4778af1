"""What comes of a Produce request, as far as it has been appended: results, who is to hear of it, what is waited for.

Filled by the handler, and by the short way (`produce_shape`) where that has begun what the handler goes on with. Not
here: appending (`produce`), waiting (`replica.delayed_produce`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kavka.broker.replica.delayed_produce import PendingAck
from kavka.broker.replica.partition import ACKS_ALL, Partition
from kavka.protocol.messages import ProduceResponse
from kavka.protocol.records.compression import Compression

if TYPE_CHECKING:
    from kavka.broker.log.log_types import LogAppendInfo
    from kavka.broker.log.log_writes import LongAppend
    from kavka.protocol.errors import KafkaError

PARTITIONS_IN_ONE_STEP_MAX: Final = 250
BYTES_IN_ONE_STEP_MAX: Final = 4 * 1024 * 1024
"""Larger requests are appended in slices (`produce_many`): so much takes some 10 ms."""

ATTRIBUTES: Final = 22
"""The low byte of a batch's attributes: compression in bits 0–2."""
TRANSACTIONAL: Final = 0x10
ZSTD: Final = int(Compression.ZSTD)
LOOK_CLOSER: Final = TRANSACTIONAL | ZSTD
"""Attributes that most batches lack: one look tells that there is nothing to check."""

Result = ProduceResponse.PartitionProduceResponse
TopicResult = ProduceResponse.TopicProduceResponse


class Outcome:
    """What comes of a request, as far as it has been appended.

    Args:
        waits_for: an append to the next partition that is under way already.

    Attributes:
        topics: the response's, as it stands if nothing has to be waited for; those that are there need nothing more.
        begun: results of the first partitions of the next topic, which were appended before; else empty.
        appended: the partitions that records were appended to, and who waits for that is not told yet.
        waiting: what is not as safe yet as `acks` and the topic ask.
        first_error: the first partition's.
        waits_for: see above; None once it is waited for.
    """

    __slots__ = ("appended", "begun", "first_error", "topics", "waiting", "waits_for")

    def __init__(self, waits_for: LongAppend | None = None) -> None:
        self.topics: list[TopicResult] = []
        self.begun: list[Result] = []
        self.appended: list[Partition] = []
        self.waiting: list[PendingAck] = []
        self.first_error: KafkaError | None = None
        self.waits_for = waits_for

    def add(self, results: list[Result], index: int, partition: Partition, info: LogAppendInfo, acks: int) -> None:
        """Notes records that were appended; `results` are those of the partition's topic."""
        result = Result(index, 0, info.first_offset, info.log_append_time, info.log_start_offset)
        results.append(result)
        self.appended.append(partition)
        needs_flush = info.needs_flush
        end_offset = info.last_offset + 1
        if needs_flush or (acks == ACKS_ALL and partition.log.high_watermark < end_offset):
            self.waiting.append(
                PendingAck(
                    partition,
                    committed_offset=end_offset if acks == ACKS_ALL else 0,
                    durable_offset=end_offset if needs_flush else 0,
                    result=result,
                )
            )
