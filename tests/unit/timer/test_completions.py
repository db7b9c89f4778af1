"""The completion queue: what is noticed inside a completion waits until it has ended."""

from __future__ import annotations

import pytest

from kavka.timer.completions import CompletionQueue


def test_an_action_runs_at_once_and_its_result_comes_back():
    assert CompletionQueue().run(lambda: 7) == 7


def test_bug_50_what_comes_while_one_runs_is_queued_and_keeps_its_order():
    queue = CompletionQueue()
    order = []

    def outer():
        assert queue.run(lambda: order.append("first queued")) is None
        queue.run(lambda: (order.append("second queued"), queue.run(lambda: order.append("queued by a queued one"))))
        assert len(queue) == 2
        order.append("outer ends")

    queue.run(outer)
    assert order == ["outer ends", "first queued", "second queued", "queued by a queued one"]
    assert not queue.is_running


def test_an_exception_reaches_the_outermost_caller_and_the_queued_ones_still_run():
    queue = CompletionQueue()
    ran = []

    def outer():
        queue.run(lambda: ran.append(1))
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        queue.run(outer)
    assert ran == [1]
    assert queue.run(lambda: "works again") == "works again"


def test_bug_51_an_exception_of_a_queued_action_is_logged_and_stops_nothing(caplog):
    queue = CompletionQueue()
    ran = []

    def outer():
        queue.run(lambda: 1 / 0)
        queue.run(lambda: ran.append(1))

    queue.run(outer)
    assert ran == [1]
    assert "ZeroDivisionError" in caplog.text
