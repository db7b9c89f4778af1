"""Memory for requests that cannot be cut: at most ten times the frame, whatever their limits allow.

A partition without replicas takes 27 bytes in LeaderAndIsr and ten in StopReplica, and some hundred as an object: what
holds the objects of all of them at once does not pass.
"""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.replica.stray_replicas import FULL
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import LeaderAndIsrRequest, StopReplicaRequest, UpdateMetadataRequest
from tests.support.broker.fakes import as_read, live_broker
from tests.support.broker.fakes import services as fake_services
from tests.support.broker.frames import Frames, frame_of
from tests.support.replica.node import Node

MANY = 5_000
TIMES_MAX = 10
TOPIC = "a-topic-of-some-name"


def lead(count: int, *, one_topic: bool = True, kind: int = 0) -> LeaderAndIsrRequest:
    state = LeaderAndIsrRequest.LeaderAndIsrPartitionState
    topic = LeaderAndIsrRequest.LeaderAndIsrTopicState
    if one_topic:
        states = [state(partition_index=1_000 + index, leader=7, leader_epoch=300) for index in range(count)]
        topics = [topic(topic_name=TOPIC, topic_id=bytes(16), partition_states=states)]
    else:
        topics = [
            topic(
                topic_name=f"{TOPIC}-{number}",
                topic_id=number.to_bytes(16, "big"),
                partition_states=[state(partition_index=0, leader=7, leader_epoch=300)],
            )
            for number in range(count)
        ]
    return LeaderAndIsrRequest(controller_id=1, controller_epoch=1, broker_epoch=-1, type=kind, topic_states=topics)


@pytest.fixture
def node(tmp_path):
    node = Node(tmp_path)
    yield node
    node.log_manager.close()


@pytest.mark.parametrize("version", [4, 6])
@pytest.mark.parametrize("one_topic", [True, False])
async def test_leader_and_isr(node, version, one_topic):
    request = lead(MANY, one_topic=one_topic, kind=FULL if version > 4 else 0)
    frame = frame_of(request, version)
    async with asyncio.TaskGroup() as tasks:
        response, peak = await Frames(tasks, node.services).ask_measured(frame)
        answer = as_read(response, version)
    errors = answer.partition_errors or [error for topic in answer.topics for error in topic.partition_errors]
    assert [error.error_code for error in errors] == [ErrorCode.UNKNOWN_TOPIC_OR_PARTITION] * MANY
    assert len(answer.topics) == (0 if version < 5 else 1 if one_topic else MANY)
    assert peak < TIMES_MAX * len(frame)


@pytest.mark.parametrize("version", [1, 3])
async def test_stop_replica(node, version):
    if version < 3:
        topic = StopReplicaRequest.StopReplicaTopicV1(name="t", partition_indexes=list(range(1_000, 1_000 + MANY)))
        request = StopReplicaRequest(controller_id=1, controller_epoch=1, topics=[topic])
    else:
        state = StopReplicaRequest.StopReplicaPartitionState
        states = [state(partition_index=1_000 + index, leader_epoch=300) for index in range(MANY)]
        topic = StopReplicaRequest.StopReplicaTopicState(topic_name="t", partition_states=states)
        request = StopReplicaRequest(controller_id=1, controller_epoch=1, topic_states=[topic])
    frame = frame_of(request, version)
    async with asyncio.TaskGroup() as tasks:
        response, peak = await Frames(tasks, node.services).ask_measured(frame)
        answer = as_read(response, version)
    assert {(error.topic_name, error.error_code) for error in answer.partition_errors} == {("t", 0)}
    assert [error.partition_index for error in answer.partition_errors] == list(range(1_000, 1_000 + MANY))
    assert peak < TIMES_MAX * len(frame)


async def test_update_metadata():
    """Nothing new is said, the second time: what becomes of it at first is the metadata, which a broker is for."""
    state = UpdateMetadataRequest.UpdateMetadataPartitionState
    states = [
        state(
            partition_index=index, controller_epoch=300, leader=301, leader_epoch=302, isr=[301], replicas=[301],
        )
        for index in range(MANY)
    ]  # fmt: skip
    topic = UpdateMetadataRequest.UpdateMetadataTopicState(topic_name="t", partition_states=states)
    request = UpdateMetadataRequest(
        controller_id=1, controller_epoch=1, broker_epoch=-1, topic_states=[topic], live_brokers=[live_broker(301)]
    )
    frame = frame_of(request, 7)
    broker = fake_services()
    async with asyncio.TaskGroup() as tasks:
        response, peak = await Frames(tasks, broker).ask_measured(frame)
    assert response.error_code == 0
    assert len(broker.metadata_cache.snapshot.topics["t"].partitions) == MANY
    assert peak < TIMES_MAX * len(frame)
