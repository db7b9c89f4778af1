"""Hand-made decisions of controllers: what none of them may do is found, and what they do every day is none of it."""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from kavka.simulation.checks import check_all
from kavka.simulation.decisions import Decisions, Outstayed, ReplicasAssigned, StateWritten, TermBegun
from kavka.simulation.history import History

A, B = TopicPartition("orders", 0), TopicPartition("orders", 1)


def elected(at, broker, epoch):
    return TermBegun(time_ms=at, broker=broker, epoch=epoch)


def written(at, isr=(1, 2), *, leader_epoch=0, epoch=3, latest=3, tp=A, **fields):
    return StateWritten(
        time_ms=at, tp=tp, leader_epoch=leader_epoch, isr=isr, controller_epoch=epoch, latest_epoch=latest, **fields
    )


def assigned(at, replicas, adding=(), tp=A):
    return ReplicasAssigned(time_ms=at, tp=tp, replicas=replicas, adding=adding)


ANOMALIES = {
    "two-controllers": {
        "of two brokers": [elected(1, 1, 4), elected(9, 2, 4)],
        "of one broker twice": [elected(1, 1, 4), elected(5, 2, 5), elected(9, 1, 4)],
    },
    "unfenced-write": {"of a zombie": [written(1), written(2, epoch=2)]},
    "dead-joins-isr": {"of one": [written(1), written(2, (1, 2, 3), absent=(3,))]},
    "former-joins-isr": {"of one": [written(1), written(2, (1, 2, 3), former=(3,))]},
    "recovery": {
        "others join": [
            written(1, (1,), leader_epoch=1, is_unclean=True, is_recovering=True),
            written(2, (1, 2), leader_epoch=1, is_recovering=True),
        ],
        "unmarked": [written(2, (2,), leader_epoch=2, is_unclean=True)],
    },
    "epoch-storm": {"of one partition, once": [written(at, leader_epoch=at) for at in range(40)]},
    "outstayed": {
        "once in an epoch": [Outstayed(time_ms=at, tp=A, broker=1, leader_epoch=3, later_epoch=4) for at in (10, 20)]
    },
    "reassigned-early": {
        "never in sync": [assigned(1, (3, 1, 2), (3,)), written(2, (1, 2)), assigned(3, (3, 1))],
        "of two one": [assigned(1, (3, 4, 1), (3, 4)), written(2, (1, 3)), assigned(3, (3, 4))],
        "in sync before it was added": [
            written(1, (1, 3)),
            written(2, (1,)),
            assigned(3, (3, 1), (3,)),
            assigned(4, (3,)),
        ],
        "while another is in sync": [
            assigned(1, (3, 1), (3,)),
            written(2, (1, 3), tp=B),
            assigned(3, (3,)),
        ],
    },
}
CASES = [(name, case) for name, cases in ANOMALIES.items() for case in cases]

CLEAN = {
    "an unclean election": [
        written(1, (1,), leader_epoch=1, is_unclean=True, is_recovering=True),
        written(2, (1, 2), leader_epoch=1),
    ],
    "elections in turn": [elected(1, 1, 1), elected(2, 2, 2), elected(3, 1, 3)],
    "an epoch that nobody can read": [written(1, epoch=3, latest=-1)],
    "an epoch that a hand set back": [written(1, epoch=3, latest=1)],
    "a leader of the 2.0 profile that has not heard yet": [written(1, epoch=2, is_by_leader=True)],
    "a reassignment": [
        written(1),
        assigned(2, (3, 1, 2), (3,)),
        written(3, (1, 2, 3)),
        written(4, (1, 3)),
        assigned(5, (3, 1)),
    ],
    "a replica that is in sync already": [written(1, (1, 2, 3)), assigned(2, (3, 1, 2), (3,)), assigned(3, (3, 1))],
    "a reassignment that is cancelled": [written(1), assigned(2, (3, 1, 2), (3,)), assigned(3, (1, 2))],
    "a reassignment that is replaced": [
        written(1),
        assigned(2, (3, 1, 2), (3,)),
        assigned(3, (4, 3, 1, 2), (4, 3)),
        written(4, (1, 2, 3, 4)),
        assigned(5, (4, 3)),
    ],
    "an election a second": [written(1_001 * at, leader_epoch=at) for at in range(40)],
    "a topic that is made anew": [written(at, leader_epoch=at % 4) for at in range(40)],
    "partitions that come": [assigned(1, (1, 2)), assigned(2, (1, 2)), assigned(2, (2, 1), tp=B)],
}


@pytest.mark.parametrize(("name", "case"), CASES)
def test_an_anomaly_is_found_and_named(name, case):
    found = check_all(History(), decisions=Decisions(tuple(ANOMALIES[name][case])))
    assert [breach.invariant for breach in found] == [name]


@pytest.mark.parametrize("case", CLEAN)
def test_what_controllers_do_is_none(case):
    assert check_all(History(), decisions=Decisions(tuple(CLEAN[case]))) == []
