"""Which batches a copy sends on as they are, and that the others say the same when they have been encoded anew."""

from __future__ import annotations

import pytest

from kavka.pipeline.copying.whole_batches import FetchedPart, Rules, outgoing
from kavka.pipeline.sealed_batch import Producer
from kavka.protocol.records import CorruptRecords
from kavka.protocol.records.batch import BatchBuilder, iter_records, read_header, validate_batch
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.header import HEADER_SIZE, with_log_append_time
from kavka.protocol.records.message_set import encode_message_set
from kavka.wire.read_committed import Aborted

EVERYTHING = 2**63 - 1
LARGE = Rules(joined_bytes_min=0)
"""Every batch is large enough to stay."""

SMALL = Rules(joined_bytes_min=2**30)
NEW = Producer(producer_id=7, producer_epoch=3, base_sequence=40, is_transactional=True)
STAMP_MS = 1_700_000_000_000


def batch(*values, offset=0, codec=Compression.NONE, gaps=(), **producer):
    builder = BatchBuilder(base_offset=offset, compression=codec, **producer)
    delta = 0
    for number, value in enumerate(values):
        delta += number in gaps
        builder.append(
            timestamp=STAMP_MS + number, key=b"k%d" % number, value=value, headers=[("h", value)], offset_delta=delta
        )
        delta += 1
    return builder.build()


def copied(data, rules, *, first=0, end=EVERYTHING, aborted=(), check_crc=True):
    """Sealed batches, each as a broker takes it from a producer."""
    found = []
    for one in outgoing(FetchedPart(data, first, end, tuple(aborted), check_crc), rules):
        sealed = one.seal(NEW)
        header = read_header(sealed)
        validate_batch(sealed, 0, header)
        assert (header.producer_id, header.producer_epoch, header.base_sequence) == (7, 3, 40)
        assert header.record_count == one.record_count
        found.append(sealed)
    return found


def contents(data):
    return [(r.timestamp, r.key, r.value, list(r.headers)) for r in iter_records(data)]


@pytest.mark.parametrize("codec", Compression)
def test_a_batch_goes_on_byte_by_byte_under_the_header_of_its_new_producer(codec):
    data = batch(b"a" * 50, b"b" * 50, None, offset=9, codec=codec, producer_id=1, producer_epoch=0, base_sequence=0)
    (found,) = copied(data, LARGE)
    assert found[HEADER_SIZE:] == data[HEADER_SIZE:]
    assert contents(found) == contents(data)


def test_batches_are_compressed_anew_where_that_is_asked_for():
    data = batch(b"a" * 500, codec=Compression.GZIP) + batch(b"b" * 500, offset=1, codec=Compression.ZSTD)
    found = copied(data, LARGE._replace(compression=Compression.ZSTD))
    assert [read_header(one).compression for one in found] == [Compression.ZSTD, Compression.ZSTD]
    assert contents(b"".join(found)) == contents(data)
    assert found[1][HEADER_SIZE:] == data[-len(found[1]) + HEADER_SIZE :]


def test_small_neighbours_are_joined_and_a_small_one_alone_is_not():
    small = [batch(b"v%d" % number, offset=number) for number in range(20)]
    large = batch(b"x" * 5_000, offset=20)
    last = batch(b"y", offset=21)
    data = b"".join([*small, large, last])
    found = copied(data, Rules(joined_bytes_min=1_000))
    assert [read_header(one).record_count for one in found] == [20, 1, 1]
    assert found[1][HEADER_SIZE:] == large[HEADER_SIZE:]
    assert found[2][HEADER_SIZE:] == last[HEADER_SIZE:]
    assert contents(b"".join(found)) == contents(data)


def test_neighbours_of_another_codec_are_not_joined():
    data = b"".join(batch(b"v", offset=n, codec=Compression.LZ4 if n < 3 else Compression.NONE) for n in range(6))
    found = copied(data, SMALL)
    assert [read_header(one).compression for one in found] == [Compression.LZ4, Compression.NONE]
    assert contents(b"".join(found)) == contents(data)


@pytest.mark.parametrize(("first", "end"), [(2, 9), (0, 4), (3, 5), (6, 9)])
@pytest.mark.parametrize("rules", [LARGE, SMALL])
def test_nothing_outside_of_the_range_is_sent(first, end, rules):
    data = batch(*[b"%d" % n for n in range(5)]) + batch(*[b"%d" % n for n in range(5, 10)], offset=5)
    found = copied(data, rules, first=first, end=end)
    assert [value for _, _, value, _ in contents(b"".join(found))] == [b"%d" % n for n in range(first, end)]


@pytest.mark.parametrize("rules", [LARGE, SMALL])
def test_what_a_producer_could_not_have_written_is_encoded_anew(rules):
    compacted = batch(b"a", b"b", b"c", gaps=(1,))
    assert read_header(compacted).last_offset_delta == 3
    stamped = with_log_append_time(batch(b"d", b"e", offset=4), STAMP_MS + 77)
    data = compacted + stamped
    found = b"".join(copied(data, rules))
    assert contents(found) == contents(data)
    assert [timestamp for timestamp, *_ in contents(found)][3:] == [STAMP_MS + 77, STAMP_MS + 77]


def test_messages_of_old_formats_become_batches():
    old = encode_message_set(iter_records(batch(b"a", b"b")), 1)
    data = old + batch(b"c" * 100, offset=2)
    found = copied(data, LARGE)
    assert [(key, value) for _, key, value, _ in contents(b"".join(found))] == [
        (b"k0", b"a"),
        (b"k1", b"b"),
        (b"k0", b"c" * 100),
    ]


def test_records_of_aborted_transactions_are_left_out_between_small_neighbours():
    gone = {"producer_id": 5, "producer_epoch": 0, "base_sequence": 0, "is_transactional": True}
    data = batch(b"a") + batch(b"never", offset=1, **gone) + batch(b"b", offset=2)
    found = copied(data, SMALL, aborted=[Aborted(1, 5)])
    assert [value for _, _, value, _ in contents(b"".join(found))] == [b"a", b"b"]
    everything = copied(data, SMALL)
    assert [value for _, _, value, _ in contents(b"".join(everything))] == [b"a", b"never", b"b"]


def test_a_batch_of_more_than_a_request_takes_becomes_several():
    data = batch(*[bytes([number]) * 400 for number in range(20)])
    found = copied(data, LARGE._replace(request_bytes_max=2_000, batch_bytes_max=2_000))
    assert len(found) > 3
    assert max(map(len, found)) <= 2_000
    assert contents(b"".join(found)) == contents(data)


@pytest.mark.parametrize("rules", [LARGE, SMALL])
def test_damaged_bytes_are_not_called_sound(rules):
    data = bytearray(batch(b"a" * 100) + batch(b"b" * 100, offset=1))
    data[-5] ^= 1
    with pytest.raises(CorruptRecords, match="checksum"):
        copied(bytes(data), rules)


def test_a_batch_that_is_cut_off_is_left_for_the_next_fetch():
    data = batch(b"a" * 100) + batch(b"b" * 100, offset=1)
    assert [value for _, _, value, _ in contents(b"".join(copied(data[:-1], LARGE)))] == [b"a" * 100]
