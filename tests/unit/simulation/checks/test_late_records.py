"""A record of unknown end that one of the two final readers has: it came late, or it is gone."""

from __future__ import annotations

from dataclasses import replace

from kavka.simulation.checks import check_all
from kavka.simulation.history import History
from tests.support.simulation.histories import log, sent, unknown


def found(*happenings):
    return [breach.invariant for breach in check_all(History((sent(1, 0), unknown(2), *happenings)))]


def test_a_record_that_came_between_the_two_final_readers_is_there():
    assert found(*log((0, 1), committed=((0, 1), (1, 2)), stable=2)) == []


def test_a_record_that_the_first_of_them_passed_over_is_an_anomaly():
    assert found(sent(3, 2), *log((0, 1), (2, 3), committed=((0, 1), (1, 2), (2, 3)))) == ["vanished-record"]


def test_a_record_that_a_reader_of_committed_records_found_before_is_gone():
    earlier = [replace(read, time_ms=8_000) for read in log((0, 1), (1, 2))[1:]]
    assert found(*earlier, *log((0, 1))[:1]) == ["vanished-record"]
