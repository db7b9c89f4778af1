"""Who watches a log hears of its next change, whichever it is, and of that one alone."""

from __future__ import annotations

import pytest

from tests.support.log.building import append


class Watcher:
    """Counts what it is told."""

    def __init__(self):
        self.told = 0

    def log_changed(self):
        self.told += 1


CHANGES = {
    "append": append,
    "high watermark": lambda log: log.maybe_increment_high_watermark(3),
    "log start": lambda log: log.maybe_increment_log_start_offset(1),
    "truncation": lambda log: log.truncate_to(2),
    "truncation of everything": lambda log: log.truncate_fully_and_start_at(9),
    "truncation of epochs alone": lambda log: log.truncate_to(4),
    "high watermark of a leader": lambda log: log.update_high_watermark(1),
}


@pytest.fixture
def log(bench):
    log = bench.open()
    for _ in range(4):
        append(log)
    log.maybe_increment_high_watermark(2)
    return log


@pytest.mark.parametrize("change", CHANGES)
def test_a_watcher_is_told_once_of_each_kind_of_change(log, change):
    watchers = [Watcher(), Watcher()]
    for watcher in watchers:
        log.watch(watcher)
    CHANGES[change](log)
    append(log)
    assert [watcher.told for watcher in watchers] == [1, 1]


def test_who_watches_again_is_told_again(log):
    watcher = Watcher()
    for told in range(3):
        log.watch(watcher)
        assert watcher.told == told
        append(log)
    assert watcher.told == 3


def test_who_watches_no_more_is_not_told(log):
    gone, here = Watcher(), Watcher()
    log.watch(gone)
    log.watch(here)
    log.unwatch(gone)
    append(log)
    assert (gone.told, here.told) == (0, 1)


def test_what_changes_nothing_is_not_told(log):
    watcher = Watcher()
    log.watch(watcher)
    log.maybe_increment_high_watermark(2)
    log.maybe_increment_log_start_offset(0)
    assert watcher.told == 0
