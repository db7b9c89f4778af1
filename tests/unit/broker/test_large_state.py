"""Requests of a few bytes about everything there is: others are served while they are carried out."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.broker.authorization.rules import RULES
from kavka.broker.handlers import (
    controlled_shutdown,
    create_partitions,
    create_topics,
    describe_acls,
    describe_client_quotas,
    describe_configs,
    describe_user_scram_credentials,
    elect_leaders,
    init_producer_id,
    list_partition_reassignments,
)
from kavka.broker.security.acl_changes import AclChanges
from kavka.broker.security.acl_store import AclStore
from kavka.broker.security.acls import Acls
from kavka.broker.security.authorizer import Authorizer
from kavka.common.acls import AclEntry, AclOperation, PatternType, PermissionType, ResourcePattern, ResourceType
from kavka.common.steps import at_once, in_order
from kavka.common.types import OngoingReassignment, PartitionResult, TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ClusterAuthorizationFailed, ErrorCode
from kavka.protocol.messages import (
    ControlledShutdownRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DescribeAclsRequest,
    DescribeClientQuotasRequest,
    DescribeConfigsRequest,
    DescribeUserScramCredentialsRequest,
    ElectLeadersRequest,
    InitProducerIdRequest,
    ListPartitionReassignmentsRequest,
)
from kavka.zk import paths
from kavka.zk.znodes import ConfigZNode
from tests.support.broker.configured import configured_broker
from tests.support.broker.fakes import BROKER_EPOCH, BROKER_ID, context, services, tell
from tests.support.broker.guarded import guarded
from tests.support.broker.parts import handling
from tests.support.broker.turns import in_small_slices, turns_of

MANY = 200
ALICE = AclEntry("User:alice", "*", AclOperation.READ, PermissionType.ALLOW)


@pytest.fixture
def broker(monkeypatch):
    broker = services()
    in_small_slices(broker, monkeypatch)
    broker.control_requests.lane = broker.lane
    return broker


# ---- sorting -------------------------------------------------------------------------------------------------------


@given(items=st.lists(st.tuples(st.integers(0, 9), st.integers()), max_size=60))
def test_steps_sort_as_sorted_does(items):
    many = items * 30  # more than are sorted in one step
    assert at_once(in_order(items)) == sorted(items)
    assert at_once(in_order(many, key=lambda item: item[0])) == sorted(many, key=lambda item: item[0])


# ---- partitions ----------------------------------------------------------------------------------------------------


async def test_leaders_of_all_partitions_are_elected(broker):
    tell(broker.metadata_cache, {"t": MANY})
    every = [TopicPartition("t", index) for index in range(MANY)] + [TopicPartition("known", 0)]
    not_needed = PartitionResult(int(ErrorCode.ELECTION_NOT_NEEDED))
    broker.controller.partition_results = {partition: PartitionResult(leader=BROKER_ID) for partition in every}
    broker.controller.partition_results[TopicPartition("known", 1)] = not_needed
    request = ElectLeadersRequest(election_type=0, topic_partitions=None, timeout_ms=1_000)
    turns, answer = await turns_of(handling(elect_leaders, broker).handle(request, context(2)))
    found = {
        (topic.topic, part.partition_id): part.error_code
        for topic in answer.replica_election_results
        for part in topic.partition_result
    }
    assert found == dict.fromkeys(every, 0)
    assert turns > 5 * MANY // 10


async def test_who_was_elected_and_was_not_heard_of_is_late(broker):
    tell(broker.metadata_cache, {"t": MANY})
    late = [TopicPartition("t", 5), TopicPartition("t", MANY - 1)]
    for index in range(MANY):
        partition = TopicPartition("t", index)
        broker.controller.partition_results[partition] = PartitionResult(leader=7 if partition in late else BROKER_ID)
    topic = ElectLeadersRequest.TopicPartitions(topic="t", partitions=list(range(MANY)))
    request = ElectLeadersRequest(election_type=0, topic_partitions=[topic], timeout_ms=20)
    answer = await handling(elect_leaders, broker).handle(request, context(2))
    [topic] = answer.replica_election_results
    codes = [part.error_code for part in topic.partition_result]
    assert [index for index, code in enumerate(codes) if code] == [5, MANY - 1]
    assert codes[5] == ErrorCode.REQUEST_TIMED_OUT


@pytest.mark.parametrize("is_created", [True, False])
async def test_a_topic_of_very_many_partitions_is_waited_for_in_slices(broker, is_created):
    broker.controller.is_silent = True
    if is_created:
        asked = CreateTopicsRequest.CreatableTopic(name="t", num_partitions=MANY, replication_factor=1)
        sent = handling(create_topics, broker).handle(
            CreateTopicsRequest(topics=[asked], timeout_ms=60_000), context(5)
        )
    else:
        tell(broker.metadata_cache, {"t": 1})
        grown = CreatePartitionsRequest.CreatePartitionsTopic(name="t", count=MANY, assignments=None)
        sent = handling(create_partitions, broker).handle(
            CreatePartitionsRequest(topics=[grown], timeout_ms=60_000), context(2)
        )
    task = asyncio.ensure_future(sent)
    for known in (MANY // 2, MANY):
        for _ in range(MANY):
            await asyncio.sleep(0)
        assert not task.done()
        tell(broker.metadata_cache, {"t": known})
    turns, answer = await turns_of(task)
    [result] = answer.topics if is_created else answer.results
    assert (result.name, result.error_code) == ("t", 0)
    assert turns > MANY // 20


async def test_all_reassignments_are_listed(broker):
    move = OngoingReassignment((1, 2), (2,), (1,))
    partitions = [TopicPartition("t", index) for index in range(MANY)]
    broker.controller.moves = dict.fromkeys(random.Random(1).sample(partitions, MANY), move)
    request = ListPartitionReassignmentsRequest(topics=None, timeout_ms=1_000)
    turns, answer = await turns_of(handling(list_partition_reassignments, broker).handle(request, context(0)))
    [topic] = answer.topics
    assert [part.partition_index for part in topic.partitions] == list(range(MANY))
    assert turns > MANY // 10


async def test_a_broker_is_told_of_very_many_partitions_that_it_still_leads(broker):
    broker.controller.remaining = [TopicPartition("t", index) for index in range(MANY)]
    request = ControlledShutdownRequest(broker_id=BROKER_ID, broker_epoch=BROKER_EPOCH)
    turns, answer = await turns_of(handling(controlled_shutdown, broker).handle(request, context(3)))
    assert [part.partition_index for part in answer.remaining_partitions] == list(range(MANY))
    assert turns > MANY // 10


# ---- configurations and users --------------------------------------------------------------------------------------


async def test_very_many_users_and_quotas_are_described(monkeypatch):
    secret = {"SCRAM-SHA-256": "salt=c2FsdA==,stored_key=c3Q=,server_key=c2U=,iterations=4096"}
    async with configured_broker() as broker:
        in_small_slices(broker, monkeypatch)
        for number in random.Random(1).sample(range(MANY), MANY):
            texts = ConfigZNode({"consumer_byte_rate": "5"} | secret).encode()
            await broker.zk.create(f"/config/users/u{number:03}", texts, make_parents=True)
        users = [f"u{number:03}" for number in range(MANY)]
        request: Any = DescribeUserScramCredentialsRequest(users=None)
        turns, answer = await turns_of(handling(describe_user_scram_credentials, broker).handle(request, context(0)))
        assert [result.user for result in answer.results] == users
        assert turns > MANY // 10
        request = DescribeClientQuotasRequest(components=[], strict=False)
        turns, answer = await turns_of(handling(describe_client_quotas, broker).handle(request, context(1)))
        assert sorted(entry.entity[0].entity_name for entry in answer.entries) == users
        assert turns > MANY // 5  # once to find who matches, once for what each has


async def test_others_are_served_between_the_settings_of_one_broker_and_the_next(broker):
    resource = DescribeConfigsRequest.DescribeConfigsResource(resource_type=4, resource_name=str(BROKER_ID))
    request = DescribeConfigsRequest(resources=[resource] * 50, include_synonyms=True)
    turns, answer = await turns_of(handling(describe_configs, broker).handle(request, context(4)))
    assert len(answer.results) == 50
    assert turns > 10


# ---- ACLs ----------------------------------------------------------------------------------------------------------


def with_many_acls(entry=ALICE, name="t{:03}", count=MANY):
    authorizer = Authorizer()
    for number in random.Random(1).sample(range(count), count):
        authorizer.update(ResourcePattern(ResourceType.TOPIC, name.format(number)), frozenset({entry}))
    return authorizer


async def test_very_many_acls_are_described_in_order(broker):
    authorizer = with_many_acls()
    changes = AclChanges(broker.zk, broker.clock, authorizer)
    broker.acls = Acls(authorizer, AclStore(broker.zk, is_2_0=True), changes, ticks=time.perf_counter_ns)
    request = DescribeAclsRequest(
        resource_type_filter=1, resource_name_filter=None, pattern_type_filter=1, principal_filter=None,
        host_filter=None, operation=1, permission_type=1,
    )  # fmt: skip
    turns, answer = await turns_of(handling(describe_acls, broker).handle(request, context(2)))
    assert [resource.resource_name for resource in answer.resources] == [f"t{number:03}" for number in range(MANY)]
    assert turns > 3 * MANY // 10


@pytest.mark.parametrize("may_write", [False, True])
async def test_whether_somebody_may_write_anywhere_is_decided_in_slices_and_remembered(broker, may_write):
    broker.authorizer = with_many_acls()
    if may_write:
        entry = AclEntry("User:*", "*", AclOperation.WRITE, PermissionType.ALLOW)
        broker.authorizer.update(ResourcePattern(ResourceType.TOPIC, "z", PatternType.PREFIXED), frozenset({entry}))
    handle = guarded(RULES[ApiKey.INIT_PRODUCER_ID], init_producer_id)
    request = InitProducerIdRequest(transactional_id=None, producer_id=-1, producer_epoch=-1)
    await broker.zk.start(1_000)
    await broker.zk.create(paths.PRODUCER_ID_BLOCK)
    turns = 0
    task = asyncio.ensure_future(handle(request, context(4), broker))
    while not task.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > MANY // 10
    if may_write:
        assert task.result().error_code == 0
    else:
        assert isinstance(task.exception(), ClusterAuthorizationFailed)
        with pytest.raises(ClusterAuthorizationFailed):
            handle(request, context(4), broker)


async def test_what_was_decided_is_forgotten_where_acls_changed_meanwhile(broker):
    authorizer = with_many_acls()
    who = (context(4).connection.principal, "10.0.0.9", AclOperation.WRITE, ResourceType.TOPIC)
    deciding = authorizer.is_allowed_somewhere(*who)
    next(deciding)
    entry = AclEntry("User:*", "*", AclOperation.WRITE, PermissionType.ALLOW)
    authorizer.update(ResourcePattern(ResourceType.TOPIC, "z"), frozenset({entry}))
    assert at_once(deciding) is False
    assert authorizer.known_somewhere(*who) is None
    assert at_once(authorizer.is_allowed_somewhere(*who))


def test_an_acl_is_found_among_very_many_of_its_pattern():
    principal = context(4).connection.principal
    everything = ResourcePattern(ResourceType.TOPIC, "*")
    others = {AclEntry(f"User:u{number}", "*", AclOperation.READ, PermissionType.ALLOW) for number in range(MANY)}
    own = AclEntry(str(principal), "*", AclOperation.READ, PermissionType.ALLOW)
    denied = AclEntry("User:*", "10.0.0.9", AclOperation.ALL, PermissionType.DENY)
    authorizer = Authorizer()

    def may_read(host: str = "10.0.0.9") -> bool:
        return authorizer.is_allowed(principal, host, AclOperation.READ, ResourceType.TOPIC, "t", is_logged=False)

    for entries, expected in ((others, False), (others | {own}, True), (others | {own, denied}, False), ({own}, True)):
        authorizer.update(everything, frozenset(entries))
        assert may_read() is expected
    authorizer.update(everything, frozenset(others | {own, denied}))
    assert may_read("10.0.0.8")
