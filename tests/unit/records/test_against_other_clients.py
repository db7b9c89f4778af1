"""Differential: aiokafka's and kafka-python's record code, and ours, read what the others write."""

from __future__ import annotations

import io
import warnings

import pytest
from aiokafka.record import default_records as aio_batch
from aiokafka.record import legacy_records as aio_legacy

from kavka.protocol.records.batch import BatchBuilder, Record, iter_records, read_header, validate_batch
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.control import ControlType, marker_batch
from kavka.protocol.records.legacy import down_convert, up_convert
from kavka.protocol.records.message_set import encode_message_set

with warnings.catch_warnings():
    # kafka-python reads its schemas through an interface that Python has deprecated.
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    from kafka.record.default_records import DefaultRecordBatch, DefaultRecordBatchBuilder
    from kafka.record.legacy_records import LegacyRecordBatchBuilder
    from kafka.record.memory_records import MemoryRecords

RECORDS = [
    Record(
        number,
        1_700_000_000_000 + number * 7 % 13,
        0,
        None if number % 3 == 0 else b"key %d" % number,
        None if number % 5 == 0 else b"value" * number,
        [("name", b"x"), ("name", None), ("ünï", b"")] if number % 7 == 0 else [],
    )
    for number in range(200)
]
ALL = pytest.mark.parametrize("codec", list(Compression))
OLD = pytest.mark.parametrize("codec", [c for c in Compression if c != Compression.ZSTD])
AIOKAFKA_HAS_NO_OLD_LZ4 = "aiokafka refuses lz4 in magic 0; kafka-python, with xxhash, is asked instead"
MAGIC = pytest.mark.parametrize("magic", [0, 1])


def facts(records):
    """What every implementation's record has, as plain values."""
    return [(r.offset, r.timestamp, r.key, r.value, [(name, value) for name, value in r.headers]) for r in records]


def old_facts(records, magic):
    """What is left of records in a message set; nobody agrees on how to say "no timestamp", so magic 0 has none."""
    return [(r.offset, r.timestamp if magic else None, r.key, r.value) for r in records]


def ours(codec):
    builder = BatchBuilder(compression=codec, producer_id=9, producer_epoch=3, base_sequence=11)
    for record in RECORDS:
        builder.append(timestamp=record.timestamp, key=record.key, value=record.value, headers=record.headers)
    return builder.build()


@ALL
@pytest.mark.parametrize("reader", [aio_batch.DefaultRecordBatch, aio_batch._DefaultRecordBatchPy], ids=["c", "python"])
def test_aiokafka_reads_our_batches(codec, reader):
    batch = reader(ours(codec))
    assert batch.validate_crc()
    assert facts(batch) == facts(RECORDS)


@ALL
def test_kafka_python_reads_our_batches(codec):
    batch = DefaultRecordBatch(ours(codec))
    assert batch.validate_crc()
    assert (batch.producer_id, batch.producer_epoch, batch.base_sequence) == (9, 3, 11)
    assert facts(batch) == facts(RECORDS)


@ALL
@pytest.mark.parametrize(
    "writer",
    [aio_batch.DefaultRecordBatchBuilder, aio_batch._DefaultRecordBatchBuilderPy, DefaultRecordBatchBuilder],
    ids=["aiokafka c", "aiokafka python", "kafka-python"],
)
def test_we_read_their_batches(codec, writer):
    builder = writer(
        magic=2,
        compression_type=int(codec),
        is_transactional=0,
        producer_id=9,
        producer_epoch=3,
        base_sequence=11,
        batch_size=1 << 20,
    )
    for record in RECORDS:
        builder.append(record.offset, record.timestamp, record.key, record.value, record.headers)
    batch = bytes(builder.build())
    header = read_header(batch)
    validate_batch(batch, 0, header)
    assert header.compression == codec
    assert list(iter_records(batch)) == RECORDS
    if codec == Compression.NONE:
        # The leader epoch is the broker's to fill; kafka-python leaves 0 in it where Java has −1.
        assert batch[:12] == ours(codec)[:12]
        assert batch[16:] == ours(codec)[16:]


def test_they_see_our_markers():
    marker = marker_batch(ControlType.COMMIT, timestamp=9, producer_id=1, producer_epoch=2, coordinator_epoch=3)
    batch = aio_batch._DefaultRecordBatchPy(marker)
    assert batch.validate_crc()
    assert batch.is_control_batch
    assert batch.is_transactional
    assert next(iter(batch)).key == b"\x00\x00\x00\x01"


@OLD
@MAGIC
@pytest.mark.parametrize("reader", [aio_legacy.LegacyRecordBatch, aio_legacy._LegacyRecordBatchPy], ids=["c", "python"])
def test_aiokafka_reads_our_message_sets(codec, magic, reader):
    if magic == 0 and codec == Compression.LZ4:
        pytest.skip(AIOKAFKA_HAS_NO_OLD_LZ4)
    message_set = down_convert(ours(codec), magic)
    read, rest = [], io.BytesIO(message_set)
    while head := rest.read(12):
        batch = reader(head + rest.read(int.from_bytes(head[8:12], "big")), magic)
        assert batch.validate_crc()
        read += batch
    assert old_facts(read, magic) == old_facts(RECORDS, magic)


@OLD
@MAGIC
def test_kafka_python_reads_our_message_sets(codec, magic):
    batches = MemoryRecords(down_convert(ours(codec), magic))
    read = []
    while batches.has_next():
        read += batches.next_batch()
    assert old_facts(read, magic) == old_facts(RECORDS, magic)


@OLD
@MAGIC
@pytest.mark.parametrize(
    "writer",
    [aio_legacy.LegacyRecordBatchBuilder, aio_legacy._LegacyRecordBatchBuilderPy, LegacyRecordBatchBuilder],
    ids=["aiokafka c", "aiokafka python", "kafka-python"],
)
def test_we_read_and_convert_their_message_sets(codec, magic, writer):
    if magic == 0 and codec == Compression.LZ4 and writer is not LegacyRecordBatchBuilder:
        pytest.skip(AIOKAFKA_HAS_NO_OLD_LZ4)
    builder = writer(magic=magic, compression_type=int(codec), batch_size=1 << 20)
    for record in RECORDS:
        builder.append(record.offset, record.timestamp, record.key, record.value)
    message_set = bytes(builder.build())
    # A producer leaves its wrapper's offset at 0; the broker stamps the last one, and so does this test.
    last = len(RECORDS) - 1 if codec else 0
    read = list(iter_records(last.to_bytes(8, "big") + message_set[8:]))
    assert old_facts(read, magic) == old_facts(RECORDS, magic)
    batch = up_convert(message_set, now_ms=0)
    validate_batch(batch, 0, read_header(batch))
    assert read_header(batch).compression == codec
    assert old_facts(iter_records(batch), magic) == old_facts(RECORDS, magic)
    if codec == Compression.NONE:
        without_timestamps = [Record(r.offset, r.timestamp, 0, r.key, r.value, []) for r in RECORDS]
        assert encode_message_set(without_timestamps, magic) == message_set
