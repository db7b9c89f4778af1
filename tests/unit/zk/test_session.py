"""The bridge between kazoo's thread and the loop: order, one wake-up for many, nothing twice, nothing lost."""

from __future__ import annotations

import asyncio
import threading

from kavka.zk.loop_result import LoopResult
from kavka.zk.ops import WatchKind
from kavka.zk.session import LoopWatch, Mailbox
from kavka.zk.set_watches import SET_WATCHES_BYTES_MAX, set_watches_requests


async def test_a_mailbox_keeps_the_order_and_wakes_the_loop_once_for_what_piled_up():
    loop = asyncio.get_running_loop()
    mailbox = Mailbox(loop)
    seen: list[int] = []
    done = asyncio.Event()

    def post_all() -> None:
        for number in range(10_000):
            mailbox.post(seen.append, number)
        mailbox.post(done.set)

    thread = threading.Thread(target=post_all)
    thread.start()
    await done.wait()
    thread.join()
    assert seen == list(range(10_000))


async def test_a_callback_that_raises_does_not_keep_the_others_from_their_mail():
    loop = asyncio.get_running_loop()
    complaints: list[object] = []
    loop.set_exception_handler(lambda _, context: complaints.append(context["exception"]))
    mailbox = Mailbox(loop)
    done = asyncio.Event()

    def fail() -> None:
        raise LookupError("mine")

    mailbox.post(fail)
    mailbox.post(done.set)
    await done.wait()
    assert [type(complaint) for complaint in complaints] == [LookupError]


async def test_post_after_the_loop_is_gone_is_silent():
    loop = asyncio.new_event_loop()
    mailbox = Mailbox(loop)
    loop.close()
    mailbox.post(print, "nobody hears this")


def test_bug_57_a_result_calls_each_link_exactly_once_when_both_threads_race():
    for _ in range(300):
        result, calls = LoopResult(), []
        start = threading.Barrier(2)

        def resolve(result: LoopResult = result, start: threading.Barrier = start) -> None:
            start.wait()
            result.set(1)

        thread = threading.Thread(target=resolve)
        thread.start()
        start.wait()
        result.rawlink(calls.append)
        thread.join()
        assert calls == [result]


def test_a_result_gives_the_value_or_raises():
    good, bad = LoopResult(), LoopResult()
    good.set(3)
    bad.set_exception(KeyError("x"))
    assert (good.ready(), good.get(), good.get_nowait()) == (True, 3, 3)
    try:
        bad.get()
    except KeyError:
        return
    raise AssertionError("it should have raised")


def test_set_watches_is_split_below_the_limit_and_loses_none():
    kinds = (WatchKind.DATA, WatchKind.EXISTS, WatchKind.CHILD)
    watches = [(kind, f"/brokers/topics/{i:05d}-{'x' * 40}") for i in range(3000) for kind in kinds]
    requests = set_watches_requests(9, watches)
    assert len(requests) > 1
    assert all(len(request.serialize()) <= SET_WATCHES_BYTES_MAX + 64 for request in requests)
    assert all(request.since_zxid == 9 for request in requests)
    found = [(WatchKind.DATA, p) for r in requests for p in r.data]
    found += [(WatchKind.EXISTS, p) for r in requests for p in r.exists]
    found += [(WatchKind.CHILD, p) for r in requests for p in r.child]
    assert sorted(found) == sorted(watches)


def test_no_watches_need_no_request():
    assert set_watches_requests(9, []) == []


def test_the_same_callback_waits_once_on_a_path():
    def callback(event: str, path: str) -> None: ...

    def fire(watch: LoopWatch, event: str, path: str) -> None: ...

    waiting = {LoopWatch(WatchKind.DATA, callback, fire), LoopWatch(WatchKind.EXISTS, callback, fire)}
    assert len(waiting) == 1
