"""What one client may ask of the controller about one topic of very many partitions, or about very many topics.

Each is one request; most name one large thing and are small, which is why they are not among the requests with as many
items as a limit allows (`big_frames`). One makes what the next one changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from kavka.protocol.messages import (
    AlterPartitionReassignmentsRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    ElectLeadersRequest,
)

ONE: Final = "one"
BY_HAND: Final = "by-hand"
TIMEOUT_MS: Final = 300_000
PARTITIONS_A_TOPIC: Final = 10

Topic = CreateTopicsRequest.CreatableTopic


def requests(partitions: int, broker_id: int) -> Iterator[tuple[str, Any, int]]:
    """Yields the requests that are measured: name, request and version.

    Args:
        partitions: of the one topic.
        broker_id: where their replicas are.
    """
    yield "CREATE_TOPICS, a number", _created(Topic(name=ONE, num_partitions=partitions, replication_factor=1)), 7
    grown = partitions + partitions // 10
    more = CreatePartitionsRequest.CreatePartitionsTopic(name=ONE, count=grown, assignments=None)
    yield "CREATE_PARTITIONS, a number", CreatePartitionsRequest(topics=[more], timeout_ms=TIMEOUT_MS), 3
    all_of_them = ElectLeadersRequest(election_type=0, topic_partitions=None, timeout_ms=TIMEOUT_MS)
    yield "ELECT_LEADERS, all", all_of_them, 2
    made = AlterPartitionReassignmentsRequest
    moves = [made.ReassignablePartition(partition_index=index, replicas=[broker_id]) for index in range(partitions)]
    topic = made.ReassignableTopic(name=ONE, partitions=moves)
    yield "ALTER_PARTITION_REASSIGNMENTS, one topic", made(topics=[topic], timeout_ms=TIMEOUT_MS), 0
    yield "DELETE_TOPICS, one topic", _deleted([ONE]), 4
    replica = CreateTopicsRequest.CreatableReplicaAssignment
    assigned = [replica(partition_index=index, broker_ids=[broker_id]) for index in range(partitions)]
    by_hand = Topic(name=BY_HAND, num_partitions=-1, replication_factor=-1, assignments=assigned)
    yield "CREATE_TOPICS, each partition assigned", _created(by_hand), 7
    added = [CreatePartitionsRequest.CreatePartitionsAssignment(broker_ids=[broker_id])] * (partitions // 10)
    more = CreatePartitionsRequest.CreatePartitionsTopic(name=BY_HAND, count=grown, assignments=added)
    yield "CREATE_PARTITIONS, each assigned", CreatePartitionsRequest(topics=[more], timeout_ms=TIMEOUT_MS), 3
    yield "DELETE_TOPICS, the topic by hand", _deleted([BY_HAND]), 4
    names = [f"many-{number}" for number in range(partitions // PARTITIONS_A_TOPIC)]
    many = [Topic(name=name, num_partitions=PARTITIONS_A_TOPIC, replication_factor=1) for name in names]
    yield "CREATE_TOPICS, many topics", _created(*many), 7
    yield "DELETE_TOPICS, many topics", _deleted(names), 4


def _created(*topics: Any) -> CreateTopicsRequest:
    return CreateTopicsRequest(topics=list(topics), timeout_ms=TIMEOUT_MS, validate_only=False)


def _deleted(names: list[str]) -> DeleteTopicsRequest:
    return DeleteTopicsRequest(topic_names=names, timeout_ms=TIMEOUT_MS)
