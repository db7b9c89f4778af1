"""An administrator whose topics come, change and go while somebody writes to them; names are used again.

    made#1 ─ config, partitions ─ writer rests: final read ─ writer goes on ─ delete ─ create ─▶ made#2 ─ …
                                                             └── a record may be in #1 or in #2 ──┘

Each time the topic is another one for the history, and its offsets begin again: what is read in `made#2` and was sent
before is garbled. What is sent while one goes and the other comes may be in either, and is unknown in both. A call or a
record that took long may have left a request behind that somebody carries out later: that name is not used again.

Not here: topics whose records nobody knows (the fault "a topic deleted and made anew").
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kavka.client.admin import Admin
from kavka.client.configs import Changes, ConfigResource
from kavka.common.types import NewTopic, TopicPartition
from kavka.simulation.workloads.final_reads import read_all
from kavka.simulation.workloads.ground import Ground, partitions_of
from kavka.simulation.workloads.sends import LATE_MS, Sends
from kavka.wire.errors import FAILURES

PARTITIONS: Final = 2
PARTITIONS_MAX: Final = 6
BURST_RECORDS: Final = 3
PAUSE_MS: Final = 250


class _Topic:
    """A name, and how often there has been a topic of that name."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.name = f"made-{number}"
        self.times = 1
        self.is_changing = False
        self.partitions = PARTITIONS
        self.late_before = 0
        """Of all records, how many were late before the first of this name."""

    def names(self) -> tuple[str, ...]:
        """Returns what the history calls the topic that a record of now goes to: two names while it changes."""
        times = (self.times, self.times + 1) if self.is_changing else (self.times,)
        return tuple(f"{self.name}#{number}" for number in times)


class TopicsWorkload:
    """See the module.

    Args:
        ground: its clients' ground.
        mean_ms: from one burst of the writer to the next, on average.
        change_ms: from one act of the administrator to the next, on average.
    """

    name = "topics"
    settings: Mapping[str, str] = {"auto.create.topics.enable": "false"}
    compacted: frozenset[str] = frozenset()

    def __init__(self, ground: Ground, *, mean_ms: float = 2_500, change_ms: float = 4_000) -> None:
        self._ground = ground
        self._mean_ms = mean_ms
        self._change_ms = change_ms
        self._topic = _Topic(1)
        self._is_writing = True
        self._is_under_way = False
        self._sends: Sends | None = None

    async def prepare(self) -> None:
        """Creates the first topic."""
        await self._ground.create_topic(self._topic.name, partitions=PARTITIONS)

    async def run(self) -> None:
        """Runs the writer and the administrator."""
        self._ground.start("writer", self._write)
        self._ground.start("admin", self._administrate)
        await self._ground.ended()

    # ---- the writer -----------------------------------------------------------------------------------------------

    async def _write(self, name: str) -> None:
        ground = self._ground
        sends = self._sends = Sends(ground, name, named=self._named)
        while not ground.is_stopping:
            try:
                async with ground.producer(name) as producer:
                    while not ground.is_stopping:
                        self._is_under_way = self._is_writing
                        if self._is_writing:
                            targets = partitions_of(self._topic.name, PARTITIONS)
                            burst = [
                                await sends.send(producer, ground.rng.choice(targets)) for _ in range(BURST_RECORDS)
                            ]
                            await sends.settle(burst)
                        self._is_under_way = False
                        await ground.pause(ground.about(self._mean_ms))
            except FAILURES:
                ground.counts["reopened"] += 1
                await ground.pause(PAUSE_MS)

    def _named(self, tp: TopicPartition) -> tuple[TopicPartition, ...]:
        if tp.topic != self._topic.name:
            return ()
        return tuple(TopicPartition(name, tp.partition) for name in self._topic.names())

    # ---- the administrator ----------------------------------------------------------------------------------------

    async def _administrate(self, name: str) -> None:
        ground = self._ground
        acts = ground.in_turn((self._configure, self._grow, self._renew, self._renew))
        while not ground.is_stopping:
            try:
                async with ground.admin(name) as admin:
                    while not ground.is_stopping:
                        await ground.pause(ground.about(self._change_ms))
                        if not ground.is_stopping:
                            await next(acts)(admin)
            except FAILURES:
                ground.counts["refused"] += 1

    async def _configure(self, admin: Admin) -> None:
        changes = Changes(set={"segment.bytes": str(self._ground.rng.choice((400, 4_000, 40_000)))})
        await admin.alter_configs(ConfigResource.topic(self._topic.name), changes)
        self._ground.counts["configured"] += 1

    async def _grow(self, admin: Admin) -> None:
        topic = self._topic
        if topic.partitions < PARTITIONS_MAX:
            topic.partitions += 1
            await admin.create_partitions({topic.name: topic.partitions})
            self._ground.counts["grown"] += 1

    async def _renew(self, admin: Admin) -> None:
        """Deletes the topic, and makes one of the same name; or of another one, if nobody can know what comes of it."""
        ground, topic = self._ground, self._topic
        await self._read_quietly()
        topic.is_changing = True
        begin_ms = ground.now_ms()
        try:
            await admin.delete_topics([topic.name])
            await admin.create_topics([_new(topic.name, len(ground.cluster.brokers))])
            is_sure = ground.now_ms() - begin_ms < LATE_MS and self._late_count() == topic.late_before
        except FAILURES:
            is_sure = False
        if is_sure:
            topic.times += 1
            topic.is_changing = False
            topic.partitions = PARTITIONS
            ground.counts["renewed"] += 1
        else:
            ground.counts["names given up"] += 1
            await self._begin_anew(admin)

    def _late_count(self) -> int:
        return 0 if self._sends is None else self._sends.late_count

    async def _begin_anew(self, admin: Admin) -> None:
        """Goes on with a topic of a name that was never used."""
        ground, number = self._ground, self._topic.number + 1
        while not ground.is_stopping:
            topic = _Topic(number)
            number += 1
            begin_ms = ground.now_ms()
            try:
                await admin.create_topics([_new(topic.name, len(ground.cluster.brokers))])
            except FAILURES:
                await ground.pause(PAUSE_MS)
                continue
            if ground.now_ms() - begin_ms < LATE_MS:
                topic.late_before = self._late_count()
                self._topic = topic
                return

    async def _read_quietly(self) -> None:
        """Reads all of the topic that is about to go, if faults let it, while its writer rests."""
        ground = self._ground
        self._is_writing = False
        try:
            while self._is_under_way:
                await ground.pause_anyway(PAUSE_MS)
            (named,) = self._topic.names()
            partitions = partitions_of(self._topic.name, PARTITIONS)
            acked = {} if self._sends is None else self._sends.acked_ends
            least = {tp: acked.get(TopicPartition(named, tp.partition), 0) for tp in partitions}
            await read_all(ground, partitions, named=named, is_whole=True, least=least)
        except FAILURES:
            ground.counts["not read"] += 1
        finally:
            self._is_writing = True

    # ---- the end --------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Asks both for their end."""
        self._ground.stop()

    async def finish(self) -> None:
        """Reads the last topic, if it is sure which one that is, and deletes it: nothing of it may stay."""
        if not self._topic.is_changing:
            (named,) = self._topic.names()
            await read_all(self._ground, partitions_of(self._topic.name, PARTITIONS), named=named)
            await self._ground.do("remover", self._remove)

    async def _remove(self, name: str) -> None:
        async with self._ground.admin(name) as admin:
            await admin.delete_topics([self._topic.name])

    def counts(self) -> dict[str, int]:
        """Returns sends by their outcomes, and what the administrator did."""
        return dict(self._ground.counts)


def _new(name: str, brokers: int) -> NewTopic:
    return NewTopic(name=name, num_partitions=PARTITIONS, replication_factor=min(3, brokers))
