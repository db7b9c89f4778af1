"""What may not be lost and whom it may not touch: kill -9 and restart, garbage on the wire, damaged records."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import aiokafka
import confluent_kafka
import pytest

from kavka.protocol.codec import decode_message
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import ProduceRequest, ProduceResponse
from kavka.protocol.records.batch import BatchBuilder
from kavka.protocol.records.compression import Compression
from tests.support.clients.foreign import CLIENT_SECONDS_MAX, CLIENTS, CONFLUENT, Sent
from tests.support.processes.cluster import KavkaProcess, is_running, wait_until
from tests.support.wire.raw import RawConnection

pytestmark = pytest.mark.slow
ACKED_BEFORE_KILL = 2000
RECORDS = 20_000

Kill = Callable[[KavkaProcess], None]


def kill_the_broker(process: KavkaProcess) -> None:
    """The supervisor sees its broker die, says so, and leaves; that is its contract."""
    process.kill_brokers()
    assert process.wait() == 7


def kill_everything(process: KavkaProcess) -> None:
    process.kill_everything()


KILLS = pytest.mark.parametrize("kill", [kill_the_broker, kill_everything], ids=["broker", "everything"])


@KILLS
@pytest.mark.parametrize("idempotent", [False, True], ids=["plain", "idempotent"])
def test_what_was_acknowledged_survives_kill_9(
    new_kavka: Callable[..., KavkaProcess], kill: Kill, idempotent: bool
) -> None:
    """A producer is in full flight when the broker dies, and goes on when it is back."""
    process = new_kavka()
    acknowledged: list[tuple[int, int]] = []
    enough = threading.Event()

    def delivered(number: int) -> Callable[[object, confluent_kafka.Message], None]:
        def report(error: object, message: confluent_kafka.Message) -> None:
            if error is None:
                acknowledged.append((number, message.offset()))
                if len(acknowledged) >= ACKED_BEFORE_KILL:
                    enough.set()

        return report

    producer = confluent_kafka.Producer(
        {
            "bootstrap.servers": process.bootstrap,
            "enable.idempotence": idempotent,
            "acks": "all",
            "batch.num.messages": 100,
            "linger.ms": 0,
            "message.timeout.ms": 60_000,
            "reconnect.backoff.max.ms": 100,
        }
    )
    for number in range(RECORDS):
        producer.produce("t", b"%d" % number, partition=0, on_delivery=delivered(number))
        if not enough.is_set():
            producer.poll(0)
    wait_until(lambda: producer.poll(0.01) >= 0 and enough.is_set(), "acknowledgements come in")
    kill(process)
    process.start()
    assert producer.flush(60) == 0
    assert len(acknowledged) == RECORDS

    offsets = dict(acknowledged)
    last = max(offsets.values())
    seen = CONFLUENT.read(process.bootstrap, "t", last + 1)
    assert [record.offset for record in seen] == list(range(last + 1))
    values = [int(record.value or b"-1") for record in seen]
    if idempotent:
        assert values == list(range(RECORDS))
    else:
        assert set(values) == set(range(RECORDS))
    assert all(values[offset] == number for number, offset in offsets.items() if offset >= 0)


@KILLS
def test_topics_and_records_of_every_client_are_there_after_a_restart(
    new_kavka: Callable[..., KavkaProcess], kill: Kill
) -> None:
    process = new_kavka()
    sent = {
        (client.name, codec): [Sent(b"%d" % n, b"value %d" % n) for n in range(100)]
        for client in CLIENTS
        for codec in ("none", "zstd")
    }
    clients = {client.name: client for client in CLIENTS}
    for (name, codec), records in sent.items():
        clients[name].write(process.bootstrap, f"{name}-{codec}", records, compression=codec)
    kill(process)
    process.start()
    for (name, codec), records in sent.items():
        # One more, so that the first offset after the restart is seen, too.
        clients[name].write(process.bootstrap, f"{name}-{codec}", [Sent(b"last", b"last")], compression=codec)
        seen = CONFLUENT.read(process.bootstrap, f"{name}-{codec}", len(records) + 1)
        assert [(r.offset, r.key, r.value) for r in seen] == [
            (offset, record.key, record.value) for offset, record in enumerate([*records, Sent(b"last", b"last")])
        ]


def test_a_clean_stop_and_start_keeps_everything(new_kavka: Callable[..., KavkaProcess]) -> None:
    process = new_kavka()
    sent = [Sent(None, b"%d" % number) for number in range(1000)]
    CONFLUENT.write(process.bootstrap, "t", sent)
    pids = process.broker_pids
    assert process.stop() == 0
    assert not any(map(is_running, pids))
    process.start()
    assert [record.value for record in CONFLUENT.read(process.bootstrap, "t", 1000)] == [r.value for r in sent]


@pytest.fixture
def connection(broker: str) -> Iterator[RawConnection]:
    with RawConnection(broker) as raw:
        yield raw


def header(api_key: int, api_version: int) -> bytes:
    return struct.pack(">hhih", api_key, api_version, 1, 1) + b"g"


def framed(body: bytes) -> bytes:
    return struct.pack(">i", len(body)) + body


GARBAGE = {
    "negative length": struct.pack(">i", -1),
    "two gigabytes": struct.pack(">i", 2**31 - 1) + b"x" * 100,
    "http": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "tls": bytes.fromhex("16030100c8010000c40303") + bytes(200),
    "unknown api": framed(header(9999, 0)),
    "unknown version": framed(header(3, 99)),
    "half a header": framed(b"\x00\x03"),
    "empty frame": framed(b""),
    "produce without a body": framed(header(0, 3)),
    "an array of two billion topics": framed(header(3, 1) + struct.pack(">i", 2**31 - 1)),
    "a string of -7 bytes": framed(header(3, 1) + struct.pack(">ih", 1, -7)),
    "a fetch of two billion topics": framed(header(1, 4) + bytes(13) + b"\x7f" * 50),
    "a varint without end": framed(header(3, 9) + b"\x00" + b"\xff" * 30),
}


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
def test_garbage_closes_its_own_connection_only(broker: str, garbage: bytes) -> None:
    with RawConnection(broker) as honest, RawConnection(broker) as guilty:
        assert honest.answers()
        assert guilty.answers()
        guilty.send(garbage)
        assert guilty.is_closed_by_peer()
        assert honest.answers()


def test_random_bytes_behind_every_api_key(broker: str) -> None:
    rng = random.Random(11)
    with RawConnection(broker) as honest:
        for api_key in range(70):
            for version in (0, 1, 3, 9):
                with RawConnection(broker) as guilty:
                    noise = rng.randbytes(rng.randrange(60))
                    guilty.send(framed(header(api_key, version) + noise) + struct.pack(">i", -1))
                    assert guilty.is_closed_by_peer()
        assert honest.answers()


async def test_a_busy_client_does_not_notice_the_garbage_of_others(broker: str, topic: str) -> None:
    async with aiokafka.AIOKafkaProducer(bootstrap_servers=broker, enable_idempotence=True) as producer:
        first = await producer.send_and_wait(topic, b"first")

        def throw_garbage() -> None:
            for garbage in GARBAGE.values():
                with RawConnection(broker) as guilty:
                    guilty.send(garbage)
                    guilty.is_closed_by_peer()

        throwing = asyncio.get_running_loop().run_in_executor(None, throw_garbage)
        offsets = [(await producer.send_and_wait(topic, b"%d" % number)).offset for number in range(300)]
        await asyncio.wait_for(throwing, CLIENT_SECONDS_MAX)
    assert offsets == list(range(first.offset + 1, first.offset + 301))


def produce(raw: RawConnection, topic: str, records: bytes, version: int = 7) -> int:
    """The error code that the broker gives this one partition."""
    partition = ProduceRequest.PartitionProduceData(index=0, records=records)
    request = ProduceRequest(
        acks=-1, timeout_ms=10_000, topic_data=[ProduceRequest.TopicProduceData(name=topic, partition_data=[partition])]
    )
    response = decode_message(ProduceResponse, version, raw.ask(request, version=version))
    return response.responses[0].partition_responses[0].error_code


def damaged_batches() -> dict[str, bytes]:
    """Batches that a client might send, each wrong in one way, and what must become of them."""
    builder = BatchBuilder()
    for number in range(3):
        builder.append(timestamp=1_700_000_000_000, key=None, value=b"%d" % number)
    good = builder.build()

    def changed(at: int, data: bytes) -> bytes:
        return good[:at] + data + good[at + len(data) :]

    return {
        "flipped bit in a value": changed(len(good) - 2, bytes((good[-2] ^ 1,))),
        "wrong checksum": changed(17, b"\x00\x00\x00\x00"),
        "cut": good[:-1],
        "negative length": changed(8, struct.pack(">i", -1)),
        "short header": good[:30],
        "length beyond the frame": changed(8, struct.pack(">i", 1 << 30)),
    }


@pytest.mark.parametrize("records", damaged_batches().values(), ids=damaged_batches())
def test_bug_97_damaged_records_are_refused_and_the_connection_stays(
    broker: str, topic: str, connection: RawConnection, records: bytes
) -> None:
    CONFLUENT.write(broker, topic, [Sent(None, b"before")])
    assert produce(connection, topic, records) in (ErrorCode.CORRUPT_MESSAGE, ErrorCode.INVALID_RECORD)
    assert connection.answers()
    CONFLUENT.write(broker, topic, [Sent(None, b"after")])
    assert [record.value for record in CONFLUENT.read(broker, topic, 2)] == [b"before", b"after"]


def resident_bytes(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize("compression", [Compression.GZIP, Compression.ZSTD])
def test_decompression_bombs_are_refused(new_kavka: Callable[..., KavkaProcess], compression: Compression) -> None:
    """A broker that must look into a batch (here for keys) inflates it to a limit and no further."""
    process = new_kavka(config={"log.cleanup.policy": "compact"})
    CONFLUENT.write(process.bootstrap, "t", [Sent(b"k", b"v")])
    (pid,) = process.broker_pids
    builder = BatchBuilder(compression=compression)
    for _ in range(30):
        builder.append(timestamp=1_700_000_000_000, key=b"k", value=bytes(10 << 20))
    bomb = builder.build()
    assert len(bomb) < 1 << 20
    with RawConnection(process.bootstrap) as raw:
        assert raw.answers()
        before = resident_bytes(pid)
        assert (
            produce(raw, "t", bomb) == ErrorCode.INVALID_RECORD
        )  # not CORRUPT_MESSAGE, which producers would try again for ever
        assert resident_bytes(pid) - before < 300 << 20  # the limit of 100 MiB, and what zstd holds of its own
        assert raw.answers()


def open_files(pid: int) -> int:
    return len(os.listdir(Path(f"/proc/{pid}/fd")))


def test_connections_that_come_and_go_leave_nothing_behind(new_kavka: Callable[..., KavkaProcess]) -> None:
    process = new_kavka()
    (pid,) = process.broker_pids
    with RawConnection(process.bootstrap) as first:
        assert first.answers()
    before = open_files(pid)
    for _ in range(200):
        with RawConnection(process.bootstrap) as each:
            assert each.answers()
    with contextlib.ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(RawConnection(process.bootstrap)).send(b"\x00\x00")
    # A few of its own (controller to broker, files opened late) may have come since; 250 of its clients' may not stay.
    wait_until(lambda: open_files(pid) < before + 10, "the broker closed what its clients closed")
