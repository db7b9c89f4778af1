"""Logs that should not be here any more: set aside once the controller has named all that should, never deleted."""

from __future__ import annotations

import os

import pytest

from kavka.broker.replica.stray_replicas import FULL
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.errors import ErrorCode
from tests.support.replica.node import TOPIC_ID, batch, error_of

OTHER_ID = bytes(reversed(TOPIC_ID))
INCREMENTAL = 1


def directories(node):
    return sorted(name for name in os.listdir(node.directory) if os.path.isdir(os.path.join(node.directory, name)))


def stray_of(node, name):
    """The directory in which a partition's log is kept."""
    (found,) = (directory for directory in directories(node) if directory.startswith(f"{name}."))
    assert found.endswith("-stray")
    return os.path.join(node.directory, found)


def content(directory):
    with open(os.path.join(directory, f"{0:020}.log"), "rb") as file:
        return file.read()


@pytest.fixture
def two(node):
    """t-0 and u-0, with records; the broker has restarted since, and nobody has told it of either."""
    for topic, topic_id in (("t", TOPIC_ID), ("u", OTHER_ID)):
        node.lead(topic, topic_id=topic_id)
        node.produce(batch(topic.encode()), topic)
    node.restart()
    return node


def test_bug_45_what_a_full_list_does_not_name_is_set_aside(two):
    before = content(os.path.join(two.directory, "u-0"))
    assert error_of(two.lead("t", epoch=1, type=FULL)) == 0
    assert content(stray_of(two, "u-0")) == before, "not deleted"
    assert two.produce(batch(), "u").partition.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert two.produce(batch(), "t").partition.base_offset == 1

    two.restart()
    assert two.manager.partitions.find("u", 0) is None
    assert [str(log.topic_partition) for log in two.log_manager.logs] == ["t-0"]
    assert content(stray_of(two, "u-0")) == before, "nor at the next start"
    two.lead("u", topic_id=TOPIC_ID)
    assert two.produce(batch(), "u").partition.base_offset == 0


@pytest.mark.parametrize(("version", "kind"), [(5, INCREMENTAL), (5, 0), (4, FULL), (1, FULL), (0, FULL)])
def test_bug_45_nothing_is_a_stray_while_not_everything_is_named(two, version, kind):
    """Under the 2.0 profile nobody says so: what is not named lies there, as it did with Kafka."""
    request = {"version": version} | ({"type": kind} if version == 5 else {})
    assert error_of(two.lead("t", epoch=1, **request)) == 0
    assert directories(two) == ["t-0", "u-0"]


def test_bug_45_what_a_controller_has_named_since_the_start_is_no_stray(two):
    """A ZooKeeper that was emptied under brokers that run must not empty them."""
    two.lead("u", topic_id=OTHER_ID, epoch=1)
    assert error_of(two.lead("t", epoch=1, type=FULL)) == 0
    assert directories(two) == ["t-0", "u-0"]
    assert two.produce(batch(), "u").partition.error_code == 0


@pytest.mark.parametrize("version", [4, 5, 7])
def test_a_leader_whose_replica_was_moved_while_it_was_cut_off_leads_no_more(two, version):
    """It lived on without its session, and the StopReplica for that life is not sent again."""
    two.lead("u", topic_id=OTHER_ID, epoch=1, isr=(1, 2), replicas=(1, 2, 3))
    waiting = two.produce(batch(b"acks=all"), "u")
    before = content(os.path.join(two.directory, "u-0"))
    two.tell("u", 0, leader=2, epoch=2, replicas=(2, 3), version=version)
    assert waiting.partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert two.produce(batch(), "u", acks=1).partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert two.fetch(0, "u").partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER

    assert error_of(two.lead("t", epoch=1, type=FULL)) == 0
    assert content(stray_of(two, "u-0")) == before, "kept, and in nobody's way"


@pytest.mark.parametrize(
    "told",
    [
        {"leader": 2, "epoch": 2, "replicas": (2, 1)},
        {"leader": 2, "epoch": 1, "replicas": (2, 3)},
        {"leader": 2, "epoch": 2, "replicas": ()},
    ],
    ids=["a replica as before", "no later epoch", "no replicas at all"],
)
def test_metadata_alone_takes_no_leadership_away(two, told):
    two.lead("u", topic_id=OTHER_ID, epoch=1)
    two.tell("u", 0, **told)
    assert two.produce(batch(), "u").partition.error_code == 0


def test_a_replica_that_was_given_up_is_deleted_when_the_controller_says_so(two):
    """In every reassignment the metadata comes first, and StopReplica then."""
    two.lead("u", topic_id=OTHER_ID, epoch=1)
    two.tell("u", 0, leader=2, epoch=2, replicas=(2, 3))
    assert error_of(two.stop("u", epoch=2)) == error_of(two.stop("u", delete=True, epoch=2)) == 0
    assert [str(log.topic_partition) for log in two.log_manager.logs] == ["t-0"]


def test_a_replica_that_was_given_up_may_come_back(two):
    """A controller that dies before it has written the end of a move leaves it to the next one."""
    two.lead("u", topic_id=OTHER_ID, epoch=1)
    two.tell("u", 0, leader=2, epoch=2, replicas=(2, 3))
    assert error_of(two.lead("u", topic_id=OTHER_ID, epoch=3, isr=(1, 2), is_new=False, type=FULL)) == 0
    assert two.produce(batch(), "u", acks=1).partition.base_offset == 1


@pytest.mark.parametrize("kind", [FULL, INCREMENTAL, 0])
def test_bug_42_a_log_of_another_topic_of_that_name_makes_room(two, kind):
    before = content(os.path.join(two.directory, "t-0"))
    two.lead("u", topic_id=OTHER_ID, epoch=1)
    assert error_of(two.lead("t", topic_id=OTHER_ID, epoch=0, type=kind)) == 0
    assert two.produce(batch(), "t").partition.base_offset == 0
    assert content(stray_of(two, "t-0")) == before


def test_a_log_without_a_topic_id_is_judged_by_its_name(node):
    for topic in "tu":
        node.lead(topic, topic_id=ZERO_TOPIC_ID, version=1)
        node.produce(batch(), topic)
    node.restart()
    assert error_of(node.lead("t", topic_id=TOPIC_ID, epoch=1, type=FULL)) == 0
    assert node.produce(batch(), "t").partition.base_offset == 1
    stray_of(node, "u-0")


def test_a_lost_directory_keeps_what_is_in_it(two):
    two.log_manager.logs[1].log_dir.fail(OSError(5, "planted"), "the test")
    assert error_of(two.lead("t", epoch=1, type=FULL)) == ErrorCode.KAFKA_STORAGE_ERROR
    assert directories(two) == ["t-0", "u-0"]
