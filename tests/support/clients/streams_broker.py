"""A fake cluster with a streams group: enough of KIP-1071 for an administrator's tests.

    fake = StreamsCluster()
    async with fake: … fake.members["m"] = 3 … fake.offsets → {partition: committed offset}

There is one group, GROUP: subtopology 0 reads "lines" and writes a repartition topic, which subtopology 1 reads and
counts. The members take turns with the tasks, and the next one has a standby task of each that has state.
"""

from __future__ import annotations

from typing import Any

from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import (
    DeleteGroupsResponse,
    ListGroupsResponse,
    OffsetCommitResponse,
    OffsetDeleteResponse,
    OffsetFetchResponse,
    StreamsGroupDescribeResponse,
)
from tests.support.clients.fake_broker import RANGES, FakeBroker, FakeCluster

STREAMS_RANGES = {
    **RANGES,
    ApiKey.LIST_GROUPS: (0, 5),
    ApiKey.DELETE_GROUPS: (0, 2),
    ApiKey.OFFSET_COMMIT: (2, 8),
    ApiKey.OFFSET_FETCH: (1, 7),
    ApiKey.OFFSET_DELETE: (0, 0),
    ApiKey.STREAMS_GROUP_DESCRIBE: (0, 1),
}
GROUP = "g"
LINES, REPARTITION, CHANGELOG = "lines", "g-by-word-repartition", "g-counts-changelog"
PARTITIONS = 2
TASKS = [(part, number) for part in ("0", "1") for number in range(PARTITIONS)]


class StreamsCluster(FakeCluster):
    """Brokers that coordinate a streams group."""

    def __init__(self, *, brokers: int = 1, **more: Any) -> None:
        topics = dict.fromkeys((LINES, REPARTITION, CHANGELOG), PARTITIONS)
        super().__init__(brokers=brokers, topics=topics, **{"ranges": dict(STREAMS_RANGES), **more})
        self.brokers = [StreamsBroker(self, broker_id) for broker_id in range(brokers)]
        self.members: dict[str, int] = {}  # member id → epoch
        self.offsets: dict[TopicPartition, int] = {}
        self.has_topology = True


def topic_info(name: str, **configs: str) -> StreamsGroupDescribeResponse.TopicInfo:
    pairs = [StreamsGroupDescribeResponse.KeyValue(key, value) for key, value in configs.items()]
    return StreamsGroupDescribeResponse.TopicInfo(name, PARTITIONS, -1, pairs)


def task_ids(tasks: list[tuple[str, int]]) -> list[StreamsGroupDescribeResponse.TaskIds]:
    made = StreamsGroupDescribeResponse.TaskIds
    parts = sorted({part for part, _ in tasks})
    return [made(part, [number for other, number in tasks if other == part]) for part in parts]


class StreamsBroker(FakeBroker):
    """One of them."""

    cluster: StreamsCluster

    def on_ListGroupsRequest(self, message: Any, version: int) -> ListGroupsResponse:
        state = "Stable" if self.cluster.members else "Empty"
        listed = ListGroupsResponse.ListedGroup(
            group_id=GROUP, protocol_type="streams", group_state=state, group_type="streams"
        )
        return ListGroupsResponse(groups=[listed] if self.broker_id == self.cluster.controller else [])

    def on_StreamsGroupDescribeRequest(self, message: Any, version: int) -> StreamsGroupDescribeResponse:
        response = StreamsGroupDescribeResponse
        if message.group_ids != [GROUP]:
            return response(groups=[response.DescribedGroup(error_code=int(ErrorCode.GROUP_ID_NOT_FOUND))])
        count = response.Subtopology("1", [], [], [topic_info(CHANGELOG)], [topic_info(REPARTITION, cleanup="delete")])
        split = response.Subtopology("0", [LINES], [REPARTITION], [], [])
        described = response.DescribedGroup(
            group_id=GROUP,
            group_state="Stable" if self.cluster.members else "Empty",
            group_epoch=3,
            assignment_epoch=2,
            topology=response.Topology(0, [split, count]) if self.cluster.has_topology else None,
            members=[self._member(member, number) for number, member in enumerate(sorted(self.cluster.members))],
            assignor_name="sticky" if version >= 1 else None,
        )
        return response(groups=[described])

    def _member(self, member: str, number: int) -> StreamsGroupDescribeResponse.Member:
        response = StreamsGroupDescribeResponse
        others = len(self.cluster.members)
        active = TASKS[number::others]
        standby = [task for task in TASKS[number + 1 :: others] if task[0] == "1"] if others > 1 else []
        return response.Member(
            member_id=member,
            member_epoch=self.cluster.members[member],
            client_id=f"client-{member}",
            client_host="/127.0.0.1",
            process_id=f"process-{member}",
            user_endpoint=response.Endpoint("there", 7) if number else None,
            client_tags=[response.KeyValue("zone", "a")],
            assignment=response.Assignment(task_ids(active), task_ids(standby), []),
            target_assignment=response.Assignment(),
        )

    def on_OffsetFetchRequest(self, message: Any, version: int) -> OffsetFetchResponse:
        topic, part = OffsetFetchResponse.OffsetFetchResponseTopic, OffsetFetchResponse.OffsetFetchResponsePartition
        found = [
            topic(name, [part(tp.partition, at) for tp, at in sorted(self.cluster.offsets.items()) if tp.topic == name])
            for name in sorted({tp.topic for tp in self.cluster.offsets})
        ]
        return OffsetFetchResponse(topics=found)

    def on_OffsetCommitRequest(self, message: Any, version: int) -> OffsetCommitResponse:
        topic, part = OffsetCommitResponse.OffsetCommitResponseTopic, OffsetCommitResponse.OffsetCommitResponsePartition
        code = int(ErrorCode.UNKNOWN_MEMBER_ID) if self.cluster.members else 0
        said = []
        for each in message.topics:
            for one in each.partitions:
                if not code:
                    self.cluster.offsets[TopicPartition(each.name, one.partition_index)] = one.committed_offset
            parts = [part(one.partition_index, code) for one in each.partitions]
            said.append(topic(name=each.name, partitions=parts))
        return OffsetCommitResponse(topics=said)

    def on_OffsetDeleteRequest(self, message: Any, version: int) -> OffsetDeleteResponse:
        topic, part = OffsetDeleteResponse.OffsetDeleteResponseTopic, OffsetDeleteResponse.OffsetDeleteResponsePartition
        code = int(ErrorCode.GROUP_SUBSCRIBED_TO_TOPIC) if self.cluster.members else 0
        said = []
        for each in message.topics:
            for one in each.partitions:
                if not code:
                    del self.cluster.offsets[TopicPartition(each.name, one.partition_index)]
            said.append(topic(each.name, [part(one.partition_index, code) for one in each.partitions]))
        return OffsetDeleteResponse(topics=said)

    def on_DeleteGroupsRequest(self, message: Any, version: int) -> DeleteGroupsResponse:
        code = int(ErrorCode.NON_EMPTY_GROUP) if self.cluster.members else 0
        results = [DeleteGroupsResponse.DeletableGroupResult(name, code) for name in message.groups_names]
        return DeleteGroupsResponse(results=results)
