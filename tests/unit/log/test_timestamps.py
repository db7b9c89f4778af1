"""Offsets by time: the first by offset, whatever the order of the timestamps."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kavka.protocol.records.compression import Compression
from tests.support.log import transacting
from tests.support.log.building import NOW_MS, LogBench, append

TIMES = st.one_of(st.integers(0, 60), st.sampled_from([-1, 2**62, NOW_MS]))


@given(
    st.lists(st.lists(TIMES, min_size=1, max_size=4), max_size=14),
    st.sampled_from([120, 300, 1 << 20]),
    st.sampled_from([0, 100, 4096]),
    st.integers(0, 20),
    st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_bug_62_the_same_answer_as_looking_at_every_record(tmp_path_factory, batches, segment, interval, start, reopen):
    bench = LogBench(tmp_path_factory.mktemp("times"))
    log = bench.open(
        config={
            "segment.bytes": segment,
            "index.interval.bytes": interval,
            "segment.ms": 2**62,
            "max.message.bytes": 99999,
        }
    )
    records = []
    for times in batches:
        if segment < 300 and len(times) > 2:
            times = times[:2]
        values = [b""] * len(times)
        info = append(log, *values, timestamp=times, epoch=len(records) // 9)
        records += [(offset, time) for offset, time in enumerate(times, info.first_offset)]
    log.maybe_increment_high_watermark(log.log_end_offset)
    log.maybe_increment_log_start_offset(min(start, log.log_end_offset))
    if reopen:
        log.close()
        log = bench.open(clean=True, log_start_offset=log.log_start_offset)
    visible = [record for record in records if record[0] >= log.log_start_offset]
    end = log.log_end_offset
    for asked in (0, 1, 17, 30, 59, 60, 61, NOW_MS, 2**62):
        expected = next(((time, offset) for offset, time in visible if time >= asked), None)
        found = log.offset_for_timestamp(asked, end)
        assert (found and found[:2]) == expected, asked
        if expected is not None:
            assert log.offset_for_timestamp(asked, expected[1]) is None
    bench.close()


@pytest.mark.parametrize("compression", list(Compression))
def test_within_a_compressed_batch_the_record_is_found(bench, compression):
    log = bench.open()
    append(log, b"a", b"b", b"c", timestamp=[10, 30, 20], compression=compression, epoch=4)
    assert log.offset_for_timestamp(11, 3) == (30, 1, 4)
    assert log.offset_for_timestamp(31, 3) is None
    assert log.offset_of_max_timestamp(3) == (30, 1, 4)


def test_the_greatest_timestamp_may_be_in_any_segment(bench):
    log = bench.open(config={"segment.bytes": 100, "segment.ms": 2**62})
    for time in (5, 50, 7, 50, 9):
        append(log, timestamp=time)
    assert log.offset_of_max_timestamp(5) == (50, 1, 0)
    assert log.offset_of_max_timestamp(1) is None


def test_no_timestamps_have_no_greatest(bench):
    log = bench.open()
    assert log.offset_of_max_timestamp(0) is None
    append(log, timestamp=-1)
    assert log.offset_of_max_timestamp(1) is None
    assert log.offset_for_timestamp(0, 1) is None


def test_log_append_time_counts_for_every_record(bench):
    log = bench.open(config={"message.timestamp.type": "LogAppendTime"})
    append(log, b"a", b"b", timestamp=[1, 2], now_ms=NOW_MS)
    assert log.offset_for_timestamp(100, 2) == (NOW_MS, 0, 0)


def test_a_marker_is_found_as_every_record_is(bench):
    log = bench.open()
    transacting.write(log, 7, 0, b"a", now_ms=NOW_MS)
    transacting.end(log, 7, commit=False, now_ms=NOW_MS + 5)
    assert log.offset_for_timestamp(NOW_MS + 1, 2) == (NOW_MS + 5, 1, 0)
    assert log.offset_of_max_timestamp(2) == (NOW_MS + 5, 1, 0)
