"""LeaderAndIsr and StopReplica: who may command, and what a command does."""

from __future__ import annotations

import os

import pytest

from kavka.broker.requests.error_responses import error_response
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.codec import response_class
from kavka.protocol.errors import ErrorCode, KafkaError, StaleBrokerEpoch, StaleControllerEpoch
from kavka.protocol.messages import LeaderAndIsrRequest, StopReplicaRequest
from tests.support.replica.node import TOPIC_ID, Node, batch, error_of


def log_directories(node):
    return sorted(name for name in os.listdir(node.directory) if name.startswith("t-"))


@pytest.mark.parametrize("version", range(6))
def test_every_version_makes_a_leader(node, version):
    assert error_of(node.lead(version=version)) == 0
    assert node.produce(batch()).partition.error_code == 0


def test_from_version_5_on_the_answer_names_topics_by_id(node):
    (topic,) = node.lead(version=5).answer.topics
    assert topic.topic_id == TOPIC_ID
    (error,) = node.lead(index=1, version=4).answer.partition_errors
    assert (error.topic_name, error.partition_index) == ("t", 1)


def test_it_follows_when_another_leads(node):
    assert error_of(node.lead(leader=2, isr=(1, 2))) == 0
    partition = node.manager.partitions.get("t", 0)
    assert (partition.is_leader, partition.leader_id, partition.isr) == (False, 2, ())
    node.lead(isr=(1, 2), epoch=1)
    assert partition.is_leader


def test_a_broker_outside_the_replicas_is_not_given_the_partition(node):
    assert error_of(node.lead(leader=2, isr=(2,), replicas=(2, 3))) == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert node.manager.partitions.find("t", 0) is None


@pytest.mark.parametrize("epoch", [4, 5])
def test_bug_27_a_leader_epoch_that_is_not_higher_is_refused(node, epoch):
    node.lead(epoch=5)
    assert error_of(node.lead(leader=2, isr=(1, 2), epoch=epoch)) == ErrorCode.STALE_CONTROLLER_EPOCH
    assert node.manager.partitions.get("t", 0).is_leader


def test_bug_27_a_controller_that_has_been_replaced_is_refused(node):
    node.lead(controller_epoch=7)
    with pytest.raises(StaleControllerEpoch):
        node.lead(leader=2, isr=(1, 2), epoch=9, controller_epoch=6)
    with pytest.raises(StaleControllerEpoch):
        node.stop(delete=True, controller_epoch=6)
    assert node.manager.partitions.get("t", 0).is_leader
    assert error_of(node.lead(epoch=9, controller_epoch=7)) == 0


def test_bug_26_commands_for_an_earlier_life_of_this_broker_are_refused(node):
    with pytest.raises(StaleBrokerEpoch):
        node.lead(broker_epoch=99)
    with pytest.raises(StaleBrokerEpoch):
        node.stop(broker_epoch=99)
    # The controller may learn of a registration before this broker hears of its success.
    for known in (-1, 100, 101):
        assert error_of(node.lead(index=known + 1, broker_epoch=known)) == 0


def test_the_errors_of_whole_requests_reach_the_controller_as_such(node):
    for request in (LeaderAndIsrRequest(), StopReplicaRequest()):
        assert error_response(request, StaleBrokerEpoch("an earlier life")) == response_class(request.API_KEY)(
            error_code=StaleBrokerEpoch.code
        )
    assert issubclass(StaleBrokerEpoch, KafkaError)


def test_bug_42_another_topic_of_the_same_name_is_refused(node):
    node.lead()
    other = bytes(reversed(TOPIC_ID))
    assert error_of(node.lead(epoch=1, topic_id=other)) == ErrorCode.INCONSISTENT_TOPIC_ID
    assert node.manager.partitions.get("t", 0).leader_epoch == 0


def test_bug_42_nor_is_its_old_log_taken_over_after_a_restart(node):
    node.lead()
    node.produce(batch(b"old"))
    node.restart()
    assert error_of(node.lead(epoch=1, topic_id=bytes(reversed(TOPIC_ID)))) == 0
    assert node.produce(batch(b"new")).partition.base_offset == 0


def test_a_topic_without_id_is_given_one_at_the_same_epoch(node):
    node.lead(topic_id=ZERO_TOPIC_ID)
    assert error_of(node.lead(topic_id=TOPIC_ID)) == 0
    assert node.manager.partitions.get("t", 0).log.topic_id == TOPIC_ID
    assert error_of(node.lead(epoch=1, topic_id=bytes(reversed(TOPIC_ID)))) == ErrorCode.INCONSISTENT_TOPIC_ID


def test_bug_3_becoming_leader_starts_the_epoch_even_without_an_append(node):
    node.lead(epoch=1)
    node.produce(batch())
    for epoch in (2, 3):
        node.lead(epoch=epoch)
    partition = node.manager.partitions.get("t", 0)
    assert partition.end_offset_for_epoch(3) == (3, 1)
    assert partition.end_offset_for_epoch(2) == (1, 1)  # an epoch without records leaves no trace once another began


def test_a_leader_by_an_unclean_election_says_what_is_lost(node, caplog):
    """It leads at once, as in Kafka: there is nothing that it could recover (KIP-704)."""
    node.lead()
    node.produce(batch(b"kept"))
    assert error_of(node.lead(epoch=1, version=6, recovery=1)) == 0
    assert node.produce(batch(b"next")).partition.base_offset == 1
    told = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert told == [
        "t-0 is led here by an unclean election, in leader epoch 1: what other replicas have from offset 1 on is lost"
    ]


# ---- StopReplica ----


@pytest.mark.parametrize("version", range(4))
def test_every_version_stops_and_keeps_the_log(leader, version):
    leader.produce(batch(b"a"))
    assert error_of(leader.stop(version=version)) == 0
    assert leader.produce(batch()).partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert log_directories(leader) == ["t-0"]


@pytest.mark.parametrize("version", range(4))
def test_every_version_deletes(leader, version):
    assert error_of(leader.stop(version=version, delete=True)) == 0
    assert leader.produce(batch()).partition.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    assert "t-0" not in log_directories(leader)


def test_bug_45_deletion_needs_the_current_epoch_or_none(node):
    node.lead(epoch=5)
    assert error_of(node.stop(delete=True, epoch=4)) == ErrorCode.FENCED_LEADER_EPOCH
    assert log_directories(node) == ["t-0"]
    assert error_of(node.stop(delete=True, epoch=5)) == 0
    node.lead(epoch=5)
    assert error_of(node.stop(delete=True, epoch=-2)) == 0
    assert "t-0" not in log_directories(node)


def test_a_log_that_only_lies_on_disk_is_deleted_too(leader):
    leader.restart()
    assert leader.manager.partitions.find("t", 0) is None
    assert error_of(leader.stop(delete=True, epoch=-2)) == 0
    assert "t-0" not in log_directories(leader)


def test_stopping_what_is_not_here_succeeds(node):
    assert error_of(node.stop()) == 0
    assert error_of(node.stop(delete=True)) == 0


def test_a_topic_that_is_made_anew_begins_empty(leader):
    leader.produce(batch(b"old"))
    leader.stop(delete=True, epoch=-2)
    leader.lead(topic_id=bytes(reversed(TOPIC_ID)))
    assert leader.fetch(0).partition.high_watermark == 0
    assert leader.produce(batch(b"new")).partition.base_offset == 0


def test_bug_66_a_lost_directory_answers_for_its_replicas_whatever_the_epoch(node):
    node.lead(epoch=5)
    node.manager.partitions.find("t", 0).log.log_dir.fail(OSError(5, "injected"), "testing")
    for epoch in (4, 5, 6):  # the controller asks again with the epoch that it gave before
        assert error_of(node.lead(epoch=epoch, is_new=False)) == ErrorCode.KAFKA_STORAGE_ERROR


def test_a_replica_in_a_directory_that_was_lost_before_the_start_is_no_unknown_one(tmp_path):
    (tmp_path / "file").write_text("")
    node = Node(tmp_path / "good", more_directories=[tmp_path / "file" / "gone"])
    assert error_of(node.lead(is_new=False)) == ErrorCode.KAFKA_STORAGE_ERROR
    assert node.produce(batch()).partition.error_code == ErrorCode.KAFKA_STORAGE_ERROR
    assert node.fetch(0).partition.error_code == ErrorCode.KAFKA_STORAGE_ERROR
    assert error_of(node.lead("u", is_new=True)) == 0
    assert node.produce(batch(), "u").partition.error_code == 0
    assert error_of(node.stop(delete=True)) == ErrorCode.KAFKA_STORAGE_ERROR, "it comes back with its directory"
    assert error_of(node.stop()) == 0
    node.log_manager.close()


def test_a_partition_that_others_have_sends_clients_to_them(node):
    node.manager.partitions._is_known = lambda topic, index: (topic, index) == ("t", 0)
    assert node.produce(batch()).partition.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert node.produce(batch(), "u").partition.error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


IMPOSSIBLE = {
    "a leader outside the ISR": {"isr": (2,), "replicas": (1, 2)},
    "a leader without an ISR": {"isr": (), "replicas": (1, 2)},
    "no such leader": {"leader": -3, "isr": (1, 2)},
    "a replica twice": {"isr": (1, 2), "replicas": (1, 1, 2)},
    "a broker in sync twice": {"isr": (1, 1), "replicas": (1, 2)},
    "a negative broker": {"isr": (1,), "replicas": (1, -7)},
    "a negative leader epoch": {"epoch": -5},
}


@pytest.mark.parametrize("version", [1, 5])
@pytest.mark.parametrize("state", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_state_that_no_controller_decides_on_is_refused(node, state, version):
    assert error_of(node.lead(version=version, **state)) == ErrorCode.INVALID_REQUEST
    assert node.manager.partitions.find("t", 0) is None
    assert log_directories(node) == []


def test_a_leader_is_not_moved_by_an_impossible_state(node):
    node.lead(epoch=1)
    assert error_of(node.lead(epoch=2, isr=(2,), replicas=(1, 2))) == ErrorCode.INVALID_REQUEST
    partition = node.manager.partitions.get("t", 0)
    assert (partition.is_leader, partition.leader_epoch, partition.isr) == (True, 1, (1,))
    assert node.produce(batch()).partition.error_code == 0


def test_a_reassignment_may_leave_who_is_no_replica_any_more_in_the_isr(node):
    assert error_of(node.lead(isr=(1, 2, 3), replicas=(1, 2))) == 0
