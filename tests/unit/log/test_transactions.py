"""Transactions in one log: what holds the last stable offset back, what is aborted, and that both survive."""

from __future__ import annotations

import pytest

from kavka.broker.log.log import COORDINATOR
from kavka.broker.log.open_transactions import NO_UNSTABLE, EndedTxn, OpenTransactions
from kavka.common.steps import at_once
from kavka.protocol.disk.indexes import AbortedTxn
from kavka.protocol.errors import (
    InvalidProducerEpoch,
    InvalidTxnState,
    KafkaStorageError,
    OutOfOrderSequenceNumber,
    TransactionCoordinatorFenced,
)
from tests.support.log.building import NOW_MS, append, batch
from tests.support.log.transacting import committed, end, marker, offsets, replicate, write

DAY_MS = 86_400_000


def test_the_last_stable_offset_waits_for_the_marker_and_its_replication(bench):
    log = bench.open()
    append(log, b"plain")
    assert write(log, 1, 0, b"a", b"b") == 1
    assert replicate(log) == 1
    append(log, b"plain too")
    assert replicate(log) == 1
    assert end(log, 1) == 4
    assert offsets(log) == (1, 4, 5)  # the marker is on this replica only
    assert replicate(log) == 5
    assert committed(log) == [b"plain", b"a", b"b", b"plain too"]


def test_the_earliest_open_transaction_counts(bench):
    log = bench.open()
    for pid in (1, 2, 3):
        write(log, pid, 0, b"%d" % pid)
    stable = []
    for pid in (2, 1, 3):
        end(log, pid)
        stable.append(replicate(log))
    assert stable == [0, 2, 6]


def test_an_unreplicated_early_transaction_hides_a_later_open_one(bench):
    log = bench.open()
    write(log, 1, 0)
    write(log, 2, 0)
    end(log, 1)
    log.maybe_increment_high_watermark(2)
    assert offsets(log) == (0, 2, 3)
    log.maybe_increment_high_watermark(3)
    assert offsets(log) == (1, 3, 3)


def test_the_last_stable_offset_waits_for_a_marker_that_was_not_replicated_before_a_restart(bench):
    """Kafka forgets it: its snapshots have no transactions that have ended."""
    log = bench.open()
    write(log, 1, 0, b"a")
    end(log, 1)
    append(log, b"plain")
    write(log, 2, 0, b"b")
    end(log, 2, commit=False)
    write(log, 3, 0, b"c")
    end(log, 3)
    log.maybe_increment_high_watermark(4)
    assert offsets(log) == (3, 4, 7)
    log.close()
    log = bench.open(clean=True, recovery_point=7, high_watermark=4)
    log.maybe_increment_high_watermark(4)
    assert offsets(log) == (3, 4, 7)
    log.maybe_increment_high_watermark(6)
    assert offsets(log) == (5, 6, 7)
    assert replicate(log) == 7


def test_aborted_transactions_are_told_with_the_batches_around_which_they_lie(bench):
    log = bench.open()
    write(log, 1, 0, b"a")  # 0
    write(log, 2, 0, b"b")  # 1
    end(log, 1, commit=False)  # 2
    write(log, 2, 1, b"c")  # 3
    end(log, 2, commit=True)  # 4
    write(log, 1, 1, b"d")  # 5
    end(log, 1, commit=False)  # 6
    replicate(log)
    first, second = AbortedTxn(1, 0, 2, 1), AbortedTxn(1, 5, 6, 7)
    assert log.aborted_transactions(0, 7) == [first, second]
    assert log.aborted_transactions(0, 1) == [first]
    assert log.aborted_transactions(3, 5) == []
    assert log.aborted_transactions(2, 6) == [first, second]
    assert log.aborted_transactions(6, 7) == [second]
    assert committed(log) == [b"b", b"c"]
    assert committed(log, max_bytes=1) == [b"b", b"c"]


def test_a_transaction_that_ends_in_a_later_segment_is_found(bench):
    log = bench.open()
    write(log, 1, 0, b"lost")
    write(log, 2, 0, b"kept")
    log.roll()
    append(log, b"plain")
    log.roll()
    end(log, 1, commit=False)
    end(log, 2)
    replicate(log)
    assert bench.names(".txnindex") == [f"{3:020d}.txnindex"]
    assert log.aborted_transactions(0, 1) == [AbortedTxn(1, 0, 3, 1)]
    assert committed(log) == committed(log, max_bytes=1) == [b"kept", b"plain"]


def test_the_index_has_kafkas_bytes(bench):
    log = bench.open()
    write(log, 0x0102, 0, b"x")
    end(log, 0x0102, commit=False)
    assert bench.path(0, ".txnindex").read_bytes() == bytes.fromhex(
        "0000 0000000000000102 0000000000000000 0000000000000001 0000000000000002"
    )


def test_a_marker_without_a_transaction_changes_epochs_only(bench):
    log = bench.open()
    append(log, producer=(1, 3, 0))
    end(log, 1, epoch=4, commit=False, coordinator_epoch=7)
    assert bench.names(".txnindex") == []
    assert replicate(log) == 2
    entry = log.producer_state.get(1)
    assert (entry.epoch, entry.coordinator_epoch, entry.last_sequence) == (4, 7, -1)
    with pytest.raises(OutOfOrderSequenceNumber):
        write(log, 1, 1, epoch=4)
    write(log, 1, 0, epoch=4)


def test_a_marker_of_the_same_epoch_keeps_the_sequence(bench):
    log = bench.open()
    write(log, 1, 0, b"a", b"b")
    end(log, 1)
    with pytest.raises(OutOfOrderSequenceNumber):
        write(log, 1, 0, b"a")
    write(log, 1, 2)


def test_a_marker_fences_the_epoch_before_its_own(bench):
    log = bench.open()
    write(log, 1, 0, epoch=5)
    end(log, 1, epoch=6, commit=False)  # what a coordinator does with a transaction that timed out
    with pytest.raises(InvalidProducerEpoch):
        write(log, 1, 1, epoch=5)
    with pytest.raises(InvalidProducerEpoch):
        end(log, 1, epoch=5)
    assert replicate(log) == 2


def test_bug_82_a_marker_of_an_older_coordinator_is_refused_by_the_leader_and_taken_by_replicas(bench):
    log = bench.open()
    write(log, 1, 0)
    end(log, 1, coordinator_epoch=5)
    with pytest.raises(TransactionCoordinatorFenced):
        end(log, 1, coordinator_epoch=4)
    assert log.log_end_offset == 2
    end(log, 1, coordinator_epoch=5)
    log.append_as_follower(_at(marker(1, coordinator_epoch=3), 3), now_ms=NOW_MS)
    assert log.producer_state.get(1).coordinator_epoch == 3


def test_bug_82_a_marker_is_a_sign_of_life(bench):
    log = bench.open()
    write(log, 1, 0, now_ms=NOW_MS)
    end(log, 1, now_ms=NOW_MS + 1000)
    assert at_once(log.producer_state.expire(NOW_MS + DAY_MS, DAY_MS)) == 0
    assert at_once(log.producer_state.expire(NOW_MS + 1000 + DAY_MS, DAY_MS)) == 1


def test_bug_82_a_producer_with_an_open_transaction_is_never_forgotten(bench):
    log = bench.open()
    write(log, 1, 0)
    assert at_once(log.producer_state.expire(NOW_MS + 100 * DAY_MS, DAY_MS)) == 0
    assert replicate(log) == 0
    end(log, 1, now_ms=NOW_MS + 100 * DAY_MS)
    assert replicate(log) == 2


def test_a_transaction_that_nobody_ends_is_late_until_somebody_does(bench):
    log = bench.open()
    state = log.producer_state
    write(log, 1, 0, now_ms=NOW_MS)
    write(log, 2, 0, now_ms=NOW_MS + 10)
    assert not state.has_late_transaction(NOW_MS)
    assert state.has_late_transaction(NOW_MS + 1)
    end(log, 1)
    assert not state.has_late_transaction(NOW_MS + 10)
    end(log, 2)
    assert not state.has_late_transaction(NOW_MS + 1000)


def test_a_producer_that_was_forgotten_may_begin_anywhere(bench):
    log = bench.open()
    write(log, 1, 0)
    end(log, 1)
    assert at_once(log.producer_state.expire(NOW_MS + DAY_MS, DAY_MS)) == 1
    assert write(log, 1, 17) == 2


def test_records_outside_a_transaction_are_refused_while_it_is_open(bench):
    log = bench.open()
    write(log, 1, 0)
    with pytest.raises(InvalidTxnState):
        append(log, producer=(1, 0, 1))
    end(log, 1)
    append(log, producer=(1, 0, 1))


def test_what_a_coordinator_writes_for_a_producer_has_no_sequence(bench):
    log = bench.open(config={"cleanup.policy": "compact"})
    for epoch in (0, 0, 1):
        data = batch(b"offset", producer=(1, epoch, -1), is_transactional=True)
        log.append_as_leader(data, 0, NOW_MS, True, origin=COORDINATOR)
    assert replicate(log) == 0
    with pytest.raises(InvalidProducerEpoch):
        log.append_as_leader(batch(producer=(1, 0, -1), is_transactional=True), 0, NOW_MS, True, origin=COORDINATOR)
    end(log, 1, epoch=1)
    assert replicate(log) == 4


def test_a_first_batch_that_fails_opens_nothing(bench):
    log = bench.open()
    bench.filesystem.failing = {"pwritev"}
    with pytest.raises(KafkaStorageError):
        write(log, 1, 0)
    assert log.producer_state.get(1) is None
    assert len(log.producer_state.transactions) == 0


def test_bug_76_a_failing_index_pins_the_last_stable_offset_and_the_next_start_repairs_it(bench):
    log = bench.open()
    write(log, 1, 0, b"lost")
    real_open = bench.filesystem.open

    def fail(path, *, create=False):
        if path.endswith(".txnindex"):
            raise OSError(5, "injected")
        return real_open(path, create=create)

    bench.filesystem.__class__.open, undo = lambda self, path, **kw: fail(path, **kw), bench.filesystem.__class__.open
    try:
        with pytest.raises(KafkaStorageError):
            end(log, 1, commit=False)
    finally:
        bench.filesystem.__class__.open = undo
    assert log.log_end_offset == 2  # the record is in the log: its offset is never given again
    log.maybe_increment_high_watermark(2)
    assert log.last_stable_offset == 0
    bench.crash()
    bench.log_dir.failure = None  # a restart
    log = bench.open()
    assert replicate(log) == 2
    assert committed(log) == []


def _at(data, offset, epoch=0):
    """A leader's batch as a follower gets it."""
    from kavka.protocol.records.batch import HEAD_SIZE, read_header

    return read_header(data).stamp(offset, epoch) + data[HEAD_SIZE:]


def _mixed(log):
    """Two aborted, one committed and one open transaction, over several segments."""
    write(log, 1, 0, b"a0")
    write(log, 2, 0, b"b0")
    log.roll()
    write(log, 1, 1, b"a1")
    end(log, 1, commit=False)
    append(log, b"plain")
    log.roll()
    end(log, 2, commit=True)
    write(log, 1, 2, b"a2")
    log.roll()
    write(log, 3, 0, b"c0")
    end(log, 1, commit=False, coordinator_epoch=2)
    append(log, b"behind")


def _view(log):
    entries = [
        (entry.producer_id, entry.epoch, entry.last_sequence, entry.coordinator_epoch, entry.txn_first_offset)
        for entry in log.producer_state.entries
    ]
    return sorted(entries), replicate(log), log.aborted_transactions(0, log.log_end_offset), committed(log)


@pytest.mark.parametrize("how", ["clean", "crash", "crash without snapshots", "crash, recovery point in the middle"])
def test_a_start_finds_transactions_as_they_were(bench, how):
    log = bench.open()
    _mixed(log)
    before = _view(log)
    assert before[1:] == (7, [AbortedTxn(1, 0, 3, 1), AbortedTxn(1, 6, 8, 7)], [b"b0", b"plain"])
    if how == "clean":
        log.close()
    bench.crash()
    if how == "crash without snapshots":
        for name in bench.names(".snapshot"):
            (bench.directory / name).unlink()
    log = bench.open(clean=how == "clean", recovery_point=5 if "middle" in how else 0)
    assert _view(log) == before
    end(log, 3)
    assert replicate(log) == 11
    assert committed(log) == [b"b0", b"plain", b"c0", b"behind"]


def test_a_follower_of_the_same_batches_knows_the_same(bench, tmp_path):
    from tests.support.log.building import LogBench

    log = bench.open()
    _mixed(log)
    other = LogBench(tmp_path / "follower")
    try:
        follower = other.open()
        for segment in log.segments:
            for position, header in segment.batches():
                follower.append_as_follower(bytes(segment.batch_bytes(position, header)), now_ms=NOW_MS)
        assert _view(follower) == _view(log)
    finally:
        other.close()


@pytest.mark.parametrize("target", range(11))
def test_truncation_takes_transactions_back(bench, tmp_path, target):
    from tests.support.log.building import LogBench

    log = bench.open()
    _mixed(log)
    log.truncate_to(target)
    other = LogBench(tmp_path / "other")  # a log that never had more
    try:
        fresh = other.open()
        for segment in log.segments:
            for position, header in segment.batches():
                fresh.append_as_follower(bytes(segment.batch_bytes(position, header)), now_ms=NOW_MS)
        if fresh.log_end_offset < target:
            fresh.truncate_fully_and_start_at(target)
        assert _view(log) == _view(fresh)
    finally:
        other.close()


def test_deleting_the_beginning_of_a_transaction_moves_the_last_stable_offset_with_the_start(bench):
    log = bench.open()
    append(log, b"x")
    write(log, 1, 0, b"a")
    log.roll()
    write(log, 1, 1, b"b")
    assert replicate(log) == 1
    log.maybe_increment_log_start_offset(2)
    log.delete_segments_before_start()
    assert log.last_stable_offset == 2
    end(log, 1, commit=False)
    assert replicate(log) == 4
    assert committed(log, 2) == []


def test_the_index_goes_with_its_segment(bench):
    log = bench.open(config={"retention.bytes": 0})
    write(log, 1, 0)
    end(log, 1, commit=False)
    log.roll()
    replicate(log)
    assert bench.names(".txnindex") != []
    log.delete_old_segments(NOW_MS)
    assert bench.names(".txnindex") == []
    assert log.aborted_transactions(2, 2) == []


@pytest.mark.parametrize("at", [0, 1, 12, 20, 33, 40])
def test_bug_61_a_damaged_transaction_index_is_made_anew(bench, at):
    log = bench.open()
    _mixed(log)
    before = _view(log)
    log.close()
    bench.crash()
    for name in bench.names(".txnindex"):
        path = bench.directory / name
        data = bytearray(path.read_bytes()[: at or None])
        if at == 0:
            data[0] ^= 0x40  # another version
        path.write_bytes(data)
    log = bench.open(clean=True)
    assert _view(log) == before


def test_bug_61_an_entry_of_the_future_is_found_out_by_the_next_marker(bench):
    log = bench.open()
    write(log, 1, 0)
    end(log, 1, commit=False)
    log.close()
    bench.crash()
    path = bench.path(0, ".txnindex")
    data = bytearray(path.read_bytes())
    data[25] = 99  # the marker's offset
    path.write_bytes(data)
    log = bench.open(clean=True)
    write(log, 1, 1)
    end(log, 1, commit=False)
    assert log.aborted_transactions(0, 4) == [AbortedTxn(1, 0, 1, 2), AbortedTxn(1, 2, 3, 4)]


def test_an_index_that_is_not_in_memory_is_not_waited_for(bench):
    from kavka.broker.log.cold_read import ColdRead

    log = bench.open()
    write(log, 1, 0)
    end(log, 1, commit=False)
    log.roll()
    replicate(log)
    log.files.release_idle()
    log.files.release_idle()
    with pytest.raises(ColdRead) as cold:
        log.aborted_transactions(0, 2, may_wait=False)
    cold.value.load()
    cold.value.loaded()
    assert log.aborted_transactions(0, 2, may_wait=False) == [AbortedTxn(1, 0, 1, 2)]


class Compared(int):
    """An offset that counts how often it is compared."""

    count = 0

    def __lt__(self, other):
        Compared.count += 1
        return int(self) < int(other)

    def __gt__(self, other):
        Compared.count += 1
        return int(self) > int(other)


def test_the_last_stable_offset_is_found_without_a_look_at_all_that_have_ended():
    transactions, ended = OpenTransactions(), 500
    for offset in range(ended):
        transactions.begin(Compared(offset), offset)
    for offset in reversed(range(1, ended)):
        transactions.end(EndedTxn(offset, Compared(offset), 2 * ended - offset, is_aborted=False))
    Compared.count = 0
    for _ in range(100):
        assert transactions.first_unstable_offset(0) == 0
    assert Compared.count <= 2 * 100
    transactions.end(EndedTxn(0, Compared(0), 3 * ended, is_aborted=False))
    assert transactions.first_unstable_offset(3 * ended) == 0
    assert transactions.first_unstable_offset(3 * ended + 1) == NO_UNSTABLE
