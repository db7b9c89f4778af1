"""What a DeleteRecords request waits for, partition by partition: that the live replicas' logs start where it asked.

Deleting moves the leader's log start offset at once; followers move theirs when a fetch response says so. The request
waits (`delayed_items`) under the partitions that it touched and is looked at when a follower's fetch brings its start,
when a directory fails, and when leadership ends. For each partition:

    Case A  this broker no longer leads it              → NOT_LEADER_OR_FOLLOWER
    Case B  its data directory has failed               → KAFKA_STORAGE_ERROR
    Case C  the low watermark is where it was asked for → no error, and the low watermark
    Case D  none of it                                  → still waiting

The low watermark is the least log start offset of the replicas on live brokers. When the time is up, those that wait
answer REQUEST_TIMED_OUT; the leader's records stay deleted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kavka.broker.replica.partition import Partition
from kavka.protocol.errors import ErrorCode

if TYPE_CHECKING:
    from kavka.protocol.messages import DeleteRecordsResponse  # a broker that starts does not pay for it

NO_WATERMARK = -1
"""The low watermark of a response with an error."""


class PendingDeletion:
    """One partition of the request: the start that its replicas must reach, and its part of the response.

    Args:
        partition: whose records go.
        offset: the first that stays.
        low_watermark: asks for it: it depends on which brokers live.
        result: gets the low watermark, or an error code.
    """

    __slots__ = ("_low_watermark", "is_waiting", "offset", "partition", "result")

    def __init__(
        self,
        partition: Partition,
        *,
        offset: int,
        low_watermark: Callable[[Partition], int],
        result: DeleteRecordsResponse.DeleteRecordsPartitionResult,
    ) -> None:
        self.partition = partition
        self.offset = offset
        self.result = result
        self.is_waiting = True
        self._low_watermark = low_watermark

    def look(self) -> bool:
        """Settles this partition in Cases A to C; False in Case D."""
        if not self.partition.is_leader:  # Case A
            self._fail(ErrorCode.NOT_LEADER_OR_FOLLOWER)
        elif not self.partition.log.log_dir.is_online:  # Case B
            self._fail(ErrorCode.KAFKA_STORAGE_ERROR)
        else:
            low_watermark = self._low_watermark(self.partition)
            if low_watermark < self.offset:  # Case D
                return False
            self.result.low_watermark = low_watermark  # Case C
        self.is_waiting = False
        return True

    def time_out(self) -> None:
        """Fails the partition if it still waits: the request's timeout is over."""
        if self.is_waiting:
            self.is_waiting = False
            self._fail(ErrorCode.REQUEST_TIMED_OUT)

    def describe(self) -> dict[str, object]:
        """Describes the low watermark that the partition waits for."""
        return {
            "partition": str(self.partition),
            "waits_for_low_watermark": self.offset,
            "is_done": not self.is_waiting,
        }

    def _fail(self, error: ErrorCode) -> None:
        self.result.error_code = int(error)
        self.result.low_watermark = NO_WATERMARK
