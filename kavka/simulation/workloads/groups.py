"""A consumer group whose members come, go and crash, and commit what they have read.

    a producer ─▶ topic ─▶ group ┬ member 1  poll, poll, commit … ✗ killed: its session runs out, others take over
                                 ├ member 2  poll, commit … leaves
                                 └ member 3            comes …

Half of the members are of the eager protocol, or all of them cooperative: that is the seed's choice for a whole group.
Where brokers have groups of the consumer protocol (KIP-848), half of the seeds' groups are such.
At the end one of two members dies, and the other gets what it had. Not here: offsets in transactions (`copiers`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from kavka.client.consumer import Consumer, RebalanceListener
from kavka.common.types import TopicPartition
from kavka.simulation.history import Assigned, Isolation, Polled
from kavka.simulation.workloads.final_reads import read_all
from kavka.simulation.workloads.ground import PROTOCOL, ClientLife, Ground, records_of
from kavka.simulation.workloads.membership import come_and_go
from kavka.simulation.workloads.producers import ProducerLoop
from kavka.wire.errors import FAILURES

SESSION_TIMEOUT_MS: Final = 6_000
"""Kafka's group.min.session.timeout.ms: a crash is soon over."""

HEARTBEAT_INTERVAL_MS: Final = 2_000
POLL_INTERVAL_MS_MAX: Final = 30_000
POLL_MS: Final = 3_000
PAUSE_MS: Final = 500
COMMIT_SHARE: Final = 0.5
"""Of the polls, after how many the member commits."""

CONSUMER_SHARE: Final = 0.5
"""Of the seeds, whose groups are of the consumer protocol where there are such."""


class MemberListener(RebalanceListener):
    """Tells the history which partitions a member has."""

    def __init__(self, ground: Ground, consumer: Consumer, client: str, group: str) -> None:
        self._ground = ground
        self._consumer = consumer
        self._client = client
        self._group = group

    async def partitions_assigned(self, partitions: list[TopicPartition]) -> None:
        """Records all that the member has."""
        self._record(self._consumer.assignment())

    async def partitions_revoked(self, partitions: list[TopicPartition]) -> None:
        """Records what is left."""
        self._record([tp for tp in self._consumer.assignment() if tp not in partitions])

    async def partitions_lost(self, partitions: list[TopicPartition]) -> None:
        """Records what is left, likewise."""
        await self.partitions_revoked(partitions)

    def _record(self, partitions: list[TopicPartition]) -> None:
        self._ground.counts["rebalances"] += 1
        self._ground.history.add(
            Assigned(
                client=self._client,
                partitions=tuple(sorted(partitions)),
                time_ms=self._ground.now_ms(),
                group=self._group,
                generation=self._consumer.group_metadata().generation_id,
            )
        )


def group_consumer(
    ground: Ground, name: str, group: str, *, isolation: Isolation, assignors: tuple[str, ...] = ("range",)
) -> Consumer:
    """Builds a member of a group that commits itself, with timeouts that fit a simulation.

    Args:
        ground: the workload's.
        name: of the client.
        group: its group's name.
        isolation: what it may see.
        assignors: of a classic group; none: it speaks the consumer protocol, whose times are the brokers'.
    """
    own: dict[str, Any] = {"group_protocol": "consumer"}
    if assignors:
        own = {
            "assignors": assignors,
            "session_timeout_ms": SESSION_TIMEOUT_MS,
            "heartbeat_interval_ms": HEARTBEAT_INTERVAL_MS,
        }
    return ground.consumer(
        name,
        group_id=group,
        isolation_level=isolation.value,
        poll_interval_ms_max=POLL_INTERVAL_MS_MAX,
        auto_commit=False,
        **own,
    )


def has_consumer_groups(settings: Mapping[str, str]) -> bool:
    """Tells whether brokers with these settings have groups of the consumer protocol."""
    return settings.get(PROTOCOL) == "3.9" and settings.get("kavka.later.apis.enable") != "false"


class GroupMembers:
    """What all members of one group have in common.

    Args:
        ground: the workload's.
        group: its name.
        topics: what it subscribes to.
        isolation: what its members may see.
        assignors: theirs; none: they speak the consumer protocol.
        mean_ms: how long a member rests after a poll, on average.
    """

    def __init__(
        self,
        ground: Ground,
        group: str,
        topics: list[str],
        *,
        isolation: Isolation = Isolation.READ_COMMITTED,
        assignors: tuple[str, ...] = ("range",),
        mean_ms: float = 1_000,
    ) -> None:
        self._ground = ground
        self._group = group
        self._topics = topics
        self._isolation = isolation
        self._assignors = assignors
        self._mean_ms = mean_ms
        self._leaving: set[str] = set()

    def join(self) -> ClientLife:
        """Starts a member."""
        return self._ground.start("member", self._live)

    def leave(self, life: ClientLife) -> None:
        """Lets a member go as it should."""
        self._leaving.add(life.name)

    def kill(self, life: ClientLife) -> None:
        """Ends a member's process at once."""
        self._ground.kill(life)

    def _goes_on(self, name: str) -> bool:
        return not self._ground.is_stopping and name not in self._leaving

    async def _live(self, name: str) -> None:
        ground = self._ground
        while self._goes_on(name):
            try:
                async with group_consumer(
                    ground, name, self._group, isolation=self._isolation, assignors=self._assignors
                ) as consumer:
                    consumer.subscribe(self._topics, MemberListener(ground, consumer, name, self._group))
                    while self._goes_on(name):
                        await self._poll(consumer, name)
                        await ground.pause(ground.about(self._mean_ms))
            except FAILURES:
                ground.counts["reopened"] += 1
                await ground.pause(PAUSE_MS)

    async def _poll(self, consumer: Consumer, name: str) -> None:
        ground = self._ground
        batches = await consumer.poll(timeout_ms=POLL_MS)
        for tp, records in batches.items():
            ground.counts["records"] += len(records)
            ground.history.add(
                Polled(
                    client=name,
                    tp=tp,
                    records=records_of(records),
                    time_ms=ground.now_ms(),
                    group=self._group,
                    isolation=self._isolation,
                )
            )
        if batches and ground.rng.random() < COMMIT_SHARE:
            await self._commit(consumer, name, {tp: records[-1].offset + 1 for tp, records in batches.items()})

    async def _commit(self, consumer: Consumer, name: str, offsets: Mapping[TopicPartition, int]) -> None:
        ground = self._ground
        invoked_ms, is_acked = ground.now_ms(), False
        try:
            await consumer.commit(offsets)
            is_acked = True
        except FAILURES:
            pass
        ground.note_commit(name, self._group, offsets, invoked_ms=invoked_ms, is_acked=is_acked)


class GroupWorkload:
    """See the module.

    Args:
        ground: its clients' ground.
        members: how many there are at most.
        partitions: of the topic.
        mean_ms: from one burst of the producer to the next, on average.
        change_ms: from one change of the members to the next, on average.
    """

    name = "group"
    settings: Mapping[str, str] = {
        "group.initial.rebalance.delay.ms": "500",
        "group.consumer.session.timeout.ms": str(SESSION_TIMEOUT_MS),
        "group.consumer.min.session.timeout.ms": str(SESSION_TIMEOUT_MS),
        "group.consumer.heartbeat.interval.ms": str(HEARTBEAT_INTERVAL_MS),
        "group.consumer.min.heartbeat.interval.ms": str(HEARTBEAT_INTERVAL_MS),
    }
    compacted: frozenset[str] = frozenset()

    def __init__(
        self,
        ground: Ground,
        *,
        members: int = 3,
        partitions: int = 4,
        mean_ms: float = 2_000,
        change_ms: float = 10_000,
    ) -> None:
        self._ground = ground
        self._members_max = members
        self._count = partitions
        self._mean_ms = mean_ms
        self._change_ms = change_ms
        self._partitions: list[TopicPartition] = []
        self._assignors: tuple[str, ...] = ("range",)

    async def prepare(self) -> None:
        """Creates the topic."""
        self._partitions = await self._ground.create_topic("shared", partitions=self._count)

    async def run(self) -> None:
        """Runs the producer and the members, and changes these."""
        ground, rng = self._ground, self._ground.rng
        ProducerLoop(ground, self._partitions, mean_ms=self._mean_ms).start("producer")
        self._assignors = (rng.choice(("range", "cooperative-sticky")),)
        own = random.Random(f"{ground.cluster.seed} group's protocol")  # a seed without such groups keeps its world
        if has_consumer_groups(ground.cluster.settings) and own.random() < CONSUMER_SHARE:
            self._assignors = ()
            ground.counts["of the consumer protocol"] += 1
        everybody = GroupMembers(ground, self.name, ["shared"], assignors=self._assignors, mean_ms=self._mean_ms)
        await come_and_go(ground, everybody, members_max=self._members_max, change_ms=self._change_ms)
        await ground.ended()

    def stop(self) -> None:
        """Asks all of them for their end."""
        self._ground.stop()

    async def finish(self) -> None:
        """Reads the topic once more; and lets one of two members die, whose partitions the other must get."""
        await read_all(self._ground, self._partitions)
        await self._outlive()

    async def _outlive(self) -> None:
        """Waits until a member has all partitions, for the only other one has died; the caller has the deadline."""
        ground = self._ground
        owned = dict.fromkeys(("heir", "mortal"), 0)
        is_dead = False

        async def share(role: str, name: str) -> None:
            async with group_consumer(
                ground, name, self.name, isolation=Isolation.READ_COMMITTED, assignors=self._assignors and ("range",)
            ) as consumer:
                consumer.subscribe([self._partitions[0].topic])
                while not (is_dead and owned[role] == len(self._partitions)):
                    await consumer.poll(timeout_ms=POLL_MS)
                    owned[role] = len(consumer.assignment())

        async def live(role: str, name: str) -> None:
            while not (is_dead and owned[role] == len(self._partitions)):
                try:
                    await share(role, name)
                except FAILURES:
                    await ground.pause_anyway(PAUSE_MS)

        heir, mortal = [ground.start(role, partial(live, role)) for role in owned]
        while not all(owned.values()):
            await ground.pause_anyway(PAUSE_MS)
        ground.kill(mortal)
        is_dead = True
        await heir.task

    def counts(self) -> dict[str, int]:
        """Returns sends by their outcomes, records read, commits, rebalances and changes of members."""
        return dict(self._ground.counts)
