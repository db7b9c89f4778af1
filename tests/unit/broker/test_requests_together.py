"""Produce requests that come in one read of a connection: what becomes of them together. That it is what would have
become of them one by one is a property (`tests/property/test_short_way_properties.py`)."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from kavka.common.filesystem import Buffer
from kavka.protocol.header import decode_response_frame, encode_request_frame
from kavka.protocol.messages import ProduceRequest, ProduceResponse
from kavka.simulation.memory_disk import MemoryDisk
from kavka.simulation.memory_filesystem import MemoryFileSystem
from tests.support.broker.data_plane import CountingDispatcher, DataPlane, node_in_memory
from tests.support.replica.node import BROKER, batch

FOLLOWER = 2
VERSION = 9


class Producer:
    """A producer with several requests in flight, and the broker."""

    def __init__(self, tasks: asyncio.TaskGroup) -> None:
        self.node = node_in_memory(MemoryDisk())
        self.plane = DataPlane(self.node, CountingDispatcher, tasks, clock=self.node.clock, ticks=lambda: 1)
        self.node.lead()
        self.plane.connect()
        self.sent = 0
        self.send(batch())  # from which the connection learns what the others look like

    def send(self, *records: bytes, acks: int = 1) -> list[tuple[int, int]]:
        """Sends requests in one piece; returns error code and base offset of each that is answered."""
        frames = []
        for sent in records:
            self.sent += 1
            data = [ProduceRequest.PartitionProduceData(0, sent)]
            request = ProduceRequest(
                acks=acks, timeout_ms=100, topic_data=[ProduceRequest.TopicProduceData("t", partition_data=data)]
            )
            frames += encode_request_frame(request, version=VERSION, correlation_id=self.sent, client_id="me")
        first = self.sent - len(records) + 1
        self.plane.receive(b"".join(frames))
        return self.answered(first)

    def answered(self, number: int) -> list[tuple[int, int]]:
        """Returns error code and base offset of each response that has come; `number` is the first one's."""
        found = []
        data = self.plane.transport.peer_reads(1 << 20)
        while data:
            end = 4 + int.from_bytes(data[:4], "big")
            got, response = decode_response_frame(ProduceResponse, VERSION, data[4:end])
            assert got == number + len(found)
            [result] = response.responses[0].partition_responses
            found.append((result.error_code, result.base_offset))
            data = data[end:]
        return found


@contextlib.asynccontextmanager
async def producer() -> AsyncIterator[Producer]:
    async with asyncio.TaskGroup() as tasks:
        yield Producer(tasks)


@pytest.mark.parametrize("value", [b"value", b"v" * 16_384], ids=["small", "16-kB"])
async def test_what_comes_in_one_read_is_one_write(value, monkeypatch):
    writes: list[int] = []
    pwritev = MemoryFileSystem.pwritev

    def counted(self: Any, fd: int, buffers: Sequence[Buffer], position: int, size: int) -> None:
        writes.append(size)
        pwritev(self, fd, buffers, position, size)

    async with producer() as client:
        monkeypatch.setattr(MemoryFileSystem, "pwritev", counted)
        one = batch(value)
        assert client.send(*[one] * 5) == [(0, offset) for offset in range(1, 6)]
        assert writes == [5 * len(one)]
        assert client.plane.dispatcher.dispatched == 1


async def test_a_consumer_that_waits_gets_all_of_them():
    async with producer() as client:
        waiting = client.node.fetch(1, max_wait_ms=10_000)
        client.send(*[batch(b"value")] * 5)
        await asyncio.sleep(0)
        [answer] = waiting.answers
        assert len(bytes(answer.responses[0].partitions[0].records)) == 5 * len(batch(b"value"))


async def test_whoever_waits_for_replicas_is_appended_by_itself_and_answered_in_order():
    async with producer() as client:
        client.node.lead(isr=(BROKER, FOLLOWER), replicas=(BROKER, FOLLOWER), epoch=1)
        assert client.send(*[batch()] * 3, acks=-1) == []
        client.node.fetch(4, replica_id=FOLLOWER)
        for _ in range(3):
            await asyncio.sleep(0)
        assert client.answered(client.sent - 2) == [(0, 1), (0, 2), (0, 3)]


async def test_what_is_refused_among_them_says_so_and_the_others_are_appended():
    async with producer() as client:
        answers = client.send(batch(), b"\0" * 70, batch(), batch())
        assert [offset for error, offset in answers if not error] == [1, 2, 3]
        assert [bool(error) for error, _ in answers] == [False, True, False, False]
