"""Kafka's files, any bytes in them: what is encoded is decoded, and what is none is refused as a corrupt file."""

from __future__ import annotations

import contextlib
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.protocol.disk.checkpoint import decode_epochs, decode_offsets, encode_epochs, encode_offsets
from kavka.protocol.disk.errors import CorruptFile
from kavka.protocol.disk.indexes import (
    AbortedTxn,
    decode_txn_index,
    encode_offset_index,
    encode_time_index,
    encode_txn_index,
    offset_index_entries,
    time_index_entries,
)
from kavka.protocol.disk.producer_snapshot import decode_snapshot, encode_snapshot
from kavka.protocol.disk.property_files import decode_partition_metadata, decode_properties, encode_partition_metadata

DECODERS = {
    "offsets": (decode_offsets, encode_offsets({("orders", 0): 15, ("orders", 1): 14})),
    "epochs": (decode_epochs, encode_epochs([(0, 0), (3, 20)])),
    "properties": (decode_properties, b"#\nversion=0\nbroker.id=3\n"),
    "topic id": (decode_partition_metadata, encode_partition_metadata(bytes(range(16)))),
    "offset index": (lambda data: offset_index_entries(data, base_offset=7), encode_offset_index([1, 5], [90, 200])),
    "time index": (lambda data: time_index_entries(data, base_offset=7), encode_time_index([90, 200], [1, 5])),
    "txn index": (decode_txn_index, encode_txn_index([AbortedTxn(7, 1, 5, 6), AbortedTxn(8, 2, 9, 10)])),
    "snapshot": (decode_snapshot, encode_snapshot([])),
}


@pytest.mark.parametrize("kind", DECODERS)
@given(data=st.data())
def test_bytes_that_are_no_such_file_are_a_corrupt_file_and_nothing_else(kind, data):
    decode, sound = DECODERS[kind]
    if data.draw(st.booleans()):
        stored = data.draw(st.binary(max_size=100))
    else:
        at = data.draw(st.integers(0, len(sound) - 1))
        stored = sound[:at] + data.draw(st.binary(max_size=3)) + sound[at + data.draw(st.integers(0, 3)) :]
    with contextlib.suppress(CorruptFile):
        decode(stored)


growing = st.lists(st.integers(1, 2**20), min_size=1, max_size=20).map(lambda steps: list(accumulate(steps)))


@given(offsets=growing, positions=growing, base=st.integers(0, 2**60))
def test_an_offset_index_is_read_as_it_was_written_zeros_behind_it_or_not(offsets, positions, base):
    columns = list(zip(offsets, positions, strict=False))
    data = encode_offset_index(*zip(*columns, strict=True))
    entries = [(base + offset, position) for offset, position in columns]
    assert offset_index_entries(data, base_offset=base) == entries
    assert offset_index_entries(data + bytes(8 * 3), base_offset=base) == entries


@given(timestamps=growing, offsets=growing, base=st.integers(0, 2**60))
def test_a_time_index_is_read_as_it_was_written_zeros_behind_it_or_not(timestamps, offsets, base):
    columns = list(zip(timestamps, offsets, strict=False))
    data = encode_time_index(*zip(*columns, strict=True))
    entries = [(timestamp, base + offset) for timestamp, offset in columns]
    assert time_index_entries(data, base_offset=base) == entries
    assert time_index_entries(data + bytes(12 * 3), base_offset=base) == entries


@given(offsets=growing.filter(lambda offsets: len(offsets) > 1))
def test_a_transaction_index_is_read_as_it_was_written(offsets):
    txns = [AbortedTxn(first, first, last, last + 1) for first, last in pairwise(offsets)]
    assert decode_txn_index(encode_txn_index(txns)) == txns


@given(
    offsets=st.dictionaries(
        st.tuples(st.from_regex(r"[a-zA-Z0-9._-]{1,20}", fullmatch=True), st.integers(0, 2**31 - 1)),
        st.integers(0, 2**63 - 1),
    )
)
def test_an_offset_checkpoint_is_read_as_it_was_written(offsets):
    assert decode_offsets(encode_offsets(offsets)) == offsets
