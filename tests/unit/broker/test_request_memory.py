"""Memory for requests that have not come whole: who is received, who waits, who is closed for whom."""

from __future__ import annotations

import pytest

from kavka.broker.network.request_memory import LOOK_MS, PROGRESS_BYTES, STALLED_MS_MAX, Lane, RequestMemory
from kavka.timer.clock import ManualClock

MB = 1024 * 1024


class Peer:
    def __init__(self, name, memory=None, *, is_done_at_once=False):
        self.name = name
        self.memory = memory
        self.is_done_at_once = is_done_at_once
        self.is_waiting_for_us = False
        self.is_dropped = False
        self.is_admitted = False

    def go_on(self):
        self.is_admitted = True
        if self.is_done_at_once:
            self.memory.release(self)

    def drop(self):
        self.is_dropped = True

    def __str__(self):
        return self.name


def test_the_first_is_always_admitted_and_the_others_in_their_order():
    lane = Lane(100)
    assert lane.admit("a", 500, 0)
    assert not lane.admit("b", 60, 0)
    assert not lane.admit("c", 10, 0)
    assert lane.next_admitted(0) is None
    lane.release("a")
    assert [lane.next_admitted(0) for _ in range(3)] == ["b", "c", None]
    assert (lane.reserved, lane.waiting) == (70, 0)
    assert not lane.admit("d", 40, 0)
    assert not lane.admit("e", 1, 0), "a small one does not overtake"
    lane.release("d")  # gone
    assert lane.next_admitted(0) == "e"


def test_who_is_admitted_stays_so():
    lane = Lane(100)
    assert lane.admit("a", 60, 0)
    assert lane.admit("a", 60, 0)
    assert lane.reserved == 60
    lane.release("a")
    lane.release("a")
    assert lane.reserved == 0


def test_nobody_is_overdue_while_nobody_waits():
    lane = Lane(100)
    lane.admit("a", 80, 0)
    assert lane.overdue(10**9) is None
    lane.admit("b", 80, 10**9)
    assert lane.overdue(10**9) == ("a", 80)


def test_who_gets_on_is_not_overdue_and_who_trickles_is():
    lane = Lane(100 * MB)
    lane.admit("trickles", 50 * MB, 0)
    lane.admit("gets on", 50 * MB, 0)
    lane.admit("waits", 50 * MB, 0)
    for second in range(1, 5):
        lane.grown("trickles", second, second * 1000)
        lane.grown("gets on", second * PROGRESS_BYTES, second * 1000)
    assert lane.overdue(STALLED_MS_MAX - 1) is None
    assert lane.overdue(STALLED_MS_MAX) == ("trickles", 50 * MB)
    lane.release("trickles")
    assert lane.next_admitted(STALLED_MS_MAX) == "waits"
    assert lane.overdue(2 * STALLED_MS_MAX) is None


async def test_stalled_halves_make_way_one_after_the_other_and_nobody_starves(caplog):
    """A thousand halves of 100 MB: an honest one behind them all has its turn."""
    clock = ManualClock()
    memory = RequestMemory(1000 * MB, clock)
    halves = [Peer(f"half {number}") for number in range(30)]
    assert sum(memory.admit(half, 100 * MB, 0) for half in halves) == 5
    assert memory.is_tight
    honest = Peer("honest")
    assert not memory.admit(honest, 100 * MB, 0)
    for _ in range(20):
        clock.advance(STALLED_MS_MAX // 2)
        memory._look()
        assert memory.reserved <= 1000 * MB
        if honest.is_admitted:
            break
    assert honest.is_admitted
    assert not honest.is_dropped
    assert sum(half.is_dropped for half in halves) >= 25
    assert "does not get on, and others wait for memory" in caplog.text
    assert len(caplog.messages) < 5
    memory.close()


async def test_batches_of_producers_do_not_stand_behind_huge_claims():
    memory = RequestMemory(1000 * MB, ManualClock())
    for number in range(30):
        memory.admit(Peer(f"half {number}"), 100 * MB, 0)
    assert all(memory.admit(Peer(f"batch {number}"), MB, 0) for number in range(400))
    memory.close()


async def test_a_thousand_that_are_gone_let_the_next_one_in_at_once():
    """Without a recursion for each of them."""
    memory = RequestMemory(200 * MB, ManualClock())
    first = Peer("first")
    memory.admit(first, 90 * MB, 0)
    for number in range(3000):
        memory.admit(Peer(f"gone {number}", memory, is_done_at_once=True), 90 * MB, 0)
    last = Peer("last")
    memory.admit(last, 90 * MB, 0)
    memory.release(first)
    assert last.is_admitted
    assert (memory.reserved, memory.waiting, memory.waited) == (90 * MB, 0, 3001)
    memory.close()


@pytest.mark.parametrize("is_waiting_for_us", [False, True])
async def test_small_halves_make_way_and_requests_sent_ahead_do_not(is_waiting_for_us):
    memory = RequestMemory(2 * MB, ManualClock())
    peers = [Peer(f"peer {number}") for number in range(20)]
    for peer in peers:
        peer.is_waiting_for_us = is_waiting_for_us
        memory.note_small(peer, 200 * 1024, 0)
    assert memory.is_tight
    assert any(peer.is_dropped for peer in peers) is not is_waiting_for_us
    if not is_waiting_for_us:
        assert memory.reserved <= MB * 5 // 4
    for peer in peers:
        memory.note_small(peer, 0, 0)
    assert (memory.reserved, memory.is_tight) == (0, False)


async def test_it_looks_only_while_somebody_waits():
    clock = ManualClock()
    memory = RequestMemory(200 * MB, clock)
    first, second = Peer("first"), Peer("second")
    memory.admit(first, 90 * MB, 0)
    assert memory._looking is None
    memory.admit(second, 90 * MB, 0)
    assert memory._looking is not None
    memory.release(first)
    clock.advance(LOOK_MS)
    memory._look()
    assert memory._looking is None
