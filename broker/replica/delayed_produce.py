"""What a produce request waits for, partition by partition: that its records are as safe as it asked.

With acks=all that means: on every in-sync replica; on a topic with `flush.messages`: on the disk. The request waits
(`delayed_items`) under the partitions that it wrote to, and is looked at whenever one of their high watermarks rises,
their log was flushed, or their leadership ends. For each partition:

    Case A  this broker no longer leads it                        → NOT_LEADER_OR_FOLLOWER
    Case B  its data directory has failed                         → KAFKA_STORAGE_ERROR
    Case C  the ISR shrank below min.insync.replicas meanwhile    → NOT_ENOUGH_REPLICAS_AFTER_APPEND
    Case D  high watermark and recovery point are where they
            must be                                               → no error
    Case E  none of it                                            → still waiting

Case C does not wait: below the minimum the high watermark does not advance, perhaps for long.

It completes when no partition waits; those that still do when the time is up answer REQUEST_TIMED_OUT. The records
stay in the log then, and may well be committed later: the error says that nobody knows.
"""

from __future__ import annotations

from kavka.broker.replica.partition import Partition
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ProduceResponse


class PendingAck:
    """One partition of the request: what has to come true, and the part of the response that depends on it.

    Args:
        partition: where the records were appended.
        committed_offset: what the high watermark must reach; 0 with acks=1.
        durable_offset: what the log's recovery point must reach; 0 where nobody asked for a flush.
        result: gets an error code if it does not come true.
    """

    __slots__ = ("committed_offset", "durable_offset", "is_waiting", "partition", "result")

    def __init__(
        self,
        partition: Partition,
        *,
        committed_offset: int,
        durable_offset: int,
        result: ProduceResponse.PartitionProduceResponse,
    ) -> None:
        self.partition = partition
        self.committed_offset = committed_offset
        self.durable_offset = durable_offset
        self.result = result
        self.is_waiting = True

    def look(self) -> bool:
        """Settles this partition in Cases A to D; False in Case E."""
        partition = self.partition
        log = partition.log
        if not partition.is_leader:  # Case A
            self._fail(ErrorCode.NOT_LEADER_OR_FOLLOWER)
        elif not log.log_dir.is_online:  # Case B
            self._fail(ErrorCode.KAFKA_STORAGE_ERROR)
        elif self.committed_offset and partition.is_under_min_isr:  # Case C
            self._fail(ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND)
        elif log.high_watermark < self.committed_offset or log.recovery_point < self.durable_offset:  # Case E
            return False
        self.is_waiting = False
        return True

    def time_out(self) -> None:
        """Fails the partition if it still waits: the request's timeout is over."""
        if self.is_waiting:
            self.is_waiting = False
            self._fail(ErrorCode.REQUEST_TIMED_OUT)

    def describe(self) -> dict[str, object]:
        """Describes the offsets that the partition waits for."""
        return {
            "partition": str(self.partition),
            "waits_for_high_watermark": self.committed_offset,
            "high_watermark": self.partition.log.high_watermark,
            "waits_for_recovery_point": self.durable_offset,
            "isr": list(self.partition.isr),
            "is_done": not self.is_waiting,
        }

    def _fail(self, error: ErrorCode) -> None:
        self.result.error_code = int(error)
        self.result.base_offset = -1
        self.result.log_append_time_ms = -1
