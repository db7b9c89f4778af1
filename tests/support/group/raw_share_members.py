"""Share groups on the wire (KIP-932): what members and administrators ask whoever coordinates the group."""

from __future__ import annotations

import asyncio
from typing import Any

from kavka.client.connection import Connection
from kavka.protocol import messages as m
from kavka.protocol.errors import ErrorCode

GROUP_TYPE = 0
FIND_VERSION = 4
NOT_NOW = (ErrorCode.NOT_COORDINATOR, ErrorCode.COORDINATOR_NOT_AVAILABLE, ErrorCode.COORDINATOR_LOAD_IN_PROGRESS)
WAIT_SECONDS_MAX = 60


class RawShareGroup:
    """One group, asked by whoever holds this."""

    def __init__(self, addresses: list[tuple[str, int]], group_id: str) -> None:
        self._addresses = addresses
        self.group_id = group_id

    async def coordinator(self) -> int:
        """Finds the group's coordinator."""
        return (await self._find())[0]

    async def _find(self) -> tuple[int, tuple[str, int]]:
        request = m.FindCoordinatorRequest(key_type=GROUP_TYPE, coordinator_keys=[self.group_id])
        async with asyncio.timeout(WAIT_SECONDS_MAX):
            while True:
                for address in self._addresses:
                    try:
                        response = await self._at(address, request, FIND_VERSION)
                    except OSError:
                        continue  # a broker that is dead
                    [found] = response.coordinators
                    if found.error_code == ErrorCode.NONE:
                        return found.node_id, (found.host, found.port)
                await asyncio.sleep(0.05)

    async def _at(self, address: tuple[str, int], request: Any, version: int) -> Any:
        connection = await Connection.open(*address, client_id="raw")
        try:
            return await connection.request(request, version=version)
        finally:
            await connection.close()

    async def ask(self, request: Any, version: int) -> Any:
        """Sends a request to the coordinator, again where it is another one or not ready."""
        async with asyncio.timeout(WAIT_SECONDS_MAX):
            while True:
                _, address = await self._find()
                try:
                    response = await self._at(address, request, version)
                except OSError:
                    continue
                if _code(response) not in NOT_NOW:
                    return response
                await asyncio.sleep(0.05)

    async def beat(self, member_id: str, epoch: int, topics: list[str] | None = None) -> Any:
        """Sends a member's heartbeat."""
        return await self.ask(
            m.ShareGroupHeartbeatRequest(
                group_id=self.group_id, member_id=member_id, member_epoch=epoch, subscribed_topic_names=topics
            ),
            1,
        )

    async def described(self) -> Any:
        """Describes the group."""
        response = await self.ask(m.ShareGroupDescribeRequest(group_ids=[self.group_id]), 1)
        return response.groups[0]

    async def offsets(self) -> dict[tuple[str, int], tuple[int, int]]:
        """Returns where the group begins, and its lag, by topic and partition."""
        asked = m.DescribeShareGroupOffsetsRequest.DescribeShareGroupOffsetsRequestGroup(
            group_id=self.group_id, topics=None
        )
        response = await self.ask(m.DescribeShareGroupOffsetsRequest(groups=[asked]), 1)
        return {
            (topic.topic_name, part.partition_index): (part.start_offset, part.lag)
            for topic in response.groups[0].topics
            for part in topic.partitions
        }

    async def alter(self, topic: str, offsets: dict[int, int]) -> Any:
        """Has the group begin at offsets of a topic."""
        request = m.AlterShareGroupOffsetsRequest
        partitions = [request.AlterShareGroupOffsetsRequestPartition(*item) for item in offsets.items()]
        asked = request.AlterShareGroupOffsetsRequestTopic(topic_name=topic, partitions=partitions)
        return await self.ask(request(group_id=self.group_id, topics=[asked]), 0)

    async def forget(self, topic: str) -> Any:
        """Deletes what the group has done with a topic."""
        request = m.DeleteShareGroupOffsetsRequest
        asked = request.DeleteShareGroupOffsetsRequestTopic(topic_name=topic)
        return await self.ask(request(group_id=self.group_id, topics=[asked]), 0)


def _code(response: Any) -> int:
    """Returns a response's error: at its top, or of its only group."""
    if hasattr(response, "error_code"):
        return int(response.error_code)
    [group] = response.groups
    return int(group.error_code)


def assigned(response: Any) -> set[int] | None:
    """Returns the partitions in a heartbeat's response; None: it says nothing of them."""
    if response.assignment is None:
        return None
    return {index for part in response.assignment.topic_partitions for index in part.partitions}
