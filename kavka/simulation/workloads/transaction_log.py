"""One transaction as its client lives through it: what it sent and read, whether it asked to commit, how it ended.

    begin ── sent, polled … ── ending (it asks to commit) ─┬─▶ committed
                            └── aborted                    └─▶ unknown: no response, a fence, the client's death

It is in the history once, when its client knows no more of it. Not here: what a transaction does (`transactions`,
`copiers`).
"""

from __future__ import annotations

import contextlib
from typing import Any, Final

from kavka.client.delivery import Delivery
from kavka.client.producer import Producer
from kavka.common.types import TopicPartition
from kavka.simulation.history import Poll, Send, Transacted, TransactionEnd, Value
from kavka.simulation.workloads.ground import Ground, records_of
from kavka.wire.errors import FAILURES, DeadlineExceeded, TransactionFailed

COMMIT_TRIES: Final = 3
"""How often a commit of which nothing is known is asked for again."""


class _Sending:
    """A record of a transaction; its delivery is known once the producer has taken it."""

    __slots__ = ("delivery", "tp", "value")

    def __init__(self, tp: TopicPartition, value: Value) -> None:
        self.tp = tp
        self.value = value
        self.delivery: Delivery | None = None

    def op(self) -> Send:
        """Returns it as a history has it."""
        offset = None
        if self.delivery is not None and self.delivery.is_done:
            with contextlib.suppress(*FAILURES):
                offset = self.delivery.result().offset
        return Send(self.tp, self.value, None if offset is None or offset < 0 else offset)


class TransactionLog:
    """See the module.

    Args:
        ground: the workload's.
        client: whose transaction this is.
        transactional_id: under which.
        group: whose offsets are in it; None: nobody's.
    """

    def __init__(self, ground: Ground, client: str, transactional_id: str, *, group: str | None = None) -> None:
        self._ground = ground
        self._client = client
        self._transactional_id = transactional_id
        self._group = group
        self._ops: list[_Sending | Poll] = []
        self._invoked_ms = ground.now_ms()
        self._ending_ms: int | None = None
        self.is_over = False

    async def send(self, producer: Producer, tp: TopicPartition, value: Value, raw: bytes) -> None:
        """Sends a record; it is waited for when the transaction ends.

        Raises:
            KafkaError, ClientError, OSError: it never left the client.
        """
        sending = _Sending(tp, value)
        self._ops.append(sending)
        try:
            sending.delivery = await producer.send(tp.topic, raw, partition=tp.partition)
        except FAILURES:
            self._ops.remove(sending)
            raise

    def polled(self, batches: dict[TopicPartition, list[Any]]) -> None:
        """Notes what a poll returned."""
        self._ops += [Poll(tp, records_of(records)) for tp, records in batches.items()]

    async def commit(self, producer: Producer) -> bool:
        """Asks to commit, more than once when nothing is heard, and records the end.

        Returns:
            Whether it was committed; if not, it was aborted.

        Raises:
            KafkaError, ClientError: nothing is known of it, and the producer is of no further use.
        """
        for attempt in range(COMMIT_TRIES):
            former_ms, self._ending_ms = self._ending_ms, self._ending_ms or self._ground.now_ms()
            try:
                await producer.commit_transaction()
            except TransactionFailed:
                if attempt == 0:  # it was never asked for
                    self._ending_ms = former_ms
                    await self.abort(producer)
                    return False
                self._end(TransactionEnd.UNKNOWN)
                raise
            except FAILURES as error:
                if isinstance(error, DeadlineExceeded) and attempt < COMMIT_TRIES - 1:
                    self._ground.counts["commits asked for again"] += 1
                    continue
                self._end(TransactionEnd.UNKNOWN)
                raise
            self._end(TransactionEnd.COMMITTED)
            return True
        raise AssertionError("the last try returns or raises")

    async def abort(self, producer: Producer) -> None:
        """Asks to abort, and records the end; whether the coordinator heard it or not, none of it may be seen."""
        try:
            await producer.abort_transaction()
        except FAILURES:
            self._end(TransactionEnd.UNKNOWN)
            raise
        self._end(TransactionEnd.ABORTED)

    def abandon(self) -> None:
        """Records a transaction whose client died, or has no further use for it."""
        if not self.is_over:
            self._end(TransactionEnd.UNKNOWN)

    def _end(self, outcome: TransactionEnd) -> None:
        assert not self.is_over
        self.is_over = True
        self._ground.counts[outcome.value] += 1
        self._ground.history.add(
            Transacted(
                client=self._client,
                transactional_id=self._transactional_id,
                ops=tuple(op.op() if isinstance(op, _Sending) else op for op in self._ops),
                outcome=outcome,
                invoked_ms=self._invoked_ms,
                completed_ms=self._ground.now_ms(),
                ending_ms=self._ending_ms,
                group=self._group,
            )
        )
