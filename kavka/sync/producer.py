"""The blocking producer: `send` returns when the record has a place to wait, its delivery says the rest.

    with Producer("localhost:9092") as producer:
        delivery = producer.send("events", b"hello", key=b"k")
        where = delivery.result()                                  # when a broker acknowledged it
    …                                                              # leaving waits for all that was sent

Records of one thread keep their order. Sending is quickest without asking for each delivery: `flush` raises the first
failure of those that nobody asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kavka.client.delivery import Delivery as AsyncDelivery
from kavka.client.delivery import RecordMetadata
from kavka.client.outgoing_records import HeadersLike
from kavka.client.producer import Producer as AsyncProducer
from kavka.sync.blocking import Blocking, blocking, constructing, on_loop


class Delivery:
    """A record that was sent: whether and where it stands."""

    __slots__ = ("_delivery", "_producer")

    def __init__(self, producer: Producer, delivery: AsyncDelivery) -> None:
        self._producer = producer
        self._delivery = delivery

    def result(self) -> RecordMetadata:
        """Waits for the acknowledgement, within the producer's `delivery_timeout_ms`.

        Raises:
            KafkaError, ClientError: it was not delivered.
        """
        return self._producer.result_of(self._delivery)


class Producer(Blocking[AsyncProducer]):
    """Sends records; the blocking `kavka.Producer`. Leaving its block normally waits for what was sent."""

    @constructing(AsyncProducer)
    def __init__(self, client: AsyncProducer) -> None:
        super().__init__(client)

    def send(
        self,
        topic: str,
        value: Any = None,
        *,
        key: Any = None,
        partition: int | None = None,
        timestamp: int | None = None,
        headers: HeadersLike = (),
    ) -> Delivery:
        """Sends a record and returns its delivery; waits for room where there is none.

        Arguments and errors are those of `kavka.Producer.send`.
        """
        work = self._client.send(topic, value, key=key, partition=partition, timestamp=timestamp, headers=headers)
        return Delivery(self, self._wait(work))

    def result_of(self, delivery: AsyncDelivery) -> RecordMetadata:
        """Waits for a delivery's acknowledgement; see `Delivery.result`."""
        if delivery.is_done:
            return delivery.result()
        return self._wait(_awaited(delivery))

    send_and_wait = blocking(AsyncProducer.send_and_wait)
    flush = blocking(AsyncProducer.flush)
    partitions_for = blocking(AsyncProducer.partitions_for)
    client_instance_id = blocking(AsyncProducer.client_instance_id)

    init_transactions = blocking(AsyncProducer.init_transactions)
    begin_transaction = on_loop(AsyncProducer.begin_transaction)
    send_offsets_to_transaction = blocking(AsyncProducer.send_offsets_to_transaction)
    commit_transaction = blocking(AsyncProducer.commit_transaction)
    abort_transaction = blocking(AsyncProducer.abort_transaction)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Runs a block in a transaction: commits at its end, aborts on an exception."""
        context = self._client.transaction()
        self._wait(context.__aenter__())
        try:
            yield
        except BaseException as error:
            self._wait(context.__aexit__(type(error), error, error.__traceback__))
            raise
        self._wait(context.__aexit__(None, None, None))


async def _awaited(delivery: AsyncDelivery) -> RecordMetadata:
    return await delivery
