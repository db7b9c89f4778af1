"""The admin client's reassignments and elections against a fake cluster: what is asked, and what a refusal becomes."""

from __future__ import annotations

import random

import pytest

from kavka.client.admin import Admin
from kavka.client.errors import UnsupportedByBroker
from kavka.client.reassignments import PREFERRED, UNCLEAN
from kavka.common.types import OngoingReassignment, TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ElectionNotNeeded, ErrorCode, InvalidReplicaAssignment, NoReassignmentInProgress
from kavka.protocol.messages import (
    AlterPartitionReassignmentsResponse,
    ElectLeadersResponse,
    ListPartitionReassignmentsResponse,
)
from tests.support.clients.fake_broker import RANGES, FakeBroker, FakeCluster

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)

MOVING_RANGES = RANGES | {
    ApiKey.ALTER_PARTITION_REASSIGNMENTS: (0, 0),
    ApiKey.LIST_PARTITION_REASSIGNMENTS: (0, 0),
    ApiKey.ELECT_LEADERS: (0, 2),
}


class MovingBroker(FakeBroker):
    """A broker that says NOT_CONTROLLER unless it is; else what the cluster's tables say."""

    def on_AlterPartitionReassignmentsRequest(self, message, version):
        response = AlterPartitionReassignmentsResponse
        top = self._not_controller()
        topics = []
        for topic in message.topics:
            parts = []
            for part in topic.partitions:
                partition = TopicPartition(topic.name, part.partition_index)
                code = top or self.cluster.partition_errors.get(partition, 0)
                if not code and part.replicas is None:
                    code = 0 if self.cluster.moves.pop(partition, None) else int(ErrorCode.NO_REASSIGNMENT_IN_PROGRESS)
                elif not code:
                    self.cluster.moves[partition] = OngoingReassignment((*part.replicas, 0), tuple(part.replicas), (0,))
                parts.append(
                    response.ReassignablePartitionResponse(
                        partition_index=part.partition_index, error_code=code, error_message=None
                    )
                )
            topics.append(response.ReassignableTopicResponse(name=topic.name, partitions=parts))
        return response(error_code=top, error_message=None, responses=topics)

    def on_ListPartitionReassignmentsRequest(self, message, version):
        response = ListPartitionReassignmentsResponse
        wanted = None
        if message.topics is not None:
            wanted = {
                TopicPartition(topic.name, index) for topic in message.topics for index in topic.partition_indexes
            }
        topics = [
            response.OngoingTopicReassignment(
                name=tp.topic,
                partitions=[
                    response.OngoingPartitionReassignment(
                        partition_index=tp.partition,
                        replicas=list(move.replicas),
                        adding_replicas=list(move.adding),
                        removing_replicas=list(move.removing),
                    )
                ],
            )
            for tp, move in self.cluster.moves.items()
            if wanted is None or tp in wanted
        ]
        return response(error_code=self._not_controller(), error_message=None, topics=topics)

    def on_ElectLeadersRequest(self, message, version):
        response = ElectLeadersResponse
        self.cluster.kinds.append(message.election_type)
        named = message.topic_partitions
        wanted = [T0] if named is None else [TopicPartition(t.topic, p) for t in named for p in t.partitions]
        return response(
            error_code=self._not_controller(),
            replica_election_results=[
                response.ReplicaElectionResult(
                    topic=tp.topic,
                    partition_result=[
                        response.PartitionResult(
                            partition_id=tp.partition,
                            error_code=self.cluster.partition_errors.get(tp, 0),
                            error_message=None,
                        )
                    ],
                )
                for tp in wanted
            ],
        )

    def _not_controller(self):
        return 0 if self.broker_id == self.cluster.controller else int(ErrorCode.NOT_CONTROLLER)


@pytest.fixture
async def fake():
    cluster = FakeCluster(brokers=0, ranges=MOVING_RANGES)
    cluster.brokers = [MovingBroker(cluster, broker_id) for broker_id in range(2)]
    cluster.create("t", 2)
    cluster.moves, cluster.partition_errors, cluster.kinds = {}, {}, []
    async with cluster:
        yield cluster


def admin(fake):
    return Admin(fake.bootstrap, api_timeout_ms=3_000, rng=random.Random(1))


async def test_moves_begin_are_listed_and_cancelled(fake):
    async with admin(fake) as adm:
        await adm.alter_partition_reassignments({T0: [1], T1: [1]})
        assert await adm.list_partition_reassignments([T1]) == {T1: OngoingReassignment((1, 0), (1,), (0,))}
        assert (await adm.list_partition_reassignments()).keys() == {T0, T1}
        await adm.alter_partition_reassignments({T0: None})
        assert (await adm.list_partition_reassignments()).keys() == {T1}
        assert await adm.list_partition_reassignments([]) == {}


async def test_a_controller_that_cannot_hold_the_factor_is_not_asked_to(fake):
    async with admin(fake) as adm:
        with pytest.raises(UnsupportedByBroker, match="hold the replication factor"):
            await adm.alter_partition_reassignments({T0: [1]}, allow_replication_factor_change=False)
        assert await adm.list_partition_reassignments() == {}


async def test_the_first_refusal_is_raised_and_the_rest_stands(fake):
    fake.partition_errors[T0] = int(ErrorCode.INVALID_REPLICA_ASSIGNMENT)
    async with admin(fake) as adm:
        with pytest.raises(InvalidReplicaAssignment, match="t-0"):
            await adm.alter_partition_reassignments({T0: [9], T1: [1]})
        assert (await adm.list_partition_reassignments()).keys() == {T1}
        fake.partition_errors.clear()
        with pytest.raises(NoReassignmentInProgress, match="t-0"):
            await adm.alter_partition_reassignments({T0: None, T1: None})
        assert await adm.list_partition_reassignments() == {}


async def test_a_controller_that_moved_is_found(fake):
    async with admin(fake) as adm:
        await adm.describe_cluster()
        fake.controller = 1
        await adm.alter_partition_reassignments({T0: [1]})
        fake.controller = 0
        assert (await adm.list_partition_reassignments()).keys() == {T0}
        fake.controller = 1
        assert await adm.elect_leaders(PREFERRED, [T1]) == {T1: None}


async def test_elections_say_what_became_of_each_partition(fake):
    fake.partition_errors[T1] = int(ErrorCode.ELECTION_NOT_NEEDED)
    async with admin(fake) as adm:
        results = await adm.elect_leaders(UNCLEAN, [T0, T1])
        assert results[T0] is None
        assert isinstance(results[T1], ElectionNotNeeded)
        assert await adm.elect_leaders(PREFERRED) == {T0: None}
    assert fake.kinds == [UNCLEAN, PREFERRED]


async def test_a_broker_of_before_is_not_asked(fake):
    del fake.ranges[ApiKey.ALTER_PARTITION_REASSIGNMENTS]
    fake.ranges[ApiKey.ELECT_LEADERS] = (0, 0)
    async with admin(fake) as adm:
        with pytest.raises(UnsupportedByBroker):
            await adm.alter_partition_reassignments({T0: [1]})
        with pytest.raises(UnsupportedByBroker):
            await adm.elect_leaders(PREFERRED)
