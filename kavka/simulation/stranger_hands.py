"""Forged requests of a stranger: what no client of ours sends, and any machine that reaches a broker may.

    poison       Produce: a batch with a right checksum whose records are noise             ─▶ must be refused
    forged ISR   LeaderAndIsr: the broker shall lead a partition and is not in its ISR      ─▶ must be refused

Each is a client of its own, with a deadline, on a host of its own. Nobody looks at the response: what comes of the
request the invariants see. Not here: when (`hands`), and requests that are odd, but nobody's forgery (`odd_requests`).
"""

from __future__ import annotations

import random
import struct
from typing import TYPE_CHECKING, Final

from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.messages import LeaderAndIsrRequest, ProduceRequest
from kavka.protocol.records.batch import HEADER_SIZE, BatchBuilder
from kavka.protocol.records.crc32c import crc32c
from kavka.simulation.strangers import CALL_MS_MAX, request_once, start_stranger, stranger_client

if TYPE_CHECKING:
    from kavka.simulation.cluster import SimulatedBroker, SimulatedCluster

PARTITION: Final = 0
NOISE_BYTES: Final = 64
CHECKSUM_AT: Final = 17
"""Where a batch has its checksum; it covers all that comes behind it."""
EPOCHS_AHEAD: Final = 1_000
CONTROL_VERSION: Final = 1
"""Of LeaderAndIsr: the profile 2.0's, which asks for no broker epoch."""


def poison(cluster: SimulatedCluster, topic: str, seed: int) -> None:
    """Starts a client that produces noise to a topic's first partition."""
    batch = poisoned_batch(random.Random(seed))

    async def produce(name: str) -> None:
        async with stranger_client(cluster, name, seed) as client:
            leader = (await client.refresh([topic])).leader_of(topic, PARTITION)
            data = ProduceRequest.PartitionProduceData(index=PARTITION, records=batch)
            one = ProduceRequest.TopicProduceData(name=topic, partition_data=[data])
            await client.ask(leader, ProduceRequest(acks=-1, timeout_ms=CALL_MS_MAX, topic_data=[one]))

    start_stranger(cluster, produce)


def poisoned_batch(rng: random.Random) -> bytes:
    """Builds a batch that is sound but for its one record."""
    builder = BatchBuilder()
    builder.append(timestamp=0, key=None, value=bytes(NOISE_BYTES))
    batch = bytearray(builder.build())
    batch[HEADER_SIZE:] = b"\x7f" + rng.randbytes(len(batch) - HEADER_SIZE - 1)
    struct.pack_into(">I", batch, CHECKSUM_AT, crc32c(bytes(batch[CHECKSUM_AT + 4 :])))
    return bytes(batch)


def forge_isr(cluster: SimulatedCluster, broker: SimulatedBroker, topic: str) -> None:
    """Starts a client that tells a broker to lead a partition outside of its ISR."""
    if broker.inside is None:
        return
    epoch = broker.inside.cluster.controller_epoch.latest
    every = [other.broker_id for other in cluster.brokers]
    state = LeaderAndIsrRequest.LeaderAndIsrPartitionState(
        topic_name=topic,
        partition_index=PARTITION,
        controller_epoch=epoch,
        leader=broker.broker_id,
        leader_epoch=LeaderEpoch(EPOCHS_AHEAD),
        isr=[other for other in every if other != broker.broker_id],
        replicas=every,
    )
    request = LeaderAndIsrRequest(controller_id=every[0], controller_epoch=epoch, ungrouped_partition_states=[state])

    async def forge(name: str) -> None:
        await request_once(cluster, name, broker.name, request, version=CONTROL_VERSION)

    start_stranger(cluster, forge)
