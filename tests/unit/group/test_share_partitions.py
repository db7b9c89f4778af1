"""Share-partitions of a group (KIP-932): the table of their states, and what moves them."""

import pytest

from kavka.broker.group.share.share_partitions import SharePartitions
from kavka.broker.group.share.states import SHARE_PARTITION_TRANSITIONS, SharePartitionState
from kavka.common.transitions import IllegalTransition

T, U = bytes(15) + b"t", bytes(15) + b"u"

ABSENT = SharePartitionState.ABSENT
INITIALIZING = SharePartitionState.INITIALIZING
INITIALIZED = SharePartitionState.INITIALIZED
DELETING = SharePartitionState.DELETING

LEGAL = {
    (ABSENT, INITIALIZING),
    (INITIALIZING, INITIALIZED),
    (INITIALIZED, INITIALIZING),
    (INITIALIZING, DELETING),
    (INITIALIZED, DELETING),
    (DELETING, INITIALIZING),
    (INITIALIZING, ABSENT),
    (INITIALIZED, ABSENT),
    (DELETING, ABSENT),
}


@pytest.mark.parametrize("before", SharePartitionState)
@pytest.mark.parametrize("after", SharePartitionState)
def test_the_table(before, after):
    assert SHARE_PARTITION_TRANSITIONS.is_legal(before, after) == ((before, after) in LEGAL)
    if (before, after) not in LEGAL:
        with pytest.raises(IllegalTransition):
            SHARE_PARTITION_TRANSITIONS.check(before, after)


def test_a_partition_is_begun_used_deleted_and_forgotten():
    partitions = SharePartitions()
    assert not partitions
    assert partitions.begin(T, "t", [0, 1])
    assert not partitions.begin(T, "t", [0, 1]), "they are being begun"
    assert sorted(partitions.waiting()) == [(T, 0), (T, 1)]
    partitions.held.add((T, 1))
    assert list(partitions.waiting()) == [(T, 0)]
    assert partitions.is_held(T)
    assert not partitions.is_held(U)
    assert partitions.begun([(T, 0), (U, 5)])
    assert not partitions.begun([(T, 0)])
    assert partitions.in_state(T, INITIALIZED) == {0}
    assert partitions.state(T, 1) is INITIALIZING
    partitions.delete(T)
    assert partitions.in_state(T, DELETING) == partitions.indexes(T) == {0, 1}
    assert not partitions.begun([(T, 1)]), "it came too late"
    partitions.delete(T)
    partitions.forget(T)
    assert (partitions.state(T, 0), partitions.names, partitions.deleting) == (ABSENT, {}, set())


def test_what_could_not_be_forgotten_is_begun_anew_as_a_whole():
    partitions = SharePartitions()
    partitions.begin(T, "t", [0, 1])
    partitions.begun([(T, 0), (T, 1)])
    partitions.delete(T)
    assert partitions.begin(T, "t", [0])
    assert partitions.deleting == set()
    assert (partitions.state(T, 0), partitions.state(T, 1)) == (INITIALIZING, ABSENT)


def test_of_a_topic_that_was_being_deleted_before_a_restart_every_partition_is():
    partitions = SharePartitions()
    partitions.load(T, "t", (), DELETING)
    partitions.load(U, "u", [3], INITIALIZED)
    assert (partitions.state(T, 7), partitions.indexes(T)) == (DELETING, frozenset())
    assert partitions.begin(T, "t", [7])
    assert partitions.state(T, 7) is INITIALIZING
    partitions.forget(U)
    partitions.forget(U)
    assert partitions.names == {T: "t"}
    assert partitions
