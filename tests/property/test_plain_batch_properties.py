"""The short way through the validator never says anything but the long one, whatever a producer sends."""

from __future__ import annotations

import struct

from hypothesis import given, settings
from hypothesis import strategies as st

from kavka.broker.config.topic_config import LogConfig
from kavka.broker.log.validator import validate_for_leader
from kavka.protocol.errors import KafkaError
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.crc32c import crc32c
from tests.support.log.building import NOW_MS, batch

# Position and format of every field of a batch's header; the checksum is made right again, or not.
FIELDS = [(0, ">q"), (8, ">i"), (12, ">i"), (16, ">b"), (17, ">I"), (21, ">h"), (23, ">i"), (27, ">q"), (35, ">q")]
FIELDS += [(43, ">q"), (51, ">h"), (53, ">i"), (57, ">i")]
VALUES = st.sampled_from([-(2**15), -2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 16, 32, 64, 100, 2**15 - 1]) | st.integers(
    -300, 300
)

CONFIGS = [
    {},
    {"max.message.bytes": "100"},
    {"segment.bytes": "100"},
    {"cleanup.policy": "compact"},
    {"message.timestamp.type": "LogAppendTime"},
    {"message.timestamp.difference.max.ms": "10"},
    {"message.timestamp.before.max.ms": "10"},
    {"message.timestamp.after.max.ms": "10"},
    {"compression.type": "gzip"},
]


@st.composite
def sent(draw):
    """A batch, mostly a good one, of which some fields or the end may be wrong."""
    values = draw(st.lists(st.binary(max_size=40), min_size=1, max_size=3))
    data = bytearray(
        batch(
            *values,
            key=draw(st.sampled_from([None, b"k"])),
            compression=draw(st.sampled_from([Compression.NONE, Compression.GZIP, Compression.ZSTD])),
            producer=draw(st.sampled_from([(-1, -1, -1), (4, 0, 0), (4, -1, 0), (4, 0, -1), (-1, 3, 3)])),
            timestamp=draw(st.sampled_from([NOW_MS, NOW_MS - 100, -1])),
        )
    )
    for at, form in draw(st.lists(st.sampled_from(FIELDS), min_size=1, max_size=2)):
        low = 0 if form == ">I" else -(1 << (8 * struct.calcsize(form) - 1))
        struct.pack_into(form, data, at, max(low, min(draw(VALUES), 127 if form == ">b" else 2**15 - 1)))
    if draw(st.booleans()):
        struct.pack_into(">I", data, 17, crc32c(memoryview(data)[21:]))
    if draw(st.integers(0, 4)):
        return bytes(data)
    cut = draw(st.sampled_from([0, 1, 30, len(data) - 61, len(data) - 60, len(data)]))
    return bytes(data[: len(data) - cut] + draw(st.sampled_from([b"", b"\0", bytes(data)])))


def outcome(records, config, single_batch, from_client):
    """What the validator makes of it, in values that compare."""
    try:
        valid = validate_for_leader(
            records,
            partition="orders-0",
            config=config,
            now_ms=NOW_MS,
            single_batch=single_batch,
            from_client=from_client,
        )
    except KafkaError as error:
        return type(error), error.message, getattr(error, "record_errors", None)
    return bytes(valid.buffer), list(valid.batches)


@settings(max_examples=500)
@given(
    records=sent(),
    overrides=st.just({}) | st.sampled_from(CONFIGS),
    single_batch=st.booleans(),
    from_client=st.booleans(),
)
def test_the_short_way_says_what_the_long_one_says(records, overrides, single_batch, from_client):
    config, without = LogConfig(overrides), LogConfig(overrides)
    without.plain_batch_bytes_max = -1  # so that nothing is plain
    assert outcome(records, config, single_batch, from_client) == outcome(records, without, single_batch, from_client)


def test_the_short_way_is_taken_where_nothing_is_special():
    plain = LogConfig({"max.message.bytes": "1000", "segment.bytes": "2000"})
    assert plain.plain_batch_bytes_max == 1000
    assert all(LogConfig(overrides).plain_batch_bytes_max == -1 for overrides in CONFIGS[3:])
