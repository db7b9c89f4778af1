"""Reads: whole batches, limits, from the active segment and from sealed ones."""

from __future__ import annotations

import pytest

from kavka.broker.log.segment_reader import AHEAD_BYTES
from kavka.protocol.errors import CorruptMessage, OffsetOutOfRange
from kavka.protocol.records.batch import iter_headers
from tests.support.log.building import NOW_MS, append, batch, read_all, sized


@pytest.fixture(params=["active", "sealed", "several"])
def filled(bench, request):
    """Thirty batches of two records and 100 bytes each (offsets 0–59), in one segment or in many."""
    log = bench.open(
        config={"segment.bytes": 500 if request.param == "several" else 1 << 20, "index.interval.bytes": 250}
    )
    data = batch(b"a" * 10, b"b" * 13)
    assert len(data) == 100
    for _ in range(30):
        log.append_as_leader(data, leader_epoch=0, now_ms=NOW_MS)
    if request.param == "sealed":
        log.roll()
    return log


def test_a_read_begins_with_the_batch_that_holds_the_offset(filled):
    for start in range(60):
        info = filled.read(start, max_bytes=100, max_offset=60)
        ((_, header),) = iter_headers(info.records)
        assert header.base_offset == start // 2 * 2
        assert info.next_offset == header.base_offset + 2


def test_only_whole_batches_are_given(filled):
    for max_bytes in (0, 1, 11, 12, 60, 99, 100, 101, 161, 199, 200, 250):
        info = filled.read(0, max_bytes=max_bytes, max_offset=60)
        assert len(info.records) == max_bytes // 100 * 100
        assert info.next_offset == max_bytes // 100 * 2


def test_the_first_batch_may_exceed_the_limit_if_asked(filled):
    info = filled.read(4, max_bytes=1, max_offset=60, min_one_message=True)
    assert (len(info.records), info.next_offset) == (100, 6)


@pytest.mark.parametrize("missing", [1, 12, 61, AHEAD_BYTES - 1, AHEAD_BYTES, AHEAD_BYTES + 1, 4_000])
@pytest.mark.parametrize("is_last", [False, True])
def test_the_first_batch_comes_whole_however_much_of_it_the_limit_leaves_out(bench, missing, is_last):
    log = bench.open()
    large, other = batch(b"l" * 5_000), batch(b"other")
    for data in (large, *([] if is_last else [other])):
        log.append_as_leader(data, leader_epoch=0, now_ms=NOW_MS)
    info = log.read(0, max_bytes=len(large) - missing, max_offset=log.log_end_offset, min_one_message=True)
    assert (len(info.records), info.next_offset) == (len(large), 1)
    nothing = log.read(0, max_bytes=len(large) - missing, max_offset=log.log_end_offset)
    assert (len(nothing.records), nothing.next_offset) == (0, 0)


def test_what_a_reader_keeps_is_at_most_twice_what_it_was_given(bench):
    """A view of 100 bytes kept a million in memory, for as long as a client did not read them."""
    log = bench.open()
    small, large = batch(b"a" * 10, b"b" * 13), batch(b"c" * 900_000)
    for data in (small, large, small):
        log.append_as_leader(data, leader_epoch=0, now_ms=NOW_MS)
    for start, size_max, expected in ((0, 800_000, len(small)), (2, 900_150, len(large))):
        records = log.read(start, max_bytes=size_max, max_offset=5).records
        assert len(records) == expected
        assert len(records.obj if isinstance(records, memoryview) else records) <= 2 * expected


def test_who_reads_the_same_bytes_gets_the_same_buffer_while_the_first_reader_has_it(bench):
    log = bench.open()
    append(log, b"a" * 9_000)
    append(log, b"b" * 9_000)
    first, second = (log.read(0, max_bytes=1 << 20, max_offset=2).records for _ in range(2))
    assert first.obj is second.obj
    assert read_all(log) == [(0, b"a" * 9_000), (1, b"b" * 9_000)]


def test_who_reads_what_replaced_truncated_records_gets_that_while_another_has_the_old_ones(bench):
    log = bench.open()
    append(log, b"a" * 9_000)
    old = log.read(0, max_bytes=1 << 20, max_offset=1).records
    log.truncate_to(0)
    append(log, b"b" * 9_000, epoch=1)
    new = log.read(0, max_bytes=1 << 20, max_offset=1).records
    assert len(new) == len(old)
    assert (b"a" * 9_000 in bytes(old), b"b" * 9_000 in bytes(new)) == (True, True)


def test_nothing_above_the_limit_offset_is_given(filled):
    for max_offset in range(61):
        found = list(iter_headers(b"".join(bytes(part) for part in parts(filled, max_offset))))
        assert [header.base_offset for _, header in found] == list(range(0, max_offset // 2 * 2, 2))


def parts(log, max_offset):
    offset = 0
    while offset < max_offset:
        info = log.read(offset, max_bytes=1000, max_offset=max_offset)
        if not len(info.records):
            break
        yield info.records
        offset = info.next_offset


def test_reading_everything_in_pieces_of_any_size(filled):
    expected = [(offset, (b"a" * 10, b"b" * 13)[offset % 2]) for offset in range(60)]
    for max_bytes in (1, 150, 450, 5000):
        assert read_all(filled, max_bytes=max_bytes) == expected


def test_the_end_is_empty_and_beyond_is_out_of_range(filled):
    info = filled.read(60, max_bytes=100, max_offset=60)
    assert (bytes(info.records), info.next_offset) == (b"", 60)
    for offset in (61, 1000, -1):
        with pytest.raises(OffsetOutOfRange):
            filled.read(offset, max_bytes=100, max_offset=60)


def test_before_the_start_is_out_of_range(filled):
    filled.maybe_increment_high_watermark(60)
    filled.maybe_increment_log_start_offset(5)
    with pytest.raises(OffsetOutOfRange):
        filled.read(4, max_bytes=100, max_offset=60)
    assert read_all(filled)[0][0] == 5


def test_bytes_between_offsets(filled):
    assert filled.bytes_between(0, 60) == 3000
    assert filled.bytes_between(2, 6) == 200
    assert filled.bytes_between(58, 60) == 100
    assert filled.bytes_between(59, 60) == 100
    assert filled.bytes_between(60, 60) == 0


def test_reads_of_large_batches(bench):
    log = bench.open(config={"max.message.bytes": 1 << 21})
    for _ in range(3):
        log.append_as_leader(sized(300_000), leader_epoch=0, now_ms=NOW_MS)
    info = log.read(1, max_bytes=650_000, max_offset=3)
    assert (len(info.records), info.next_offset) == (600_000, 3)
    assert len(log.read(0, max_bytes=650_000, max_offset=3).records) == 600_000


def test_offsets_that_compaction_or_a_leader_left_out(bench):
    log = bench.open()
    for base in (0, 10, 20):
        log.append_as_follower(batch(b"%d" % base, base_offset=base, epoch=0))
        log.roll()
    assert log.log_end_offset == 21
    assert read_all(log, 1) == [(10, b"10"), (20, b"20")]
    assert read_all(log, 11) == [(20, b"20")]


def test_a_slice_outlives_roll_retention_and_close(bench):
    log = bench.open(config={"segment.bytes": 200, "retention.ms": 1})
    for _ in range(4):
        append(log, b"x" * 50, timestamp=1000)
    view = log.read(0, max_bytes=1 << 20, max_offset=4).records
    before = bytes(view)
    log.maybe_increment_high_watermark(4)
    assert log.delete_old_segments(NOW_MS) > 0
    log.close()
    assert bytes(view) == before


def test_bug_20_bug_71_an_append_between_reads_never_shows_above_the_limit(bench):
    log = bench.open()
    append(log)
    log.maybe_increment_high_watermark(1)
    for number in range(1, 50):
        append(log)
        info = log.read(0, max_bytes=1 << 20, max_offset=log.high_watermark)
        assert [header.base_offset for _, header in iter_headers(info.records)] == list(range(number))
        log.maybe_increment_high_watermark(number + 1)


def test_damage_in_the_log_is_told_and_leaves_the_rest_readable(bench):
    log = bench.open()
    for _ in range(3):
        append(log)
    log.roll()
    append(log, b"fine")
    path = bench.path(0, ".log")
    data = bytearray(path.read_bytes())
    size = len(data) // 3
    data[size + 16] = 9  # the second batch's magic
    path.write_bytes(bytes(data))
    with pytest.raises(CorruptMessage):
        log.read(1, max_bytes=1, max_offset=4, min_one_message=True)
    assert log.log_dir.is_online
    assert read_all(log, 3) == [(3, b"fine")]


def test_segment_times(bench):
    log = bench.open()
    append(log)
    log.roll()
    assert [base for base, _ in log.segment_times()] == [0, 1]
    assert all(modified_ms > 1_600_000_000_000 for _, modified_ms in log.segment_times())


def test_a_gap_where_a_segment_ends_stops_nobody(bench):
    log = bench.open()
    log.append_as_follower(batch(b"a", base_offset=0, epoch=0))
    assert read_all(log) == [(0, b"a")]  # the reader's next offset is remembered as the end of this segment
    log.roll()
    log.append_as_follower(batch(b"b", base_offset=5, epoch=0))
    assert read_all(log, 1) == [(5, b"b")]
