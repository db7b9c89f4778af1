"""More than a slow follower can take: records that some replicas have and others lack, whenever a leader changes.

    two producers   with acks=all and with acks=1, to the same partitions: what the next leader lacks is cut off
    a reader        at the end of the log: it must not see what may be cut off
    an onlooker     asks leaders where their logs end, and fetches in an epoch that is over
    an admin        elects preferred leaders, so that who led stays in the ISR, and moves replicas to another directory,
                    slowly, so that logs are cut while they are copied

The faults that a seed draws for it have a follower fall behind before they take the leader away (`skews`). Not here:
producers with nothing but acks=all (`producers`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from kavka.client.admin import Admin
from kavka.client.cluster import Cluster
from kavka.client.offsets import LATEST
from kavka.client.reassignments import PREFERRED
from kavka.common.types import TopicPartition
from kavka.protocol.epochs import NO_LEADER_EPOCH, LeaderEpoch
from kavka.protocol.messages import FetchRequest, ListOffsetsRequest
from kavka.simulation.history import EndTold, EpochProbed, Isolation
from kavka.simulation.workloads.consumers import ReaderLoop
from kavka.simulation.workloads.final_reads import read_all
from kavka.simulation.workloads.ground import Ground
from kavka.simulation.workloads.producers import ProducerLoop
from kavka.simulation.workloads.replicas import LOG_DIRS
from kavka.wire.errors import FAILURES

TOPIC: Final = "surged"
CONSUMER: Final = -1
FULL_FETCH: Final = -1
"""The session epoch of a fetch outside of sessions."""
COPY_RATE: Final = "replica.alter.log.dirs.io.max.bytes.per.second"
FETCH_BYTES: Final = "replica.fetch.response.max.bytes"
"""So few that a follower behind a narrow link goes on asking, and never gets to the end."""
WIDTH: Final = 150
PROBED: Final = 0.2
"""How often an answer is followed by a fetch in an epoch that is over."""


class SurgesWorkload:
    """See the module.

    Args:
        ground: its clients' ground.
        partitions: of the topic.
        mean_ms: from one burst of a producer to the next, on average.
        admin_ms: from one act of the administrator to the next, likewise.
    """

    name = "surges"
    settings: Mapping[str, str] = {"log.dirs": ",".join(LOG_DIRS), COPY_RATE: "2000", FETCH_BYTES: "300"}
    compacted: frozenset[str] = frozenset()

    def __init__(self, ground: Ground, *, partitions: int = 3, mean_ms: float = 700, admin_ms: float = 2_500) -> None:
        self._ground = ground
        self._count = partitions
        self._mean_ms = mean_ms
        self._admin_ms = admin_ms
        self._partitions: list[TopicPartition] = []

    async def prepare(self) -> None:
        """Creates the topic."""
        self._partitions = await self._ground.create_topic(TOPIC, partitions=self._count)

    async def run(self) -> None:
        """Runs producers, reader, onlooker and administrator."""
        ground = self._ground
        ProducerLoop(ground, self._partitions, mean_ms=self._mean_ms).start("producer")
        ProducerLoop(ground, self._partitions, mean_ms=self._mean_ms, is_idempotent=False, width=WIDTH).start("plain")
        ReaderLoop(ground, self._partitions, Isolation.READ_UNCOMMITTED, mean_ms=self._mean_ms).start()
        ground.start("onlooker", self._look_on)
        ground.start("admin", self._administrate)
        await ground.ended()

    async def _administrate(self, name: str) -> None:
        ground = self._ground
        acts = ground.in_turn((self._elect, self._move))
        while not ground.is_stopping:
            try:
                async with ground.admin(name) as admin:
                    while not ground.is_stopping:
                        await ground.pause(ground.about(self._admin_ms))
                        if not ground.is_stopping:
                            await next(acts)(admin)
            except FAILURES:
                ground.counts["refused"] += 1

    async def _elect(self, admin: Admin) -> None:
        errors = await admin.elect_leaders(PREFERRED, self._partitions)
        self._ground.counts["leaders elected"] += sum(error is None for error in errors.values())

    async def _move(self, admin: Admin) -> None:
        rng = self._ground.rng
        tp, log_dir, broker = (
            rng.choice(self._partitions),
            rng.choice(LOG_DIRS),
            rng.choice(self._ground.cluster.brokers),
        )
        errors = await admin.alter_replica_log_dirs(broker.broker_id, {tp: log_dir})
        self._ground.counts["moves"] += sum(error is None for error in errors.values())

    async def _look_on(self, name: str) -> None:
        ground = self._ground
        rng = random.Random(f"{ground.cluster.seed} {name}")
        while not ground.is_stopping:
            try:
                async with ground.connections(name) as client:
                    await client.refresh([TOPIC])
                    while not ground.is_stopping:
                        await self._ask(client, name, rng)
                        await ground.pause(ground.about(self._mean_ms))
            except FAILURES:
                ground.counts["asked in vain"] += 1
                await ground.pause(self._mean_ms)

    async def _ask(self, client: Cluster, name: str, rng: random.Random) -> None:
        """Asks where one partition ends, and perhaps fetches from it in the epoch before."""
        ground, tp, invoked_ms = self._ground, rng.choice(self._partitions), self._ground.now_ms()
        leader = (await client.refresh([TOPIC])).leader_of(*tp)
        answer = (await client.ask(leader, _latest(tp))).topics[0].partitions[0]
        if answer.error_code:
            ground.counts["asked in vain"] += 1
            return
        ground.counts["ends told"] += 1
        epoch: LeaderEpoch = answer.leader_epoch
        if epoch == NO_LEADER_EPOCH:
            return  # the old profile does not say, so it may be a former leader who answers
        ground.history.add(
            EndTold(
                client=name,
                tp=tp,
                offset=answer.offset,
                leader_epoch=epoch,
                invoked_ms=invoked_ms,
                completed_ms=ground.now_ms(),
            )
        )
        if epoch > 0 and rng.random() < PROBED:
            former = LeaderEpoch(epoch - 1)
            served = (await client.ask(leader, _fetch(tp, answer.offset, former))).responses[0].partitions[0]
            ground.counts["former epochs"] += 1
            ground.history.add(
                EpochProbed(
                    client=name,
                    tp=tp,
                    named=former,
                    known=epoch,
                    is_refused=served.error_code != 0,
                    time_ms=ground.now_ms(),
                )
            )

    def stop(self) -> None:
        """Asks all of them for their end."""
        self._ground.stop()

    async def finish(self) -> None:
        """Reads the topic once more."""
        await read_all(self._ground, self._partitions)

    def counts(self) -> dict[str, int]:
        """Returns sends by their outcomes, records read, answers and the administrator's acts."""
        return dict(self._ground.counts)


def _latest(tp: TopicPartition) -> ListOffsetsRequest:
    asked = ListOffsetsRequest.ListOffsetsPartition(partition_index=tp.partition, timestamp=LATEST)
    topic = ListOffsetsRequest.ListOffsetsTopic(name=tp.topic, partitions=[asked])
    return ListOffsetsRequest(replica_id=CONSUMER, topics=[topic])


def _fetch(tp: TopicPartition, offset: int, epoch: LeaderEpoch) -> FetchRequest:
    part = FetchRequest.FetchPartition(
        partition=tp.partition, current_leader_epoch=epoch, fetch_offset=offset, partition_max_bytes=1
    )
    topic = FetchRequest.FetchTopic(topic=tp.topic, partitions=[part])
    return FetchRequest(
        replica_id=CONSUMER, max_wait_ms=0, min_bytes=0, max_bytes=1, session_epoch=FULL_FETCH, topics=[topic]
    )
