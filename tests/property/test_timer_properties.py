"""The timer behaves as a sorted list would: whatever is added, cancelled and however time moves."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from kavka.timer.clock import ManualClock
from kavka.timer.timer import Timer
from kavka.timer.timing_wheel import NOWHERE, TimerEntry

near_edges = st.sampled_from(
    [19, 20, 21, 399, 400, 401, 7_999, 8_000, 159_999, 160_000, 3_199_999, 3_200_000, 64_000_000]
)
delays = st.one_of(st.integers(1, 50), st.integers(1, 10_000), st.integers(1, 200_000_000), near_edges)
steps = st.one_of(
    st.tuples(st.just("add"), delays),
    st.tuples(st.just("cancel"), st.integers(0, 10_000)),
    st.tuples(st.just("advance"), st.one_of(st.integers(0, 3), st.integers(0, 30_000), delays)),
)


class SortedListModel:
    """What must happen: the obvious way, slowly."""

    def __init__(self, now_ms):
        self.now_ms = now_ms
        self.waiting = {}

    def advance(self, ms):
        self.now_ms += ms
        expired = sorted((at, name) for name, at in self.waiting.items() if at <= self.now_ms)
        for _, name in expired:
            del self.waiting[name]
        return expired


@settings(max_examples=300, deadline=None)
@given(start_ms=st.integers(0, 10**13), script=st.lists(steps, max_size=120))
def test_the_timer_agrees_with_a_sorted_list(start_ms, script):
    clock = ManualClock(start_ms)
    timer = Timer(clock)
    model = SortedListModel(start_ms)
    entries, ran = [], []
    for action, number in script:
        if action == "add":
            name, at = len(entries), clock.monotonic_ms() + number
            entries.append(timer.add(number, lambda at=at, name=name: ran.append((at, name))))
            model.waiting[name] = at
        elif action == "cancel":
            if entries:
                name = number % len(entries)
                assert timer.cancel(entries[name]) == (model.waiting.pop(name, None) is not None)
        else:
            clock.advance(number)
            ran.clear()
            timer.advance()
            assert [at for at, _ in ran] == sorted(at for at, _ in ran)
            assert sorted(ran) == model.advance(number)
        assert len(timer) == len(model.waiting)
        due = timer.next_expiration_ms()
        assert (due is None) == (not model.waiting)
        assert due is None or due <= min(model.waiting.values())


@settings(max_examples=100, deadline=None)
@given(
    start_ms=st.integers(0, 10**13),
    added=st.lists(delays, max_size=60),
    depth=st.integers(0, 3),
)
def test_following_the_next_expiration_fires_every_timer_exactly_on_time(start_ms, added, depth):
    clock = ManualClock(start_ms)
    timer = Timer(clock)
    late = []

    def expire(at, left):
        late.append(clock.monotonic_ms() - at)
        if left:
            due = clock.monotonic_ms() + 7
            timer.add(7, lambda: expire(due, 0))
            at = clock.monotonic_ms() + 500
            timer.add(500, lambda: expire(at, left - 1))

    for delay in added:
        timer.add(delay, lambda at=start_ms + delay: expire(at, depth))
    while (due := timer.next_expiration_ms()) is not None:
        clock.advance(due - clock.monotonic_ms())
        timer.advance()
    assert set(late) <= {0}
    assert len(timer) == 0


def kafkas_place(expiration_ms, now_ms):
    """(level, slot, the bucket's expiration) by Kafka's own, recursive rule; None when it has expired."""
    tick_ms, level = 1, 1
    while True:
        current_ms = now_ms - now_ms % tick_ms
        if expiration_ms < current_ms + tick_ms:
            return None
        if expiration_ms < current_ms + tick_ms * 20:
            turn = expiration_ms // tick_ms
            return level, turn % 20, turn * tick_ms
        tick_ms, level = tick_ms * 20, level + 1


def place_of(entry):
    """Where an entry lies: from it along its bucket's circle to the bucket."""
    node = entry.next
    if node is NOWHERE:
        return None
    while not hasattr(node, "tick_ms"):
        node = node.next
    return node.index // 20 + 1, node.index % 20, node.expiration_ms


@settings(max_examples=500, deadline=None)
@given(start_ms=st.integers(0, 10**13), moved_ms=delays, lag_ms=st.integers(0, 100_000), added=st.lists(delays))
def test_every_timer_lies_where_kafkas_rule_puts_it(start_ms, moved_ms, lag_ms, added):
    clock = ManualClock(start_ms)
    timer = Timer(clock)
    clock.advance(moved_ms)
    timer.advance()
    wheel_ms = clock.monotonic_ms()
    clock.advance(lag_ms)  # nobody advanced the timer: its own time lags behind the clock
    furthest_ms = (
        wheel_ms - wheel_ms % 3_200_000 + 64_000_000
    )  # beyond this, six levels differ from Kafka's endless ones
    for delay in added:
        if clock.monotonic_ms() + delay < furthest_ms:
            entry = timer.add(delay, lambda: None)
            assert place_of(entry) == kafkas_place(entry.expiration_ms, wheel_ms)
            other = TimerEntry()
            other.expiration_ms = entry.expiration_ms
            other.callback = lambda: None
            other.next = other.previous = NOWHERE
            assert timer.place(other)
            assert place_of(other) == place_of(entry)
