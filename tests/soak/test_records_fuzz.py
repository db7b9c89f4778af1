"""A million damaged batches and message sets: records or CorruptRecords, quickly, within the limits, and nothing else.

Damage is done where it hurts: under a checksum that was made right again, and inside what was compressed. Hypothesis
does the same with fewer and better inputs in `tests/property/test_records_properties.py`.
"""

from __future__ import annotations

import random
import struct
import time
import tracemalloc
import zlib

import pytest

from kavka.protocol.errors import InvalidTimestamp, UnsupportedCompressionType
from kavka.protocol.records import CorruptRecords
from kavka.protocol.records.batch import (
    BatchBuilder,
    iter_headers,
    iter_records,
    read_header,
    scan_batch,
    validate_batch,
)
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.crc32c import crc32c
from kavka.protocol.records.legacy import down_convert, magic_of, up_convert

pytestmark = pytest.mark.soak

INPUTS = 1_000_000
LIMIT = 1 << 20
SECONDS_MAX_PER_INPUT = 2.0  # of a machine that does many other things; one takes 100 µs
REFUSALS = (CorruptRecords, InvalidTimestamp, UnsupportedCompressionType)
EXTREMES = (0, 1, 0x7F, 0x80, 0xFE, 0xFF)


def corpus(rng):
    """Batches and message sets of every compression, format and shape."""
    found = []
    for codec in Compression:
        for count in (1, 3, 30):
            builder = BatchBuilder(compression=codec, base_offset=rng.getrandbits(40))
            for number in range(count):
                builder.append(
                    timestamp=1000 + number * rng.choice((0, 1, 100)),
                    key=rng.choice((None, b"key", b"k" * 70)),
                    value=rng.choice((None, b"value", rng.randbytes(90))),
                    headers=rng.choice(((), [("name", b"x")], [("n", None), ("\u00fc", b"")])),
                )
            batch = builder.build()
            found.append(batch)
            if codec != Compression.ZSTD:
                found += [down_convert(batch, 0), down_convert(batch, 1)]
    return found


def damaged(rng, whole):
    """Some bytes changed, cut out or doubled, and the checksum right again in three of four."""
    buf = bytearray(whole)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(buf))
        how = rng.random()
        if how < 0.5:
            buf[at] = rng.choice(EXTREMES)
        elif how < 0.8:
            buf[at] ^= 1 << rng.randrange(8)
        elif how < 0.9 and len(buf) > 20:
            del buf[at : at + rng.randint(1, 8)]
        else:
            buf[at:at] = buf[at : at + rng.randint(1, 8)]
    if len(buf) > 61 and rng.random() < 0.75:
        if rng.random() < 0.5:
            struct.pack_into(">i", buf, 8, len(buf) - 12)
        if buf[16] == 2:
            struct.pack_into(">I", buf, 17, crc32c(buf[21:]))
        else:
            struct.pack_into(">I", buf, 12, zlib.crc32(buf[16:]))
    return bytes(buf)


def readings(buf):
    """Everything that meets foreign bytes."""
    return (
        lambda: sum(1 for _ in iter_records(buf, include_control=True, max_bytes=LIMIT)),
        lambda: [validate_batch(buf, pos, header, from_client=False) for pos, header in iter_headers(buf)],
        lambda: sum(1 for _ in scan_batch(buf, 0, read_header(buf), max_bytes=LIMIT)),
        lambda: magic_of(buf),
        lambda: up_convert(buf, max_bytes=LIMIT),
        lambda: down_convert(buf, 1, max_bytes=LIMIT),
    )


@pytest.mark.timeout(3000)
def test_a_million_damaged_inputs(record_property):
    rng = random.Random(20)
    originals = corpus(rng)
    refused = slowest = 0
    tracemalloc.start(1)
    tracemalloc.stop()  # the first use is expensive; it is on for one input of a hundred only
    for number in range(INPUTS):
        buf = damaged(rng, rng.choice(originals))
        watched = number % 100 == 0
        if watched:
            tracemalloc.start(1)
        started = time.perf_counter()
        for read in readings(buf):
            try:
                read()
            except REFUSALS:
                refused += 1
        slowest = max(slowest, time.perf_counter() - started)
        if watched:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert peak < 64 * LIMIT, f"{peak} bytes for {buf.hex()}"
    record_property("slowest input, s", slowest)
    assert slowest < SECONDS_MAX_PER_INPUT
    assert INPUTS < refused < 6 * INPUTS, "damage that nothing notices, or everything refused, tests nothing"
