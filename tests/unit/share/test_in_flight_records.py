"""What is in flight of a share-partition: acquired, acknowledged, released, archived, kept (KIP-932)."""

from __future__ import annotations

import pytest

from kavka.broker.share.partition.acknowledgements import Acknowledgement
from kavka.broker.share.partition.in_flight_records import (
    AT_ONCE,
    AcquireMode,
    Change,
    Fetched,
    InFlightRecords,
    Kept,
    ShareLimits,
    WantedRecords,
)
from kavka.broker.share.persister import StateBatch
from kavka.protocol.errors import InvalidRecordState, InvalidRequest

AVAILABLE, ACQUIRED, ACKNOWLEDGED, ARCHIVED = 0, 1, 2, 4
GAP, ACCEPT, RELEASE, REJECT, RENEW = range(5)
LOG = [(0, 9), (10, 19), (20, 29)]


def records_from(start_offset=0, kept=(), *, delivery_count=5, record_locks=2_000):
    return InFlightRecords(start_offset, kept, limits=lambda: ShareLimits(delivery_count, record_locks))


def acquire(
    records,
    member="a",
    *,
    batches=LOG,
    max_records=500,
    batch_size=500,
    mode=0,
    lock_end_ms=100,
    aborted=(),
    offset=None,
):
    wanted = WantedRecords(member, max_records, batch_size, mode, lock_end_ms)
    fetch_offset = records.next_fetch_offset() if offset is None else offset
    return [tuple(span) for span in records.acquire(wanted, Fetched(fetch_offset, batches, aborted))]


def acknowledge(records, first, last, kind, member="a", *, lock_end_ms=100):
    return records.acknowledge(member, [Acknowledgement(first, last, kind)], lock_end_ms=lock_end_ms)


def keep(records, change):
    records.finish(change.write_id, is_kept=True)
    return change


def shown(records):
    return [(batch.first_offset, batch.last_offset, int(batch.state), batch.delivery_count) for batch in records]


class TestAcquiring:
    def test_two_members_never_have_the_same_record(self):
        records = records_from()
        assert acquire(records, "a", batches=LOG[:1]) == [(0, 9, 1)]
        assert records.next_fetch_offset() == 10
        assert acquire(records, "b") == [(10, 29, 1)]
        assert acquire(records, "a") == []
        assert records.end_offset == 30

    def test_by_batches_the_last_one_comes_whole(self):
        assert acquire(records_from(), max_records=11) == [(0, 19, 1)]

    def test_by_records_no_more_come_than_were_asked_for(self):
        records = records_from()
        assert acquire(records, max_records=11, mode=AcquireMode.RECORD_LIMIT) == [(0, 10, 1)]
        assert (records.next_fetch_offset(), records.end_offset) == (11, 11)
        assert acquire(records, max_records=11, mode=AcquireMode.RECORD_LIMIT, batches=LOG[1:]) == [(11, 21, 1)]

    def test_ranges_of_about_a_size_end_where_batches_do(self):
        assert acquire(records_from(), batch_size=5) == [(0, 9, 1), (10, 19, 1), (20, 29, 1)]
        assert acquire(records_from(), batch_size=11) == [(0, 19, 1), (20, 29, 1)]

    def test_nothing_is_acquired_of_nothing(self):
        assert acquire(records_from(), batches=[]) == []
        assert acquire(records_from(), max_records=0) == []

    def test_no_more_are_in_flight_than_the_limit_but_for_the_rest_of_a_batch(self):
        records = records_from(record_locks=15)
        assert acquire(records) == [(0, 19, 1)]
        assert records.next_fetch_offset() is None
        assert acquire(records, offset=20, batches=LOG[2:]) == []
        keep(records, acknowledge(records, 0, 9, ACCEPT))
        assert records.next_fetch_offset() == 20

    def test_with_too_many_in_flight_what_was_released_is_delivered_still(self):
        records = records_from(record_locks=20)
        acquire(records)
        keep(records, acknowledge(records, 5, 5, RELEASE))
        assert records.next_fetch_offset() == 5
        assert acquire(records) == [(5, 5, 2)]

    def test_records_of_aborted_transactions_are_archived(self):
        records = records_from()
        assert acquire(records, aborted=[(10, 19)]) == [(0, 9, 1), (20, 29, 1)]
        assert shown(records)[1] == (10, 19, ARCHIVED, 0)

    def test_aborted_records_at_the_start_move_it(self):
        records = records_from()
        assert acquire(records, aborted=LOG) == []
        assert (records.start_offset, records.end_offset, shown(records)) == (30, 30, [])

    def test_batches_that_were_compacted_away_are_archived(self):
        records = records_from()
        acquire(records)
        keep(records, acknowledge(records, 5, 9, RELEASE))
        keep(records, acknowledge(records, 11, 24, RELEASE))
        assert acquire(records, offset=5, batches=LOG[2:]) == [(20, 24, 2)]
        assert shown(records)[1:4] == [(5, 9, ARCHIVED, 1), (10, 10, ACQUIRED, 1), (11, 19, ARCHIVED, 1)]

    def test_a_hole_in_the_log_is_no_record_to_wait_for(self):
        records = records_from()
        assert acquire(records, batches=LOG[2:]) == [(20, 29, 1)]
        assert records.start_offset == 20

    def test_often_delivered_records_come_in_ever_smaller_parts_and_the_last_time_alone(self):
        records = records_from(0, [StateBatch(0, 9, AVAILABLE, 3), StateBatch(10, 19, AVAILABLE, 1)])
        assert acquire(records) == [(0, 4, 4)]
        keep(records, acknowledge(records, 0, 4, RELEASE))
        assert acquire(records) == [(0, 0, 5)]
        assert acquire(records) == [(1, 1, 5)]

    def test_others_do_not_come_along_with_an_often_delivered_record(self):
        records = records_from(0, [StateBatch(0, 4, AVAILABLE, 1), StateBatch(5, 9, AVAILABLE, 4)])
        assert acquire(records) == [(0, 4, 2)]
        assert acquire(records) == [(5, 5, 5)]

    def test_with_two_deliveries_the_second_one_is_of_all(self):
        records = records_from(0, [StateBatch(0, 9, AVAILABLE, 1)], delivery_count=2)
        assert acquire(records, batches=LOG[:1]) == [(0, 9, 2)]


class TestAcknowledging:
    def test_accepted_records_move_the_start_offset_when_that_is_kept(self):
        records = records_from()
        acquire(records)
        change = acknowledge(records, 0, 9, ACCEPT)
        assert records.keep([change]) == Kept(10, 0, [])
        assert records.start_offset == 0
        keep(records, change)
        assert records.start_offset == 10

    def test_what_is_accepted_behind_others_waits_for_them(self):
        records = records_from()
        acquire(records)
        change = acknowledge(records, 10, 19, ACCEPT)
        assert records.keep([change]) == Kept(0, 10, [StateBatch(10, 19, ACKNOWLEDGED, 1)])

    def test_rejected_records_and_gaps_are_archived(self):
        records = records_from()
        acquire(records)
        change = records.acknowledge("a", [Acknowledgement(5, 5, GAP), Acknowledgement(6, 6, REJECT)], lock_end_ms=0)
        assert change.batches == [StateBatch(5, 5, ARCHIVED, 1), StateBatch(6, 6, ARCHIVED, 1)]
        keep(records, change)
        assert records.delivery_complete_count == 2

    def test_a_released_record_is_delivered_again_with_the_next_count(self):
        records = records_from()
        acquire(records)
        keep(records, acknowledge(records, 3, 4, RELEASE))
        assert acquire(records, "b") == [(3, 4, 2)]

    def test_a_record_that_was_delivered_as_often_as_is_allowed_is_archived(self):
        records = records_from(delivery_count=2)
        acquire(records)
        keep(records, acknowledge(records, 3, 3, RELEASE))
        acquire(records)
        assert keep(records, acknowledge(records, 3, 3, RELEASE)).batches == [StateBatch(3, 3, ARCHIVED, 2)]
        assert acquire(records) == []

    def test_what_could_not_be_kept_is_taken_back(self):
        records = records_from()
        acquire(records)
        change = acknowledge(records, 0, 9, ACCEPT)
        records.finish(change.write_id, is_kept=False)
        assert shown(records) == [(0, 29, ACQUIRED, 1)]
        assert acknowledge(records, 0, 9, ACCEPT).write_id > change.write_id

    def test_what_is_being_acknowledged_cannot_be_again(self):
        records = records_from()
        acquire(records)
        acknowledge(records, 0, 9, ACCEPT)
        with pytest.raises(InvalidRecordState):
            acknowledge(records, 9, 12, ACCEPT)

    def test_two_changes_end_in_any_order(self):
        records = records_from()
        acquire(records)
        first, second = acknowledge(records, 0, 9, ACCEPT), acknowledge(records, 10, 19, ACCEPT)
        assert records.keep([second]).start_offset == 0
        assert records.keep([second, first]) == Kept(20, 0, [])
        keep(records, second)
        assert records.start_offset == 0
        keep(records, first)
        assert records.start_offset == 20

    def test_only_who_has_acquired_a_record_acknowledges_it(self):
        records = records_from()
        acquire(records, "a")
        with pytest.raises(InvalidRecordState):
            acknowledge(records, 0, 9, ACCEPT, "b")
        keep(records, acknowledge(records, 5, 5, RELEASE))
        with pytest.raises(InvalidRecordState):
            acknowledge(records, 5, 5, ACCEPT)

    def test_one_wrong_acknowledgement_leaves_the_others_undone(self):
        records = records_from()
        acquire(records, "a", batches=LOG[:1])
        acquire(records, "b")
        with pytest.raises(InvalidRecordState):
            records.acknowledge("a", [Acknowledgement(0, 9, ACCEPT), Acknowledgement(10, 10, ACCEPT)], lock_end_ms=0)
        assert acknowledge(records, 0, 9, ACCEPT) is not None

    def test_what_was_never_delivered_cannot_be_acknowledged(self):
        records = records_from()
        with pytest.raises(InvalidRecordState):
            acknowledge(records, 0, 9, ACCEPT)
        acquire(records)
        with pytest.raises(InvalidRequest):
            acknowledge(records, 29, 30, ACCEPT)

    def test_what_is_below_the_start_offset_is_passed_over(self):
        records = records_from()
        acquire(records)
        keep(records, acknowledge(records, 0, 9, ACCEPT))
        assert acknowledge(records, 0, 9, ACCEPT) is None
        assert records.keep([acknowledge(records, 5, 19, ACCEPT)]).start_offset == 20

    def test_a_renewed_lock_ends_later_and_nothing_is_to_be_kept(self):
        records = records_from()
        acquire(records, lock_end_ms=100)
        assert acknowledge(records, 0, 4, RENEW, lock_end_ms=200) is None
        assert records.lock_end_ms() == 100
        assert records.end_locks(100).batches == [StateBatch(5, 29, AVAILABLE, 1)]
        assert records.lock_end_ms() == 200


class TestLocks:
    def test_a_lock_that_ends_makes_records_available_and_counts(self):
        records = records_from()
        acquire(records, "a", batches=LOG[:1], lock_end_ms=100)
        acquire(records, "b", lock_end_ms=150)
        assert records.lock_end_ms() == 100
        assert records.end_locks(99) is None
        assert records.end_locks(100) == Change(AT_ONCE, [StateBatch(0, 9, AVAILABLE, 1)])
        assert records.next_fetch_offset() == 0
        assert acquire(records, "b") == [(0, 9, 2)]

    def test_a_lock_that_ends_for_the_last_time_archives(self):
        records = records_from(delivery_count=1)
        acquire(records, batches=LOG[:1])
        change = records.end_locks(100)
        assert (change.write_id, records.keep([change])) == (AT_ONCE, Kept(10, 0, []))
        assert records.start_offset == 10
        assert records.lock_end_ms() is None

    def test_a_lock_lasts_while_its_end_is_being_kept(self):
        records = records_from()
        acquire(records, lock_end_ms=100)
        change = acknowledge(records, 0, 29, ACCEPT)
        assert records.end_locks(100) is None
        records.finish(change.write_id, is_kept=False)
        assert records.end_locks(100).batches == [StateBatch(0, 29, AVAILABLE, 1)]


class TestReleasing:
    def test_all_of_a_member_is_released_and_its_delivery_counts(self):
        records = records_from()
        acquire(records, "a", batches=LOG[:1])
        acquire(records, "b")
        change = records.release("a")
        assert change.batches == [StateBatch(0, 9, AVAILABLE, 1)]
        keep(records, change)
        assert acquire(records, "b") == [(0, 9, 2)]
        assert records.release("a") is None

    def test_what_is_being_acknowledged_goes_its_way(self):
        records = records_from()
        acquire(records)
        change = acknowledge(records, 0, 9, ACCEPT)
        assert records.release("a").batches == [StateBatch(10, 29, AVAILABLE, 1)]
        keep(records, change)
        assert records.start_offset == 10


class TestTheLogsStart:
    def test_what_the_log_has_lost_is_not_delivered(self):
        records = records_from()
        acquire(records)
        change = acknowledge(records, 0, 29, RELEASE)
        records.log_starts_at(15)
        keep(records, change)
        assert shown(records) == [(15, 29, AVAILABLE, 1)]
        assert acknowledge(records, 0, 14, ACCEPT) is None

    def test_a_start_behind_all_that_is_in_flight_leaves_nothing(self):
        records = records_from()
        acquire(records)
        records.log_starts_at(50)
        assert (records.start_offset, records.end_offset, shown(records)) == (50, 50, [])

    def test_a_start_that_was_passed_changes_nothing(self):
        records = records_from(10)
        records.log_starts_at(5)
        assert records.start_offset == 10


class TestKeptState:
    def test_what_was_kept_goes_on_where_it_was(self):
        kept = [
            StateBatch(5, 9, ARCHIVED, 1),
            StateBatch(10, 14, AVAILABLE, 2),
            StateBatch(18, 19, ACKNOWLEDGED, 1),
        ]
        records = records_from(5, kept)
        assert (records.start_offset, records.end_offset) == (10, 20)
        assert acquire(records, batches=LOG[:2]) == [(10, 14, 3), (15, 17, 1)]

    def test_batches_below_the_start_offset_and_empty_ones_are_left_out(self):
        records = records_from(8, [StateBatch(0, 7, AVAILABLE, 1), StateBatch(6, 9, AVAILABLE, 1)])
        assert shown(records) == [(8, 9, AVAILABLE, 1)]

    def test_a_later_batch_lies_over_an_earlier_one(self):
        kept = [StateBatch(0, 9, AVAILABLE, 1), StateBatch(3, 4, ACKNOWLEDGED, 2)]
        assert shown(records_from(0, kept)) == [(0, 2, 0, 1), (3, 4, 2, 2), (5, 9, 0, 1)]

    def test_a_state_that_nobody_knows_counts_as_available(self):
        assert shown(records_from(0, [StateBatch(0, 3, 9, 1)])) == [(0, 3, AVAILABLE, 1)]
