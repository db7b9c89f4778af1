"""An append that a disk thread writes: what the log is meanwhile, what waits for it, what comes of a failure."""

from __future__ import annotations

import asyncio
import errno

import pytest

from kavka.broker.log.log_writes import LongAppend
from kavka.protocol.errors import KafkaStorageError, NotLeaderOrFollower, OutOfOrderSequenceNumber, ResourceShortage
from tests.support.log.building import NOW_MS, LogBench, append, batch, read_all
from tests.support.log.held_writes import again, begin, hold_writes


@pytest.fixture
def bench(tmp_path):
    made = LogBench(tmp_path / "data")
    yield made
    made.close()


@pytest.fixture
def disk(bench):
    return hold_writes(bench)


@pytest.fixture
def log(bench, disk):
    opened = bench.open()
    append(opened, b"a", b"b")
    return opened


def ends(log):
    return log.log_end_offset, log.accepted_end_offset


def test_what_is_written_has_its_offsets_and_cannot_be_read_before_it_is_done(log, disk):
    long = begin(log, b"c", b"d")
    assert ends(log) == (2, 4)
    assert not long.append.is_over
    assert read_all(log) == [(0, b"a"), (1, b"b")]
    assert log.offset_for_timestamp(NOW_MS, 100)[1] == 0
    assert not log.maybe_increment_high_watermark(4) or log.high_watermark == 2
    disk.release()
    assert ends(log) == (4, 4)
    info = again(log, long)
    assert (info.first_offset, info.last_offset, info.record_count) == (2, 3, 2)
    assert read_all(log)[2:] == [(2, b"c"), (3, b"d")]


def test_watchers_of_the_log_hear_of_it_when_it_can_be_read(log, disk):
    class Watcher:
        seen = ()

        def log_changed(self):
            self.seen = (*self.seen, log.log_end_offset)

    watcher = Watcher()
    log.watch(watcher)
    begin(log, b"c")
    assert watcher.seen == ()
    disk.release()
    assert watcher.seen == (3,)


def test_the_next_append_waits_its_turn_and_is_numbered_then(log, disk):
    first, second = begin(log, b"c"), begin(log, b"d")
    assert second.append is first.append
    assert len(disk.held) == 1
    disk.release()
    again(log, first)
    with pytest.raises(LongAppend) as third:
        again(log, second)
    disk.release()
    assert again(log, third.value).first_offset == 3
    assert read_all(log)[2:] == [(2, b"c"), (3, b"d")]


def test_an_append_that_cannot_wait_has_the_one_in_flight_done_first(log, disk):
    long = begin(log, b"c")
    assert append(log, b"marker").first_offset == 3
    assert again(log, long).first_offset == 2
    assert read_all(log)[2:] == [(2, b"c"), (3, b"marker")]
    assert not disk.held


def test_a_follower_appends_what_its_leader_numbered_the_same_way(log, disk):
    sent = batch(b"c", base_offset=7, epoch=3)
    with pytest.raises(LongAppend) as long:
        log.append_as_follower(sent, may_take_long=False)
    assert ends(log) == (2, 8)
    disk.release()
    info = log.append_as_follower(long.value.records, may_take_long=False)
    assert (info.first_offset, info.last_offset) == (7, 7)
    assert read_all(log)[2:] == [(7, b"c")]
    assert log.leader_epoch_cache.epoch_for_offset(7) == 3


def test_a_batch_that_is_sent_again_meanwhile_is_a_duplicate_of_what_is_written(log, disk):
    sent = batch(b"c", producer=(9, 0, 0))
    first, second = begin(log, records=sent), begin(log, records=sent)
    disk.release()
    assert again(log, first).first_offset == 2
    repeated = again(log, second)
    assert (repeated.is_duplicate, repeated.first_offset) == (True, 2)
    assert log.log_end_offset == 3


def test_a_producer_counts_what_is_written_and_not_what_is_accepted(log, disk):
    long = begin(log, b"c", producer=(9, 0, 0))
    assert log.producer_state.get(9) is None
    disk.release()
    again(log, long)
    with pytest.raises(OutOfOrderSequenceNumber):
        append(log, b"e", producer=(9, 0, 5))


def test_a_transaction_holds_the_last_stable_offset_from_when_it_is_written(log, disk):
    log.maybe_increment_high_watermark(2)
    begin(log, b"c", producer=(9, 0, 0), is_transactional=True)
    assert log.last_stable_offset == 2
    disk.release()
    append(log, b"d")
    log.maybe_increment_high_watermark(4)
    assert (log.high_watermark, log.last_stable_offset) == (4, 2)


CHANGES = {
    "roll": lambda log: log.roll(now_ms=NOW_MS),
    "truncate to the end": lambda log: log.truncate_to(3),
    "another role": lambda log: log.settle(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_the_end_waits_for_the_write(log, disk, change):
    long = begin(log, b"c")
    CHANGES[change](log)
    assert not disk.held
    assert again(log, long).first_offset == 2
    assert read_all(log)[2:] == [(2, b"c")]


def test_a_truncation_takes_what_was_in_flight_and_who_appended_it_hears_so(log, disk):
    long = begin(log, b"c")
    log.truncate_to(1)
    assert ends(log) == (1, 1)
    assert read_all(log) == []  # the batch that holds the offset goes whole
    with pytest.raises(NotLeaderOrFollower):
        again(log, long)


def test_starting_anew_elsewhere_waits_for_the_write_too(log, disk):
    begin(log, b"c")
    log.truncate_fully_and_start_at(40)
    assert ends(log) == (40, 40)
    assert not disk.held


def test_retention_leaves_the_segment_that_is_written_to(bench, disk):
    log = bench.open(config={"retention.ms": "1", "segment.bytes": "200"})
    for _ in range(6):
        append(log, b"x" * 50)
    log.maybe_increment_high_watermark(6)
    begin(log, b"y")
    active = log.segments.active
    log.delete_old_segments(NOW_MS + 10_000)
    assert log.segments.active is active
    disk.release()
    assert read_all(log)[-1] == (6, b"y")
    log.maybe_increment_high_watermark(7)
    log.delete_old_segments(NOW_MS + 10_000)
    assert log.log_start_offset == 7


def test_a_flush_meanwhile_makes_durable_what_can_be_read_and_no_more(log, disk):
    begin(log, b"c")
    log.flush()
    assert log.recovery_point == 2
    disk.release()
    assert log.recovery_point == 2
    log.flush()
    assert log.recovery_point == 3


def test_closing_in_order_waits_and_keeps_it(bench, log, disk):
    long = begin(log, b"c")
    log.close()
    assert long.append.is_over
    assert read_all(bench.open(clean=True))[2:] == [(2, b"c")]


def test_closing_as_it_is_drops_it_and_says_so(bench, log, disk):
    long = begin(log, b"c")
    log.abandon("its partition was deleted")
    assert not disk.held
    with pytest.raises(KafkaStorageError, match="its partition was deleted"):
        long.append.result()
    assert read_all(bench.open()) == [(0, b"a"), (1, b"b")]


def test_a_write_that_fails_takes_the_directory_offline_and_refuses_what_waited_behind_it(bench, log, disk):
    first, second = begin(log, b"c"), begin(log, b"d")
    disk.failing.add("pwritev")
    disk.release()
    assert not bench.log_dir.is_online
    assert ends(log) == (2, 2)
    for long in (first, second):
        with pytest.raises(KafkaStorageError):
            again(log, long)
    with pytest.raises(KafkaStorageError):
        log.read(0, max_bytes=100, max_offset=2)


def test_a_write_that_fails_while_somebody_waits_for_it_fails_that_too(bench, log, disk):
    long = begin(log, b"c")
    disk.failing.add("pwritev")
    with pytest.raises(KafkaStorageError):
        log.truncate_to(1)
    assert not bench.log_dir.is_online
    with pytest.raises(KafkaStorageError):
        long.append.result()


def test_half_a_write_and_a_crash_leave_what_was_there_before(bench, log, disk):
    begin(log, b"c" * 500)
    disk.failing.add("pwritev")
    disk.partial = True
    disk.release()
    disk.failing.clear()
    bench.crash()
    bench.log_dir = type(bench.log_dir)(bench.log_dir.path, disk)
    assert read_all(bench.open()) == [(0, b"a"), (1, b"b")]


def test_a_shortage_fails_the_append_and_the_log_goes_on(bench, log, disk):
    long = begin(log, b"c")
    disk.failing.add("pwritev")
    disk.errno = errno.ENOMEM
    disk.release()
    disk.failing.clear()
    with pytest.raises(ResourceShortage):
        again(log, long)
    assert bench.log_dir.is_online
    assert append(log, b"d").first_offset == 2
    assert read_all(log)[2:] == [(2, b"d")]


def test_a_roll_before_the_write_begins_the_segment_with_it(bench, disk):
    log = bench.open(config={"segment.bytes": "300"})
    append(log, b"x" * 150)
    begin(log, b"y" * 150)
    assert len(log.segments) == 2
    assert log.segments.active.size == 0
    disk.release()
    assert [value[:1] for _, value in read_all(log)] == [b"x", b"y"]


async def test_all_that_wait_for_an_append_go_on_when_it_is_over(log, disk):
    long = begin(log, b"c")
    waiting = [asyncio.ensure_future(long.append.wait()) for _ in range(3)]
    await asyncio.sleep(0)
    assert not any(task.done() for task in waiting)
    disk.release()
    await asyncio.wait_for(asyncio.gather(*waiting), 20)
