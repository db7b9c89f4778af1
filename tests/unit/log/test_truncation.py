"""Truncation: records, indexes, epochs, producers and offsets go back together."""

from __future__ import annotations

import random

import pytest

from kavka.broker.log.log_identity import LogIdentity
from kavka.broker.log.log_offsets import LogOffsets
from kavka.broker.log.open_transactions import OpenTransactions
from kavka.broker.log.producer_state import ProducerState
from tests.support.log import transacting
from tests.support.log.building import NOW_MS, TP, append, batch, read_all


def fill(log, count=10):
    for number in range(count):
        append(log, b"%d" % number, timestamp=NOW_MS + number, epoch=number // 4)
    log.maybe_increment_high_watermark(count)


@pytest.mark.parametrize("segment_bytes", [200, 1 << 20])
@pytest.mark.parametrize("target", range(11))
def test_everything_from_the_offset_on_is_gone(bench, segment_bytes, target):
    log = bench.open(config={"segment.bytes": segment_bytes, "index.interval.bytes": 0})
    fill(log)
    assert log.truncate_to(target) == (target < 10)
    assert log.log_end_offset == target
    assert log.high_watermark == target
    assert read_all(log) == [(n, b"%d" % n) for n in range(target)]
    assert [epoch for epoch, start in log.leader_epoch_cache.entries] == [e for e in (0, 1, 2) if e * 4 < target]
    append(log, b"new", epoch=5, timestamp=NOW_MS)
    assert read_all(log, target) == [(target, b"new")]
    bench.crash()
    assert read_all(bench.open()) == [*((n, b"%d" % n) for n in range(target)), (target, b"new")]


def test_an_offset_within_a_batch_removes_the_batch(bench):
    log = bench.open()
    append(log, b"a", b"b")
    append(log, b"c", b"d")
    log.truncate_to(3)
    assert read_all(log) == [(0, b"a"), (1, b"b")]
    assert log.log_end_offset == 3


def test_bug_4_truncation_at_the_end_still_truncates_epochs(bench):
    log = bench.open()
    append(log, epoch=0)
    log.leader_epoch_cache.assign(7, 1)
    assert not log.truncate_to(1)
    assert log.leader_epoch_cache.entries == [(0, 0)]


def test_bug_11_a_full_truncation_moves_all_offsets(bench):
    log = bench.open()
    fill(log)
    for offset in (100, 3, 0):
        log.truncate_fully_and_start_at(offset)
        assert (log.log_start_offset, log.high_watermark, log.log_end_offset) == (offset, offset, offset)
        assert log.last_stable_offset == offset
        assert log.leader_epoch_cache.entries == []
        append(log, b"x")
        assert read_all(log) == [(offset, b"x")]


def test_bug_11_offsets_out_of_order_are_a_fault(bench):
    offsets = LogOffsets(
        LogIdentity.of(TP, bench.log_dir), log_start_offset=5, log_end_offset=10, transactions=OpenTransactions()
    )
    with pytest.raises(AssertionError):
        offsets.move(high_watermark=11)
    with pytest.raises(AssertionError):
        offsets.move(log_start_offset=6)
    assert (offsets.log_start_offset, offsets.high_watermark, offsets.log_end_offset) == (5, 5, 10)


def test_truncation_before_the_first_segment_starts_anew(bench):
    log = bench.open(log_start_offset=50)
    append(log, b"a")
    assert log.truncate_to(10)
    assert (log.log_start_offset, log.log_end_offset) == (10, 10)


def test_bug_62_a_sealed_segment_that_is_truncated_keeps_a_true_time_index(bench):
    log = bench.open(config={"segment.bytes": 200, "index.interval.bytes": 0})
    fill(log)
    log.truncate_to(3)
    assert log.offset_for_timestamp(NOW_MS + 2, 3) == (NOW_MS + 2, 2, 0)
    assert log.offset_for_timestamp(NOW_MS + 3, 3) is None
    assert log.offset_of_max_timestamp(3) == (NOW_MS + 2, 2, 0)


def test_slices_of_a_truncated_segment_stay_readable(bench):
    """A page behind the end of a mapped file would kill the process."""
    log = bench.open(config={"segment.bytes": 1 << 20})
    for number in range(200):
        append(log, b"%04d" % number * 100)
    log.roll()
    view = log.read(0, max_bytes=1 << 20, max_offset=200).records
    before = bytes(view)
    assert len(before) > 16384
    log.truncate_to(2)
    append(log, b"other")
    assert bytes(view) == before
    assert [value for _, value in read_all(log)] == [b"0000" * 100, b"0001" * 100, b"other"]


def test_producers_go_back_too(bench):
    log = bench.open(config={"segment.bytes": 200})
    for sequence in range(6):
        append(log, producer=(9, 0, sequence))
    log.truncate_to(4)
    entry = log.producer_state.get(9)
    assert entry.last_sequence == 3
    assert append(log, producer=(9, 0, 4)).first_offset == 4
    log.truncate_fully_and_start_at(0)
    assert log.producer_state.get(9) is None


def test_the_recovery_point_goes_back_and_a_flush_under_way_does_not_count(bench):
    log = bench.open()
    fill(log)
    log.flush()
    assert log.recovery_point == 10
    append(log)
    job = log.flusher.begin()
    log.truncate_to(4)
    for _ in range(9):
        append(log)
    job.run(bench.filesystem)
    log.durability.finish(job, log_end_offset=log.log_end_offset, now_ms=NOW_MS)
    assert log.recovery_point == 4


def test_a_batch_from_a_leader_may_follow(bench):
    log = bench.open()
    fill(log)
    log.truncate_to(7)
    log.append_as_follower(batch(b"leader's", base_offset=7, epoch=9))
    assert log.leader_epoch_cache.entries[-1] == (9, 7)


def producers_of(log):
    """What is known of each producer that decides what it may append next, and who has a transaction open."""
    entries = {
        entry.producer_id: (entry.epoch, entry.last_sequence, entry.coordinator_epoch, entry.txn_first_offset)
        for entry in log.producer_state.entries
    }
    return entries, log.producer_state.transactions.oldest_producer, len(log.producer_state.transactions)


def test_a_truncation_looks_up_only_the_producers_of_what_it_takes_away(bench):
    """With 100,000 producers the others' entries were a tenth of a second."""
    log = bench.open()
    for producer_id in range(50):
        append(log, producer=(producer_id, 0, 0))
    log.roll()
    for producer_id in (3, 7):
        append(log, producer=(producer_id, 0, 1))
    before = {entry.producer_id: entry for entry in log.producer_state.entries}
    log.truncate_to(51)
    anew = [entry.producer_id for entry in log.producer_state.entries if before[entry.producer_id] is not entry]
    assert anew == [7]
    assert log.producer_state.get(7).last_sequence == 0


def test_after_a_restart_neither(bench):
    log = bench.open()
    for producer_id in range(50):
        append(log, producer=(producer_id, 0, 0))
    log.close()
    log = bench.open()
    before = {entry.producer_id: entry for entry in log.producer_state.entries}
    log.truncate_to(49)
    anew = [entry.producer_id for entry in log.producer_state.entries if before[entry.producer_id] is not entry]
    assert anew == []
    assert sorted(before) == list(range(50))
    assert log.producer_state.get(49) is None


@pytest.mark.parametrize("seed", range(30))
def test_what_is_known_of_producers_is_what_the_log_says(bench, seed):
    """However it came about: batches, markers, rolls, restarts and truncations in any order."""
    rng = random.Random(seed)
    log = bench.open(config={"segment.bytes": 1000})
    for _ in range(150):
        producer_id = rng.randrange(6)
        entry = log.producer_state.get(producer_id)
        sequence = 0 if entry is None else entry.last_sequence + 1
        epoch = 0 if entry is None else entry.epoch
        is_open = entry is not None and entry.txn_first_offset >= 0
        act = rng.choice("aattteerxxc" if log.log_end_offset else "at")
        if act == "a" and not is_open:
            append(log, producer=(producer_id, epoch, sequence))
        elif act == "t":
            transacting.write(log, producer_id, sequence, b"v", epoch=epoch)
        elif act == "e":
            transacting.end(log, producer_id, epoch=epoch, commit=rng.random() < 0.5)
        elif act == "r":
            log.roll()
        elif act == "c":
            log.close()
            log = bench.open(config={"segment.bytes": 1000})
        elif act == "x":
            log.truncate_to(rng.randrange(max(0, log.log_end_offset - 12), log.log_end_offset + 1))
        state = ProducerState("as the log says")
        log.files.snapshots.load(
            state, log.segments, start_offset=log.log_start_offset, end_offset=log.log_end_offset, now_ms=NOW_MS
        )
        told = {
            one.producer_id: (one.epoch, one.last_sequence, one.coordinator_epoch, one.txn_first_offset)
            for one in state.entries
        }
        assert producers_of(log) == (told, state.transactions.oldest_producer, len(state.transactions))
