"""Somebody who writes a value in a transaction, waits until cleaners have been there, and aborts it.

    k=1 ─▶ begin, k=2 ─▶ many others, so that k's segment may be cleaned ─▶ cleaners' time ─▶ abort        k is 1 still

What no transaction has committed replaces nothing: a cleaner that goes beyond the last stable offset takes the 1 away.
Each round has a key of its own; the others are of one key, of which the last one has to be there. A key of which a
record's end is unknown is left out. Not here: values that are replaced for good (`compaction`).
"""

from __future__ import annotations

from typing import Final

from kavka.client.producer import Producer
from kavka.common.types import TopicPartition
from kavka.simulation.history import CompactedRead, KeyedRecord
from kavka.simulation.workloads.ground import Ground, encoded
from kavka.wire.errors import FAILURES

TRANSACTION_TIMEOUT_MS: Final = 10_000
OTHERS: Final = 3
"""Records that, at once, nearly fill a segment: with what stands there before them they begin another."""
WAIT_MS: Final = 4_500
"""Two rounds of a cleaner that rests for two seconds."""
PAUSE_MS: Final = 1_000
POLL_MS: Final = 1_000
READ_MS_MAX: Final = 60_000
WIDTH: Final = 120


class Waverer:
    """See the module.

    Args:
        ground: the workload's.
        tp: a compacted partition, nobody else's.
        mean_ms: from one round to the next, on average.
    """

    def __init__(self, ground: Ground, tp: TopicPartition, *, mean_ms: float) -> None:
        self._ground = ground
        self._tp = tp
        self._mean_ms = mean_ms
        self._appended: list[KeyedRecord] = []
        self._others = b""

    async def live(self, name: str) -> None:
        """Goes on until the end."""
        ground = self._ground
        while not ground.is_stopping:
            self._give_up()
            try:
                async with (
                    ground.producer(name) as plain,
                    ground.producer(
                        name, transactional_id=name, transaction_timeout_ms=TRANSACTION_TIMEOUT_MS
                    ) as wavering,
                ):
                    await wavering.init_transactions()
                    while not ground.is_stopping:
                        await self._waver(plain, wavering)
                        await ground.pause(ground.about(self._mean_ms))
            except FAILURES:
                self._give_up()
                await ground.pause(PAUSE_MS)

    async def _waver(self, plain: Producer, wavering: Producer) -> None:
        ground, key = self._ground, b"wavering-%d" % self._ground.next_value()
        await self._append(plain, key, 1)
        wavering.begin_transaction()
        await wavering.send_and_wait(self._tp.topic, self._value(), key=key, partition=self._tp.partition)
        await self._append(plain, self._others, OTHERS)
        await ground.pause(WAIT_MS)
        await wavering.abort_transaction()
        ground.counts["wavered"] += 1

    async def _append(self, producer: Producer, key: bytes, count: int) -> None:
        """Appends records of a key, all at once."""
        tp, time_ms = self._tp, self._ground.now_ms()
        values = [self._value() for _ in range(count)]
        sent = [await producer.send(tp.topic, value, key=key, partition=tp.partition) for value in values]
        for value, delivery in zip(values, sent, strict=True):
            where = await delivery
            if where.offset >= 0:
                self._appended.append(KeyedRecord(where.offset, key, value, time_ms))
            elif key == self._others:
                self._give_up()

    def _value(self) -> bytes:
        return encoded(self._ground.next_value(), width=WIDTH)

    def _give_up(self) -> None:
        """Leaves out the others up to here: of one of them nobody knows."""
        self._appended = [record for record in self._appended if record.key != self._others]
        self._others = b"others-%d" % self._ground.next_value()

    async def read(self, name: str) -> None:
        """Reads what cleaning has left, once every transaction is over."""
        ground = self._ground
        known = {record.key for record in self._appended}
        least = max((record.offset + 1 for record in self._appended), default=0)
        async with (
            ground.consumer(name) as uncommitted,
            ground.consumer(name, isolation_level="read_committed") as committed,
        ):
            deadline_ms = ground.now_ms() + READ_MS_MAX
            while ground.now_ms() < deadline_ms:
                ends = await committed.end_offsets([self._tp])
                if ends[self._tp] >= least and ends == await uncommitted.end_offsets([self._tp]):
                    break
                await ground.pause_anyway(PAUSE_MS)
            found: list[KeyedRecord] = []
            await committed.assign([self._tp], start="beginning")
            while ground.now_ms() < deadline_ms and await committed.position(self._tp) < ends[self._tp]:
                for record in (await committed.poll(timeout_ms=POLL_MS)).get(self._tp, ()):
                    if (key := bytes(record.key or b"")) in known:
                        found.append(KeyedRecord(record.offset, key, bytes(record.value or b"")))
        ground.history.add(
            CompactedRead(
                tp=self._tp,
                appended=tuple(self._appended),
                read=tuple(found),
                time_ms=ground.now_ms(),
                delete_retention_ms=0,
            )
        )
