"""A producer snapshot's bytes: there and back, and what is none."""

from __future__ import annotations

import struct

import pytest

from kavka.protocol.disk.errors import CorruptSnapshot
from kavka.protocol.disk.producer_entry import CachedBatch, ProducerEntry
from kavka.protocol.disk.producer_snapshot import decode_snapshot, encode_snapshot
from kavka.protocol.records.crc32c import crc32c
from kavka.timer.moments import WallMs

WROTE = ProducerEntry(7, 2, (CachedBatch(5, 9, 104, 4, 1_000),), WallMs(1_000), WallMs(1_000), 3, 100)
ONLY_ENDED = ProducerEntry(8, 1, (), WallMs(2_000), WallMs(2_000), 4, -1)


def facts(entries):
    return [[getattr(entry, name) for name in ProducerEntry.__slots__] for entry in entries]


def test_producers_there_and_back():
    data = encode_snapshot([WROTE, ONLY_ENDED])
    assert facts(decode_snapshot(data)) == facts([WROTE, ONLY_ENDED])
    assert facts(decode_snapshot(data, {8})) == facts([ONLY_ENDED])


def with_checksum(body):
    return struct.pack(">hI", 1, crc32c(body)) + body


@pytest.mark.parametrize(
    ("data", "what"),
    [
        pytest.param(b"", "0 bytes", id="empty"),
        pytest.param(encode_snapshot([WROTE])[:9], "9 bytes", id="less than a head"),
        pytest.param(b"\0\2" + encode_snapshot([WROTE])[2:], "version 2", id="a later version"),
        pytest.param(encode_snapshot([WROTE])[:-1] + b"\1", "the checksum differs", id="another byte"),
        pytest.param(with_checksum(struct.pack(">i", 3) + bytes(46)), "3 entries in", id="another count"),
    ],
)
def test_what_is_no_snapshot_is_corrupt(data, what):
    with pytest.raises(CorruptSnapshot, match=what):
        decode_snapshot(data)
