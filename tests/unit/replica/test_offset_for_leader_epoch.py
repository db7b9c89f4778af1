"""OffsetForLeaderEpoch: where epochs end, whatever was written in them, and who is fenced."""

from __future__ import annotations

import pytest

from kavka.protocol.errors import ErrorCode
from tests.support.replica.node import BROKER, batch


@pytest.fixture
def history(node):
    """Epoch 1 has offsets 0–1, epoch 3 has 2–4, epoch 6 nothing yet."""
    node.lead(epoch=1)
    node.produce(batch(b"a", b"b"))
    node.lead(epoch=3, is_new=False)
    node.produce(batch(b"c", b"d", b"e"))
    node.lead(epoch=6, is_new=False)
    return node


def answer(call):
    found = call.partition
    return found.error_code, found.leader_epoch, found.end_offset


@pytest.mark.parametrize(
    ("asked", "epoch", "end"),
    [
        (-1, -1, -1),
        (0, 0, 0),
        (1, 1, 2),
        (2, 1, 2),
        (3, 3, 5),
        (4, 3, 5),
        (6, 6, 5),
        (7, -1, -1),
    ],
)
def test_bug_2_the_largest_epoch_up_to_the_asked_one_and_where_it_ends(history, asked, epoch, end):
    assert answer(history.offset_for_leader_epoch(asked)) == (0, epoch, end)


@pytest.mark.parametrize("version", range(5))
def test_every_version(history, version):
    error, epoch, end = answer(history.offset_for_leader_epoch(3, version=version))
    assert (error, end) == (0, 5)
    assert epoch == (3 if version >= 1 else -1)


@pytest.mark.parametrize("version", [2, 3, 4])
def test_bug_13_who_believes_in_another_epoch_is_fenced(history, version):
    ask = history.offset_for_leader_epoch
    assert answer(ask(3, version=version, current=6)) == (0, 3, 5)
    assert answer(ask(3, version=version, current=5)) == (ErrorCode.FENCED_LEADER_EPOCH, -1, -1)
    assert answer(ask(3, version=version, current=7)) == (ErrorCode.UNKNOWN_LEADER_EPOCH, -1, -1)


def test_the_latest_epoch_ends_where_the_log_does(history):
    history.produce(batch(b"f"))
    assert answer(history.offset_for_leader_epoch(6)) == (0, 6, 6)


def test_after_a_deletion_the_kept_epoch_still_ends_where_it_did(history):
    history.delete_records((0, 3))
    assert answer(history.offset_for_leader_epoch(3)) == (0, 3, 5)
    assert answer(history.offset_for_leader_epoch(1)) == (0, 1, 3), "what is gone ends where the log begins"


@pytest.mark.parametrize("replica_id", [-2, -1, 2])
def test_only_a_leader_answers(node, replica_id):
    node.lead(leader=2, isr=(2,), replicas=(BROKER, 2))
    asked = node.offset_for_leader_epoch(0, replica_id=replica_id)
    assert answer(asked) == (ErrorCode.NOT_LEADER_OR_FOLLOWER, -1, -1)


def test_a_partition_that_is_not_here(node):
    assert answer(node.offset_for_leader_epoch(0)) == (ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, -1, -1)


def test_a_lost_directory(history):
    history.manager.partitions.find("t", 0).log.log_dir.fail(OSError(5, "injected"), "testing")
    assert answer(history.offset_for_leader_epoch(3)) == (ErrorCode.KAFKA_STORAGE_ERROR, -1, -1)
