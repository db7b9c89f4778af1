"""A producer that never stops while brokers die under it, and the question afterwards: is everything there?

librdkafka in a thread, one partition, records numbered from 0. What it was told is acknowledged is remembered with its
offset; `assert_kept` reads the whole partition back and compares.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType

import confluent_kafka

from tests.support.clients.foreign import CLIENT_SECONDS_MAX
from tests.support.processes.cluster import wait_until

IN_FLIGHT_MAX = 2_000
DELIVERY_MS_MAX = 90_000
READ_ATTEMPTS_MAX = 20


class Load:
    """Writes numbers to partition 0 of a topic from `with` to its end.

    Args:
        bootstrap: where; the address stays the same over every restart.
        topic: made by the first record if it is not there.
        idempotent: then nothing is there twice, and the numbers are in order.
        value_bytes: each value is its number, filled up to this.
    """

    def __init__(self, bootstrap: str, topic: str, *, idempotent: bool = True, value_bytes: int = 0) -> None:
        self._bootstrap = bootstrap
        self._topic = topic
        self._is_idempotent = idempotent
        self._value_bytes = value_bytes
        self._producer = confluent_kafka.Producer(
            {
                "bootstrap.servers": bootstrap,
                "enable.idempotence": idempotent,
                "acks": "all",
                "batch.num.messages": 50,
                "linger.ms": 0,
                "message.timeout.ms": DELIVERY_MS_MAX,
                "socket.timeout.ms": 10_000,
                "reconnect.backoff.max.ms": 100,
            }
        )
        self._thread = threading.Thread(target=self._run, name="load", daemon=True)
        self._stopping = threading.Event()
        self._sent = 0
        self._failures: list[str] = []
        self.acknowledged: dict[int, int] = {}
        """Number → offset; −1 where the broker had it already and did not say where."""

    def __enter__(self) -> Load:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends the load and waits until every record that was sent is acknowledged."""
        self._stopping.set()
        self._thread.join(CLIENT_SECONDS_MAX)
        if error is None:
            left = self._producer.flush(DELIVERY_MS_MAX / 1000)
            assert (left, self._failures[:3]) == (0, [])
            assert len(self.acknowledged) == self._sent
        else:
            self._producer.purge()

    def _run(self) -> None:
        while not self._stopping.is_set():
            if len(self._producer) >= IN_FLIGHT_MAX:
                self._producer.poll(0.01)
                continue
            number = self._sent
            value = b"%d" % number
            self._sent += 1
            self._producer.produce(
                self._topic, value.ljust(self._value_bytes, b" "), partition=0, on_delivery=self._report(number)
            )
            self._producer.poll(0)

    def _report(self, number: int) -> Callable[[confluent_kafka.KafkaError | None, confluent_kafka.Message], None]:
        def report(error: confluent_kafka.KafkaError | None, message: confluent_kafka.Message) -> None:
            if error is None:
                offset = message.offset()
                assert offset is not None
                self.acknowledged[number] = offset
            else:
                self._failures.append(str(error))

        return report

    def wait_for(self, count: int) -> None:
        """Waits until so many more are acknowledged."""
        enough = len(self.acknowledged) + count
        wait_until(lambda: len(self.acknowledged) >= enough or bool(self._failures), f"{count} acknowledgements", 60)
        assert not self._failures, self._failures[:3]

    def assert_kept(self) -> None:
        """Every acknowledged record that retention has not taken lies where the broker said; offsets have no gap."""
        seen = read_all(self._bootstrap, self._topic)
        offsets = [offset for offset, _ in seen]
        assert offsets == list(range(offsets[0], offsets[0] + len(offsets)))
        values = {offset: int(value) for offset, value in seen}
        assert offsets[-1] >= max(self.acknowledged.values())
        lost = [n for n, offset in self.acknowledged.items() if offset >= offsets[0] and values[offset] != n]
        assert not lost
        if offsets[0] == 0:
            assert set(values.values()) == set(range(self._sent))
        if self._is_idempotent:
            numbers = [number for _, number in sorted(values.items())]
            assert numbers == list(range(numbers[0], self._sent))


def read_all(bootstrap: str, topic: str, partition: int = 0) -> list[tuple[int, bytes]]:
    """Offset and value of every record that a consumer finds in a partition, from its start to its end."""
    for _ in range(READ_ATTEMPTS_MAX):
        seen = _read_unless_it_shrinks(bootstrap, topic, partition)
        if seen is not None:
            return seen
    raise TimeoutError(f"retention was ahead of the reader {READ_ATTEMPTS_MAX} times")


def _read_unless_it_shrinks(bootstrap: str, topic: str, partition: int) -> list[tuple[int, bytes]] | None:
    consumer = confluent_kafka.Consumer(
        {"bootstrap.servers": bootstrap, "group.id": "none", "enable.auto.commit": False, "auto.offset.reset": "error"}
    )
    seen: list[tuple[int, bytes]] = []
    try:
        low, high = consumer.get_watermark_offsets(
            confluent_kafka.TopicPartition(topic, partition), timeout=CLIENT_SECONDS_MAX
        )
        consumer.assign([confluent_kafka.TopicPartition(topic, partition, low)])
        while len(seen) < high - low:
            messages = consumer.consume(high - low - len(seen), timeout=CLIENT_SECONDS_MAX)
            assert messages, f"{len(seen)} of {high - low} records from {low} on"
            for message in messages:
                if (error := message.error()) is not None:
                    assert error.code() == confluent_kafka.KafkaError._AUTO_OFFSET_RESET, error
                    return None
                offset, value = message.offset(), message.value()
                assert offset is not None
                assert value is not None
                seen.append((offset, value))
    finally:
        consumer.close()
    return seen
