"""Requests of controllers about very many partitions: others are served meanwhile, and none overtakes another."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.handlers import update_metadata
from kavka.broker.replica.control_requests import WAITING_MAX, ControlRequests
from kavka.broker.replica.stray_replicas import FULL
from kavka.common.lane import Lane
from kavka.common.types import LEADER_DURING_DELETE
from kavka.protocol.errors import ErrorCode, RequestTimedOut, StaleBrokerEpoch, StaleControllerEpoch
from kavka.protocol.messages import LeaderAndIsrRequest, StopReplicaRequest, UpdateMetadataRequest
from tests.support.broker.fakes import context, live_broker, services
from tests.support.broker.parts import handling
from tests.support.broker.turns import Ticks
from tests.support.replica.many import DEADLINE, turns_of_others
from tests.support.replica.node import BROKER, TOPIC_ID, Node

MANY = 3_000


@pytest.fixture
def node(tmp_path):
    node = Node(tmp_path)
    node.services.control_requests = ControlRequests(Lane(Ticks()))
    yield node
    node.log_manager.close()


def lead(indexes, *, replicas=(BROKER,), epoch=0, controller_epoch=1, broker_epoch=-1):
    states = [
        LeaderAndIsrRequest.LeaderAndIsrPartitionState(
            partition_index=index,
            controller_epoch=controller_epoch,
            leader=replicas[0],
            leader_epoch=epoch,
            isr=list(replicas),
            replicas=list(replicas),
            is_new=True,
        )
        for index in indexes
    ]
    topic = LeaderAndIsrRequest.LeaderAndIsrTopicState(topic_name="t", topic_id=TOPIC_ID, partition_states=states)
    return LeaderAndIsrRequest(
        controller_id=BROKER, controller_epoch=controller_epoch, broker_epoch=broker_epoch, topic_states=[topic]
    )


def stop(indexes, *, controller_epoch=1):
    states = [
        StopReplicaRequest.StopReplicaPartitionState(partition_index=index, leader_epoch=-2, delete_partition=True)
        for index in indexes
    ]
    topic = StopReplicaRequest.StopReplicaTopicState(topic_name="t", partition_states=states)
    return StopReplicaRequest(controller_id=BROKER, controller_epoch=controller_epoch, topic_states=[topic])


async def in_time(task):
    async with asyncio.timeout(DEADLINE):
        return (await task).answer


def codes(answer):
    if isinstance(answer, Exception):
        raise answer
    return {error.error_code for topic in answer.topics for error in topic.partition_errors}


async def test_others_are_served_while_very_many_partitions_are_refused(node, caplog):
    turns, call = await turns_of_others(node.send(lead(range(MANY), replicas=(7,)), 5))
    assert turns > 100
    assert codes(call.answer) == {ErrorCode.UNKNOWN_TOPIC_OR_PARTITION}
    assert len(caplog.records) < 50, "a line for each partition"


async def test_others_are_served_while_many_partitions_are_taken_over_and_deleted(node):
    turns, call = await turns_of_others(node.send(lead(range(100)), 5))
    assert turns > 10
    assert codes(call.answer) == {0}
    assert all(node.manager.partitions.get("t", index).is_leader for index in range(100))
    turns, call = await turns_of_others(node.send(stop(range(100)), 3))
    assert turns > 10
    assert {error.error_code for error in call.answer.partition_errors} == {0}
    assert not list(node.manager.partitions)


async def test_others_are_served_while_many_partitions_are_given_up(node):
    await node.send(lead(range(100)), 5)
    turns, _ = await turns_of_others(node.tell("t", *range(100), leader=2, epoch=1, replicas=(2, 3)))
    assert turns > 10
    assert not list(node.manager.partitions)


async def test_others_are_served_while_very_many_partitions_are_looked_for_among_the_strays(node):
    node.send(lead(range(2)), 5)
    node.restart()
    node.services.control_requests = ControlRequests(Lane(Ticks()))
    turns_to_obey, _ = await turns_of_others(node.send(lead(range(1, MANY), replicas=(7,)), 5))
    full = lead(range(1, MANY), replicas=(7,))
    full.type = FULL
    turns, call = await turns_of_others(node.send(full, 5))
    assert turns > 1.2 * turns_to_obey, "the strays are looked for first"
    assert codes(call.answer) == {ErrorCode.UNKNOWN_TOPIC_OR_PARTITION}
    assert [str(log) for log in node.log_manager.logs] == ["t-1"]


async def test_a_later_request_waits_for_the_one_before(node):
    """The first leads what the second deletes: overtaken, it would be there again."""
    first = asyncio.ensure_future(node.send(lead(range(100)), 5))
    for _ in range(5):
        await asyncio.sleep(0)
    assert node.services.control_requests.is_busy
    second = asyncio.ensure_future(node.send(stop([99]), 3))
    await in_time(first)
    await in_time(second)
    assert node.manager.partitions.find("t", 98)
    assert node.manager.partitions.find("t", 99) is None


async def test_a_controller_that_was_replaced_while_it_waited_is_refused(node):
    first = asyncio.ensure_future(node.send(lead(range(100), controller_epoch=2), 5))
    for _ in range(5):
        await asyncio.sleep(0)
    second = asyncio.ensure_future(node.send(stop([0], controller_epoch=1), 3))
    await in_time(first)
    with pytest.raises(StaleControllerEpoch):
        await in_time(second)
    assert node.manager.partitions.find("t", 0)


async def test_what_was_meant_for_an_earlier_life_ends_when_that_ends(node):
    task = asyncio.ensure_future(node.send(lead(range(100), broker_epoch=100), 5))
    while not list(node.manager.partitions):
        await asyncio.sleep(0)
        assert not task.done()
    node.broker_epoch = 101
    with pytest.raises(StaleBrokerEpoch):
        await in_time(task)
    assert 0 < len(list(node.manager.partitions)) < 100
    assert not node.services.control_requests.is_busy


async def test_a_line_that_is_too_long_takes_nobody_in():
    line = ControlRequests(Lane())
    async with asyncio.TaskGroup() as group, line.turn():
        waiting = [group.create_task(_turn(line)) for _ in range(WAITING_MAX - 1)]
        await asyncio.sleep(0)
        with pytest.raises(RequestTimedOut):
            await _turn(line)
        for task in waiting:
            task.cancel()
    await _turn(line)
    assert not line.is_busy


async def _turn(line):
    async with line.turn():
        pass


# ---- metadata ------------------------------------------------------------------------------------------------------


def update(partitions, *, leader=0, topics=1, **fields):
    states = [[] for _ in range(topics)]
    for index in range(partitions):
        states[index % topics].append(
            UpdateMetadataRequest.UpdateMetadataPartitionState(
                partition_index=index, controller_epoch=1, leader=leader, leader_epoch=1, isr=[0], replicas=[0]
            )
        )
    return UpdateMetadataRequest(
        controller_epoch=1,
        live_brokers=[live_broker(0)],
        topic_states=[
            UpdateMetadataRequest.UpdateMetadataTopicState(topic_name=f"t{number}", partition_states=part)
            for number, part in enumerate(states)
        ],
        **fields,
    )


@pytest.mark.parametrize("topics", [1, MANY])
async def test_others_are_served_while_metadata_is_taken_in_and_see_all_or_nothing_of_it(topics):
    broker = services()
    broker.control_requests = ControlRequests(Lane(Ticks()))
    before = broker.metadata_cache.snapshot
    request = update(MANY, topics=topics)
    task = asyncio.ensure_future(handling(update_metadata, broker).handle(request, context(7)))
    turns = 0
    while not task.done():
        assert broker.metadata_cache.snapshot is before
        await asyncio.sleep(0)
        turns += 1
    assert turns > 100
    assert request.topic_states == [], "freed with the last step it would hold the loop"
    told = broker.metadata_cache.snapshot
    assert sum(len(topic.partitions) for name, topic in told.topics.items() if name != "known") == MANY

    small = services()
    states = update(MANY, topics=topics).topic_states
    for start in range(0, topics, 100):
        part = update(0)
        part.topic_states = states[start : start + 100]
        small.metadata_cache.update(part)
    assert {name: shown(topic) for name, topic in small.metadata_cache.snapshot.topics.items()} == {
        name: shown(topic) for name, topic in told.topics.items()
    }

    deleting = update(MANY, leader=LEADER_DURING_DELETE, topics=topics)
    await handling(update_metadata, broker).handle(deleting, context(7))
    assert list(broker.metadata_cache.snapshot.topics) == ["known"]


def shown(topic):
    return {
        index: [getattr(state, name) for name in type(state).__slots__] for index, state in topic.partitions.items()
    }


async def test_a_small_update_waits_for_the_large_one_before_it():
    broker = services()
    broker.control_requests = ControlRequests(Lane(Ticks()))
    large = asyncio.ensure_future(handling(update_metadata, broker).handle(update(MANY), context(7)))
    await asyncio.sleep(0)
    small = asyncio.ensure_future(
        handling(update_metadata, broker).handle(update(1, leader=LEADER_DURING_DELETE), context(7))
    )
    async with asyncio.timeout(DEADLINE):
        await large
        await small
    assert len(broker.metadata_cache.snapshot.topics["t0"].partitions) == MANY - 1
