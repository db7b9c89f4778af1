"""The purgatory, case by case: who completes what, how often, and what is left afterwards."""

from __future__ import annotations

import pytest

from kavka.timer.clock import ManualClock
from kavka.timer.completions import CompletionQueue
from kavka.timer.purgatory import DelayedOperation, Purgatory
from kavka.timer.timer import Timer


class Op(DelayedOperation):
    """Completes when `ready` is set; counts what happens to it."""

    def __init__(self, delay_ms=1_000, *, ready=False, then=None):
        super().__init__(delay_ms)
        self.ready = ready
        self.then = then
        self.looks = self.completions = self.expirations = 0

    def try_complete(self):
        self.looks += 1
        return self.ready and self.force_complete()

    def on_complete(self):
        self.completions += 1
        if self.then is not None:
            self.then()

    def on_expiration(self):
        self.expirations += 1


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def purgatory(clock):
    return Purgatory("Test", Timer(clock))


def is_empty(purgatory):
    return (purgatory.watched(), purgatory.delayed(), purgatory.statistics().keys, len(purgatory.timer)) == (0, 0, 0, 0)


def test_case_a_what_is_ready_completes_at_once_and_is_never_watched(purgatory):
    op = Op(ready=True)
    assert purgatory.try_complete_else_watch(op, ["a", "b"])
    assert (op.looks, op.completions, op.expirations) == (1, 1, 0)
    assert is_empty(purgatory)


def test_bug_49_case_b_the_second_look_sees_what_changed_while_it_began_to_watch(purgatory):
    class BecomesReadyBetween(Op):
        def try_complete(self):
            self.looks += 1
            return self.looks == 2 and self.force_complete()

    op = BecomesReadyBetween()
    assert purgatory.try_complete_else_watch(op, ["a"])
    assert (op.looks, op.completions) == (2, 1)
    assert is_empty(purgatory)


def test_case_c_it_waits_under_every_key_until_one_is_checked(purgatory):
    op = Op()
    assert not purgatory.try_complete_else_watch(op, ["a", "b"])
    assert (purgatory.watched(), purgatory.delayed(), len(purgatory.timer)) == (2, 1, 1)
    assert purgatory.check_and_complete("c") == 0
    assert purgatory.check_and_complete("a") == 0
    op.ready = True
    assert purgatory.check_and_complete("b") == 1
    assert op.completions == 1
    assert is_empty(purgatory)


def test_an_operation_expires_when_its_time_is_up(purgatory, clock):
    op = Op(delay_ms=100)
    purgatory.try_complete_else_watch(op, ["a"])
    clock.advance(99)
    purgatory.timer.advance()
    assert op.completions == 0
    clock.advance(1)
    purgatory.timer.advance()
    assert (op.completions, op.expirations) == (1, 1)
    assert is_empty(purgatory)
    assert purgatory.statistics().expired == 1


def test_an_operation_without_patience_expires_within_the_call(purgatory):
    op = Op(delay_ms=0)
    assert purgatory.try_complete_else_watch(op, ["a"])
    assert (op.completions, op.expirations) == (1, 1)
    assert is_empty(purgatory)


def test_bug_57_racing_to_complete_completes_exactly_once(purgatory, clock):
    op = Op(delay_ms=100)
    purgatory.try_complete_else_watch(op, ["a"])
    op.ready = True
    clock.advance(100)
    assert purgatory.check_and_complete("a") == 1
    assert not op.force_complete()
    assert purgatory.timer.advance() == 0
    assert purgatory.check_and_complete("a") == 0
    assert (op.completions, op.expirations) == (1, 0)


def test_bug_57_expiry_first_leaves_nothing_for_the_key(purgatory, clock):
    op = Op(delay_ms=100)
    purgatory.try_complete_else_watch(op, ["a"])
    clock.advance(100)
    purgatory.timer.advance()
    op.ready = True
    assert purgatory.check_and_complete("a") == 0
    assert op.completions == 1


def test_bug_51_one_operations_exception_does_not_stop_the_others(purgatory, caplog):
    def fail():
        raise RuntimeError("the first one broke")

    ops = [Op(then=fail), Op(), Op()]
    for op in ops:
        purgatory.try_complete_else_watch(op, ["a"])
        op.ready = True
    purgatory.check_and_complete("a")
    assert [op.completions for op in ops] == [1, 1, 1]
    assert "the first one broke" in caplog.text
    assert is_empty(purgatory)


def test_bug_51_a_condition_that_raises_does_not_stop_the_others(purgatory, caplog):
    class Broken(Op):
        def try_complete(self):
            self.looks += 1
            if self.looks > 2:
                raise RuntimeError("cannot look")
            return False

    broken, good = Broken(delay_ms=100), Op()
    purgatory.try_complete_else_watch(broken, ["a"])
    purgatory.try_complete_else_watch(good, ["a"])
    good.ready = True
    assert purgatory.check_and_complete("a") == 1
    assert good.completions == 1
    assert "cannot look" in caplog.text
    assert purgatory.delayed() == 1


def test_an_operation_that_fails_at_the_first_look_reaches_its_caller_and_does_not_wait(purgatory, clock):
    class Broken(Op):
        def try_complete(self):
            raise RuntimeError("cannot look")

    op = Broken(delay_ms=10)
    with pytest.raises(RuntimeError, match="cannot look"):
        purgatory.try_complete_else_watch(op, ["a"])
    assert is_empty(purgatory)
    clock.advance(10)
    purgatory.timer.advance()
    assert op.completions == 0


def test_bug_50_completing_inside_a_completion_waits_until_that_has_ended(purgatory):
    order = []
    first, second = Op(), Op()

    def first_completes():
        order.append("first begins")
        assert purgatory.check_and_complete("b") == 0
        assert second.completions == 0
        order.append("first ends")

    first.then = first_completes
    second.then = lambda: order.append("second")
    purgatory.try_complete_else_watch(first, ["a"])
    purgatory.try_complete_else_watch(second, ["b"])
    first.ready = second.ready = True
    purgatory.check_and_complete("a")
    assert order == ["first begins", "first ends", "second"]
    assert is_empty(purgatory)


def test_bug_50_two_purgatories_that_share_a_queue_do_not_nest_either(clock):
    completions = CompletionQueue()
    produce = Purgatory("Produce", Timer(clock), completions=completions)
    fetch = Purgatory("Fetch", Timer(clock), completions=completions)
    order = []
    consumer = Op(then=lambda: order.append("fetch"))
    fetch.try_complete_else_watch(consumer, ["t-0"])
    consumer.ready = True
    producer = Op(delay_ms=5, then=lambda: (fetch.check_and_complete("t-0"), order.append("produce")))
    produce.try_complete_else_watch(producer, ["t-0"])
    clock.advance(5)
    produce.timer.advance()
    assert order == ["produce", "fetch"]


def test_a_long_chain_of_completions_does_not_recurse(purgatory):
    count = 5_000
    ops = [Op(then=lambda i=i: purgatory.check_and_complete(i + 1)) for i in range(count)]
    for i, op in enumerate(ops):
        purgatory.try_complete_else_watch(op, [i])
        op.ready = True
    purgatory.check_and_complete(0)
    assert all(op.completions == 1 for op in ops)
    assert is_empty(purgatory)


def test_a_completion_may_watch_a_new_operation_under_the_same_key(purgatory):
    again = Op()
    op = Op(then=lambda: purgatory.try_complete_else_watch(again, ["a"]))
    purgatory.try_complete_else_watch(op, ["a"])
    op.ready = True
    assert purgatory.check_and_complete("a") == 1
    assert purgatory.delayed() == 1
    again.ready = True
    assert purgatory.check_and_complete("a") == 1
    assert is_empty(purgatory)


def test_bug_47_finished_operations_are_purged_from_the_keys_that_nobody_checks(clock):
    purgatory = Purgatory("Test", Timer(clock), purge_interval=100)
    purgatory.try_complete_else_watch(Op(), ["lives on"])
    for i in range(10_000):
        op = Op()
        purgatory.try_complete_else_watch(op, ["busy", ("idle", i)])
        op.ready = True
        purgatory.check_and_complete("busy")
        assert purgatory.watched() <= 103
    assert len(purgatory.timer) == 1


def test_bug_47_and_48_a_million_operations_over_distinct_keys_leave_nothing(purgatory):
    for i in range(50_000):
        op = Op()
        purgatory.try_complete_else_watch(op, [i, i + 1])
        op.ready = True
        purgatory.check_and_complete(i)
    assert is_empty(purgatory)
    assert purgatory.timer.next_expiration_ms() is None
    assert purgatory.timer.statistics().buckets_queued == 0


def test_bug_48_a_key_is_dropped_with_its_last_operation(purgatory):
    purgatory.try_complete_else_watch(Op(), ["other"])
    op = Op()
    purgatory.try_complete_else_watch(op, ["a"])
    op.ready = True
    purgatory.check_and_complete("a")
    assert purgatory.statistics().keys == 1


def test_bug_52_cancelling_a_key_lets_its_operations_go_without_completing_them(purgatory, clock):
    op, finished, stays = Op(delay_ms=10), Op(), Op()
    purgatory.try_complete_else_watch(op, ["a", "b"])
    purgatory.try_complete_else_watch(finished, ["a", "b"])
    purgatory.try_complete_else_watch(stays, ["b"])
    finished.force_complete()
    assert purgatory.cancel_for_key("a") == [op]
    op.ready = True
    assert purgatory.check_and_complete("b") == 0
    clock.advance(10)
    assert purgatory.timer.advance() == 0
    assert (op.completions, stays.completions) == (0, 0)
    assert (purgatory.delayed(), purgatory.watched()) == (1, 1)
    assert purgatory.cancel_for_key("a") == []


def test_statistics_tell_what_is_watched_what_waits_and_what_ended_how(clock):
    purgatory = Purgatory("Fetch", Timer(clock))
    expires, completes, waits = Op(delay_ms=5), Op(), Op()
    for op in (expires, completes, waits):
        purgatory.try_complete_else_watch(op, ["a", "b"])
    assert purgatory.try_complete_else_watch(Op(ready=True), ["a"])
    completes.ready = True
    purgatory.check_and_complete("b")
    clock.advance(5)
    purgatory.timer.advance()
    # "a" still lists all three, "b" the two that it did not find finished.
    assert purgatory.statistics() == ("Fetch", 5, 2, 1, 3, 1)


def test_bug_51_an_expiration_that_raises_keeps_no_other_from_expiring(purgatory, clock, caplog):
    class Broken(Op):
        def on_expiration(self):
            raise RuntimeError("cannot count")

    broken, good = Broken(delay_ms=5), Op(delay_ms=5)
    for op in (broken, good):
        purgatory.try_complete_else_watch(op, ["a"])
    clock.advance(5)
    purgatory.timer.advance()
    assert (broken.completions, good.completions, good.expirations) == (1, 1, 1)
    assert "cannot count" in caplog.text
    assert is_empty(purgatory)


def test_a_jump_expires_operations_in_the_order_of_their_timeouts(purgatory, clock):
    order = []
    for delay in (9_000, 30, 500, 1, 170_000):
        purgatory.try_complete_else_watch(Op(delay_ms=delay, then=lambda delay=delay: order.append(delay)), ["a"])
    clock.advance(86_400_000)
    purgatory.timer.advance()
    assert order == [1, 30, 500, 9_000, 170_000]
    assert purgatory.statistics().expired == 5


def test_what_is_abandoned_never_completes(purgatory, clock):
    kept, abandoned = Op(), Op()
    for op in (kept, abandoned):
        purgatory.try_complete_else_watch(op, ["a", "b"])
    assert abandoned.abandon()
    assert not abandoned.abandon()
    assert (purgatory.delayed(), len(purgatory.timer), purgatory.statistics().completed) == (1, 1, 0)
    kept.ready = abandoned.ready = True
    assert purgatory.check_and_complete("a") == 1
    clock.advance(10_000)
    purgatory.timer.advance()
    assert not abandoned.force_complete()
    assert (kept.completions, abandoned.completions) == (1, 0)
    assert is_empty(purgatory)
    assert not kept.abandon()


def test_an_operation_knows_when_it_expires_while_it_waits(purgatory, clock):
    clock.advance(50)
    op = Op(delay_ms=30)
    assert op.expiration_ms is None
    purgatory.try_complete_else_watch(op, ["a"])
    assert op.expiration_ms == 80
    op.force_complete()
    assert op.expiration_ms is None


def test_an_operation_that_waits_nowhere_completes_at_once_and_once():
    op = Op()
    assert op.force_complete()
    assert not op.force_complete()
    assert op.completions == 1


def test_what_is_abandoned_neither_completes_nor_counts(purgatory, clock):
    op = Op(delay_ms=30)
    purgatory.try_complete_else_watch(op, ["a"])
    assert op.abandon()
    assert not op.abandon()
    clock.advance(30)
    purgatory.timer.advance()
    statistics = purgatory.statistics()
    assert (op.completions, statistics.delayed, statistics.completed, statistics.expired) == (0, 0, 0, 0)


def test_what_is_abandoned_before_it_waits_never_completes(purgatory):
    op = Op(ready=True)
    assert op.abandon()
    assert not op.force_complete()
    assert op.completions == 0


def test_who_waits_is_listed_with_its_keys_until_it_completes(purgatory):
    one, other = Op(), Op()
    purgatory.try_complete_else_watch(one, ["a", "b"])
    purgatory.try_complete_else_watch(other, ["b"])
    assert purgatory.waiting() == {one: ["a", "b"], other: ["b"]}
    one.force_complete()
    assert purgatory.waiting() == {other: ["b"]}
    assert other.describe() == {}


def test_an_operation_says_itself_what_it_waits_for():
    class Bare(DelayedOperation):
        pass

    bare = Bare(delay_ms=1)
    with pytest.raises(NotImplementedError):
        bare.try_complete()
    with pytest.raises(NotImplementedError):
        bare.force_complete()


def test_an_expiration_that_nobody_counts_completes_all_the_same(purgatory, clock):
    class Uncounted(DelayedOperation):
        is_done = False

        def try_complete(self):
            return False

        def on_complete(self):
            self.is_done = True

    op = Uncounted(delay_ms=5)
    purgatory.try_complete_else_watch(op, ["a"])
    clock.advance(5)
    purgatory.timer.advance()
    assert op.is_done
