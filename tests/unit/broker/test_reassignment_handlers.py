"""AlterPartitionReassignments, ListPartitionReassignments, ElectLeaders: from the wire to the controller and back."""

from __future__ import annotations

import pytest

from kavka.broker.handlers import alter_partition_reassignments, elect_leaders, list_partition_reassignments
from kavka.broker.requests.error_responses import error_response
from kavka.common.types import PartitionResult, TopicPartition
from kavka.protocol.errors import ErrorCode, InvalidRequest, NotController
from kavka.protocol.messages import (
    AlterPartitionReassignmentsRequest,
    ElectLeadersRequest,
    ListPartitionReassignmentsRequest,
)
from tests.support.broker.asking import ask
from tests.support.broker.fakes import context, services, tell
from tests.support.broker.parts import handling

K0, K1 = TopicPartition("known", 0), TopicPartition("known", 1)


def altered(*wanted):
    """(topic, partition, replicas)…, each topic once a partition."""
    request = AlterPartitionReassignmentsRequest
    return request(
        topics=[
            request.ReassignableTopic(
                name=name, partitions=[request.ReassignablePartition(partition_index=index, replicas=replicas)]
            )
            for name, index, replicas in wanted
        ],
        timeout_ms=1000,
    )


def listed(wanted=None):
    request = ListPartitionReassignmentsRequest
    topics = wanted and [
        request.ListPartitionReassignmentsTopics(name=tp.topic, partition_indexes=[tp.partition]) for tp in wanted
    ]
    return request(topics=topics, timeout_ms=1000)


def elected(*partitions, kind=0, timeout_ms=1000):
    topics = [ElectLeadersRequest.TopicPartitions(topic=tp.topic, partitions=[tp.partition]) for tp in partitions]
    return ElectLeadersRequest(election_type=kind, topic_partitions=topics or None, timeout_ms=timeout_ms)


def outcomes(response):
    return {
        TopicPartition(topic.topic, part.partition_id): part.error_code
        for topic in response.replica_election_results
        for part in topic.partition_result
    }


class TestReassignments:
    async def test_each_partition_has_its_own_outcome(self):
        broker = services()
        broker.controller.partition_results[K1] = PartitionResult(39, "no such broker")
        response = await ask(alter_partition_reassignments, broker, 0, altered(("known", 0, [5, 6]), ("known", 1, [7])))
        assert response.error_code == 0
        assert [
            (t.name, p.partition_index, p.error_code, p.error_message) for t in response.responses for p in t.partitions
        ] == [
            ("known", 0, 0, None),
            ("known", 1, ErrorCode.INVALID_REPLICA_ASSIGNMENT, "no such broker"),
        ]
        answer = await ask(list_partition_reassignments, broker, 0, listed())
        (topic,) = answer.topics
        (part,) = topic.partitions
        assert (topic.name, part.partition_index) == ("known", 0)
        assert (part.replicas, part.adding_replicas, part.removing_replicas) == ([5, 6, 0], [5, 6], [0])
        assert (await ask(list_partition_reassignments, broker, 0, listed([K1]))).topics == []
        await ask(alter_partition_reassignments, broker, 0, altered(("known", 0, None)))
        assert (await ask(list_partition_reassignments, broker, 0, listed())).topics == []

    async def test_a_client_may_hold_the_replication_factor(self):
        broker = services()
        response = await ask(alter_partition_reassignments, broker, 1, altered(("known", 0, [5])))
        assert response.allow_replication_factor_change
        assert broker.controller.may_resize
        request = altered(("known", 0, [5]))
        request.allow_replication_factor_change = False
        response = await ask(alter_partition_reassignments, broker, 1, request)
        assert not response.allow_replication_factor_change
        assert not broker.controller.may_resize

    async def test_the_same_partition_twice_is_no_request(self):
        with pytest.raises(InvalidRequest, match="known-0"):
            await ask(alter_partition_reassignments, services(), 0, altered(("known", 0, [1]), ("known", 0, [2])))


class TestElections:
    @pytest.mark.parametrize("version", range(3))
    async def test_waits_until_the_leader_is_known(self, version):
        broker = services()
        broker.controller.partition_results[K0] = PartitionResult(leader=0)
        assert outcomes(await ask(elect_leaders, broker, version, elected(K0))) == {K0: 0}

    async def test_a_leader_that_nobody_heard_of_in_time(self):
        broker = services()
        broker.controller.partition_results |= {K0: PartitionResult(leader=7), K1: PartitionResult(80, "dead")}
        response = await ask(elect_leaders, broker, 2, elected(K0, K1, timeout_ms=1))
        assert response.error_code == 0
        assert outcomes(response) == {
            K0: ErrorCode.REQUEST_TIMED_OUT,
            K1: ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE,
        }

    async def test_of_all_partitions_only_those_are_answered_that_needed_one(self):
        broker = services()
        not_needed = PartitionResult(int(ErrorCode.ELECTION_NOT_NEEDED))
        broker.controller.partition_results |= {K0: not_needed, K1: PartitionResult(leader=0)}
        assert outcomes(await ask(elect_leaders, broker, 2, elected())) == {K1: 0}
        assert outcomes(await ask(elect_leaders, broker, 2, elected(K0))) == {K0: ErrorCode.ELECTION_NOT_NEEDED}

    @pytest.mark.parametrize(("version", "kind", "is_unclean"), [(0, 0, False), (1, 0, False), (1, 1, True)])
    async def test_which_kind(self, version, kind, is_unclean):
        broker = services()
        broker.controller.partition_results[K0] = PartitionResult(leader=0)
        await ask(elect_leaders, broker, version, elected(K0, kind=kind))
        assert broker.controller.elections == [([K0], is_unclean)]

    async def test_there_are_two_kinds(self):
        response = await ask(elect_leaders, services(), 2, elected(K0, kind=2))
        assert response.error_code == ErrorCode.INVALID_REQUEST
        assert outcomes(response) == {K0: ErrorCode.INVALID_REQUEST}

    @pytest.mark.parametrize("version", range(3))
    async def test_only_the_controller_elects(self, version):
        broker = services()
        broker.controller.is_active = False
        response = await ask(elect_leaders, broker, version, elected(K0))
        assert response.error_code == (ErrorCode.NOT_CONTROLLER if version else 0)
        assert outcomes(response) == {K0: ErrorCode.NOT_CONTROLLER}
        assert (await ask(elect_leaders, broker, version, elected())).replica_election_results == []

    async def test_a_topic_that_is_unknown_here_is_waited_for(self):
        broker = services()
        new = TopicPartition("new", 0)
        broker.controller.partition_results[new] = PartitionResult(leader=0)
        tell(broker.metadata_cache, {"new": 1})
        assert outcomes(await ask(elect_leaders, broker, 2, elected(new))) == {new: 0}


@pytest.mark.parametrize(
    ("handler", "request_made"),
    [
        (alter_partition_reassignments, altered(("known", 0, [1]))),
        (list_partition_reassignments, listed()),
    ],
)
def test_only_the_controller_answers(handler, request_made):
    broker = services()
    broker.controller.is_active = False
    with pytest.raises(NotController) as caught:
        handling(handler, broker).handle(request_made, context(0))
    response = error_response(request_made, caught.value)
    assert response.error_code == ErrorCode.NOT_CONTROLLER
