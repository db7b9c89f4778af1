"""Columns and records at their edges: limits, nulls, what cannot be said. The rest are properties (tests/property)."""

from __future__ import annotations

import platform

import numpy as np
import pyarrow as pa
import pytest

from kavka.pipeline.columns import batches as batches_module
from kavka.pipeline.columns import choose_partitions, decode_chunk, encode_batches, keep_freed_memory, schema
from kavka.pipeline.columns import encode as encode_module
from kavka.pipeline.columns.gather import gather
from kavka.pipeline.columns.schema import HEADERS
from kavka.protocol.records import CorruptRecords, DecompressedTooLarge
from kavka.protocol.records.batch import BatchBuilder, iter_records
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.message_set import encode_message_set
from kavka.wire.murmur2 import partition_for_key


def batch(*values, offset=0, codec=Compression.NONE, timestamp=1_000):
    builder = BatchBuilder(base_offset=offset, compression=codec)
    for value in values:
        builder.append(timestamp=timestamp, key=None, value=value)
    return builder.build()


def decoded(data, *columns, **options):
    wanted = columns or ("value",)
    found = list(decode_chunk(data, topic="t", partition=1, columns=wanted, **options))
    return [row for one in found for row in one.to_pylist()]


def encoded(values, **options):
    column = pa.array(values, pa.binary())
    return list(encode_batches(key=None, value=column, timestamp_ms=np.zeros(len(values), np.int64), **options))


# ---------------------------------------------------------------- decoding


def test_the_columns_are_those_that_were_asked_for_in_their_order():
    [row] = decoded(batch(b"v", offset=9), "offset", "topic", "value", "partition")
    assert list(row.items()) == [("offset", 9), ("topic", "t"), ("value", b"v"), ("partition", 1)]


def test_a_column_that_is_not_there_is_named():
    with pytest.raises(ValueError, match="no column 'values'; there are key, value"):
        schema(["values"])
    with pytest.raises(ValueError, match="no column 'values'"):
        decoded(b"", "values")


@pytest.mark.parametrize("codec", [Compression.NONE, Compression.LZ4])
def test_values_as_views_are_the_same_values(codec):
    values = [b"", b"twelve bytes", b"thirteen byte", None, b"x" * 1_000]
    old = encode_message_set(iter_records(batch(*values)), 1, codec=codec)
    data = old + batch(*values, offset=5, codec=codec)
    columns = ("value", "offset")
    options = {"topic": "t", "partition": 1, "columns": columns, "first_offset": 1}
    found = pa.Table.from_batches(decode_chunk(data, as_views=True, **options), schema(columns, as_views=True))
    found.validate(full=True)
    assert found.to_pylist() == decoded(data, *columns, first_offset=1)
    assert found["value"].to_pylist() == [*values[1:], *values]


def test_nothing_comes_of_no_bytes_and_of_a_batch_that_is_cut_off():
    assert decoded(b"") == []
    assert decoded(batch(b"v")[:-1]) == []
    assert decoded(batch(b"v") + batch(b"w", offset=1)[:-1]) == [{"value": b"v"}]


def test_a_time_beyond_microseconds_is_null_and_others_are_kept():
    data = batch(b"ns", timestamp=1_700_000_000_000_000_000) + batch(b"none", timestamp=-1, offset=1)
    column = pa.Table.from_batches(decode_chunk(data, topic="t", partition=0, columns=["timestamp"]))["timestamp"]
    assert column.cast(pa.int64()).to_pylist() == [None, -1000]


def test_a_damaged_batch_is_refused_unless_checksums_are_not_looked_at():
    data = bytearray(batch(b"value"))
    data[-2] ^= 1
    with pytest.raises(CorruptRecords, match="checksum"):
        decoded(bytes(data))
    assert len(decoded(bytes(data), check_crc=False)) == 1


def test_a_batch_of_another_range_is_not_even_checked():
    data = bytearray(batch(b"a") + batch(b"b", offset=1))
    data[-2] ^= 1
    assert decoded(bytes(data), end_offset=1) == [{"value": b"a"}]


def test_what_inflates_to_much_comes_in_several_batches(monkeypatch):
    monkeypatch.setattr(batches_module, "INFLATED_BYTES_MAX", 3_000)
    data = b"".join(batch(b"%d" % n * 1_000, offset=n, codec=Compression.ZSTD) for n in range(8))
    found = list(decode_chunk(data, topic="t", partition=0, columns=["offset"]))
    assert [one.num_rows for one in found] == [2, 2, 2, 2]
    assert [row["offset"] for one in found for row in one.to_pylist()] == list(range(8))


def test_a_bomb_is_refused_before_it_is_inflated():
    with pytest.raises(DecompressedTooLarge):
        decoded(batch(bytes(5_000_000), codec=Compression.ZSTD), max_bytes=1_000_000)


def test_a_count_that_the_bytes_cannot_hold_takes_no_memory():
    data = bytearray(batch(b"v"))
    data[57:61] = (2**31 - 1).to_bytes(4, "big")
    data[23:27] = (2**31 - 2).to_bytes(4, "big")
    with pytest.raises(CorruptRecords, match="2147483647 records in"):
        decoded(bytes(data), check_crc=False)


@pytest.mark.parametrize(("at", "length"), [(0, 11), (8, 3), (-1, 2), (0, -2), (2**40, 1), (2**40, 0)], ids=str)
def test_nothing_is_gathered_from_outside(at, length):
    area = np.arange(10, dtype=np.uint8)
    with pytest.raises(CorruptRecords):
        gather(area, np.array([0, at]), np.array([10, length]))


def test_a_header_key_that_is_not_utf_8_is_read_as_kafkas_clients_read_it():
    builder = BatchBuilder()
    builder.append(timestamp=0, key=None, value=b"", headers=[("name", b"v"), ("sound", None)])
    data = builder.build().replace(b"name", b"n\xff\xfee")
    (row,) = decoded(data, "headers", check_crc=False)
    assert row["headers"] == [{"key": "n\ufffd\ufffde", "value": b"v"}, {"key": "sound", "value": None}]


# ---------------------------------------------------------------- encoding


def test_strings_and_large_and_sliced_columns_are_taken():
    text = pa.array(["zero", "ä", None, ""])
    for column in (text, text.cast(pa.large_binary()), pa.chunked_array([text[:1], text[1:]])):
        [one] = encode_batches(key=column, value=column, timestamp_ms=np.zeros(4))
        records = list(iter_records(one.seal()))
        assert [record.value for record in records] == [b"zero", "ä".encode(), None, b""]
        assert [record.key for record in records] == [b"zero", "ä".encode(), None, b""]
    [one] = encode_batches(key=text[1:], value=text[:3], timestamp_ms=np.arange(4)[1:])
    assert [(r.key, r.value, r.timestamp) for r in iter_records(one.seal())] == [
        ("ä".encode(), b"zero", 1),
        (None, "ä".encode(), 2),
        (b"", None, 3),
    ]


def test_no_rows_are_no_batches():
    assert encoded([]) == []
    assert encoded([], headers=pa.array([], HEADERS)) == []


@pytest.mark.parametrize("rows", [[None, None], [[], []], [[], None], [None, [("k", None), ("k", b"")]]], ids=str)
def test_headers_of_all_kinds_of_nothing(rows):
    column = pa.array(
        [row if row is None else [{"key": key, "value": value} for key, value in row] for row in rows], HEADERS
    )
    [one] = encoded([b"a", b"b"], headers=column)
    assert [record.headers for record in iter_records(one.seal())] == [row or [] for row in rows]


def test_a_header_needs_a_key():
    with pytest.raises(ValueError, match="a header needs a key"):
        encoded([b"a"], headers=pa.array([[{"key": None, "value": b""}]], HEADERS))


def test_columns_of_different_lengths():
    with pytest.raises(ValueError, match=r"different lengths: \[1, 2, 1\]"):
        list(encode_batches(key=pa.array(["k"]), value=pa.array(["a", "b"]), timestamp_ms=np.zeros(1)))


def test_rows_are_encoded_a_window_at_a_time(monkeypatch):
    values = [b"%d" % number * 50 for number in range(200)]
    whole = [one.seal() for one in encoded(values, batch_bytes_max=1_000)]
    monkeypatch.setattr(encode_module, "WINDOW_BYTES_MAX", 3_000)
    assert [one.seal() for one in encoded(values, batch_bytes_max=1_000)] == whole
    with pytest.raises(ValueError, match="the limit is 3000"):
        encoded([b"small", b"x" * 4_000])


def test_a_record_larger_than_a_batch_goes_alone():
    found = encoded([b"a", b"x" * 5_000, b"b"], batch_bytes_max=1_000)
    assert [one.record_count for one in found] == [1, 1, 1]
    assert found[1].size_in_bytes > 5_000


# ---------------------------------------------------------------- partitions


def test_text_keys_go_where_their_bytes_go():
    keys = ["", "a", "ключ", None, "a-little-bit-longer-string"]
    chosen = choose_partitions(pa.chunked_array([keys[:2], keys[2:]]), 7, without_key=3)
    assert chosen.tolist() == [3 if key is None else partition_for_key(key.encode(), 7) for key in keys]


def test_no_keys_at_all():
    assert choose_partitions(pa.array([], pa.binary()), 7, without_key=3).tolist() == []
    assert choose_partitions(pa.nulls(3, pa.binary()), 7, without_key=3).tolist() == [3, 3, 3]


def test_freed_memory_is_kept_where_the_c_library_can_be_told():
    assert keep_freed_memory() is (platform.libc_ver()[0] == "glibc")
