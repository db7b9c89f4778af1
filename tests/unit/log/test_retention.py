"""Retention: which segments go, in which order, and that their files go later."""

from __future__ import annotations

import os

import pytest

from kavka.broker.log.log_context import LogEffects, LogHooks
from tests.support.log.building import NOW_MS, append, read_all, sized

DAY_MS = 86_400_000


def fill(log, count=8, *, timestamp=lambda number: NOW_MS):
    """Two batches of 100 bytes a segment."""
    for number in range(count):
        log.append_as_leader(sized(100, timestamp=timestamp(number)), leader_epoch=0, now_ms=NOW_MS)
    log.maybe_increment_high_watermark(count)


def test_segments_older_than_retention_ms_go(bench):
    log = bench.open(config={"segment.bytes": 200, "retention.ms": 1000, "segment.ms": DAY_MS})
    fill(log, timestamp=lambda number: NOW_MS + number * 100)
    assert log.delete_old_segments(NOW_MS + 1000) == 0
    assert log.delete_old_segments(NOW_MS + 1101) == 1
    assert log.log_start_offset == 2
    assert log.delete_old_segments(NOW_MS + 5000) == 3
    assert (log.log_start_offset, log.log_end_offset) == (8, 8)
    assert bench.names(".log") == [f"{8:020d}.log"]
    append(log, b"x")
    assert read_all(log) == [(8, b"x")]


def test_a_young_record_keeps_its_segment_and_all_behind_it(bench):
    log = bench.open(config={"segment.bytes": 200, "retention.ms": 1000})
    fill(log, timestamp=lambda number: NOW_MS + (DAY_MS if number == 3 else 0))
    assert log.delete_old_segments(NOW_MS + 2000) == 1
    assert log.log_start_offset == 2


def test_records_without_time_go_by_the_files_age(bench):
    log = bench.open(config={"segment.bytes": 200, "retention.ms": 1000})
    fill(log, timestamp=lambda number: -1)
    for base in (0, 2):
        os.utime(bench.path(base, ".log"), ns=((NOW_MS - 5000) * 1_000_000, (NOW_MS - 5000) * 1_000_000))
    for base in (4, 6):
        os.utime(bench.path(base, ".log"), ns=(NOW_MS * 1_000_000, NOW_MS * 1_000_000))
    assert log.delete_old_segments(NOW_MS) == 2


def test_a_log_larger_than_retention_bytes_loses_its_oldest_segments(bench):
    log = bench.open(config={"segment.bytes": 200, "retention.ms": -1, "retention.bytes": 500})
    fill(log)
    assert log.delete_old_segments(NOW_MS + 100 * DAY_MS) == 1  # without another 200 bytes it would be too small
    assert log.size == 600


def test_minus_one_keeps_everything(bench):
    log = bench.open(config={"segment.bytes": 200, "retention.ms": -1, "retention.bytes": -1})
    fill(log)
    assert log.delete_old_segments(NOW_MS + 1000 * DAY_MS) == 0


def test_segments_before_the_start_offset_go_whatever_the_policy(bench):
    log = bench.open(config={"segment.bytes": 200, "cleanup.policy": "compact", "retention.ms": 1})
    fill(log)
    log.maybe_increment_log_start_offset(5)
    assert log.delete_old_segments(NOW_MS + DAY_MS) == 2
    assert (log.log_start_offset, bench.names(".log")[0]) == (5, f"{4:020d}.log")


@pytest.mark.parametrize("high_watermark", range(9))
def test_bug_69_nothing_above_the_high_watermark_goes(bench, high_watermark):
    log = bench.open(config={"segment.bytes": 200, "retention.ms": 1, "retention.bytes": 0})
    fill(log, 0)
    for _ in range(8):
        log.append_as_leader(sized(100, timestamp=NOW_MS), leader_epoch=0, now_ms=NOW_MS)
    log.maybe_increment_high_watermark(high_watermark)
    log.delete_old_segments(NOW_MS + DAY_MS)
    assert log.log_start_offset == high_watermark // 2 * 2
    assert log.log_start_offset <= log.high_watermark <= log.log_end_offset == 8


def test_an_empty_log_stays(bench):
    log = bench.open(config={"retention.ms": 0})
    assert log.delete_old_segments(NOW_MS + DAY_MS) == 0
    assert [segment.base_offset for segment in log.segments] == [0]


def test_files_are_renamed_at_once_and_handed_over_for_later(bench):
    handed = []
    hooks = LogHooks(files_deleted=lambda paths, delay: handed.append((paths, delay)), rolled=lambda _: None)
    bench.effects = LogEffects(bench.filesystem, hooks, jitter_ms=lambda _: 0)
    log = bench.open(config={"segment.bytes": 200, "retention.ms": 1000, "file.delete.delay.ms": 777})
    fill(log, 4, timestamp=lambda number: NOW_MS + number * 1000)
    assert log.delete_old_segments(NOW_MS + 2500) == 1
    ((paths, delay_ms),) = handed
    assert delay_ms == 777
    assert sorted(os.path.basename(path) for path in paths) == [
        f"{0:020d}{suffix}.deleted" for suffix in (".index", ".log", ".timeindex")
    ]
    assert sorted(bench.names(".deleted")) == sorted(os.path.basename(path) for path in paths)


def test_epochs_of_deleted_records_are_forgotten(bench):
    log = bench.open(config={"segment.bytes": 200, "retention.ms": 1000})
    for number in range(6):
        append(log, b"x" * 40, epoch=number, timestamp=NOW_MS + (DAY_MS if number > 3 else 0))
    log.maybe_increment_high_watermark(6)
    log.delete_old_segments(NOW_MS + DAY_MS)
    start = log.log_start_offset
    assert 0 < start <= 4
    assert log.leader_epoch_cache.entries[0] == (start, start)


def test_a_start_that_moved_drops_whole_segments_only_and_never_the_active_one(bench):
    log = bench.open(config={"segment.bytes": 100, "cleanup.policy": "compact,delete"})
    for number in range(4):
        append(log, b"%d" % number)
    log.maybe_increment_high_watermark(4)
    dropped = []
    for start in range(5):
        log.maybe_increment_log_start_offset(start)
        dropped.append(log.delete_segments_before_start())
    assert dropped == [0, 1, 1, 1, 0]
    assert len(log.segments) == 1
    assert read_all(log) == []
