"""A streams group on a broker (KIP-1071), from its first heartbeat on: by the wire, Admin and the console."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kavka import Admin, LocalCluster, NewTopic, OffsetAndMetadata, TopicPartition
from kavka.client.connection import Connection
from kavka.protocol.errors import ErrorCode, GroupIdNotFound
from kavka.protocol.messages import StreamsGroupHeartbeatRequest as Request
from tests.support.http.admin_state import urls
from tests.support.http.web import ask

pytestmark = pytest.mark.slow

CONFIG = {"group.streams.initial.rebalance.delay.ms": "0", "group.streams.assignment.interval.ms": "0"}
WORDS, COUNTS = "app-words-repartition", "app-counts-changelog"
LEAVES = -1


def word_count() -> Request.Topology:
    """Lines are repartitioned by their words, which are counted in a state store."""
    first = Request.Subtopology(subtopology_id="0", source_topics=["lines"], repartition_sink_topics=[WORDS])
    second = Request.Subtopology(
        subtopology_id="1",
        repartition_source_topics=[Request.TopicInfo(WORDS)],
        state_changelog_topics=[Request.TopicInfo(COUNTS, 0, 0, [Request.KeyValue("cleanup.policy", "compact")])],
    )
    return Request.Topology(epoch=0, subtopologies=[first, second])


async def beat(connection: Connection, epoch: int, **said: Any) -> Any:
    """Sends a member's heartbeat."""
    request = Request(group_id="app", member_id="m", member_epoch=epoch, **said)
    heard = await connection.request(request, version=0)
    assert heard.error_code == ErrorCode.NONE, heard
    return heard


async def until_it_has_tasks(connection: Connection) -> Any:
    """Joins, and beats on until the group's internal topics are there and its tasks are given out."""
    nothing = {"active_tasks": [], "standby_tasks": [], "warmup_tasks": []}
    heard = await beat(
        connection, 0, rebalance_timeout_ms=60_000, topology=word_count(), process_id="p", client_tags=[], **nothing
    )
    while not heard.active_tasks:
        await asyncio.sleep(heard.heartbeat_interval_ms / 10_000)
        heard = await beat(connection, heard.member_epoch)
    return heard


async def test_a_group_gets_its_topics_and_its_tasks_and_is_shown_moved_and_deleted() -> None:
    async with LocalCluster(1, in_loop=True, config=CONFIG) as cluster, Admin(cluster.bootstrap) as admin:
        [url] = urls(cluster)
        await admin.create_topics([NewTopic("lines", 2)])
        # Wakes the coordinator's topic up.
        await admin.alter_group_offsets("app", {TopicPartition("lines", 0): OffsetAndMetadata(0)})
        [broker] = cluster.brokers
        async with await Connection.open(broker.host, broker.port, client_id="app-1") as connection:
            heard = await until_it_has_tasks(connection)
            given = {ids.subtopology_id: ids.partitions for ids in heard.active_tasks}
            assert given == {"0": [0, 1], "1": [0, 1]}
            owned = [Request.TaskIds(ids.subtopology_id, ids.partitions) for ids in heard.active_tasks]
            await beat(connection, heard.member_epoch, active_tasks=owned, standby_tasks=[], warmup_tasks=[])
            assert {WORDS, COUNTS} <= {topic.name for topic in await admin.list_topics()}

            [listed] = (await get(f"{url}/groups?details=1"))["groups"]
            assert (listed["type"], listed["members"], listed["topics"]) == ("streams", 1, ["lines"])
            shown = await get(f"{url}/groups/app")
            [member] = shown["members"]
            assert (shown["state"], shown["type"], shown["protocol"]) == ("Stable", "streams", "sticky")
            assert (member["client_id"], member["partitions"]) == ("app-1", ["0_0", "0_1", "1_0", "1_1"])
            [partition] = shown["partitions"]
            assert (partition["topic"], partition["position"], partition["member"]) == ("lines", 0, "m")
            refused = await ask(f"{url}/groups/app/offsets", method="POST", body={"topic": "lines", "to": "latest"})
            assert (refused.status, "1 members" in refused.json()["error"]) == (409, True)

            group = await admin.describe_streams_group("app")
            assert (group.input_topics, group.internal_topics) == ({"lines"}, {WORDS, COUNTS})
            await beat(connection, LEAVES)
        assert (await admin.describe_streams_group("app")).state == "Empty"
        moved = await ask(f"{url}/groups/app/offsets", method="POST", body={"topic": "lines", "to": "latest"})
        assert moved.status == 200, moved.body
        assert (await ask(f"{url}/groups/app", method="DELETE")).status == 200
        with pytest.raises(GroupIdNotFound):
            await admin.describe_streams_group("app")


async def get(url: str) -> Any:
    """Returns what a console's page asks for."""
    answer = await ask(url)
    assert answer.status == 200, answer.body
    return answer.json()
