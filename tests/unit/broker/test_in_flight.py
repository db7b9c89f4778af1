"""Produce requests of one connection in flight beside one another, through a whole data plane without sockets."""

from __future__ import annotations

import asyncio
import struct
from typing import Any

import pytest

from kavka.broker.network.request_flow import IN_FLIGHT_MAX
from kavka.broker.requests.dispatcher import Dispatcher
from kavka.protocol.errors import ErrorCode
from kavka.protocol.header import decode_response_frame, encode_request_frame
from kavka.protocol.messages import ListOffsetsRequest, ListOffsetsResponse, ProduceRequest, ProduceResponse
from kavka.simulation.memory_disk import MemoryDisk
from tests.support.broker.data_plane import DataPlane, node_in_memory
from tests.support.broker.side import Charging
from tests.support.replica.node import BROKER, batch

FOLLOWER = 2
TIMEOUT_MS = 100
PRODUCE_VERSION = 9
OFFSETS_VERSION = 5


class Plane(DataPlane):
    """A data plane whose partition 0 has a follower, partition 1 has none, and a client that does not wait."""

    def __init__(self, tasks: asyncio.TaskGroup) -> None:
        node = node_in_memory(MemoryDisk())
        super().__init__(node, Dispatcher, tasks, clock=node.clock, ticks=lambda: 1)
        node.lead(index=0, isr=(BROKER, FOLLOWER), replicas=(BROKER, FOLLOWER))
        node.lead(index=1)
        self.connect()
        self.asked: dict[int, tuple[type, int]] = {}

    def produce(self, *indexes: int, acks: int = -1, size: int = 5) -> bytes:
        """Returns a request with a batch for each of some partitions."""
        data = [ProduceRequest.PartitionProduceData(index, batch(b"x" * size)) for index in indexes]
        request = ProduceRequest(
            acks=acks, timeout_ms=TIMEOUT_MS, topic_data=[ProduceRequest.TopicProduceData("t", partition_data=data)]
        )
        return self._frame(request, PRODUCE_VERSION, ProduceResponse)

    def list_offsets(self) -> bytes:
        """Returns a request for the end of partition 0."""
        latest = ListOffsetsRequest.ListOffsetsPartition(partition_index=0, timestamp=-1)
        topic = ListOffsetsRequest.ListOffsetsTopic(name="t", partitions=[latest])
        return self._frame(ListOffsetsRequest(topics=[topic], replica_id=-1), OFFSETS_VERSION, ListOffsetsResponse)

    def _frame(self, request: Any, version: int, response: type) -> bytes:
        number = len(self.asked) + 1
        self.asked[number] = response, version
        return b"".join(encode_request_frame(request, version=version, correlation_id=number, client_id="me"))

    def log_end_offset(self, index: int = 0) -> int:
        """Returns where a partition's log ends."""
        return self.node.manager.partitions.get("t", index).log.log_end_offset

    def follower_fetches(self, offset: int) -> None:
        """Lets the follower have everything below an offset."""
        self.node.fetch(offset, replica_id=FOLLOWER)

    async def answered(self) -> list[tuple[int, Any]]:
        """Reads the responses that have come, by the numbers of their requests."""
        await asyncio.sleep(0)
        data, found = self.transport.peer_reads(1 << 20), []
        while data:
            (length,) = struct.unpack_from(">i", data)
            (number,) = struct.unpack_from(">i", data, 4)
            response, version = self.asked[number]
            found.append((number, decode_response_frame(response, version, data[4 : 4 + length])[1]))
            data = data[4 + length :]
        return found

    async def offsets(self) -> list[int]:
        """Reads the base offsets that produce responses bring."""
        return [response.responses[0].partition_responses[0].base_offset for _, response in await self.answered()]


@pytest.fixture
async def plane():
    async with asyncio.TaskGroup() as tasks:
        yield Plane(tasks)


async def test_what_waits_for_the_isr_is_appended_together_and_answered_in_one_write(plane):
    plane.receive(b"".join(plane.produce(0) for _ in range(5)))
    assert plane.log_end_offset() == 5, "all of them before the first is acknowledged"
    assert not await plane.answered()
    writes = []
    plane.transport.write, written = writes.append, plane.transport.write
    plane.follower_fetches(5)
    await asyncio.sleep(0)
    assert len(writes) == 1
    written(writes[0])
    assert await plane.offsets() == [0, 1, 2, 3, 4]


async def test_what_is_replicated_is_acknowledged_though_more_is_in_flight(plane):
    plane.receive(b"".join(plane.produce(0) for _ in range(3)))
    plane.follower_fetches(2)
    assert await plane.offsets() == [0, 1]
    plane.follower_fetches(3)
    assert await plane.offsets() == [2]


async def test_a_response_waits_for_those_of_earlier_requests(plane):
    plane.receive(plane.produce(0) + plane.produce(1) + plane.produce(1, acks=1))
    assert plane.log_end_offset(1) == 2
    assert not await plane.answered()
    plane.follower_fetches(1)
    assert [number for number, _ in await plane.answered()] == [1, 2, 3]


async def test_a_request_of_another_api_waits_until_all_are_acknowledged(plane):
    plane.receive(plane.produce(0) + plane.produce(0) + plane.list_offsets() + plane.produce(0))
    assert plane.log_end_offset() == 2, "nobody overtakes who waits"
    plane.follower_fetches(1)
    assert await plane.offsets() == [0]
    plane.follower_fetches(2)
    (second, _), (offsets, listed) = (await plane.answered() + await plane.answered())[:2]
    assert (second, offsets) == (2, 3)
    assert listed.topics[0].partitions[0].offset == 2
    assert plane.log_end_offset() == 3
    plane.follower_fetches(3)
    assert [number for number, _ in await plane.answered()] == [4]


async def test_so_many_are_in_flight_and_no_more(plane):
    plane.receive(b"".join(plane.produce(0) for _ in range(3 * IN_FLIGHT_MAX)))
    assert plane.log_end_offset() == IN_FLIGHT_MAX
    seen = []
    for _ in range(10):
        plane.follower_fetches(plane.log_end_offset())
        seen += await plane.offsets()
    assert seen == list(range(3 * IN_FLIGHT_MAX))


async def test_each_has_its_own_deadline(plane):
    plane.receive(plane.produce(0) + plane.produce(0))
    plane.node.advance(TIMEOUT_MS + 1)
    answered = [response.responses[0].partition_responses[0].error_code for _, response in await plane.answered()]
    assert answered == [ErrorCode.REQUEST_TIMED_OUT] * 2


async def test_who_is_charged_comes_one_after_the_other(plane):
    plane.dispatcher.charge_by(Charging([]))
    plane.receive(plane.produce(0) + plane.produce(0))
    assert plane.log_end_offset() == 1


async def test_nothing_of_it_is_left_when_the_client_goes(plane):
    plane.receive(plane.produce(0) + plane.produce(0))
    plane.transport.end_by_loop(is_reset=True)
    await asyncio.sleep(0)
    plane.follower_fetches(2)
    assert not await plane.answered()
    plane.connect()
    plane.receive(plane.produce(0, acks=1))
    assert await plane.offsets() == [2]


async def test_a_connection_that_is_to_close_answers_first(plane):
    plane.receive(plane.produce(0) + plane.produce(0))
    plane.connection.close_when_answered()
    assert not plane.transport.is_closing()
    plane.receive(plane.produce(0))
    assert plane.log_end_offset() == 2
    plane.follower_fetches(2)
    assert await plane.offsets() == [0, 1]
    assert plane.transport.is_closing()
