"""Records as Arrow columns are the records that `protocol.records` knows, whatever the bytes.

The sentence for the fuzzers: whatever stands in a chunk, decoding it by columns gives the rows that decoding it record
by record gives, or CorruptRecords where that raises it too; never another exception, never a byte from elsewhere.
"""

from __future__ import annotations

import itertools
import math
import random
from itertools import accumulate

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kavka.pipeline.columns import (
    COLUMNS,
    choose_partitions,
    decode_chunk,
    encode_batches,
    murmur2,
    places,
    schema,
)
from kavka.pipeline.columns.decode import from_records
from kavka.pipeline.columns.schema import HEADERS
from kavka.pipeline.sealed_batch import Producer
from kavka.protocol.records import CorruptRecords
from kavka.protocol.records.batch import (
    BatchBuilder,
    ControlType,
    iter_headers,
    iter_records,
    marker_batch,
    read_header,
    read_records,
)
from kavka.protocol.records.batch import with_log_append_time as stamped
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.message_set import encode_message_set
from kavka.wire.murmur2 import murmur2 as murmur2_of_one
from kavka.wire.murmur2 import partition_for_key
from kavka.wire.read_committed import Aborted, committed_records

pytestmark = pytest.mark.slow
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # the machine may be busy

LIMIT = 1 << 20
ALL = tuple(COLUMNS)
blobs = st.none() | st.binary(max_size=30) | st.binary(min_size=1, max_size=3).map(lambda part: part * 70)
large = blobs | st.just(b"8192 bytes need a varint of three" * 300)
headers = st.lists(st.tuples(st.text(max_size=10), blobs), max_size=3) | st.just([("k", b"v")] * 17)
timestamps = st.integers(-1, 2**50) | st.sampled_from([-1, 0, 2**62, -(2**61), 10**15])
rows = st.tuples(timestamps, blobs, blobs, headers)
large_rows = st.tuples(timestamps, large, large, headers)
contents = st.lists(large_rows, min_size=1, max_size=8) | st.tuples(rows, st.integers(60, 300)).map(
    lambda repeated: [repeated[0]] * repeated[1]
)
codecs = st.sampled_from(list(Compression))
columns = st.lists(st.sampled_from(ALL), min_size=1, max_size=8, unique=True)


@st.composite
def batches(draw, *, producers=(-1, 5, 6)):
    """One batch at base offset 0: plain, transactional, stamped by the broker or with holes; or a marker."""
    producer = draw(st.sampled_from(producers))
    if producer >= 0 and draw(st.booleans()):
        return marker_batch(
            draw(st.sampled_from(ControlType)),
            timestamp=1,
            producer_id=producer,
            producer_epoch=0,
            coordinator_epoch=1,
        )
    builder = BatchBuilder(
        compression=draw(codecs),
        producer_id=producer,
        producer_epoch=-1 if producer < 0 else 0,
        base_sequence=-1 if producer < 0 else 0,
        is_transactional=producer >= 0,
    )
    content = draw(contents)
    steps = itertools.cycle(draw(st.lists(st.sampled_from([1, 1, 2, 200]), min_size=1, max_size=3)))
    offset_deltas = accumulate(steps, initial=draw(st.integers(0, 3)))
    for (timestamp, key, value, record_headers), delta in zip(content, offset_deltas, strict=False):
        builder.append(timestamp=timestamp, key=key, value=value, headers=record_headers, offset_delta=delta)
    built = builder.build()
    return stamped(built, draw(timestamps)) if draw(st.booleans()) else built


@st.composite
def chunks(draw):
    """Batches one after the other, their offsets ascending, and the offset behind each."""
    data, offset = b"", draw(st.integers(0, 2**40))
    bounds = [offset]
    for batch in draw(st.lists(batches(), max_size=5)):
        [(_, header)] = iter_headers(batch)
        data += offset.to_bytes(8, "big") + batch[8:]
        offset += header.last_offset_delta + 1
        bounds.append(offset)
    return data, bounds


def decoded(data, **options):
    """All rows as one table; the same whether the batches of a chunk are walked side by side or one by one."""
    found = []
    for least in (0, math.inf):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(places, "SIDE_BY_SIDE_MIN", least)
            try:
                found.append(_decoded(data, **options))
            except CorruptRecords as error:
                found.append(error)
    if isinstance(found[0], CorruptRecords):
        assert isinstance(found[1], CorruptRecords)
        raise found[0]
    assert found[0].equals(found[1])
    return found[0]


def _decoded(data, **options):
    wanted = options.setdefault("columns", ALL)
    found = list(decode_chunk(data, topic="t", partition=3, max_bytes=LIMIT, **options))
    for batch in found:
        batch.validate(full=True)
        assert batch.num_rows
    return pa.Table.from_batches(found, schema(wanted))


def expected(records, wanted=ALL):
    return pa.Table.from_batches([from_records(records, "t", 3, wanted)], schema(wanted))


@unhurried
@given(chunk=chunks(), wanted=columns, cut=st.integers(0, 60))
def test_decoding_gives_what_decoding_record_by_record_gives(chunk, wanted, cut):
    data, _ = chunk
    cut_off = data + data[: min(cut, len(data) - 1 if data else 0)]
    table = decoded(cut_off, columns=wanted)
    assert table.equals(expected(list(iter_records(data)), wanted))


@unhurried
@given(chunk=chunks(), data=st.data())
def test_a_range_has_the_records_of_these_offsets(chunk, data):
    log, bounds = chunk
    start = data.draw(st.integers(bounds[0] - 1, bounds[-1] + 1))
    end = data.draw(st.integers(bounds[0] - 1, bounds[-1] + 1))
    inside = [record for record in iter_records(log) if start <= record.offset < end]
    assert decoded(log, first_offset=start, end_offset=end).equals(expected(inside))


@unhurried
@given(chunk=chunks(), data=st.data())
def test_aborted_transactions_are_left_out_as_the_bundled_consumer_leaves_them_out(chunk, data):
    log, bounds = chunk
    one = st.builds(Aborted, first_offset=st.integers(bounds[0] - 1, bounds[-1]), producer_id=st.sampled_from([5, 6]))
    aborted = data.draw(st.lists(one, max_size=3))
    assert decoded(log, aborted=aborted).equals(expected(list(committed_records(log, aborted))))


@unhurried
@given(
    content=contents,
    newer=batches(producers=(-1,)),
    magic=st.sampled_from([0, 1]),
    codec=st.sampled_from([codec for codec in Compression if codec != Compression.ZSTD]),
)
def test_old_messages_and_batches_mix(content, newer, magic, codec):
    builder = BatchBuilder()
    for timestamp, key, value, _ in content:
        builder.append(timestamp=timestamp % 2**50, key=key, value=value)
    old = encode_message_set(iter_records(builder.build()), magic, codec=codec)
    log = old + (len(content) + 3).to_bytes(8, "big") + newer[8:] + old
    assert decoded(log).equals(expected(list(iter_records(log))))
    late = [record for record in iter_records(log) if record.offset >= 1]
    assert decoded(log, first_offset=1).equals(expected(late))


def slowly(data):
    """What record by record comes out of batches v2 without a look at their checksums."""
    whole = [(pos, read_header(data, pos)) for pos, size in _places(data) if pos + size <= len(data)]
    return [
        record
        for pos, header in whole
        if not header.is_control and header.record_count
        for record in read_records(data, pos, header, max_bytes=LIMIT, check_crc=False)
    ]


def _places(data):
    """Where batches begin, and the sizes that they claim."""
    pos = 0
    while len(data) - pos > 16:
        size = 12 + int.from_bytes(data[pos + 8 : pos + 12], "big", signed=True)
        yield pos, size
        if size < 17:
            return
        pos += size


def agree(data):
    """Both ways of reading give the same, be it rows or a refusal."""
    try:
        right = slowly(data)
    except CorruptRecords:
        with pytest.raises(CorruptRecords):
            decoded(data, check_crc=False, first_offset=-(2**63))
        return
    if any(record.offset >= 2**63 for record in right):
        with pytest.raises(CorruptRecords):
            decoded(data, check_crc=False, first_offset=-(2**63))
        return
    assert decoded(data, check_crc=False, first_offset=-(2**63)).equals(expected(right))


@settings(unhurried, max_examples=300)
@given(chunk=chunks(), data=st.data())
def test_damaged_bytes_are_read_alike_or_refused_alike(chunk, data):
    log = bytearray(chunk[0])
    if not log:
        return
    for _ in range(data.draw(st.integers(1, 3))):
        log[data.draw(st.integers(0, len(log) - 1))] = data.draw(st.integers(0, 255))
    damaged = bytes(log)
    if all(damaged[pos + 16] == 2 for pos, _ in _places(damaged)):
        agree(damaged)
    else:
        _survives(damaged)  # old messages, or a magic that nobody knows


def _survives(data):
    for checked in (True, False):
        try:
            decoded(data, check_crc=checked)
        except CorruptRecords:
            continue


@settings(unhurried, max_examples=200)
@given(data=st.binary(max_size=400))
def test_any_bytes_at_all(data):
    _survives(data)


def test_mutations_by_the_thousand():
    """Hypothesis draws few bytes; this flips many, in records of every shape."""
    rng = random.Random(7)
    builder = BatchBuilder()
    for number in range(70):
        builder.append(
            timestamp=1000 + rng.choice([0, 70, 9000, 2**40]),
            key=rng.choice([None, b"", b"k" * 5, b"k" * 200]),
            value=rng.choice([None, b"", b"v" * 11, b"v" * 12, b"v" * 13, b"w" * 9000]) if number else b"x",
            headers=rng.choice([(), (), [("h", b"1"), ("i", None)]]),
        )
    batch = builder.build()
    for _ in range(1500):
        damaged = bytearray(batch)
        for _ in range(rng.choice([1, 1, 2, 5])):
            damaged[rng.randrange(61, len(batch) if rng.random() < 0.2 else 400)] = rng.choice(
                [0, 1, 2, 127, 128, 129, 255, rng.randrange(256)]
            )
        agree(bytes(damaged))


@unhurried
@given(
    content=contents,
    codec=codecs,
    room=st.sampled_from([200, 5_000, 1 << 20]),
    has_headers=st.booleans(),
    producer=st.builds(
        Producer,
        producer_id=st.integers(-1, 2**62),
        producer_epoch=st.integers(-1, 2**15 - 1),
        base_sequence=st.integers(-1, 2**31 - 1),
        is_transactional=st.booleans(),
    ),
)
def test_encoding_writes_the_bytes_that_the_builder_writes(content, codec, room, has_headers, producer):
    content = [(ts, key, value, given_headers if has_headers else []) for ts, key, value, given_headers in content]
    found = list(
        encode_batches(
            key=pa.array([row[1] for row in content], pa.binary()),
            value=pa.array([row[2] for row in content], pa.binary()),
            timestamp_ms=np.array([row[0] for row in content], np.int64),
            headers=header_column(content) if has_headers else None,
            compression=codec,
            batch_bytes_max=room,
        )
    )
    assert sum(batch.record_count for batch in found) == len(content)
    left = iter(content)
    for batch in found:
        builder = BatchBuilder(
            compression=codec,
            producer_id=producer.producer_id,
            producer_epoch=producer.producer_epoch,
            base_sequence=producer.base_sequence,
            is_transactional=producer.is_transactional,
        )
        for _ in range(batch.record_count):
            timestamp, key, value, record_headers = next(left)
            builder.append(timestamp=timestamp, key=key, value=value, headers=record_headers)
        assert batch.seal(producer) == builder.build()
        assert batch.record_count == 1 or builder.size_estimate <= room


def header_column(content):
    return pa.array([[{"key": k, "value": v} for k, v in row[3]] or None for row in content], HEADERS)


@unhurried
@given(
    keys=st.lists(st.none() | st.binary(max_size=20) | st.binary(min_size=250, max_size=300), max_size=40),
    count=st.integers(1, 1000),
    skip=st.integers(0, 3),
)
def test_keys_go_where_the_bundled_producer_sends_them(keys, count, skip):
    column = pa.array([b"before"] * skip + keys, pa.binary()).slice(skip)
    assert murmur2(column).tolist() == [murmur2_of_one(key or b"") for key in keys]
    chosen = choose_partitions(column, count, without_key=count - 1)
    assert chosen.tolist() == [count - 1 if key is None else partition_for_key(key, count) for key in keys]
