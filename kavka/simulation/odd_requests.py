"""Requests of a stranger that are valid, and odd: some found a broker unprepared once.

    offsets of many partitions   ListOffsets: so many of one topic that one step of the loop were too long
    coordinator of nobody        FindCoordinator: no key, of no type; the response has no place for the error
    offset kept for ever         OffsetCommit: with a retention that ends beyond all time
    POST /faults {…}             the admin endpoint, by who shows no token

Each must be answered, or its connection closed: nothing else may come of it. Nobody looks at the response; what comes
of the request the invariants see. Not here: when (`hands`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http.setup import PORT_DISTANCE
from kavka.protocol.message import Message
from kavka.protocol.messages import (
    FindCoordinatorRequest,
    ListOffsetsRequest,
    OffsetCommitRequest,
)
from kavka.simulation.cluster import PORT
from kavka.simulation.faults import OddRequest
from kavka.simulation.host_clock import HostClock
from kavka.simulation.strangers import CALL_MS_MAX, request_once, start_stranger

if TYPE_CHECKING:
    from kavka.simulation.cluster import SimulatedBroker, SimulatedCluster

TOPIC: Final = "produced"
"""Of the workload `producers`: a partition of it is there."""
NO_COORDINATOR: Final = 9
MS_MAX: Final = (1 << 63) - 1
NO_GENERATION: Final = -1
NO_TIMESTAMP: Final = -1
RESPONSE_BYTES_MAX: Final = 65_536


def ask_oddly(cluster: SimulatedCluster, broker: SimulatedBroker, text: str, amount: int) -> None:
    """Starts a client that sends a broker an odd request.

    Args:
        cluster: where.
        broker: gets it.
        text: which one, of `OddRequest`.
        amount: how many items it has, where it has some.
    """
    build, version = _REQUESTS[OddRequest(text)]

    async def ask(name: str) -> None:
        await request_once(cluster, name, broker.name, build(amount), version=version)

    start_stranger(cluster, ask)


def ask_admin(cluster: SimulatedCluster, broker: SimulatedBroker, text: str, amount: int) -> None:
    """Starts a client that asks a broker's admin endpoint, without a token.

    Args:
        cluster: where.
        broker: whose endpoint.
        text: method, path and body, apart by a space.
        amount: how often the body stands in the request; 0: once.
    """
    method, _, rest = text.partition(" ")
    path, _, body = rest.partition(" ")
    content = body.encode() * max(1, amount)
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(content)}\r\nConnection: close\r\n\r\n"

    async def ask(_: str) -> None:
        async with HostClock(cluster.loop).timeout(CALL_MS_MAX):
            reader, writer = await asyncio.open_connection(broker.name, PORT + PORT_DISTANCE)
            writer.write(head.encode() + content)
            while await reader.read(RESPONSE_BYTES_MAX):
                pass
            writer.close()

    start_stranger(cluster, ask)


def _many_offsets(amount: int) -> Message:
    kind = ListOffsetsRequest
    partitions = [kind.ListOffsetsPartition(partition_index=number, timestamp=NO_TIMESTAMP) for number in range(amount)]
    return kind(replica_id=-1, topics=[kind.ListOffsetsTopic(name=TOPIC, partitions=partitions)])


def _coordinator_of_nobody(_: int) -> Message:
    return FindCoordinatorRequest(key_type=NO_COORDINATOR, coordinator_keys=[])


def _endless_retention(_: int) -> Message:
    kind = OffsetCommitRequest
    partition = kind.OffsetCommitRequestPartition(partition_index=0, committed_offset=1, committed_metadata="")
    return kind(
        group_id="strangers",
        generation_id_or_member_epoch=NO_GENERATION,
        member_id="",
        retention_time_ms=MS_MAX,
        topics=[kind.OffsetCommitRequestTopic(name=TOPIC, partitions=[partition])],
    )


_REQUESTS: Final[dict[OddRequest, tuple[Callable[[int], Any], int]]] = {
    OddRequest.MANY_OFFSETS: (_many_offsets, 1),
    OddRequest.COORDINATOR_OF_NOBODY: (_coordinator_of_nobody, 4),
    OddRequest.ENDLESS_RETENTION: (_endless_retention, 3),
}
"""What builds each, of so many items, and its version."""
