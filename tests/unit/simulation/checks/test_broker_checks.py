"""Hand-made samples of brokers: each regression is found and nothing beside it, and what brokers do is none."""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from kavka.simulation.checks import check_all
from kavka.simulation.checks.brokers import SEQUENCES
from kavka.simulation.history import History
from kavka.simulation.observations import Observations, Sampled, SequenceSample

A = TopicPartition("orders", 0)
OFFSETS = TopicPartition("__consumer_offsets", 0)


def sample(at, broker=1, *, leads=True, epoch=0, offsets=(0, 5, 5, 9), tp=A, life=1, **fields):
    """offsets: log start, last stable offset, high watermark, log end; what differs from the end was accepted."""
    start, stable, high_watermark, end = offsets
    fields.setdefault("accepted_end_offset", end)
    common = {"controller_epoch": 1, "isr": (1, 2), "replicas": (1, 2, 3)} | fields
    return Sampled(
        time_ms=at,
        broker=broker,
        life=life,
        tp=tp,
        is_leader=leads,
        leader_epoch=epoch,
        log_start_offset=start,
        last_stable_offset=stable,
        high_watermark=high_watermark,
        log_end_offset=end,
        **common,
    )


def sequences(*producers):
    return {"producers": tuple(SequenceSample(*producer) for producer in producers)}


ANOMALIES = {
    "high-watermark-regressed": {
        "of one leader": [sample(1, offsets=(0, 7, 7, 9)), sample(2)],
        "of the next leader": [sample(1, offsets=(0, 7, 7, 9)), sample(2, broker=2, epoch=1)],
        "of a later one than the next": [
            sample(1, offsets=(0, 7, 7, 9)),
            sample(2, broker=2, epoch=1, offsets=(0, 8, 8, 9)),
            sample(3, epoch=2, offsets=(0, 7, 7, 9)),
        ],
    },
    "replica-forgets-committed": {
        "of a follower": [
            sample(1, leads=False, offsets=(0, 7, 7, 9)),
            sample(2, leads=False),
            sample(3, leads=False, offsets=(0, 6, 6, 9)),
        ]
    },
    "log-start-regressed": {"of a replica": [sample(1, offsets=(3, 5, 5, 9)), sample(2)]},
    "leader-epoch-regressed": {"of a follower": [sample(1, leads=False, epoch=4), sample(2, leads=False, epoch=3)]},
    "controller-epoch-regressed": {
        "over partitions": [
            sample(1, controller_epoch=4),
            sample(2, tp=TopicPartition("orders", 1), controller_epoch=3),
        ]
    },
    "two-leaders": {"of one epoch": [sample(1, epoch=3), sample(2, broker=2, epoch=3)]},
    "isr-outside-replicas": {"once for a replica": [sample(1, isr=(1, 4)), sample(2, isr=(1, 4))]},
    "offset-order": {
        "the high watermark beyond the end": [sample(1, offsets=(0, 5, 10, 9))],
        "the last stable offset beyond the high watermark": [sample(1, offsets=(0, 6, 5, 9))],
        "the log start beyond the high watermark": [sample(1, offsets=(6, 5, 5, 9))],
        "the end beyond what was accepted": [sample(1, accepted_end_offset=8)],
    },
    "sequence-regressed": {
        "the sequence": [sample(1, **sequences((7, 0, 9))), sample(2, **sequences((7, 0, 8)))],
        "the epoch": [sample(1, **sequences((7, 2, 9))), sample(2, **sequences((7, 1, 10)))],
    },
}
CASES = [(name, case) for name, cases in ANOMALIES.items() for case in cases]

CLEAN = {
    "accepted and not written yet": [sample(1, accepted_end_offset=12)],
    "forward": [sample(1), sample(2, offsets=(1, 6, 6, 9)), sample(3, offsets=(1, 9, 9, 9))],
    "a new leader that tells clients nothing yet": [
        sample(1, offsets=(0, 7, 7, 9)),
        sample(2, broker=2, epoch=1, epoch_start_offset=9),
        sample(3, broker=2, epoch=1, epoch_start_offset=9, offsets=(0, 9, 9, 9)),
    ],
    "an old leader that was cut off": [
        sample(1),
        sample(2, broker=2, epoch=1, offsets=(0, 9, 9, 9)),
        sample(3),
    ],
    "a follower learns its high watermark late": [
        sample(1, offsets=(0, 7, 7, 9)),
        sample(2, broker=2, leads=False),
    ],
    "a broker that starts again": [
        sample(1, leads=False, epoch=3, offsets=(4, 5, 5, 9), controller_epoch=4),
        sample(2, leads=False, epoch=2, controller_epoch=3, life=2),
    ],
    "a leader twice, of two epochs": [sample(1), sample(2, broker=2, epoch=1), sample(3, epoch=2)],
    "sequences wrap, epochs begin anew": [
        sample(1, **sequences((7, 0, SEQUENCES - 1), (8, 0, 4))),
        sample(2, **sequences((7, 0, 2), (8, 1, 0))),
    ],
    "a broker leads again and lacks what nobody was promised": [
        sample(1, **sequences((7, 0, 9))),
        sample(2, epoch=2, **sequences((7, 0, 8))),
    ],
    "a coordinator's sequences of offsets in transactions": [
        sample(1, tp=OFFSETS, **sequences((7, 0, 1))),
        sample(2, tp=OFFSETS, **sequences((7, 0, 0))),
    ],
    "a reassignment that ends: first the replicas, then the ISR": [
        sample(1, isr=(1, 2, 3)),
        sample(2, isr=(1, 2, 3), replicas=(1, 3)),
        sample(3, isr=(1, 3), replicas=(1, 3)),
    ],
    "the next leader lacks what nobody was promised": [
        sample(1, **sequences((7, 0, 9))),
        sample(2, broker=2, epoch=1, **sequences((7, 0, 8))),
    ],
}


@pytest.mark.parametrize(("name", "case"), CASES, ids=lambda text: text.replace(" ", "-"))
def test_an_anomaly_is_found_and_nothing_beside_it(name, case):
    found = check_all(History(), Observations(tuple(ANOMALIES[name][case])))
    assert [breach.invariant for breach in found] == [name], "\n".join(map(str, found))


@pytest.mark.parametrize("case", CLEAN, ids=lambda text: text.replace(" ", "-"))
def test_what_brokers_do_is_no_anomaly(case):
    assert list(map(str, check_all(History(), Observations(tuple(CLEAN[case]))))) == []


def test_a_breach_says_who_where_and_when():
    (found,) = check_all(History(), Observations((sample(1), sample(250, broker=2))))
    assert str(found).startswith("two-leaders: broker 2, orders-0, at 250 ms: leads epoch 0, which broker 1 has led")
