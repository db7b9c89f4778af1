"""The controller's three requests from somebody who has no business to send them: over the wire, in every version.

What the requests do in the broker's parts is in `tests/unit/replica/test_control_requests.py`; here a whole broker gets
them beside its own controller's, and goes on as that one says. And what only the controller serves, asked elsewhere.
"""

from __future__ import annotations

import os

import pytest

from kavka.protocol.api_keys import PROFILES, ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.inter_broker_versions import DEFAULT_PROFILE
from kavka.protocol.messages import (
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    LeaderAndIsrRequest,
    MetadataRequest,
    StopReplicaRequest,
    UpdateMetadataRequest,
)
from tests.support.broker.whole_broker import connect, create, fetch, produce, properties, running

VERSIONS = {
    api: PROFILES[DEFAULT_PROFILE][api] for api in (ApiKey.LEADER_AND_ISR, ApiKey.STOP_REPLICA, ApiKey.UPDATE_METADATA)
}
CONTROLLER_EPOCH = 1
EARLIER_LIFE = 0

State = LeaderAndIsrRequest.LeaderAndIsrPartitionState


@pytest.fixture
async def connection(zookeeper, tmp_path):
    """To a broker that leads t-0, which has two records."""
    async with running(properties(zookeeper, tmp_path)) as ready:
        connection = await connect(ready)
        assert (await create(connection, "t")).error_code == 0
        await produce(connection, "t", [b"a", b"b"])
        yield connection
        await connection.close()
    assert [name for name in os.listdir(tmp_path / "logs") if name.startswith("t-")] == ["t-0"]


def lead(
    topic="t", index=0, *, leader=0, epoch=1, replicas=(0,), controller_epoch=CONTROLLER_EPOCH, version=5, **other
):
    state = State(
        partition_index=index,
        controller_epoch=controller_epoch,
        leader=leader,
        leader_epoch=epoch,
        isr=list(replicas),
        partition_epoch=0,
        replicas=list(replicas),
        is_new=True,
    )
    request = LeaderAndIsrRequest(controller_id=0, controller_epoch=controller_epoch, **other)
    if version < 2:
        state.topic_name = topic
        request.ungrouped_partition_states = [state]
    else:
        request.topic_states = [LeaderAndIsrRequest.LeaderAndIsrTopicState(topic_name=topic, partition_states=[state])]
    return request


def stop(topic="t", *, version=3, controller_epoch=CONTROLLER_EPOCH, **other):
    request = StopReplicaRequest(controller_id=0, controller_epoch=controller_epoch, **other)
    if version >= 3:
        part = StopReplicaRequest.StopReplicaPartitionState(partition_index=0, leader_epoch=-2, delete_partition=True)
        request.topic_states = [StopReplicaRequest.StopReplicaTopicState(topic_name=topic, partition_states=[part])]
        return request
    request.delete_partitions = True
    if version:
        request.topics = [StopReplicaRequest.StopReplicaTopicV1(name=topic, partition_indexes=[0])]
    else:
        request.ungrouped_partitions = [StopReplicaRequest.StopReplicaPartitionV0(topic_name=topic, partition_index=0)]
    return request


def update(*, version=7, controller_epoch=CONTROLLER_EPOCH, **other):
    """A cluster of one other broker, somewhere else."""
    broker = UpdateMetadataRequest.UpdateMetadataBroker(id=9)
    if version:
        endpoint = UpdateMetadataRequest.UpdateMetadataEndpoint(port=1, host="elsewhere", security_protocol=0)
        if version >= 3:
            endpoint.listener = "PLAINTEXT"
        broker.endpoints = [endpoint]
    else:
        broker.v0_host, broker.v0_port = "elsewhere", 1
    return UpdateMetadataRequest(controller_id=9, controller_epoch=controller_epoch, live_brokers=[broker], **other)


REQUESTS = {ApiKey.LEADER_AND_ISR: lead, ApiKey.STOP_REPLICA: stop, ApiKey.UPDATE_METADATA: update}
BROKER_EPOCH_FROM = {ApiKey.LEADER_AND_ISR: 2, ApiKey.STOP_REPLICA: 1, ApiKey.UPDATE_METADATA: 5}
each_api = pytest.mark.parametrize("api", REQUESTS, ids=lambda api: api.name)


async def assert_unmoved(connection):
    """It leads, it has its records, and it knows the cluster as its own controller told it."""
    answer = await connection.request(MetadataRequest(topics=None), version=5)
    assert [node.node_id for node in answer.brokers] == [0]
    assert {topic.name for topic in answer.topics} == {"t"}
    before = await fetch(connection, "t")
    assert before[:2] == [b"a", b"b"]
    assert (await produce(connection, "t", [b"c"])).error_code == 0
    assert len(await fetch(connection, "t")) == len(before) + 1


@each_api
async def test_bug_27_a_controller_that_was_replaced_moves_nothing(connection, api):
    lowest, highest = VERSIONS[api]
    for version in range(lowest, highest + 1):
        request = REQUESTS[api](version=version, controller_epoch=CONTROLLER_EPOCH - 1)
        assert (await connection.request(request, version=version)).error_code == ErrorCode.STALE_CONTROLLER_EPOCH
    await assert_unmoved(connection)


@each_api
async def test_bug_26_what_was_meant_for_an_earlier_life_moves_nothing(connection, api):
    for version in range(BROKER_EPOCH_FROM[api], VERSIONS[api][1] + 1):
        request = REQUESTS[api](version=version, broker_epoch=EARLIER_LIFE)
        assert (await connection.request(request, version=version)).error_code == ErrorCode.STALE_BROKER_EPOCH
    await assert_unmoved(connection)


async def ask_partition(connection, request, version):
    """The error of the only partition of a request that was not refused as a whole."""
    answer = await connection.request(request, version=version)
    assert answer.error_code == 0
    errors = answer.topics[0].partition_errors if version >= 5 else answer.partition_errors
    return errors[0].error_code


async def test_replicas_that_are_not_this_brokers_and_epochs_that_are_no_news_are_refused(connection):
    for version in range(6):
        foreign = lead("u", leader=7, replicas=(7, 8), version=version)
        assert await ask_partition(connection, foreign, version) == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        old = lead(epoch=0, leader=7, replicas=(0, 7), version=version)
        assert await ask_partition(connection, old, version) == ErrorCode.STALE_CONTROLLER_EPOCH
    await assert_unmoved(connection)


NO_TOPICS = ["", ".", "..", "../t", "t/../../u", "/etc", "a\x00b", "ß", "x" * 250, "x" * 32_000]


async def test_a_name_that_no_topic_can_have_never_becomes_a_path(connection, tmp_path, caplog):
    for name in NO_TOPICS:
        await try_name(connection, name)
    assert sorted(os.listdir(tmp_path)) == ["logs", "zookeeper"]
    assert "Traceback" not in caplog.text
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
    await assert_unmoved(connection)


async def try_name(connection, name):
    """Every request that could make a path of a topic's name."""
    for version in (1, 5):
        for request in (lead(name, version=version), lead("u", -1, version=version)):
            assert await ask_partition(connection, request, version) == ErrorCode.INVALID_TOPIC_EXCEPTION
    assert (await connection.request(stop(name), version=3)).partition_errors[0].error_code == 0
    wanted = [CreatePartitionsRequest.CreatePartitionsTopic(name=name, count=2, assignments=None)]
    request = CreatePartitionsRequest(topics=wanted, timeout_ms=1000)
    refused = await connection.request(request, version=1)
    assert refused.results[0].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    deleted = await connection.request(DeleteTopicsRequest(topic_names=[name], timeout_ms=1000), version=3)
    assert deleted.responses[0].error_code == ErrorCode.UNKNOWN_TOPIC_OR_PARTITION


async def test_deleting_what_is_not_here_succeeds(connection):
    for version in range(4):
        answer = await connection.request(stop("nowhere", version=version), version=version)
        assert (answer.error_code, [part.error_code for part in answer.partition_errors]) == (0, [0])
    await assert_unmoved(connection)


async def test_a_leader_that_nobody_knows_is_followed_as_it_was_commanded(connection):
    """The broker cannot tell a wrong leader from one that it will hear of: it gives up leading and tells clients so."""
    assert await ask_partition(connection, lead(leader=7, replicas=(0, 7), epoch=5), 5) == 0
    assert (await produce(connection, "t", [b"c"])).error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert await ask_partition(connection, lead(epoch=6), 5) == 0
    await assert_unmoved(connection)


async def test_only_the_controller_takes_its_requests(zookeeper, tmp_path):
    one = properties(zookeeper, tmp_path / "one", broker__id="0")
    two = properties(zookeeper, tmp_path / "two", broker__id="1")
    topic = CreateTopicsRequest.CreatableTopic(name="t", num_partitions=1, replication_factor=1)
    more = CreatePartitionsRequest.CreatePartitionsTopic(name="t", count=2, assignments=None)
    asked = [
        (CreateTopicsRequest(topics=[topic], timeout_ms=1000), "topics"),
        (DeleteTopicsRequest(topic_names=["t"], timeout_ms=1000), "responses"),
        (CreatePartitionsRequest(topics=[more], timeout_ms=1000), "results"),
    ]
    async with running(one), running(two) as second, await connect(second) as connection:
        for request, results in asked:
            for version in range(5 if request.API_KEY != ApiKey.CREATE_PARTITIONS else 4):
                answer = await connection.request(request, version=version)
                assert [each.error_code for each in getattr(answer, results)] == [ErrorCode.NOT_CONTROLLER]
