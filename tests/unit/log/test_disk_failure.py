"""A disk that fails: the first error fences the directory, and nothing is pretended."""

from __future__ import annotations

import errno

import pytest

from kavka.protocol.errors import KafkaStorageError
from tests.support.log.building import append, read_all


@pytest.mark.parametrize("partial", [False, True])
@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC])
def test_bug_66_the_first_failed_append_fences_the_directory(bench, number, partial):
    log = bench.open()
    append(log, b"a")
    bench.filesystem.errno = number
    bench.filesystem.partial = partial
    bench.filesystem.failing = {"pwritev"}
    with pytest.raises(KafkaStorageError):
        append(log, b"lost" * 100)
    bench.filesystem.failing = set()
    assert not bench.log_dir.is_online
    for operation in (
        lambda: append(log, b"b"),
        lambda: log.read(0, max_bytes=100, max_offset=1),
        lambda: log.truncate_to(0),
        lambda: log.flush(),
        lambda: log.roll(),
        lambda: log.delete_old_segments(0),
    ):
        with pytest.raises(KafkaStorageError):
            operation()
    assert (log.log_end_offset, len(log.producer_state)) == (1, 0)
    bench.crash()
    bench.log_dir.failure = None  # a restart
    log = bench.open()
    assert read_all(log) == [(0, b"a")]
    append(log, b"b")
    assert read_all(log) == [(0, b"a"), (1, b"b")]


def test_bug_66_a_failed_fsync_is_never_tried_again(bench):
    log = bench.open()
    append(log)
    bench.filesystem.failing = {"fsync"}
    with pytest.raises(KafkaStorageError):
        log.flush()
    bench.filesystem.failing = set()
    with pytest.raises(KafkaStorageError):
        log.flush()
    assert log.recovery_point == 0


async def test_bug_66_nor_in_the_executor(bench):
    log = bench.open()
    append(log)
    bench.filesystem.failing = {"fsync"}
    with pytest.raises(KafkaStorageError):
        await log.flush_async()
    assert not bench.log_dir.is_online
    assert log.recovery_point == 0


async def test_a_flush_waits_in_the_executor_and_moves_the_recovery_point(bench):
    log = bench.open(config={"flush.messages": 1})
    info = append(log)
    assert info.needs_flush
    await log.flush_async()
    assert log.recovery_point == 1
    assert log.flusher.begin() is None


def test_bug_65_a_flush_reaches_files_and_directories(bench):
    log = bench.open(config={"segment.bytes": 100})
    for _ in range(3):
        append(log, producer=(1, 0, log.log_end_offset))
    job = log.flusher.begin()
    assert len(job.fds) == 3
    assert str(bench.directory) in job.paths
    assert bench.log_dir.path in job.paths
    assert {path.rsplit(".", 1)[-1] for path in job.paths} >= {"index", "timeindex", "snapshot"}
    job.run(bench.filesystem)


def test_a_read_that_fails_fences_too(bench):
    log = bench.open()
    append(log)
    bench.filesystem.failing = {"pread"}
    with pytest.raises(KafkaStorageError):
        log.read(0, max_bytes=100, max_offset=1)
    assert not bench.log_dir.is_online


def test_whoever_listens_hears_of_it_once(bench):
    heard = []
    bench.log_dir._on_failure = heard.append
    log = bench.open()
    bench.filesystem.failing = {"pwritev"}
    for _ in range(3):
        with pytest.raises(KafkaStorageError):
            append(log)
    assert heard == [bench.log_dir]
    assert "injected" in bench.log_dir.failure


def test_bug_67_a_flush_of_a_segment_that_retention_took_is_no_failure(bench):
    log = bench.open(config={"segment.bytes": 100, "retention.ms": 1})
    for _ in range(3):
        append(log, timestamp=1000)
    job = log.flusher.begin()
    log.maybe_increment_high_watermark(3)
    assert log.delete_old_segments(10_000_000) == 3
    job.run(bench.filesystem)
    log.durability.finish(job, log_end_offset=3, now_ms=0)
    assert log.recovery_point == 3
