"""What a log knows of its producers is held against its records; what stands there no more is nobody's concern."""

from __future__ import annotations

import random

import pytest

from kavka.simulation.producer_agreement import differences, stable_too_early
from tests.support.log.building import LogBench, append
from tests.support.log.histories import produce
from tests.support.log.transacting import end, replicate, write

STEPS = 60


@pytest.fixture
def bench(tmp_path):
    log_bench = LogBench(tmp_path / "data")
    yield log_bench
    log_bench.close()


@pytest.fixture
def log(bench):
    """A plain record, a producer whose transaction is committed, and one that has one open; in two segments."""
    log = bench.open()
    append(log, b"plain")
    write(log, 1, 0, b"a", b"b")
    end(log, 1)
    log.roll()
    write(log, 2, 0, b"c")
    return log


@pytest.mark.parametrize("seed", range(10))
def test_a_log_knows_what_its_records_say_whatever_was_written(bench, seed):
    log = bench.open()
    produce(log, random.Random(seed), STEPS)
    assert list(differences(log)) == []
    replicate(log)
    assert stable_too_early(log) is None


@pytest.mark.parametrize("is_killed", [False, True])
def test_so_it_does_when_it_is_opened_again(bench, log, is_killed):
    if is_killed:
        bench.crash()
    else:
        log.close()
    assert list(differences(bench.open())) == []


def test_what_is_forgotten_is_named(log):
    log.producer_state.clear()
    assert list(differences(log)) == [
        "producer 1 epoch 0 sequence 1, last at 2 is not known",
        "producer 2 epoch 0 sequence 0, last at 4, in a transaction since 4 is not known",
    ]


def test_producers_may_expire_but_not_in_a_transaction(log):
    log.producer_state.clear()
    assert [what.split(" epoch")[0] for what in differences(log, may_expire=True)] == ["producer 2"]


def test_what_a_truncation_has_taken_and_a_log_still_knows_is_named(log):
    entries = log.producer_state.entries
    log.truncate_to(4)
    log.producer_state.restore(entries, offset=5, now_ms=0)
    assert list(differences(log)) == [
        "producer 2 epoch 0 sequence 0, last at 4, in a transaction since 4 is known, and there is no record of it"
    ]


def test_another_sequence_than_the_last_one_is_named(log):
    former = log.producer_state.entries
    write(log, 2, 1, b"d")
    log.producer_state.restore(former, offset=5, now_ms=0)
    assert list(differences(log)) == [
        "producer 2 epoch 0 sequence 0, last at 4, in a transaction since 4 is known, "
        "its records say producer 2 epoch 0 sequence 1, last at 5, in a transaction since 4"
    ]


def test_what_is_below_the_log_start_offset_is_not_judged(log):
    end(log, 2)
    write(log, 2, 1, b"d")
    replicate(log)
    for start in (2, 3, 4, 5, 6, 7):
        log.maybe_increment_log_start_offset(start)
        assert list(differences(log)) == []


def test_a_batch_in_which_the_log_begins_is_judged(log):
    former = log.producer_state.entries
    write(log, 2, 1, b"d", b"e")
    replicate(log)
    log.maybe_increment_high_watermark(7)
    log.maybe_increment_log_start_offset(6)
    assert list(differences(log)) == []
    log.producer_state.restore(former, offset=5, now_ms=0)
    assert [what.split(",")[0] for what in differences(log)] == ["producer 2 epoch 0 sequence 0"]


def test_a_marker_that_may_be_lost_holds_the_last_stable_offset_back(log):
    end(log, 2)
    log.maybe_increment_high_watermark(5)
    assert log.last_stable_offset == 4
    assert stable_too_early(log) is None
    log.producer_state.transactions.restore({})
    log.offsets.find_first_unstable()
    assert stable_too_early(log) == ("producer 2 since 4, with a marker at 5; high watermark 5, last stable offset 5")
    replicate(log)
    assert stable_too_early(log) is None


def test_a_marker_without_a_transaction_holds_nothing_back(log):
    replicate(log)
    end(log, 3)
    assert stable_too_early(log) is None
