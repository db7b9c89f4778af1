"""Every client writes with every compression, and every client reads it: with the embedded ZooKeeper and a real one."""

from __future__ import annotations

import random

import pytest

from tests.support.clients.foreign import (
    CLIENTS,
    COMPRESSIONS,
    CONFLUENT,
    KCAT,
    LIBRARIES,
    OLD_CLIENTS,
    Client,
    Seen,
    Sent,
)

START = 1_700_000_000_000
each_client = pytest.mark.parametrize("writer", CLIENTS, ids=lambda client: client.name)
each_library = pytest.mark.parametrize("writer", LIBRARIES, ids=lambda client: client.name)


def text_records(writer: Client, count: int = 150) -> list[Sent]:
    """What kcat can say, too: no empty strings, the same headers on each."""
    rng = random.Random(3)
    return [
        Sent(
            key=None if number % 4 == 0 else b"key %d" % number,
            value=None if number % 6 == 1 else b"%d " % number + b"some words that repeat " * rng.randrange(40),
            headers=(("writer", writer.name.encode()), ("second", b"2")),
            timestamp=None if writer is KCAT else START + number * 10,
        )
        for number in range(count)
    ]


def assert_equal(seen: list[Seen], sent: list[Sent]) -> None:
    """Same records in the same order, at offsets without gaps."""
    assert [record.offset for record in seen] == list(range(len(sent)))
    for got, wanted in zip(seen, sent, strict=True):
        assert (got.key, got.value, got.headers) == (wanted.key, wanted.value, wanted.headers)
        assert wanted.timestamp is None or got.timestamp == wanted.timestamp


def assert_everybody_reads(bootstrap: str, topic: str, sent: list[Sent]) -> None:
    """All four clients agree on what is there, timestamps included."""
    views = {}
    for reader in CLIENTS:
        views[reader.name] = reader.read(bootstrap, topic, len(sent))
        assert_equal(views[reader.name], sent)
    assert len({tuple(record.timestamp for record in view) for view in views.values()}) == 1


@pytest.mark.slow
@each_client
@pytest.mark.parametrize("compression", COMPRESSIONS)
def test_everybody_reads_what_each_wrote(broker: str, topic: str, writer: Client, compression: str) -> None:
    sent = text_records(writer)
    writer.write(broker, topic, sent, compression=compression)
    assert_everybody_reads(broker, topic, sent)


@pytest.mark.slow
@each_client
@pytest.mark.parametrize("compression", COMPRESSIONS)
def test_everybody_reads_what_each_wrote_on_apache_zookeeper(
    broker_on_zookeeper: str, topic: str, writer: Client, compression: str
) -> None:
    sent = text_records(writer)
    writer.write(broker_on_zookeeper, topic, sent, compression=compression)
    assert_everybody_reads(broker_on_zookeeper, topic, sent)


@pytest.mark.slow
@each_library
def test_null_is_not_empty(broker: str, topic: str, writer: Client) -> None:
    sent = [
        Sent(key, value, headers, START)
        for key, value in ((None, b""), (None, b"v"), (b"", None), (b"", b""), (b"", b"v"), (b"k", None), (b"k", b""))
        for headers in ((), (("h", b"x"),), (("a", b"1"), ("a", b"2"), ("ключ", b"\xff\x00")), (("empty", b""),))
    ]
    writer.write(broker, topic, sent)
    for reader in LIBRARIES:
        assert_equal(reader.read(broker, topic, len(sent)), sent)
    # kcat prints headers as text, so it is only asked about keys and values.
    assert [(r.key, r.value) for r in KCAT.read(broker, topic, len(sent))] == [(r.key, r.value) for r in sent]


@pytest.mark.slow
@each_client
def test_idempotent_producers_write_in_order(broker: str, topic: str, writer: Client) -> None:
    sent = [Sent(b"k", b"%d" % number, (), None) for number in range(5000)]
    writer.write(broker, topic, sent, idempotent=True, compression="lz4")
    for reader in CLIENTS:
        assert_equal(reader.read(broker, topic, len(sent)), sent)


@pytest.mark.slow
@each_client
def test_a_record_of_a_megabyte(broker: str, topic: str, writer: Client, tmp_path) -> None:
    value = random.Random(5).randbytes(1_000_000)
    if writer is KCAT:
        (tmp_path / "record").write_bytes(value)
        KCAT.write_file(broker, topic, tmp_path / "record")
    else:
        writer.write(broker, topic, [Sent(None, value)])
    for reader in CLIENTS:
        assert [record.value for record in reader.read(broker, topic, 1)] == [value]


@pytest.mark.slow
@each_client
def test_a_record_above_the_limit_is_refused_and_the_next_is_not(
    broker: str, topic: str, writer: Client, tmp_path
) -> None:
    value = random.Random(6).randbytes(1_500_000)
    if writer is KCAT:
        (tmp_path / "record").write_bytes(value)
        with pytest.raises(RuntimeError, match="too large"):
            KCAT.write_file(broker, topic, tmp_path / "record")
    else:
        with pytest.raises(Exception, match=r"(?i)too.?large|MSG_SIZE_TOO_LARGE"):
            writer.write(broker, topic, [Sent(None, value)])
    sent = [Sent(None, b"small")]
    writer.write(broker, topic, sent)
    assert_equal(writer.read(broker, topic, 1), sent)


@pytest.mark.slow
@pytest.mark.parametrize("compression", ["none", "gzip", "snappy", "lz4"])
@pytest.mark.parametrize("old", OLD_CLIENTS, ids=lambda client: client.name)
def test_everybody_reads_the_message_sets_of_old_clients(
    broker: str, topic: str, compression: str, old: Client
) -> None:
    has_timestamps = old is not OLD_CLIENTS[0]
    sent = [
        Sent(None if n % 3 == 0 else b"k", b"value %d" % n * 5, (), START + n if has_timestamps else None)
        for n in range(300)
    ]
    old.write(broker, topic, sent, compression=compression)
    for reader in (*CLIENTS, *OLD_CLIENTS[int(has_timestamps) :]):
        assert_equal(reader.read(broker, topic, len(sent)), sent)


@pytest.mark.slow
@pytest.mark.parametrize("compression", ["none", "gzip", "snappy", "lz4"])
def test_old_clients_read_batches_without_their_headers(broker: str, topic: str, compression: str) -> None:
    sent = [Sent(b"k", b"value %d" % n, (("h", b"x"),), START + n) for n in range(100)]
    CONFLUENT.write(broker, topic, sent, compression=compression)
    for old, has_timestamps in zip(OLD_CLIENTS, (False, True), strict=True):
        assert old.read(broker, topic, len(sent)) == [
            Seen(offset, record.timestamp if has_timestamps else -1, record.key, record.value, ())
            for offset, record in enumerate(sent)
        ]


@pytest.mark.slow
@pytest.mark.parametrize("compression", ["none", "gzip", "snappy", "lz4"])
def test_kcat_told_that_the_broker_is_old(broker: str, topic: str, compression: str) -> None:
    """librdkafka's own idea of Kafka 0.9: message sets of magic 0."""
    sent = [Sent(None if n % 3 == 0 else b"k", b"value %d" % n * 5) for n in range(300)]
    old = ["-X", "api.version.request=false", "-X", "broker.version.fallback=0.9.0"]
    KCAT.write(broker, topic, sent, compression=compression, options=old)
    assert_equal(KCAT.read(broker, topic, len(sent), options=old), sent)
    for reader in CLIENTS:
        assert_equal(reader.read(broker, topic, len(sent)), sent)
