"""Requests that come too late, as from a network that has kept them: each has to be refused, and changes nothing.

    former epoch         epoch 0: a ─▶ ok          epoch 1: b ─▶ ok        epoch 0: the one behind a ─▶ refused
    former transaction   begin, a, abort ─▶ ok                             one more record of it ─▶ refused
    former connection    begin, a, commit ─▶ ok    begin, b                commit, by the older connection ─▶ refused
    former coordinator   begin, a, abort ─▶ ok     begin, b                a marker of an older epoch ─▶ refused
    former generation    join, commit 1, leave     join, commit 2 ─▶ ok    commit 3 as the first member ─▶ refused

A record that was too late is in the history as one that was never written, and what a late request would have decided
as it was decided before: the checks find what was not refused. An act whose own requests fail ends there, for nobody
knows what became of them. Not here: requests that the network keeps by chance (`links.LateRequest`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Mapping
from typing import Final

from kavka.broker.replica.internal_log import partition_for
from kavka.client.coordinators import CoordinatorKind
from kavka.common.types import TopicPartition
from kavka.protocol.errors import NotLeaderOrFollower
from kavka.simulation.history import (
    Send,
    SendOutcome,
    Sent,
    StoredOffset,
    Transacted,
    TransactionEnd,
)
from kavka.simulation.workloads.final_reads import read_all
from kavka.simulation.workloads.ground import Ground, encoded
from kavka.simulation.workloads.late_client import LateClient, LateMember, LateProducer
from kavka.wire.errors import FAILURES
from kavka.zk import paths

GROUP: Final = "latecomers"
TRANSACTIONAL_ID: Final = "latecomer"
STATE_TOPIC: Final = "__transaction_state"
LEADER_POLL_MS: Final = 100


class Latecomer:
    """One client that does these acts, one after the other.

    Args:
        ground: the workload's.
        name: of its host.
        partitions: where its records go.
        committed: a partition without records, in which the group commits.
    """

    def __init__(self, ground: Ground, name: str, partitions: list[TopicPartition], committed: TopicPartition) -> None:
        self._ground = ground
        self._name = name
        self._partitions = partitions
        self._committed = committed
        self._offset = 0
        self._count = 0

    async def live(self, *, mean_ms: float) -> None:
        """Goes from act to act until the end."""
        ground = self._ground
        acts = ground.in_turn(
            (
                self._former_epoch,
                self._former_transaction,
                self._former_connection,
                self._former_coordinator,
                self._former_generation,
            )
        )
        while not ground.is_stopping:
            try:
                async with ground.connections(self._name) as older, ground.connections(self._name) as newer:
                    await next(acts)(LateClient(older), LateClient(newer))
            except FAILURES:
                ground.counts["acts failed"] += 1
            await ground.pause(ground.about(mean_ms))

    # ---- records --------------------------------------------------------------------------------------------------

    async def _former_epoch(self, client: LateClient, _: LateClient) -> None:
        tp = self._ground.rng.choice(self._partitions)
        former = await client.producer()
        await self.send(client, tp, former, 0)
        await self.send(client, tp, former._replace(epoch=former.epoch + 1), 0)
        value, invoked_ms = self._ground.next_value(), self._ground.now_ms()
        with self._refused():
            await client.produce(tp, former, 1, encoded(value))
        self._sent(tp, value, SendOutcome.FAILED, invoked_ms)

    async def send(self, client: LateClient, tp: TopicPartition, producer: LateProducer, sequence: int) -> None:
        """Sends a record of its own value that is in time."""
        value, invoked_ms = self._ground.next_value(), self._ground.now_ms()
        try:
            offset = await client.produce(tp, producer, sequence, encoded(value))
        except FAILURES:
            self._sent(tp, value, SendOutcome.UNKNOWN, invoked_ms)
            raise
        self._sent(tp, value, SendOutcome.ACKED, invoked_ms, offset)

    async def send_at_last(self, client: LateClient, tp: TopicPartition, producer: LateProducer) -> None:
        """Sends a first record until a leader has it: preferred ones may still be elected."""
        value, invoked_ms = self._ground.next_value(), self._ground.now_ms()
        while True:
            try:
                offset = await client.produce(tp, producer, 0, encoded(value))
            except NotLeaderOrFollower:
                await asyncio.sleep(LEADER_POLL_MS / 1_000)
            else:
                break
        self._sent(tp, value, SendOutcome.ACKED, invoked_ms, offset)

    def _sent(
        self, tp: TopicPartition, value: int, outcome: SendOutcome, invoked_ms: int, offset: int | None = None
    ) -> None:
        self._count += 1
        self._ground.counts[outcome.value] += 1
        self._ground.history.add(
            Sent(
                client=self._name,
                tp=tp,
                value=value,
                outcome=outcome,
                invoked_ms=invoked_ms,
                completed_ms=self._ground.now_ms(),
                offset=offset,
                number=self._count,
                producer_id=self._count,  # a producer of its own each time: of epochs nobody promises an order
            )
        )

    # ---- transactions ---------------------------------------------------------------------------------------------

    async def _former_transaction(self, client: LateClient, _: LateClient) -> None:
        ground, tp = self._ground, self._ground.rng.choice(self._partitions)
        invoked_ms = ground.now_ms()
        producer = await client.producer(TRANSACTIONAL_ID)
        await client.add(producer, tp)
        values = [ground.next_value(), ground.next_value()]
        try:
            await client.produce(tp, producer, 0, encoded(values[0]))
            await client.end(producer, is_commit=False)
            with self._refused():
                await client.produce(tp, producer, 1, encoded(values[1]), is_named=ground.rng.random() < 0.5)
        finally:
            self._transacted(tp, values, TransactionEnd.ABORTED, invoked_ms)

    async def _former_connection(self, older: LateClient, newer: LateClient) -> None:
        ground, tp = self._ground, self._ground.rng.choice(self._partitions)
        producer = await older.producer(TRANSACTIONAL_ID)
        connection = await self._coordinator(older)
        invoked_ms, value = ground.now_ms(), ground.next_value()
        await older.add(producer, tp)
        end, ending_ms = TransactionEnd.UNKNOWN, None
        try:
            await older.produce(tp, producer, 0, encoded(value))
            ending_ms = ground.now_ms()
            await newer.end(producer, is_commit=True)  # as one that was sent again
            end = TransactionEnd.COMMITTED
        finally:
            self._transacted(tp, [value], end, invoked_ms, ending_ms)
        terms, invoked_ms, value = self._terms(), ground.now_ms(), ground.next_value()
        await newer.add(producer, tp)
        end, ending_ms = TransactionEnd.ABORTED, None
        try:
            await newer.produce(tp, producer, 1, encoded(value))
            if await self._coordinator(older) is connection:
                ending_ms = ground.now_ms()
                with self._refused():
                    await older.end(producer, is_commit=True)
                if terms and self._terms() == terms:
                    ending_ms = None
                else:  # a coordinator that has loaded the transaction does not know its connection
                    end = TransactionEnd.UNKNOWN
            with contextlib.suppress(*FAILURES):
                await newer.end(producer, is_commit=False)
        finally:
            self._transacted(tp, [value], end, invoked_ms, ending_ms)

    async def _former_coordinator(self, client: LateClient, _: LateClient) -> None:
        ground, tp = self._ground, self._ground.rng.choice(self._partitions)
        number = partition_for(TRANSACTIONAL_ID, len(self._terms()) or 1)
        producer = await client.producer(TRANSACTIONAL_ID)
        epoch = await client.coordinator_epoch(STATE_TOPIC, number)
        for sequence in range(2):
            invoked_ms, value = ground.now_ms(), ground.next_value()
            await client.add(producer, tp)
            try:
                await client.produce(tp, producer, sequence, encoded(value))
                if sequence:  # the marker of the one before is there, and says who coordinates
                    with self._refused():
                        await client.mark(producer, tp, epoch - 1)
                await client.end(producer, is_commit=False)
            finally:
                self._transacted(tp, [value], TransactionEnd.ABORTED, invoked_ms)

    async def _coordinator(self, client: LateClient) -> object:
        return await client.connection_to(CoordinatorKind.TRANSACTION, TRANSACTIONAL_ID)

    def _terms(self) -> tuple[bytes, ...]:
        """Returns who has come to coordinate transactions, as ZooKeeper has it; empty: nobody can tell."""
        server = self._ground.cluster.zookeeper.machine.server
        nodes = {} if server is None else server.tree.nodes
        parent = f"{paths.topic(STATE_TOPIC)}/partitions"
        numbers = nodes[parent].children if parent in nodes else ()
        states = (paths.partition_state(STATE_TOPIC, int(number)) for number in sorted(numbers))
        found = [paths.PartitionStateZNode.decode(nodes[path].data or b"") for path in states if path in nodes]
        return tuple(b"%d" % state.leader_epoch for state in found)

    def _transacted(
        self,
        tp: TopicPartition,
        values: list[int],
        end: TransactionEnd,
        invoked_ms: int,
        ending_ms: int | None = None,
    ) -> None:
        self._ground.counts[end.value] += 1
        self._ground.history.add(
            Transacted(
                client=self._name,
                transactional_id=TRANSACTIONAL_ID,
                ops=tuple(Send(tp, value) for value in values),
                outcome=end,
                invoked_ms=invoked_ms,
                completed_ms=self._ground.now_ms(),
                ending_ms=ending_ms,
            )
        )

    # ---- committed offsets ----------------------------------------------------------------------------------------

    async def _former_generation(self, client: LateClient, _: LateClient) -> None:
        former = await client.join(GROUP)
        await self._commit(client, former)
        await client.leave(former)
        member = await client.join(GROUP)
        await self._commit(client, member)
        connection = await self._group_coordinator(client)
        self._offset += 1
        with self._refused():
            await client.commit(former, self._committed, self._offset)
        stored = await client.committed(GROUP, self._committed)
        if (
            await self._group_coordinator(client) is connection
        ):  # who was the coordinator before may tell former offsets
            self.stored(stored)
        await client.leave(member)

    async def _group_coordinator(self, client: LateClient) -> object:
        return await client.connection_to(CoordinatorKind.GROUP, GROUP)

    def stored(self, offset: int) -> None:
        """Notes the offset that the coordinator has."""
        ground = self._ground
        ground.history.add(StoredOffset(group=GROUP, tp=self._committed, offset=offset, time_ms=ground.now_ms()))

    async def _commit(self, client: LateClient, member: LateMember) -> None:
        ground = self._ground
        self._offset += 1
        offset, invoked_ms, is_acked = self._offset, ground.now_ms(), False
        try:
            await client.commit(member, self._committed, offset)
            is_acked = True
        finally:
            ground.note_commit(self._name, GROUP, {self._committed: offset}, invoked_ms=invoked_ms, is_acked=is_acked)

    @contextlib.contextmanager
    def _refused(self) -> Iterator[None]:
        """Counts a late request that is refused; what comes of one that is not, the checks see."""
        try:
            yield
        except FAILURES:
            self._ground.counts["refused"] += 1


class LatecomersWorkload:
    """See the module.

    Args:
        ground: its clients' ground.
        partitions: of the topic that get records.
        mean_ms: from one act to the next, on average.
    """

    name = "latecomers"
    settings: Mapping[str, str] = {"inter.broker.protocol.version": "3.0", "group.initial.rebalance.delay.ms": "500"}
    """Leaders of before 3.0 ask no coordinator about a transaction."""

    compacted: frozenset[str] = frozenset()

    def __init__(self, ground: Ground, *, partitions: int = 2, mean_ms: float = 2_500) -> None:
        self._ground = ground
        self._count = partitions
        self._mean_ms = mean_ms
        self._partitions: list[TopicPartition] = []

    async def prepare(self) -> None:
        """Creates the topic."""
        self._partitions = await self._ground.create_topic("late", partitions=self._count + 1)

    async def run(self) -> None:
        """Runs the one client."""

        async def live(name: str) -> None:
            await self._latecomer(name).live(mean_ms=self._mean_ms)

        self._ground.start("client", live)
        await self._ground.ended()

    def _latecomer(self, name: str) -> Latecomer:
        return Latecomer(self._ground, name, self._partitions[: self._count], self._partitions[-1])

    def stop(self) -> None:
        """Asks the client for its end."""
        self._ground.stop()

    async def finish(self) -> None:
        """Sends one more record to each partition, and reads all that is there."""
        await self._ground.do("last", self._send_last)
        await read_all(self._ground, self._partitions)
        await self._ground.do("offset", self._read_offset)

    async def _send_last(self, name: str) -> None:
        """Sends what a transaction that nobody ends would hold back from readers."""
        async with self._ground.connections(name) as connections:
            client, latecomer = LateClient(connections), self._latecomer(name)
            producer = await client.producer()
            for tp in self._partitions[: self._count]:
                await latecomer.send_at_last(client, tp, producer)

    async def _read_offset(self, name: str) -> None:
        async with self._ground.connections(name) as connections:
            stored = await LateClient(connections).committed(GROUP, self._partitions[-1])
        self._latecomer(name).stored(stored)

    def counts(self) -> dict[str, int]:
        """Returns records and transactions by their ends, commits, and late requests that were refused."""
        return dict(self._ground.counts)
