"""A log that repeats itself: what is written, what is counted, and that nothing else is lost by it."""

from __future__ import annotations

import io
import logging

import pytest

from kavka.common.log_output import CountingHandler
from kavka.common.repetitions import LINES_MAX, SAME_LINE, SAME_PLACE, SUMMARY_MS, Repetitions

HERE, THERE = ("fetcher.py", 177), ("listener.py", 20)


class Log:
    """Lines in, what would be written out."""

    def __init__(self):
        self.counts = Repetitions()
        self.now_ms = 1_000
        self.written = []

    def line(self, words, place=HERE, level=logging.INFO, times=1):
        for _ in range(times):
            is_written, said = self.counts.take(place, "broker.x", level, words, self.now_ms)
            if said is not None:
                self.written.append(str(said))
            if is_written:
                self.written.append(words)

    def after(self, ms):
        self.now_ms += ms
        self.written += [str(summary) for summary in self.counts.summaries(self.now_ms)]


@pytest.fixture
def log():
    return Log()


def test_a_line_that_repeats_is_counted(log):
    """A follower that could not name its leader's endpoint wrote 56,565 lines a second, 9 GB in half an hour."""
    for _ in range(10):
        log.line("looking again", times=56_565)
        log.after(1_000)
    assert log.written[: SAME_LINE.lines_max] == ["looking again"] * SAME_LINE.lines_max
    assert log.written[SAME_LINE.lines_max :] == ["looking again … repeated 565,640 times in the last 10 s"]


def test_ten_lines_a_second_are_written_for_ever(log):
    for _ in range(100):
        log.line("every second", times=10)
        log.after(1_000)
    assert log.written == ["every second"] * 1_000


def test_a_flood_hides_no_other_line(log):
    log.line("looking again", times=50_000)
    log.line("another thing", place=THERE)
    log.line("looking elsewhere")
    log.line("looking again", level=logging.ERROR)
    assert log.written[SAME_LINE.lines_max :] == ["another thing", "looking elsewhere", "looking again"]


@pytest.mark.parametrize("level", [logging.INFO, logging.ERROR, logging.CRITICAL])
def test_the_first_lines_of_every_level_are_written_and_the_others_counted(log, level):
    log.line("it fails", level=level, times=1_000)
    assert len(log.written) == SAME_LINE.lines_max


def test_a_thousand_partitions_may_each_say_something(log):
    for partition in range(1_000):
        log.line(f"t-{partition} was loaded")
    assert len(log.written) == 1_000


def test_words_that_a_peer_makes_differ_are_bounded_too(log):
    """Fuzz: a connection after the other, each from its own port, each closed with a warning."""
    seconds = 600
    for second in range(seconds):
        for port in range(500):
            log.line(f"closing the connection from 127.0.0.1:{second}-{port}")
        log.after(1_000)
    assert len(log.written) < SAME_PLACE.lines_max + 2 * seconds
    told = sum(int(line.split(" came ")[1].split()[0].replace(",", "")) for line in log.written if " … and " in line)
    held = sum(count.held for count in log.counts._held)
    assert told + held + sum(" … " not in line for line in log.written) == seconds * 500, "every line is accounted for"


def test_a_place_that_is_quiet_again_may_say_much_again(log):
    for number in range(5_000):
        log.line(f"words {number}")
    log.after(SUMMARY_MS)
    log.after(SAME_PLACE.window_ms)
    log.written.clear()
    for number in range(1_000):
        log.line(f"other words {number}")
    assert len(log.written) == 1_000


def test_what_is_forgotten_is_told_first(log):
    log.line("looking again", times=100)
    for number in range(LINES_MAX):
        log.line(f"words {number}")
    assert "looking again … repeated 90 times in the last 1 s" in log.written
    assert len(log.counts._lines) == LINES_MAX


def test_a_clock_that_went_back_holds_nothing_for_longer(log):
    log.line("words")
    log.now_ms = 0
    log.line("words", times=10)
    assert len(log.written) == 11


# ---- the handler ------------------------------------------------------------------------------------------------


class Process:
    """A logger of its own with the handler, whose time and timers are the test's."""

    def __init__(self):
        self.now_ms = 0
        self.due = []
        self.stream = io.StringIO()
        later = lambda seconds, call: self.due.append((self.now_ms + seconds * 1_000, call))  # noqa: E731
        self.handler = CountingHandler(self.stream, now_ms=lambda: self.now_ms, later=later)
        self.logger = logging.Logger("broker.test")
        self.logger.addHandler(self.handler)

    def after(self, ms):
        self.now_ms += ms
        due, self.due = self.due, []
        for due_ms, call in due:
            if due_ms <= self.now_ms:
                call()
            else:
                self.due.append((due_ms, call))

    @property
    def lines(self):
        return self.stream.getvalue().splitlines()


@pytest.fixture
def process():
    return Process()


def test_the_summary_comes_though_nobody_logs_any_more(process):
    for _ in range(100):
        process.logger.info("again %d", 1)
    assert len(process.due) == 1
    process.after(SUMMARY_MS)
    assert process.lines == ["again 1"] * 10 + ["again 1 … repeated 90 times in the last 10 s"]
    assert not process.due


def test_the_last_summary_comes_when_the_process_ends(process):
    for _ in range(100):
        process.logger.info("again")
    process.now_ms += 2_000
    process.handler.close()
    assert process.lines[-1] == "again … repeated 90 times in the last 2 s"


def test_exceptions_of_other_kinds_are_other_lines(process):
    for error in [KeyError("a")] * 20 + [ValueError("b")]:
        try:
            raise error
        except (KeyError, ValueError):
            process.logger.exception("a round failed")
    assert sum(line == "a round failed" for line in process.lines) == 11
    assert any("ValueError: b" in line for line in process.lines)


def test_a_call_that_does_not_fit_its_format_is_loggings_own_business(process, monkeypatch):
    monkeypatch.setattr(logging, "raiseExceptions", False)
    process.logger.info("%d", "no number")
    process.logger.info("goes on")
    assert process.lines == ["goes on"]
