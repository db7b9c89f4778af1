"""How long a loop has been silent, as its watchdog counts it."""

from __future__ import annotations

from kavka.zk.watchdog import LoopSilence

TIMEOUT_MS = 10_000


def looks(silence, *steps):
    """What each look finds; a step is (ms later, whether the loop has answered)."""
    found = []
    now_ms = 0
    for later_ms, has_answered in steps:
        now_ms += later_ms
        found.append(silence.look(now_ms, has_answered=has_answered, timeout_ms=TIMEOUT_MS))
    return found


def test_a_loop_that_answers_is_never_silent():
    assert not any(looks(LoopSilence(0), *[(1_000, True)] * 100))


def test_silence_for_the_timeout_is_told_once():
    found = looks(LoopSilence(0), (1_000, True), *[(1_000, False)] * 30)
    assert found.index(True) == 10
    assert found.count(True) == 1


def test_each_silence_is_told():
    silence = [(1_000, False)] * 12
    assert looks(LoopSilence(0), *silence, (1_000, True), *silence).count(True) == 2


def test_an_answer_begins_the_count_anew():
    nearly = [(1_000, False)] * 9
    assert not any(looks(LoopSilence(0), *nearly, (1_000, True), *nearly))


def test_a_time_in_which_nobody_looked_counts_for_two_looks():
    """The whole process was stopped: the loop could not have answered."""
    assert looks(LoopSilence(0), (1_000, True), (3_600_000, False), (1_000, True)) == [False] * 3
