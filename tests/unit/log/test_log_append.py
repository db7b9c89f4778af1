"""Appends: offsets, what is stamped, when segments roll, what a failed one leaves."""

from __future__ import annotations

import pytest

from kavka.protocol.errors import CorruptMessage, OffsetOutOfRange, RecordListTooLarge
from kavka.protocol.records.batch import read_header
from tests.support.log.building import NOW_MS, append, batch, read_all, sized


def test_records_get_offsets_and_the_leaders_epoch(bench):
    log = bench.open()
    first = append(log, b"a", b"b", epoch=3)
    second = append(log, b"c", epoch=4)
    assert (first.first_offset, first.last_offset, first.record_count) == (0, 1, 2)
    assert (second.first_offset, second.last_offset, second.log_append_time) == (2, 2, -1)
    assert read_all(log) == [(0, b"a"), (1, b"b"), (2, b"c")]
    data = bench.path(0, ".log").read_bytes()
    assert read_header(data).partition_leader_epoch == 3
    assert (bench.directory / "leader-epoch-checkpoint").read_bytes() == b"0\n2\n3 0\n4 2\n"


def test_the_rest_of_a_batch_is_stored_as_it_came(bench):
    log = bench.open()
    append(log, b"x")
    sent = batch(b"a", b"b")
    log.append_as_leader(sent, leader_epoch=7, now_ms=NOW_MS)
    stored = bench.path(0, ".log").read_bytes()[-len(sent) :]
    assert stored[:8] == (1).to_bytes(8, "big")
    assert stored[8:12] == sent[8:12]
    assert stored[12:16] == (7).to_bytes(4, "big")
    assert stored[16:] == sent[16:]


def test_memoryviews_are_taken_as_they_are(bench):
    log = bench.open()
    frame = bytearray(b"xxx" + batch(b"a"))
    log.append_as_leader(memoryview(frame)[3:], leader_epoch=0, now_ms=NOW_MS, single_batch=True)
    frame[:] = bytes(len(frame))
    assert read_all(log) == [(0, b"a")]


def test_several_batches_at_once_are_numbered_through(bench):
    log = bench.open()
    info = log.append_as_leader(
        batch(b"a", b"b", timestamp=[5, 9]) + batch(b"c", timestamp=7), leader_epoch=0, now_ms=NOW_MS
    )
    assert (info.first_offset, info.last_offset, info.record_count, info.max_timestamp) == (0, 2, 3, 9)
    assert read_all(log) == [(0, b"a"), (1, b"b"), (2, b"c")]


def test_an_old_producers_message_set_is_stored_as_a_batch(bench):
    from kavka.protocol.records.message_set import encode_message

    log = bench.open()
    messages = b"".join(
        encode_message(1, offset=n, timestamp=NOW_MS + n, key=b"k", value=b"v%d" % n, codec=0) for n in range(3)
    )
    info = log.append_as_leader(messages, leader_epoch=0, now_ms=NOW_MS)
    assert (info.first_offset, info.last_offset, info.max_timestamp) == (0, 2, NOW_MS + 2)
    assert read_all(log) == [(0, b"v0"), (1, b"v1"), (2, b"v2")]


def test_a_segment_rolls_before_it_would_grow_too_large(bench):
    log = bench.open(config={"segment.bytes": 250})
    for _ in range(5):
        log.append_as_leader(sized(100), leader_epoch=0, now_ms=NOW_MS)
    assert bench.names(".log") == [f"{base:020d}.log" for base in (0, 2, 4)]
    assert bench.names(".snapshot") == [f"{base:020d}.snapshot" for base in (2, 4)]
    assert len(read_all(log)) == 5


def test_a_batch_may_fill_a_segment_exactly(bench):
    log = bench.open(config={"segment.bytes": 200})
    log.append_as_leader(sized(200), leader_epoch=0, now_ms=NOW_MS)
    log.append_as_leader(sized(200), leader_epoch=0, now_ms=NOW_MS)
    assert len(log.segments) == 2
    with pytest.raises(RecordListTooLarge):
        log.append_as_leader(sized(201), leader_epoch=0, now_ms=NOW_MS)
    assert log.log_end_offset == 2


def test_a_segment_rolls_by_the_age_of_its_first_batch(bench):
    log = bench.open(config={"segment.ms": 1000})
    for age in (0, 1000, 1001, 1500):
        append(log, timestamp=NOW_MS + age)
    assert bench.names(".log") == [f"{base:020d}.log" for base in (0, 2)]


def test_records_without_timestamps_roll_by_the_brokers_time(bench):
    log = bench.open(config={"segment.ms": 1000}, now_ms=NOW_MS)
    append(log, timestamp=-1, now_ms=NOW_MS + 5000)
    append(log, timestamp=-1, now_ms=NOW_MS + 5001)
    assert bench.names(".log") == [f"{base:020d}.log" for base in (0, 1)]


def test_a_reopened_segment_rolls_by_its_first_batch_too(bench):
    log = bench.open(config={"segment.ms": 1000})
    append(log, timestamp=NOW_MS)
    log.close()
    log = bench.open(clean=True)
    append(log, timestamp=NOW_MS + 1001)
    assert len(log.segments) == 2


def test_jitter_rolls_earlier_but_never_at_once(bench):
    log = bench.open(config={"segment.ms": 1000, "segment.jitter.ms": 900})
    for age in range(0, 20_000, 100):
        append(log, timestamp=NOW_MS + age)
    spans = [b.base_offset - a.base_offset for a, b in zip(log.segments, list(log.segments)[1:], strict=False)]
    assert min(spans) >= 1
    assert max(spans) <= 11
    assert len(set(spans)) > 1


def test_a_segment_rolls_when_its_index_is_full(bench):
    log = bench.open(config={"segment.index.bytes": 16, "index.interval.bytes": 0})
    for _ in range(6):
        append(log)
    assert len(log.segments) > 1
    assert all(len(segment.offset_index) <= 2 for segment in log.segments)
    assert len(read_all(log)) == 6


def test_a_reopened_segment_rolls_when_its_index_is_full(bench):
    config = {"segment.index.bytes": 48, "index.interval.bytes": 0}  # four times, of which one is left for sealing
    log = bench.open(config=config)
    for age in range(4):
        append(log, timestamp=NOW_MS + age)
    assert (len(log.segments), len(log.segments.active.time_index)) == (1, 3)
    log.close()
    log = bench.open(clean=True, config=config)
    append(log, timestamp=NOW_MS + 4)
    assert len(log.segments) == 2
    assert all(len(segment.time_index) <= 4 for segment in log.segments)


def test_bug_58_a_follower_refuses_offsets_that_go_back(bench):
    log = bench.open()
    log.append_as_follower(batch(b"a", b"b", base_offset=0, epoch=0))
    with pytest.raises(OffsetOutOfRange):
        log.append_as_follower(batch(b"c", base_offset=1, epoch=0))
    with pytest.raises(CorruptMessage):
        log.append_as_follower(batch(b"c", base_offset=5, epoch=0) + batch(b"d", base_offset=5, epoch=0))
    assert log.log_end_offset == 2


def test_a_follower_keeps_offsets_and_epochs_of_its_leader(bench):
    log = bench.open()
    sent = batch(b"a", base_offset=0, epoch=2) + batch(b"b", base_offset=4, epoch=5)
    info = log.append_as_follower(sent + batch(b"cut", base_offset=5, epoch=5)[:-1])
    assert (info.first_offset, info.last_offset) == (0, 4)
    assert log.leader_epoch_cache.entries == [(2, 0), (5, 4)]
    assert bench.path(0, ".log").read_bytes() == sent
    assert log.append_as_follower(b"") is None
    assert read_all(log) == [(0, b"a"), (4, b"b")]


@pytest.mark.parametrize("base", [2**31 - 1, 2**31, 2**33])
def test_bug_59_a_segment_rolls_before_an_offset_does_not_fit_its_index(bench, base):
    log = bench.open(config={"index.interval.bytes": 0})
    log.append_as_follower(batch(b"a", base_offset=0, epoch=0))
    log.append_as_follower(batch(b"b", b"c", base_offset=base, epoch=0))
    log.append_as_follower(batch(b"d", base_offset=base + 2, epoch=0))
    assert read_all(log) == [(0, b"a"), (base, b"b"), (base + 1, b"c"), (base + 2, b"d")]
    assert log.read(5, max_bytes=999, max_offset=base + 3).next_offset == base + 3
    bench.crash()
    assert read_all(bench.open()) == [(0, b"a"), (base, b"b"), (base + 1, b"c"), (base + 2, b"d")]


def test_bug_59_an_empty_first_segment_makes_way(bench):
    log = bench.open()
    log.append_as_follower(batch(b"a", base_offset=2**40, epoch=0))
    assert bench.names(".log") == [f"{2**40:020d}.log"]
    assert read_all(log) == [(2**40, b"a")]


def test_bug_60_rolling_an_empty_segment_replaces_it(bench):
    log = bench.open(config={"segment.index.bytes": 8, "index.interval.bytes": 0})
    for _ in range(4):
        append(log)
    log.truncate_to(0)
    assert bench.names(".log") == [f"{0:020d}.log"]
    log.roll()
    for _ in range(4):
        append(log)
    assert len(read_all(log)) == 4


def test_bug_12_a_new_follower_takes_the_batch_that_the_start_lies_in(bench):
    log = bench.open(log_start_offset=3)
    assert (log.log_start_offset, log.log_end_offset) == (3, 3)
    log.append_as_follower(batch(b"a", b"b", b"c", b"d", b"e", base_offset=0, epoch=0))
    assert (log.log_start_offset, log.log_end_offset) == (0, 5)
    log.update_high_watermark(5)
    log.maybe_increment_log_start_offset(3)
    assert read_all(log) == [(3, b"d"), (4, b"e")]


def test_rolling_by_hand_leaves_an_empty_active_segment(bench):
    log = bench.open()
    append(log)
    log.roll()
    log.roll()
    assert bench.names(".log") == [f"{base:020d}.log" for base in (0, 1)]
    append(log, b"w")
    assert read_all(log) == [(0, b"v"), (1, b"w")]


def test_log_append_time_is_the_brokers_and_is_told(bench):
    log = bench.open(config={"message.timestamp.type": "LogAppendTime"})
    info = append(log, b"a", b"b", timestamp=[1, 2], now_ms=NOW_MS)
    assert info.log_append_time == NOW_MS
    header = read_header(bench.path(0, ".log").read_bytes())
    assert (header.timestamp_type, header.max_timestamp) == (1, NOW_MS)


def test_needs_flush_follows_flush_messages(bench):
    log = bench.open(config={"flush.messages": 3})
    assert [append(log).needs_flush for _ in range(4)] == [False, False, True, True]
    log.flush()
    assert not append(log).needs_flush
