"""The walk against the writer: every batch is found, and faults that are planted are found where they are."""

from __future__ import annotations

import random
import struct
import zlib

import pytest

from kavka.pipeline.audit.batches import walk
from kavka.protocol.records.header import HEADER_SIZE
from tests.support.pipeline.audit_logs import batch, joined, random_log


def walked(data, **given):
    return walk(memoryview(data), **given)


@pytest.mark.parametrize("seed", range(20))
def test_every_batch_of_a_sound_log_is_found(seed):
    made = random_log(seed)
    found = walked(joined(made), position=1000)
    assert found.batches["base_offset"].tolist() == [one.base_offset for one in made]
    assert found.batches["next_offset"].tolist() == [one.next_offset for one in made]
    assert found.batches["epoch"].tolist() == [one.epoch for one in made]
    assert found.batches["size"].tolist() == [len(one.data) for one in made]
    assert found.batches["position"].tolist()[:2] == [1000, 1000 + len(made[0].data)]
    assert (found.batches["crc"] == found.batches["computed"]).all()
    assert (found.faults, found.tail, found.end) == ([], 0, 1000 + len(joined(made)))


@pytest.mark.parametrize("seed", range(60))
def test_a_flipped_bit_anywhere_costs_at_most_one_batch(seed):
    """Whatever field it hits: the others are all found, and something is said unless no check covers it."""
    chance = random.Random(seed)
    made = random_log(seed, batches=12)
    data, victim = bytearray(joined(made)), chance.randrange(12)
    begin = sum(len(one.data) for one in made[:victim])
    at = chance.randrange(len(made[victim].data)) if seed % 2 else chance.randrange(HEADER_SIZE)
    data[begin + at] ^= 1 << chance.randrange(8)
    found = walked(data)
    others = {one.base_offset for number, one in enumerate(made) if number != victim}
    assert others <= set(found.batches["base_offset"].tolist())
    failures = (found.batches["crc"] != found.batches["computed"]).sum()
    by_no_checksum = at < 8 or 12 <= at < 16  # base offset and leader epoch: what follows and replicas tell
    assert by_no_checksum or failures + len(found.faults) + bool(found.tail) >= 1


@pytest.mark.parametrize("length", [0, 48, 49, 200, 1 << 20, -1, 2**31 - 1])
def test_a_length_that_lies_hides_one_batch_only(length):
    made = random_log(5, batches=9)
    data = bytearray(joined(made))
    begin = sum(len(one.data) for one in made[:4])
    struct.pack_into(">i", data, begin + 8, length)
    found = walked(data)
    assert set(found.batches["base_offset"].tolist()) >= {one.base_offset for one in made} - {made[4].base_offset}
    assert [(fault.kind, fault.position) for fault in found.faults] == [("broken batch", begin)]
    assert found.tail == 0


def test_what_only_looks_like_a_batch_is_not_taken_for_one():
    """A value that is a whole log, in a batch whose header is gone: its offsets lie behind."""
    inner = joined(random_log(1, batches=3, base_offset=10))
    data = bytearray(batch(500) + batch(503, count=1, value=inner) + batch(504))
    data[len(batch(500)) + 16] = 77
    found = walked(data)
    assert found.batches["base_offset"].tolist() == [500, 504]


@pytest.mark.parametrize("cut", [1, 11, 16, 60, 61, 90])
def test_half_a_batch_at_the_end_is_a_tail(cut):
    whole, half = batch(0), batch(3, value=b"v" * 40)[:cut]
    found = walked(whole + half)
    assert (found.end, found.tail, len(found.batches), found.faults) == (len(whole), cut, 1, [])


def message(offset, value, *, magic, codec=0):
    stamp = struct.pack(">q", 5) if magic else b""
    body = struct.pack(">bb", magic, codec) + stamp + struct.pack(">i", -1) + struct.pack(">i", len(value)) + value
    return struct.pack(">qiI", offset, len(body) + 4, zlib.crc32(body)) + body


def test_messages_of_old_formats_are_walked_too():
    data = message(0, b"a", magic=0) + message(1, b"b", magic=1) + message(9, b"zip", magic=1, codec=1) + batch(10)
    found = walked(data)
    rows = [tuple(int(row[name]) for name in ("base_offset", "next_offset", "magic", "count")) for row in found.batches]
    assert rows == [(0, 1, 0, 1), (1, 2, 1, 1), (2, 10, 1, 8), (10, 13, 2, 3)]
    assert (found.batches["crc"] == found.batches["computed"]).all()
    broken = bytearray(data)
    broken[26] ^= 1
    rows = walked(broken).batches
    assert (rows["crc"] != rows["computed"]).tolist() == [True, False, False, False]


def test_garbage_is_a_tail_and_takes_no_time():
    garbage = random.Random(3).randbytes(1 << 20)
    found = walked(garbage)
    assert (len(found.batches), found.end, found.tail) == (0, 0, 1 << 20)
    assert walked(b"").tail == 0
