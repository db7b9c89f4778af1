"""Requests that are valid on the wire and mean what cannot be: each is answered with a code, and without a trace."""

from __future__ import annotations

import asyncio
import logging

import pytest

from kavka import LocalCluster, Producer
from kavka.client.connection import Connection
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    AlterClientQuotasRequest,
    AlterUserScramCredentialsRequest,
    DescribeConfigsRequest,
    DescribeUserScramCredentialsRequest,
    FindCoordinatorRequest,
    LeaderAndIsrRequest,
    MetadataRequest,
    OffsetCommitRequest,
    UpdateMetadataRequest,
)

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

TOPIC = "orders"


@pytest.fixture
async def cluster():
    async with LocalCluster(
        in_loop=True, config={"replica.lag.time.max.ms": "600", "kavka.admin.listener": ""}
    ) as cluster:
        async with Producer(cluster.bootstrap) as producer:
            await producer.send_and_wait(TOPIC, b"x")
        yield cluster


@pytest.fixture
async def ask(cluster, caplog):
    caplog.set_level(logging.INFO)
    broker = cluster.brokers[0]
    async with await Connection.open(broker.host, broker.port, client_id="odd") as connection:
        yield connection.request
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


async def test_a_partition_is_not_led_by_who_is_not_in_sync(cluster, ask, caplog):
    state = LeaderAndIsrRequest.LeaderAndIsrPartitionState(
        topic_name=TOPIC, partition_index=0, controller_epoch=1, leader=0, leader_epoch=7, isr=[1], replicas=[0, 1]
    )
    request = LeaderAndIsrRequest(controller_id=0, controller_epoch=1, ungrouped_partition_states=[state])
    response = await ask(request, version=1)
    assert response.partition_errors[0].error_code == ErrorCode.INVALID_REQUEST
    async with Producer(cluster.bootstrap) as producer:  # half a second later it ended the broker
        async with asyncio.timeout(60):
            ends = asyncio.get_running_loop().time() + 1.0  # three looks at who is in sync
            while asyncio.get_running_loop().time() < ends:
                await producer.send_and_wait(TOPIC, b"y")
                await asyncio.sleep(0.05)
    assert cluster.brokers[0].pid


async def test_no_broker_hears_of_topics_and_addresses_that_cannot_be(ask):
    state = UpdateMetadataRequest.UpdateMetadataPartitionState(topic_name="\x1b[2J/..", partition_index=0, leader=0)
    request = UpdateMetadataRequest(controller_id=0, controller_epoch=1, ungrouped_partition_states=[state])
    assert (await ask(request, version=4)).error_code == ErrorCode.INVALID_REQUEST
    broker = UpdateMetadataRequest.UpdateMetadataBroker(id=5, v0_host="h" * 300, v0_port=1)
    request = UpdateMetadataRequest(controller_id=0, controller_epoch=1, live_brokers=[broker])
    assert (await ask(request, version=0)).error_code == ErrorCode.INVALID_REQUEST
    metadata = await ask(MetadataRequest(topics=None), version=1)
    assert [broker.node_id for broker in metadata.brokers] == [0]


async def test_coordinators_of_nothing(ask):
    assert (await ask(FindCoordinatorRequest(key_type=77, coordinator_keys=[]), version=4)).coordinators == []
    [found] = (await ask(FindCoordinatorRequest(key_type=77, coordinator_keys=["k"]), version=4)).coordinators
    assert found.error_code == ErrorCode.INVALID_REQUEST


@pytest.mark.parametrize("name", [".", ".."])
async def test_users_whose_names_can_be_no_znodes(ask, name):
    quota = AlterClientQuotasRequest.EntryData(
        entity=[AlterClientQuotasRequest.EntityData(entity_type="user", entity_name=name)],
        ops=[AlterClientQuotasRequest.OpData(key="producer_byte_rate", value=1e6)],
    )
    assert (await ask(AlterClientQuotasRequest(entries=[quota]), version=1)).entries[0].error_code == (
        ErrorCode.INVALID_REQUEST
    )
    credential = AlterUserScramCredentialsRequest.ScramCredentialUpsertion(
        name=name, mechanism=1, iterations=4096, salt=b"s" * 16, salted_password=b"p" * 32
    )
    assert (await ask(AlterUserScramCredentialsRequest(upsertions=[credential]), version=0)).results[0].error_code == (
        ErrorCode.INVALID_REQUEST
    )
    wanted = DescribeUserScramCredentialsRequest(users=[DescribeUserScramCredentialsRequest.UserName(name=name)])
    assert (await ask(wanted, version=0)).results[0].error_code == ErrorCode.RESOURCE_NOT_FOUND
    resource = DescribeConfigsRequest.DescribeConfigsResource(resource_type=2, resource_name=name)
    assert (await ask(DescribeConfigsRequest(resources=[resource]), version=4)).results[0].error_code in (
        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        ErrorCode.INVALID_TOPIC_EXCEPTION,
    )


@pytest.mark.parametrize("retention_ms", [2**63 - 1, 2**62, 0, -(2**63)])
@pytest.mark.parametrize("version", [2, 3, 4])
async def test_a_retention_beyond_all_time(ask, version, retention_ms):
    while (await ask(FindCoordinatorRequest(key="g"), version=3)).error_code:
        pass
    part = OffsetCommitRequest.OffsetCommitRequestPartition(partition_index=0, committed_offset=1)
    topic = OffsetCommitRequest.OffsetCommitRequestTopic(name=TOPIC, partitions=[part])
    request = OffsetCommitRequest(group_id="g", retention_time_ms=retention_ms, topics=[topic])
    codes = {ErrorCode.COORDINATOR_LOAD_IN_PROGRESS}
    while codes & {ErrorCode.COORDINATOR_LOAD_IN_PROGRESS, ErrorCode.NOT_COORDINATOR}:
        response = await ask(request, version=version)
        codes = {ErrorCode(response.topics[0].partitions[0].error_code)}
    assert codes == {ErrorCode.NONE}
