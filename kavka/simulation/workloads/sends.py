"""One client's records outside of transactions: each is in the history once, when its producer knows what became of it.

    begin ─▶ under way ─┬─ acknowledged by all of the ISR ─▶ ACKED
                        ├─ refused, whatever came before  ─▶ FAILED
                        ├─ refused, for one before is missing ─▶ OUT_OF_ORDER
                        ├─ anything else, or the client died ─▶ UNKNOWN
                        └─ it never left the client ─▶ nothing

A record of unknown end may come late, behind records that were sent after it: an idempotent producer gives its sequence
up with it. So it counts as a producer's own, whose order nobody promised. Not here: which records (`producers`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from kavka.client.delivery import Delivery
from kavka.client.producer import Producer
from kavka.common.types import TopicPartition
from kavka.protocol.errors import MessageTooLarge, OutOfOrderSequenceNumber
from kavka.simulation.history import SendOutcome, Sent
from kavka.simulation.workloads.ground import REQUEST_TIMEOUT_MS, Ground, encoded
from kavka.wire.errors import FAILURES

UNORDERED: Final = 1 << 32
"""Producer ids of records whose end is not known begin here."""

LATE_MS: Final = REQUEST_TIMEOUT_MS // 2
"""A record that took longer met a timeout, a retry or a pause."""


@dataclass(slots=True, eq=False)
class UnderWay:
    """A record that was sent, and whose end its producer does not know yet."""

    names: tuple[TopicPartition, ...]
    tp: TopicPartition
    value: int
    invoked_ms: int
    number: int
    delivery: Delivery | None = None


class Sends:
    """See the module.

    Args:
        ground: the workload's.
        client: whose records these are.
        is_idempotent: and acknowledged by all of the ISR; else nothing is promised.
        named: what the history calls a partition now; several names: nobody knows which of them it is.

    Attributes:
        acked_ends: behind the last record of each partition that was acknowledged.
        late_count: records whose end came late, or never: somewhere a request may lie that somebody carries out yet.
    """

    def __init__(
        self,
        ground: Ground,
        client: str,
        *,
        is_idempotent: bool = True,
        named: Callable[[TopicPartition], tuple[TopicPartition, ...]] = lambda tp: (tp,),
    ) -> None:
        self._ground = ground
        self._client = client
        self._is_idempotent = is_idempotent
        self._named = named
        self._under_way: dict[UnderWay, None] = {}
        self._count = 0
        self.acked_ends: dict[TopicPartition, int] = {}
        self.late_count = 0

    async def send(
        self, producer: Producer, tp: TopicPartition, *, key: bytes | None = None, width: int = 0
    ) -> UnderWay | None:
        """Sends a record of its own value; `settle` waits for its end. None: it never left the client."""
        value = self._ground.next_value()
        self._count += 1
        record = UnderWay(self._named(tp), tp, value, self._ground.now_ms(), self._count)
        self._under_way[record] = None
        try:
            record.delivery = await producer.send(
                tp.topic, encoded(value, width=width), key=key, partition=tp.partition
            )
        except FAILURES:
            del self._under_way[record]
            self._ground.counts["not sent"] += 1
            return None
        return record

    async def settle(self, records: Iterable[UnderWay | None]) -> None:
        """Waits until the end of each record is known, and records it."""
        for record in records:
            if record is not None:
                await self._settle(record)

    async def _settle(self, record: UnderWay) -> None:
        assert record.delivery is not None
        outcome, offset = SendOutcome.UNKNOWN, None
        try:
            where = await record.delivery
        except MessageTooLarge:
            outcome = SendOutcome.FAILED
        except OutOfOrderSequenceNumber:
            outcome = SendOutcome.OUT_OF_ORDER
            self.late_count += 1
        except FAILURES:
            self.late_count += 1
        else:
            if self._is_idempotent:
                outcome, offset = SendOutcome.ACKED, where.offset if where.offset >= 0 else None
        self.late_count += self._ground.now_ms() - record.invoked_ms > LATE_MS
        self._record(record, outcome, offset)

    def abandon(self) -> None:
        """Records what was under way when the client died."""
        for record in list(self._under_way):
            self._record(record, SendOutcome.UNKNOWN)

    def _record(self, record: UnderWay, outcome: SendOutcome, offset: int | None = None) -> None:
        del self._under_way[record]
        names = dict.fromkeys((*record.names, *self._named(record.tp)))
        if len(names) != 1:
            outcome, offset = SendOutcome.UNKNOWN, None
        self._ground.counts[outcome.value] += 1
        is_unknown = outcome in (SendOutcome.UNKNOWN, SendOutcome.OUT_OF_ORDER)
        producer_id = (UNORDERED + record.number if is_unknown else 0) if self._is_idempotent else -1
        for tp in names:
            if offset is not None:
                self.acked_ends[tp] = max(self.acked_ends.get(tp, 0), offset + 1)
            self._ground.history.add(
                Sent(
                    client=self._client,
                    tp=tp,
                    value=record.value,
                    outcome=outcome,
                    invoked_ms=record.invoked_ms,
                    completed_ms=self._ground.now_ms(),
                    offset=offset,
                    number=record.number,
                    producer_id=producer_id,
                )
            )
