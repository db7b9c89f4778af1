"""The share coordinator: answers for the states in the partitions of `__share_group_state` led here (KIP-932).

    asked ─▶ decided by the shard ─▶ written, all of a request together ─▶ the replicas have it ─▶ answered
    from time to time: states that do not change are written anew; the log is cut before the oldest snapshot;
                       states of topics that were deleted are forgotten

A question that changes nothing waits, too, until the replicas have what it is answered from.

Not here: the log and who leads (`keeper`), what becomes of a state (`shard`), who asks (`cluster_persister`, handlers).
Kafka: `ShareCoordinatorService`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from kavka.broker.share.state.exchange import Initial, Outcome, Payload, ShareQuestion
from kavka.broker.share.state.records import StateDeleted
from kavka.common.steps import Steps, stretches
from kavka.common.supervised import Supervisor
from kavka.protocol.errors import ErrorCode, KafkaError, error_for_code

if TYPE_CHECKING:
    from kavka.broker.share.persister import SharePartition, ShareState
    from kavka.broker.share.state.keeper import Done, ShareStateKeeper
    from kavka.broker.share.state.records import StateRecord
    from kavka.broker.share.state.shard import StateShard
    from kavka.common.lane import Lane
    from kavka.protocol.epochs import LeaderEpoch
    from kavka.timer.clock import Clock
    from kavka.timer.moments import WallMs

_log = logging.getLogger(__name__)

STATES_IN_ONE_STEP_MAX: Final = 50
"""States that are looked at, and may be written, in one step: some milliseconds."""


class ShareTimes(NamedTuple):
    """The settings that hold now, in ms.

    Attributes:
        prune_interval: `share.coordinator.state.topic.prune.interval.ms`.
        snapshot_interval: `share.coordinator.cold.partition.snapshot.interval.ms`.
        write_timeout: `share.coordinator.write.timeout.ms`.
    """

    prune_interval: int
    snapshot_interval: int
    write_timeout: int


class ShareCoordinator:
    """Answers for states.

    Args:
        keeper: of what this broker leads.
        delete_records: cuts a partition of the log before an offset.
        is_known: whether a topic has a partition, as far as this broker knows.
        times: the settings that hold now.
        clock: wall clock for states, and what the intervals go by.
        lane: the slices of the loop's time in which all states are looked at.
        supervisor: keeps one partition's failure from the others.
    """

    __slots__ = ("_clock", "_delete_records", "_is_known", "_lane", "_missing", "_supervisor", "_times", "keeper")

    def __init__(
        self,
        keeper: ShareStateKeeper,
        *,
        delete_records: Callable[[int, int], None],
        is_known: Callable[[bytes, int], bool],
        times: Callable[[], ShareTimes],
        clock: Clock,
        lane: Lane,
        supervisor: Supervisor | None = None,
    ) -> None:
        self.keeper = keeper
        self._delete_records = delete_records
        self._is_known = is_known
        self._times = times
        self._clock = clock
        self._lane = lane
        self._supervisor = supervisor or Supervisor()
        self._missing: set[SharePartition] = set()
        """States whose topic was not known when all were last looked at."""

    # ---- answering ------------------------------------------------------------------------------------------------

    async def perform(
        self, question: ShareQuestion, asked: Mapping[SharePartition, Payload]
    ) -> dict[SharePartition, Outcome]:
        """Answers a question about each share-partition by itself.

        Returns:
            By share-partition, in the order of the question, the state or the KafkaError.
        """
        outcomes: dict[SharePartition, Outcome] = {}
        waits: dict[SharePartition, Done] = {}
        self._decide(question, asked, outcomes, waits)
        if waits:
            await asyncio.wait(set(waits.values()))  # the log bounds it: write_timeout; the writes go on in any case
        for share_partition, done in waits.items():
            if done.result() is not ErrorCode.NONE:
                outcomes[share_partition] = error_for_code(done.result())
        return {share_partition: outcomes[share_partition] for share_partition in asked}

    def _decide(
        self,
        question: ShareQuestion,
        asked: Mapping[SharePartition, Payload],
        outcomes: dict[SharePartition, Outcome],
        waits: dict[SharePartition, Done],
    ) -> None:
        """Decides and writes, all in one step, so that no two decisions are made on the same state."""
        now_ms = self._clock.now_ms()
        keeper = self.keeper
        changes: dict[int, list[tuple[SharePartition, StateRecord]]] = {}
        shards: dict[int, StateShard] = {}
        for share_partition, said in asked.items():
            try:
                index = keeper.index_of(share_partition)
                shard = shards[index] = keeper.shard_at(index)
                record = _record(question, shard, share_partition, said, now_ms)
                outcomes[share_partition] = shard.state(share_partition)
                if record is not None:
                    changes.setdefault(index, []).append((share_partition, record))
                elif (pending := keeper.pending(index, share_partition)) is not None:
                    waits[share_partition] = pending
            except KafkaError as error:
                outcomes[share_partition] = error
        for index, of_partition in changes.items():
            written = keeper.append(index, of_partition)
            for (share_partition, _), done in zip(of_partition, written, strict=True):
                outcomes[share_partition] = shards[index].state(share_partition)
                waits[share_partition] = done

    # ---- time -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Writes cold states anew, forgets those of deleted topics, cuts the log; until cancelled."""
        async with asyncio.TaskGroup() as group:
            keep = self._supervisor.keep
            group.create_task(keep("cold share states", self._look_around), name="cold share states")
            group.create_task(keep("pruning of share states", self._cut), name="pruning of share states")

    async def _look_around(self) -> None:
        while True:
            await self._clock.sleep(self._times().snapshot_interval)
            await self._lane.do(self.forget_deleted())
            await self._lane.do(self.write_cold())

    async def _cut(self) -> None:
        while True:
            await self._clock.sleep(self._times().prune_interval)
            await self.prune()

    def write_cold(self) -> Steps[None]:
        """Writes the states that have not been written as a whole for long."""
        interval_ms = self._times().snapshot_interval
        for index, shard in self.keeper.served():
            places = shard.cold(now_ms=self._clock.now_ms(), interval_ms=interval_ms)
            for stretch in stretches(places, STATES_IN_ONE_STEP_MAX):
                yield from self._append(index, shard, partial(shard.renewed, now_ms=self._clock.now_ms()), stretch)

    def forget_deleted(self) -> Steps[None]:
        """Forgets the states of topics that are missing for the second time in a row.

        Whoever leads a partition of the topic has heard of all topics; that of one which was just made may still come.
        """
        missing: set[SharePartition] = set()
        for index, shard in self.keeper.served():
            for stretch in stretches(list(shard), STATES_IN_ONE_STEP_MAX):
                gone = [place for place in stretch if not self._is_known(place.topic_id, place.partition)]
                missing.update(gone)
                yield from self._append(
                    index, shard, lambda _: StateDeleted(), [place for place in gone if place in self._missing]
                )
        self._missing = missing

    def _append(
        self,
        index: int,
        shard: StateShard,
        record_of: Callable[[SharePartition], StateRecord | None],
        places: Iterable[SharePartition],
    ) -> Steps[None]:
        """Writes a record of each state that is still there, if the partition is; then lets others come."""
        if self.keeper.serves(index, shard):
            records = ((place, record_of(place)) for place in places if place in shard)
            changes = [(place, record) for place, record in records if record is not None]
            if changes:
                self.keeper.append(index, changes)
        yield

    async def prune(self) -> None:
        """Deletes the records before each partition's oldest snapshot, once the replicas have all."""
        before = [(index, shard, shard.redundant_before(), shard.end_offset) for index, shard in self.keeper.served()]
        if not before:
            return
        await self._clock.sleep(self._times().write_timeout)
        for index, shard, offset, end_offset in before:
            if self.keeper.serves(index, shard) and self.keeper.is_replicated(index, end_offset):
                with self._supervisor.item("pruning of share states", index):
                    self._delete_records(index, offset)


def _record(
    question: ShareQuestion, shard: StateShard, share_partition: SharePartition, said: Payload, now_ms: WallMs
) -> StateRecord | None:
    """Decides what is to be written; None: nothing.

    Raises:
        KafkaError: it is refused, see `shard`.
    """
    if question is ShareQuestion.WRITE:
        changed: ShareState = said
        return shard.write(share_partition, changed, now_ms=now_ms)
    if question is ShareQuestion.READ:
        leader_epoch: LeaderEpoch = said
        return shard.read(share_partition, leader_epoch=leader_epoch, now_ms=now_ms)
    if question is ShareQuestion.INITIALIZE:
        initial: Initial = said
        return shard.initialize(share_partition, **initial._asdict(), now_ms=now_ms)
    if question is ShareQuestion.DELETE:
        return shard.delete(share_partition)
    shard.check_summary(share_partition)
    return None
