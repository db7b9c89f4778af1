"""A share group (KIP-932) whose members come, go and crash, and say of each record what became of it.

    a producer ─▶ topic ─▶ group ┬ member 1  poll ─ accept, reject, release ─ commit … ✗ killed: its locks end
                                 ├ member 2  poll ─ accept …                        … leaves: what it has is released
                                 └ member 3            comes …

Which leader has which record in flight is forgotten with it; what was acknowledged is in `__share_group_state`, whose
leaders fail over likewise. At the end one member accepts all that is left, so that `checks.shares` can tell whether
anything was lost. Not here: groups with committed offsets (`groups`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kavka.client.configs import Changes, ConfigResource
from kavka.client.share_consumer import ShareConsumer, ShareRecord
from kavka.common.types import TopicPartition
from kavka.simulation.history import ShareDelivered, ShareDrained, ShareSettled
from kavka.simulation.workloads.final_reads import read_all
from kavka.simulation.workloads.ground import (
    CALL_TIMEOUT_MS,
    FETCH_WAIT_MS,
    PROTOCOL,
    REQUEST_TIMEOUT_MS,
    ClientLife,
    Ground,
    records_of,
)
from kavka.simulation.workloads.membership import come_and_go
from kavka.simulation.workloads.producers import ProducerLoop
from kavka.wire.acknowledgements import AcknowledgeType
from kavka.wire.errors import FAILURES

TOPIC: Final = "jobs"
LOCK_MS: Final = 5_000
"""How long a record is one member's: a crash is soon over."""
DELIVERIES_MAX: Final = 5
"""How often a record comes. Lost responses count: of more than these nothing is lost in a simulation's time."""
UNUSABLE: Final = 7
"""Each so manyth record is released by whoever gets it."""
POLL_MS: Final = 2_000
RECORDS_MAX: Final = 5
PAUSE_MS: Final = 500
COMMIT_MS: Final = 10_000
COMMIT_SHARE: Final = 0.5
"""Of the polls, after how many acknowledgements are sent at once; after others with the next fetch."""
WORD_WEIGHTS: Final = {AcknowledgeType.ACCEPT: 70, AcknowledgeType.RELEASE: 20, AcknowledgeType.REJECT: 10}
QUIET_MS: Final = REQUEST_TIMEOUT_MS + FETCH_WAIT_MS + LOCK_MS
"""How long a delivery may be under way: behind the cluster's healing nothing comes later that was acquired before."""
DRAIN_MS_MAX: Final = 90_000


class ShareMembers:
    """What all members of one share group have in common.

    Args:
        ground: the workload's.
        group: its name.
        mean_ms: how long a member rests after a poll, on average.
    """

    def __init__(self, ground: Ground, group: str, *, mean_ms: float) -> None:
        self._ground = ground
        self._group = group
        self._mean_ms = mean_ms
        self._leaving: set[str] = set()
        self._said: dict[str, dict[tuple[TopicPartition, int], list[tuple[AcknowledgeType, int]]]] = {}
        """Member → record → what it said of it, and when, until it hears what came of that; of each delivery."""

        self._doubtful: set[tuple[str, TopicPartition, int]] = set()
        """Of which two words were under way: which one is confirmed nobody knows."""

    def join(self) -> ClientLife:
        """Starts a member."""
        return self._ground.start("member", self._live)

    def leave(self, life: ClientLife) -> None:
        """Lets a member go as it should."""
        self._leaving.add(life.name)

    def kill(self, life: ClientLife) -> None:
        """Kills a member, and records what it had said: nobody knows what came of it."""
        self._ground.kill(life)
        self.abandon(life.name)

    def abandon(self, name: str) -> None:
        """Records what a member said and heard nothing about."""
        for (tp, offset), words in list(self._said.get(name, {}).items()):
            self._settled(name, tp, [offset] * len(words), is_confirmed=False)

    def consumer(self, name: str) -> ShareConsumer:
        """Builds a member that acknowledges each record by itself."""
        self._said.setdefault(name, {})
        return self._ground.share_consumer(
            name,
            group_id=self._group,
            acknowledgement_mode="explicit",
            on_acknowledged=lambda tp, offsets, error: self._settled(name, tp, offsets, is_confirmed=error is None),
        )

    def acknowledge(self, consumer: ShareConsumer, name: str, record: ShareRecord, word: AcknowledgeType) -> None:
        """Says what became of a record."""
        tp = TopicPartition(record.topic, record.partition)
        consumer.acknowledge(record, word)
        words = self._said[name].setdefault((tp, record.offset), [])
        if words:
            self._doubtful.add((name, tp, record.offset))
        words.append((word, self._ground.now_ms()))

    def _settled(self, name: str, tp: TopicPartition, offsets: list[int], *, is_confirmed: bool) -> None:
        ground = self._ground
        for offset in offsets:
            word, invoked_ms = self._said[name][tp, offset].pop(0)
            is_known = is_confirmed and (name, tp, offset) not in self._doubtful
            ground.counts["settled acked" if is_known else "settled in doubt"] += 1
            ground.history.add(
                ShareSettled(
                    client=name,
                    group=self._group,
                    tp=tp,
                    offset=offset,
                    is_final=word is not AcknowledgeType.RELEASE,
                    is_confirmed=is_known,
                    invoked_ms=invoked_ms,
                    time_ms=ground.now_ms(),
                )
            )

    async def poll(self, consumer: ShareConsumer, name: str) -> list[ShareRecord]:
        """Polls, and records what was delivered."""
        ground = self._ground
        found = []
        for tp, records in (await consumer.poll(timeout_ms=POLL_MS, records_max=RECORDS_MAX)).items():
            found += records
            ground.counts["records"] += len(records)
            ground.history.add(
                ShareDelivered(
                    client=name,
                    group=self._group,
                    tp=tp,
                    records=records_of(records),
                    delivery_counts=tuple(record.delivery_count for record in records),
                    time_ms=ground.now_ms(),
                )
            )
        return found

    def _goes_on(self, name: str) -> bool:
        return not self._ground.is_stopping and name not in self._leaving

    async def _live(self, name: str) -> None:
        ground = self._ground
        while self._goes_on(name):
            try:
                async with self.consumer(name) as consumer:
                    consumer.subscribe(TOPIC)
                    while self._goes_on(name):
                        await self._work(consumer, name)
            except FAILURES:
                ground.counts["reopened"] += 1
                await ground.pause(PAUSE_MS)
            finally:
                self.abandon(name)

    async def _work(self, consumer: ShareConsumer, name: str) -> None:
        """Polls, rests, and says what became of the records."""
        ground, rng = self._ground, self._ground.rng
        records = await self.poll(consumer, name)
        await ground.pause(ground.about(self._mean_ms))
        for record in records:
            [word] = rng.choices(tuple(WORD_WEIGHTS), tuple(WORD_WEIGHTS.values()))
            if record.offset % UNUSABLE == 0:
                word = AcknowledgeType.RELEASE
            self.acknowledge(consumer, name, record, word)
        if records and rng.random() < COMMIT_SHARE:
            await consumer.commit(timeout_ms=COMMIT_MS)


class SharesWorkload:
    """See the module.

    Args:
        ground: its clients' ground.
        members: how many there are at most.
        partitions: of the topic.
        mean_ms: from one burst of the producer to the next, and of a member's rests, on average.
        change_ms: from one change of the members to the next, on average.
    """

    name = "shares"
    settings: Mapping[str, str] = {
        PROTOCOL: "3.9",
        "group.share.session.timeout.ms": "6000",
        "group.share.min.session.timeout.ms": "6000",
        "group.share.heartbeat.interval.ms": "2000",
        "group.share.min.heartbeat.interval.ms": "2000",
        "group.share.record.lock.duration.ms": str(LOCK_MS),
        "group.share.min.record.lock.duration.ms": "1000",
        "group.share.delivery.count.limit": str(DELIVERIES_MAX),
        "group.share.initialize.retry.interval.ms": "5000",
        "share.coordinator.state.topic.num.partitions": "3",
        "share.coordinator.snapshot.update.records.per.snapshot": "7",
        "share.coordinator.state.topic.prune.interval.ms": "15000",
    }
    compacted: frozenset[str] = frozenset()

    def __init__(
        self,
        ground: Ground,
        *,
        members: int = 3,
        partitions: int = 3,
        mean_ms: float = 2_000,
        change_ms: float = 10_000,
    ) -> None:
        self._ground = ground
        self._members_max = members
        self._count = partitions
        self._mean_ms = mean_ms
        self._change_ms = change_ms
        self._partitions: list[TopicPartition] = []
        self._members = ShareMembers(ground, self.name, mean_ms=mean_ms)

    async def prepare(self) -> None:
        """Creates the topic, and has the group begin at its beginning."""
        self._partitions = await self._ground.create_topic(TOPIC, partitions=self._count)

        async def configure(name: str) -> None:
            async with self._ground.admin(name) as admin:
                earliest = Changes(set={"share.auto.offset.reset": "earliest"})
                await admin.alter_configs(ConfigResource.group(self.name), earliest)

        await self._ground.do("configurer", configure)

    async def run(self) -> None:
        """Runs the producer and the members, and changes these."""
        ground = self._ground
        ProducerLoop(ground, self._partitions, mean_ms=self._mean_ms).start("producer")
        await come_and_go(ground, self._members, members_max=self._members_max, change_ms=self._change_ms)
        await ground.ended()

    def stop(self) -> None:
        """Asks producer and members for their end."""
        self._ground.stop()

    async def finish(self) -> None:
        """Has one member accept all that is left, and reads the topic."""
        ground = self._ground
        await ground.pause_anyway(QUIET_MS)
        since_ms = ground.now_ms()
        await ground.do("drainer", self._drain)
        lags = await ground.do("onlooker", self._lags)
        for tp in self._partitions:
            ground.history.add(
                ShareDrained(
                    group=self.name,
                    tp=tp,
                    lag=lags.get(tp, -1),
                    deliveries_max=DELIVERIES_MAX,
                    since_ms=since_ms,
                    late_ms=QUIET_MS,
                    time_ms=ground.now_ms(),
                )
            )
        await read_all(ground, self._partitions)

    async def _drain(self, name: str) -> None:
        ground = self._ground
        deadline_ms = ground.now_ms() + DRAIN_MS_MAX
        async with ground.admin(name) as admin, self._members.consumer(name) as consumer:
            consumer.subscribe(TOPIC)
            while ground.now_ms() < deadline_ms:
                records = await self._members.poll(consumer, name)
                for record in records:
                    self._members.acknowledge(consumer, name, record, AcknowledgeType.ACCEPT)
                await consumer.commit(timeout_ms=CALL_TIMEOUT_MS)
                offsets = await admin.list_share_group_offsets(self.name)
                if not records and all(tp in offsets and offsets[tp].lag == 0 for tp in self._partitions):
                    break
        self._members.abandon(name)

    async def _lags(self, name: str) -> dict[TopicPartition, int]:
        async with self._ground.admin(name) as admin:
            offsets = await admin.list_share_group_offsets(self.name)
        return {tp: -1 if offset.lag is None else offset.lag for tp, offset in offsets.items()}

    def counts(self) -> dict[str, int]:
        """Returns sends by their outcomes, records delivered, acknowledgements and changes of members."""
        return dict(self._ground.counts)
