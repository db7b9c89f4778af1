"""What becomes of the batches of a producer: delivered, split, put back for a retry, or failed. No I/O.

    response ──► answered ──► wire.produce: fate ──► delivered │ split │ put back with a pause │ failed
    no response ──► refused ─────┘                                                                 │
                                          sequences lost, the transaction failed, callers woken ◀──┘

Not here: requests and the loop that wakes for what was put back (`sender`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator

from kavka.client.accumulator import Accumulator
from kavka.client.cluster import Cluster
from kavka.client.delivery import ProducerBatch
from kavka.client.transaction import Transaction
from kavka.protocol.errors import OutOfOrderSequenceNumber
from kavka.protocol.messages import ProduceResponse
from kavka.protocol.records.batch import read_header
from kavka.wire.client_measures import ProducerMeasures
from kavka.wire.produce import Fate, fate_of, leader_moved, refusal, responses_in
from kavka.wire.producer import ProducerCore


class Settlement:
    """Settles what one accumulator gave out.

    Args:
        cluster: Time, pauses, and whose metadata becomes stale.
        accumulator: The batches.
        producer: Numbered the batches; None: nobody.
        transaction: Whose records these are; None: nobody's.
        measures: Is told of records that are sent again, or not delivered; None: nobody measures.
    """

    def __init__(
        self,
        cluster: Cluster,
        accumulator: Accumulator,
        *,
        producer: ProducerCore | None,
        transaction: Transaction | None,
        measures: ProducerMeasures | None,
    ) -> None:
        self._cluster = cluster
        self._accumulator = accumulator
        self._producer = producer
        self._transaction = transaction
        self._measures = measures
        self._is_aborting = False
        self._first_unseen_error: BaseException | None = None

    @contextlib.contextmanager
    def aborting(self) -> Iterator[None]:
        """Retries nothing, as long as the block runs."""
        self._is_aborting = True
        try:
            yield
        finally:
            self._is_aborting = False

    def take_unseen_error(self) -> BaseException | None:
        """Returns, once, the first failure among records whose delivery nobody awaited."""
        error, self._first_unseen_error = self._first_unseen_error, None
        return error

    def answered(self, batches: Iterable[ProducerBatch], response: ProduceResponse | None) -> set[str]:
        """Settles the batches of a request by its response.

        Args:
            batches: That were sent.
            response: None: it is not awaited (acks=0), and the batches count as delivered.

        Returns:
            Topics whose leaders have to be looked up again.
        """
        parts = {} if response is None else responses_in(response)
        refused: list[tuple[ProducerBatch, BaseException]] = []
        for batch in batches:
            if batch.is_done:
                continue  # given up while the request was under way
            part = parts.get(batch.queue.tp)
            error = None if response is None else refusal(batch.queue.tp, part)
            if error is not None:
                refused.append((batch, error))
            elif part is None:
                self._complete(batch, base_offset=-1, log_append_time=-1)
            else:
                self._complete(batch, base_offset=part.base_offset, log_append_time=part.log_append_time_ms)
        return self.refused(refused)

    def refused(self, refused: Iterable[tuple[ProducerBatch, BaseException]]) -> set[str]:
        """Splits, puts back or fails batches, each by its error; returns as `answered`."""
        moved: set[str] = set()
        for batch, error in refused:
            if batch.is_done:
                continue  # given up while the request was under way
            fate = fate_of(error, record_count=batch.record_count, refused_ms=self._out_of_order_for(batch, error))
            if leader_moved(error):
                moved.add(batch.queue.topic)
            if fate is Fate.SPLIT:
                self._split(batch)
            elif fate is Fate.RETRY and not self._is_aborting:
                now_ms = self._cluster.clock.monotonic_ms()
                self._accumulator.put_back(batch, retry_at_ms=now_ms + self._cluster.backoff_ms(batch.attempts))
                if self._measures is not None:
                    self._measures.retried.record(batch.record_count, now_ms)
            else:
                self.fail(batch, error)
        for topic in moved:
            self._cluster.mark_stale(topic)
        return moved

    def _out_of_order_for(self, batch: ProducerBatch, error: BaseException) -> int:
        """Returns how long ago a batch was first refused as out of order: 0 now, or never."""
        now_ms = self._cluster.clock.monotonic_ms()
        if batch.out_of_order_ms is None and isinstance(error, OutOfOrderSequenceNumber):
            batch.out_of_order_ms = now_ms
        return 0 if batch.out_of_order_ms is None else now_ms - batch.out_of_order_ms

    def fail(self, batch: ProducerBatch, error: BaseException) -> None:
        """Fails a batch for good, and takes it out of the accumulator."""
        self._accumulator.finish(batch)
        self.abandoned(batch, error)

    def abandoned(self, batch: ProducerBatch, error: BaseException) -> None:
        """Fails a batch for good that the accumulator has given out and forgotten."""
        if self._transaction is not None:
            self._transaction.fail(error, loses_sequences=batch.data is not None)
        elif self._producer is not None and batch.data is not None:
            self._producer.lose()  # its sequences are lost, and those behind it: begin again under another id
        if self._measures is not None:
            self._measures.failed.record(batch.record_count, self._cluster.clock.monotonic_ms())
        batch.fail(error)
        if not batch.is_anybody_waiting() and self._first_unseen_error is None:
            self._first_unseen_error = error

    def _complete(self, batch: ProducerBatch, *, base_offset: int, log_append_time: int) -> None:
        self._accumulator.finish(batch)
        batch.complete(base_offset=base_offset, log_append_time=log_append_time)

    def _split(self, batch: ProducerBatch) -> None:
        """Splits a batch of which nothing was appended; its halves take over its sequences."""
        assert batch.data is not None
        if self._producer is not None:
            self._producer.take_back(batch.queue.tp, read_header(batch.data))
        self._accumulator.split(batch)
