"""How a coordinator writes to its internal topic: with acks=all, through the same partitions as everybody.

    coordinator ─▶ append ─▶ Partition.append_as_leader ─▶ DelayedItems ─▶ on_done(error code, base offset)

What is appended is read back by `internal_log` when a broker comes to lead the partition. The two are apart because a
keeper is built with what it writes to, and `internal_log` with its keeper.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kavka.broker.log.log_types import COORDINATOR
from kavka.broker.log.verification import NO_VERIFICATION
from kavka.broker.replica.delayed_produce import PendingAck
from kavka.broker.replica.partition import ACKS_ALL
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.messages import ProduceResponse

if TYPE_CHECKING:
    from kavka.broker.log.verification import VerificationGuard
    from kavka.broker.replica.flusher import Flusher
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.replica.waiting import Waiting
    from kavka.timer.clock import Clock

OnAppended = Callable[[int, int], None]
"""Gets the error code, 0 for none, and the offset of the first record, −1 with an error."""

_ERRORS: Final = {
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION: ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.NOT_ENOUGH_REPLICAS: ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.NOT_ENOUGH_REPLICAS_AFTER_APPEND: ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.REQUEST_TIMED_OUT: ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.NOT_LEADER_OR_FOLLOWER: ErrorCode.NOT_COORDINATOR,
    ErrorCode.KAFKA_STORAGE_ERROR: ErrorCode.NOT_COORDINATOR,
    ErrorCode.MESSAGE_TOO_LARGE: ErrorCode.UNKNOWN_SERVER_ERROR,
    ErrorCode.RECORD_LIST_TOO_LARGE: ErrorCode.UNKNOWN_SERVER_ERROR,
}
"""What an append's failure means to somebody who does not know that there is a log. Kafka's mapping."""


def coordinator_error(code: int) -> ErrorCode:
    """Returns what a coordinator answers where an append ended with an error code; NONE for 0."""
    error = ErrorCode(code)
    return _ERRORS.get(error, error)


class InternalAppends:
    """Appends to one internal topic.

    Args:
        topic: its name.
        partitions: what the broker holds.
        waiting: where appends wait for replicas.
        flusher: fsyncs before an append counts, where the topic wants that.
        clock: wall clock for appends.
    """

    __slots__ = ("_clock", "_flusher", "_partitions", "_topic", "_waiting")

    def __init__(self, topic: str, partitions: Partitions, waiting: Waiting, flusher: Flusher, *, clock: Clock) -> None:
        self._topic = topic
        self._partitions = partitions
        self._waiting = waiting
        self._flusher = flusher
        self._clock = clock

    def append(
        self,
        index: int,
        batch: bytes,
        on_done: OnAppended,
        *,
        timeout_ms: int,
        acks: int = ACKS_ALL,
        guard: VerificationGuard | None = NO_VERIFICATION,
    ) -> int | None:
        """Appends one batch, and calls `on_done` with the result: at once, or when the replicas have it. Never raises.

        Args:
            index: the partition.
            batch: one batch v2.
            on_done: called exactly once, possibly before this method returns: what it relies on must be in place.
            timeout_ms: after it, REQUEST_TIMED_OUT; the batch stays in the log, and may be committed later.
            acks: `offsets.commit.required.acks`.
            guard: of a transactional batch, see `TransactionVerification.guard_for`.

        Returns:
            The offset of its first record; None: it is not in the log. With one the replicas may still get it, even
            where `on_done` hears of an error.
        """
        try:
            partition = self._partitions.get(self._topic, index)
            now_ms = self._clock.now_ms()
            info = partition.append_as_leader(batch, acks, now_ms, True, guard, origin=COORDINATOR)
        except KafkaError as error:
            on_done(int(error.code), -1)
            return None
        result = ProduceResponse.PartitionProduceResponse(index, 0, info.first_offset)
        end_offset = info.last_offset + 1
        ack = PendingAck(
            partition,
            committed_offset=end_offset if acks == ACKS_ALL else 0,
            durable_offset=end_offset if info.needs_flush else 0,
            result=result,
        )
        if info.needs_flush:
            self._flusher.request(partition)
        self._waiting.complete(partition)
        self._waiting.delay_produce(timeout_ms, [ack], lambda: on_done(result.error_code, result.base_offset))
        return info.first_offset
