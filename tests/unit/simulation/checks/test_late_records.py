"""What comes or goes while the final readers read: a record of unknown end, and a tombstone whose time is over."""

from __future__ import annotations

from dataclasses import replace

from kavka.simulation.checks import check_all
from kavka.simulation.history import History, KeyedRecord
from tests.support.simulation.histories import KEYS, cleaned, log, sent, unknown


def found(*happenings):
    return [breach.invariant for breach in check_all(History((sent(1, 0), unknown(2), *happenings)))]


def test_a_record_that_came_between_the_two_final_readers_is_there():
    assert found(*log((0, 1), committed=((0, 1), (1, 2)), stable=2)) == []


def test_a_record_that_the_first_of_them_passed_over_is_an_anomaly():
    assert found(sent(3, 2), *log((0, 1), (2, 3), committed=((0, 1), (1, 2), (2, 3)))) == ["vanished-record"]


def test_a_record_that_a_reader_of_committed_records_found_before_is_gone():
    earlier = [replace(read, time_ms=8_000) for read in log((0, 1), (1, 2))[1:]]
    assert found(*earlier, *log((0, 1))[:1]) == ["vanished-record"]


def test_a_tombstone_that_goes_while_it_is_read_brings_no_older_one_back():
    last = KeyedRecord(4, b"b", None, 900)
    assert check_all(History((cleaned(KEYS, *KEYS, last, at=1_400),))) == []
    (early,) = check_all(History((cleaned(KEYS, *KEYS, last, at=1_399),)))
    assert early.invariant == "compaction-early-delete"
