"""Histories: append-only, and the same text for the same history."""

from __future__ import annotations

import dataclasses

import pytest

from kavka.common.types import TopicPartition
from kavka.simulation.history import (
    Assigned,
    CompactedRead,
    History,
    KeyedRecord,
    Poll,
    Polled,
    Send,
    SendOutcome,
    Sent,
    Transacted,
    TransactionEnd,
)
from kavka.simulation.observations import Observations, Sampled, SequenceSample

A = TopicPartition("orders", 0)
B = TopicPartition("orders", 1)
SENT = Sent(client="p1", tp=A, value=b"a b\xff", outcome=SendOutcome.ACKED, invoked_ms=1, completed_ms=2, offset=0)


def test_text():
    history = History()
    history.add(SENT)
    history.add(
        Transacted(
            client="t1",
            transactional_id="t",
            ops=(Send(A, 1, 4), Send(B, 2), Poll(A, ((0, b"x"), (1, 7)))),
            outcome=TransactionEnd.UNKNOWN,
            invoked_ms=3,
            completed_ms=9,
        )
    )
    history.add(Polled(client="c1", tp=B, records=((5, 1), (6, b"y")), time_ms=10))
    history.add(Assigned(client="c1", partitions=(A, B), time_ms=11, group="g", generation=2))
    record = KeyedRecord(0, b"k", None, 3)
    history.add(CompactedRead(tp=A, appended=(record,), read=(), time_ms=12, delete_retention_ms=5))
    assert list(history.lines()) == [
        r"Sent client=p1 tp=orders-0 value='a\x20b\xff' outcome=acked invoked_ms=1 completed_ms=2 offset=0 number=0"
        " producer_id=-1 producer_epoch=-1",
        "Transacted client=t1 transactional_id=t ops=[send:orders-0@4=1,send:orders-1@-=2,poll:orders-0[0='x',1=7]]"
        " outcome=unknown invoked_ms=3 completed_ms=9 ending_ms=- group=- isolation=read_committed producer_id=-1"
        " producer_epoch=-1",
        "Polled client=c1 tp=orders-1 records=[5=1,6='y'] time_ms=10 group=- isolation=read_committed",
        "Assigned client=c1 partitions=[orders-0,orders-1] time_ms=11 group=g generation=2",
        "CompactedRead tp=orders-0 appended=[0:'k'=-/3] read=[] time_ms=12 delete_retention_ms=5",
    ]


def test_text_of_samples():
    sample = Sampled(
        time_ms=1,
        broker=2,
        life=1,
        tp=A,
        is_leader=True,
        leader_epoch=3,
        controller_epoch=4,
        log_start_offset=0,
        last_stable_offset=5,
        high_watermark=6,
        log_end_offset=7,
        accepted_end_offset=8,
        isr=(2, 3),
        producers=(SequenceSample(1, 0, 9),),
    )
    assert list(Observations((sample,)).lines()) == [
        "Sampled time_ms=1 broker=2 life=1 tp=orders-0 is_leader=True leader_epoch=3 controller_epoch=4"
        " log_start_offset=0 last_stable_offset=5 high_watermark=6 log_end_offset=7 accepted_end_offset=8"
        " epoch_start_offset=0 isr=[2,3] replicas=[] producers=[[1,0,9]]"
    ]


def test_what_happened_stays():
    history = History((SENT,))
    history.add(dataclasses.replace(SENT, offset=1))
    assert len(history) == 2
    assert [record.offset for record in history] == [0, 1]
    with pytest.raises(dataclasses.FrozenInstanceError):
        SENT.offset = 3


def test_the_longest_wait_is_that_of_any_idempotent_producers_record():
    def sent(value, took_ms, outcome, producer_id):
        return Sent(
            client="p", tp=TopicPartition("t", 0), value=value, outcome=outcome, invoked_ms=1_000,
            completed_ms=1_000 + took_ms, offset=None, number=value, producer_id=producer_id,
        )  # fmt: skip

    history = History()
    assert history.longest_wait_ms() == history.longest_send_ms() == 0
    history.add(sent(1, 20, SendOutcome.ACKED, 0))
    history.add(sent(2, 300, SendOutcome.UNKNOWN, 1))
    history.add(sent(3, 4_000, SendOutcome.UNKNOWN, -1))
    assert history.longest_wait_ms() == 300
    assert history.longest_send_ms() == 20
