"""Idempotence: which batches are new, repeated, or out of order; and the snapshots' bytes."""

from __future__ import annotations

import pytest

from kavka.broker.log.producer_state import PRODUCERS_IN_ONE_STEP_MAX
from kavka.common.steps import at_once
from kavka.protocol.disk.errors import CorruptSnapshot
from kavka.protocol.disk.producer_snapshot import decode_snapshot, encode_snapshot
from kavka.protocol.errors import InvalidProducerEpoch, KafkaStorageError, OutOfOrderSequenceNumber
from kavka.protocol.records.crc32c import crc32c
from tests.support.log.building import NOW_MS, append, batch, read_all

MAX = 2**31 - 1


def test_a_repeated_batch_is_answered_with_its_old_offset(bench):
    log = bench.open()
    for sequence in range(0, 14, 2):
        append(log, b"a", b"b", producer=(1, 0, sequence))
    for back in range(1, 6):
        info = append(log, b"a", b"b", producer=(1, 0, 14 - 2 * back))
        assert info.is_duplicate
        assert (info.first_offset, info.last_offset) == (14 - 2 * back, 15 - 2 * back)
    assert log.log_end_offset == 14
    with pytest.raises(OutOfOrderSequenceNumber):
        append(log, b"a", b"b", producer=(1, 0, 2))


def test_an_overlapping_batch_is_no_duplicate(bench):
    log = bench.open()
    append(log, b"a", b"b", producer=(1, 0, 0))
    with pytest.raises(OutOfOrderSequenceNumber):
        append(log, b"a", producer=(1, 0, 0))
    with pytest.raises(OutOfOrderSequenceNumber):
        append(log, b"b", b"c", producer=(1, 0, 1))


def test_a_gap_is_refused_and_what_fills_it_is_not(bench):
    log = bench.open()
    append(log, producer=(1, 0, 0))
    with pytest.raises(OutOfOrderSequenceNumber):
        append(log, producer=(1, 0, 2))
    assert append(log, producer=(1, 0, 1)).first_offset == 1
    assert append(log, producer=(1, 0, 2)).first_offset == 2


def test_a_new_epoch_begins_at_sequence_zero_and_fences_the_old_one(bench):
    log = bench.open()
    append(log, producer=(1, 4, 0))
    with pytest.raises(OutOfOrderSequenceNumber):
        append(log, producer=(1, 5, 1))
    append(log, producer=(1, 5, 0))
    with pytest.raises(InvalidProducerEpoch):
        append(log, producer=(1, 4, 1))
    append(log, producer=(1, 5, 1))


def test_bug_74_an_unknown_producer_may_begin_anywhere(bench):
    log = bench.open()
    assert append(log, producer=(1, 0, 17)).first_offset == 0
    assert append(log, producer=(1, 0, 18)).first_offset == 1


def test_bug_74_a_follower_takes_what_its_leader_took(bench):
    log = bench.open()
    log.append_as_follower(batch(b"a", base_offset=0, producer=(1, 5, 10), epoch=0))
    log.append_as_follower(batch(b"b", base_offset=1, producer=(1, 4, 99), epoch=0))
    assert log.producer_state.get(1).epoch == 4


def test_bug_75_sequences_wrap_at_31_bits(bench):
    log = bench.open()
    append(log, producer=(1, 0, MAX - 2))
    append(log, b"a", b"b", b"c", b"d", producer=(1, 0, MAX - 1))  # MAX - 1, MAX, 0, 1
    assert append(log, b"a", b"b", b"c", b"d", producer=(1, 0, MAX - 1)).is_duplicate
    assert append(log, producer=(1, 0, 2)).first_offset == 5
    bench.crash()
    log = bench.open()
    assert log.producer_state.get(1).last_sequence == 2
    append(log, producer=(1, 0, 3))


def test_bug_75_the_last_sequence_is_followed_by_zero(bench):
    log = bench.open()
    append(log, producer=(1, 0, MAX))
    with pytest.raises(OutOfOrderSequenceNumber):
        append(log, producer=(1, 0, 1))
    append(log, producer=(1, 0, 0))


def test_bug_73_a_failed_append_leaves_the_state_as_it_was(bench):
    log = bench.open()
    append(log, producer=(1, 0, 0))
    bench.filesystem.failing = {"pwritev"}
    with pytest.raises(KafkaStorageError):
        append(log, producer=(1, 0, 1))
    entry = log.producer_state.get(1)
    assert (entry.last_sequence, len(entry.batches)) == (0, 1)
    assert log.log_end_offset == 1
    assert log.durability.unflushed_messages == 1


def test_producers_survive_a_crash_and_a_clean_stop(bench):
    log = bench.open()
    for sequence in range(3):
        append(log, producer=(1, 0, sequence))
    bench.crash()
    log = bench.open()
    assert append(log, producer=(1, 0, 1)).is_duplicate  # replayed from the log: all cached batches
    log.close()
    log = bench.open(clean=True)
    assert append(log, producer=(1, 0, 2)).is_duplicate  # from the snapshot: the last one
    assert append(log, producer=(1, 0, 3)).first_offset == 3


def test_a_batch_in_which_the_log_begins_is_remembered_across_a_crash(bench):
    """Its last records are there still, and its producer goes on behind them."""
    log = bench.open()
    append(log, b"a", producer=(1, 0, 0))
    log.roll()
    append(log, b"b", b"c", b"d", producer=(1, 0, 1))
    append(log, b"e", b"f", b"g", producer=(2, 0, 0))
    log.maybe_increment_high_watermark(7)
    log.maybe_increment_log_start_offset(6)
    bench.crash()
    log = bench.open(log_start_offset=6)
    assert append(log, b"e", b"f", b"g", producer=(2, 0, 0)).is_duplicate
    append(log, b"h", producer=(2, 0, 3))


def test_a_truncation_remembers_a_batch_in_which_the_log_begins(bench):
    log = bench.open()
    append(log, b"a", producer=(1, 0, 0))
    log.roll()
    append(log, b"b", b"c", b"d", producer=(1, 0, 1))
    append(log, b"e", producer=(1, 0, 4))
    log.maybe_increment_high_watermark(4)
    log.maybe_increment_log_start_offset(3)
    log.truncate_to(4)
    append(log, b"f", producer=(1, 0, 4))
    assert read_all(log) == [(3, b"d"), (4, b"f")]


def test_silent_producers_are_forgotten(bench):
    log = bench.open()
    append(log, producer=(1, 0, 0), timestamp=NOW_MS, now_ms=NOW_MS)
    append(log, producer=(2, 0, 0), timestamp=1000, now_ms=NOW_MS + 10)  # old timestamps do not expire it
    day_ms = 86_400_000
    assert at_once(log.producer_state.expire(NOW_MS + day_ms - 1, day_ms)) == 0
    assert at_once(log.producer_state.expire(NOW_MS + day_ms, day_ms)) == 1
    assert log.producer_state.get(2) is not None
    assert append(log, producer=(1, 0, 77)).first_offset == 2


def test_records_without_a_producer_leave_no_trace(bench):
    log = bench.open()
    append(log)
    assert len(log.producer_state) == 0
    assert read_all(log) == [(0, b"v")]


def test_snapshots_have_kafkas_bytes(bench):
    log = bench.open()
    append(log, b"a", b"b", producer=(4000, 3, 7), timestamp=[NOW_MS, NOW_MS + 5])
    data = encode_snapshot(log.producer_state.entries)
    body = bytes.fromhex(
        "00000001"  # one entry
        "0000000000000fa0 0003"  # producer id, epoch
        "00000008 0000000000000001 00000001"  # last sequence, last offset, offset delta
        "0000018bcfe56805 ffffffff ffffffffffffffff"  # timestamp, coordinator epoch, no open transaction
    )
    assert data == b"\x00\x01" + crc32c(body).to_bytes(4, "big") + body
    (entry,) = decode_snapshot(data)
    assert entry.batches == log.producer_state.get(4000).batches


@pytest.mark.parametrize("size", range(0, 56, 5))
def test_bug_61_a_cut_snapshot_is_no_snapshot(bench, size):
    log = bench.open()
    append(log, producer=(1, 0, 0))
    data = encode_snapshot(log.producer_state.entries)
    with pytest.raises(CorruptSnapshot):
        decode_snapshot(data[:size])
    with pytest.raises(CorruptSnapshot):
        decode_snapshot(data[:size] + bytes([data[size] ^ 1]) + data[size + 1 :])


def test_silent_producers_are_forgotten_in_steps_and_not_those_that_write_in_between(bench):
    log, day_ms = bench.open(), 86_400_000
    count = 2 * PRODUCERS_IN_ONE_STEP_MAX + 1
    for producer_id in range(count):
        log.append_as_leader(batch(producer=(producer_id, 0, 0)), 0, NOW_MS, True)
    steps = log.producer_state.expire(NOW_MS + day_ms, day_ms)
    next(steps)
    assert len(log.producer_state) == count - PRODUCERS_IN_ONE_STEP_MAX
    late = batch(producer=(count - 1, 0, 1), timestamp=NOW_MS + day_ms)
    log.append_as_leader(late, 0, NOW_MS + day_ms, True)
    assert at_once(steps) == count - 1
    assert [entry.producer_id for entry in log.producer_state.entries] == [count - 1]
