"""A group coordinator on a real replica of `__consumer_offsets`, with a clock that only tests move."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kavka.broker.group.coordinator import GroupCoordinator
from kavka.broker.group.group_config import ConsumerGroupConfig, GroupConfig
from kavka.broker.group.group_offsets import CommittedOffset
from kavka.broker.group.member import JoinRequest, MemberName
from kavka.broker.metrics import GroupMetrics
from kavka.common.lane import Lane
from kavka.common.steps import at_once
from kavka.common.types import TopicPartition
from kavka.protocol.epochs import LeaderEpoch
from kavka.protocol.errors import ErrorCode
from kavka.protocol.records.control import ControlType, marker_batch
from tests.support.group.consumer_members import FakeTopics
from tests.support.group.fake_persister import FakePersister
from tests.support.group.known_offsets import KnownOffsets
from tests.support.replica.node import BROKER, Node

TOPIC = "__consumer_offsets"
OTHER = BROKER + 1
INITIAL_DELAY_MS = 3_000
SESSION_MS = 10_000
REBALANCE_MS = 60_000


class Asked:
    """A request to the coordinator: what came of it, if anything has."""

    def __init__(self) -> None:
        self.results: list[Any] = []

    def __call__(self, result: Any) -> None:
        self.results.append(result)

    @property
    def is_waiting(self) -> bool:
        return not self.results

    @property
    def result(self) -> Any:
        assert len(self.results) == 1, f"{len(self.results)} answers"
        return self.results[0]

    @property
    def error(self) -> Any:
        return self.result.error


class Groups:
    """The coordinator, and what clients do."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.topics = FakeTopics()
        self.config_of: dict[str, ConsumerGroupConfig] = {}
        self.config = GroupConfig(initial_rebalance_delay_ms=INITIAL_DELAY_MS)
        self.persister = FakePersister()
        self.latest = KnownOffsets()
        self.begin()

    def begin(self) -> None:
        """A broker's life: nothing is known."""
        self.metrics = GroupMetrics()
        self.appends = self.node.appends(TOPIC)
        self.coordinator = GroupCoordinator(
            self.appends,
            clock=self.node.clock,
            rng=random.Random(1),
            config=lambda: self.config,
            config_of=lambda group_id: self.config_of.get(group_id, self.config.consumer),
            share_config_of=lambda _: self.config.share,
            streams_config_of=lambda _: self.config.streams,
            partition_count=lambda: 1,
            topics=lambda: self.topics,
            completions=self.node.manager.waiting.completions,
            metrics=self.metrics,
            persister=lambda: self.persister,
            latest=self.latest,
            lane=Lane(),
        )
        self.log = self.node.internal_log(
            TOPIC, self.coordinator.store, filesystem=self.node.log_manager.filesystem, lane=Lane()
        )

    async def lead(self, **state: Any) -> None:
        """Leads the partition, and has read it."""
        self.node.lead(TOPIC, **state)
        while not self.log.is_loaded(0):  # noqa: ASYNC110 - the loading task needs turns, and tells nobody
            await asyncio.sleep(0)

    async def reload(self) -> None:
        """Another broker leads for a while; then this one again, which knows what the log says."""
        epoch = self.node.manager.partitions.get(TOPIC, 0).leader_epoch
        self.node.lead(TOPIC, leader=OTHER, epoch=epoch + 1)
        await self.lead(epoch=epoch + 2)

    def advance(self, ms: int) -> None:
        """Time goes by, and everything that is due happens."""
        self.node.advance(ms)
        self.coordinator.advance()

    def run_for(self, ms: int, step_ms: int = 20) -> None:
        """The same in small steps: a broker that runs all the time."""
        for _ in range(0, ms, step_ms):
            self.advance(step_ms)

    def group(self, group_id: str = "g") -> Any:
        return self.coordinator.store.get(group_id)

    def append_marker(self, producer_id: int, *, is_commit: bool, epoch: int = 0) -> None:
        """A transaction's end in the log, and the coordinator told of it."""
        kind = ControlType.COMMIT if is_commit else ControlType.ABORT
        batch = marker_batch(kind, timestamp=1, producer_id=producer_id, producer_epoch=epoch, coordinator_epoch=0)
        self.appends.append(0, batch, lambda *_: None, timeout_ms=1000)
        at_once(self.coordinator.transaction_marked([0], producer_id, is_commit=is_commit))

    # ---- what members do ----

    def join(
        self,
        member_id: str = "",
        *,
        group: str = "g",
        instance: str | None = None,
        protocols: Iterable[str | tuple[str, bytes]] = ("range",),
        **options: Any,
    ) -> Asked:
        asked = Asked()
        self.coordinator.members.join(
            JoinRequest(
                group_id=group,
                member_id=member_id,
                group_instance_id=instance,
                client_id=options.get("client_id", "c"),
                client_host="/10.0.0.9",
                session_timeout_ms=options.get("session_ms", SESSION_MS),
                rebalance_timeout_ms=options.get("rebalance_ms", REBALANCE_MS),
                protocol_type=options.get("protocol_type", "consumer"),
                protocols=[p if isinstance(p, tuple) else (p, b"") for p in protocols],
                is_id_required=options.get("is_id_required", False),
                can_skip_assignment=options.get("can_skip_assignment", False),
            ),
            options.get("on_joined", asked),
        )
        return asked

    def sync(
        self,
        member_id: str,
        generation_id: int,
        assignments: Mapping[str, bytes] | None = None,
        *,
        group: str = "g",
        instance: str | None = None,
        **protocol: Any,
    ) -> Asked:
        asked = Asked()
        self.coordinator.members.sync(
            group, generation_id, MemberName(member_id, instance), assignments or {}, asked, **protocol
        )
        return asked

    def heartbeat(
        self, member_id: str, generation_id: int, *, group: str = "g", instance: str | None = None
    ) -> ErrorCode:
        return self.coordinator.members.heartbeat(group, generation_id, MemberName(member_id, instance))

    def leave(self, *names: str | MemberName, group: str = "g") -> Any:
        return self.coordinator.members.leave(
            group, [(name if isinstance(name, MemberName) else MemberName(name), "") for name in names]
        )

    def commit(
        self,
        offset: int,
        *,
        partition: int = 0,
        topic: str = "t",
        group: str = "g",
        generation_id: int = -1,
        member_id: str = "",
        **options: Any,
    ) -> Asked:
        asked = Asked()
        committed = CommittedOffset(
            offset, LeaderEpoch(5), options.get("metadata", ""), self.node.clock.now_ms(), options.get("expire_ms")
        )
        self.coordinator.offsets.commit(
            group,
            generation_id,
            MemberName(member_id, options.get("instance")),
            {TopicPartition(topic, partition): committed},
            lambda errors: asked(errors[TopicPartition(topic, partition)]),
            producer=options.get("producer"),
            knows_epochs=options.get("knows_epochs", True),
        )
        return asked

    def fetch(self, *partitions: int, group: str = "g", is_stable: bool = False) -> dict[int, Any]:
        """Offset, or the error, by partition of topic t; without partitions of all there are."""
        wanted = [TopicPartition("t", index) for index in partitions] or None
        return {
            found.partition.partition: found.error
            if found.error
            else None
            if found.committed is None
            else found.committed.offset
            for found in at_once(self.coordinator.offsets.fetch(group, wanted, is_stable=is_stable))
        }

    # ---- groups that are there ----

    def stable(self, count: int = 1, *, instances: Sequence[str | None] = (), **options: Any) -> tuple[list[str], int]:
        """So many members, each with an assignment; their ids, the leader's first, and the generation."""
        joins = [
            self.join(instance=instances[number] if number < len(instances) else None, **options)
            for number in range(count)
        ]
        self.run_for(2 * INITIAL_DELAY_MS)
        return self.settle(joins, options.get("group", "g"))

    def settle(self, joins: Iterable[Asked], group: str = "g") -> tuple[list[str], int]:
        """Everybody who has joined syncs."""
        results = [asked.result for asked in joins]
        assert {result.error for result in results} == {ErrorCode.NONE}
        leader, generation = results[0].leader_id, results[0].generation_id
        ids = sorted((result.member_id for result in results), key=lambda member_id: member_id != leader)
        shares = {member_id: f"for {member_id}".encode() for member_id in ids}
        syncs = [
            self.sync(member_id, generation, shares if member_id == leader else None, group=group) for member_id in ids
        ]
        assert [asked.result.assignment for asked in syncs] == [shares[member_id] for member_id in ids]
        return ids, generation
