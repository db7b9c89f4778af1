"""A broker's data plane with share groups: real logs, a clock that stands still, requests of members by hand."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from kavka.broker.config.group_configs import EARLIEST
from kavka.broker.handlers.share_requests import ShareRequests
from kavka.broker.metrics import BrokerMetrics
from kavka.broker.requests.context import ConnectionInfo
from kavka.broker.security.authorizer import Authorizer
from kavka.broker.share.partition.group_terms import ShareGroupTerms
from kavka.broker.share.partition.in_flight_records import ShareLimits
from kavka.broker.share.partition.led_share_partitions import LedSharePartitions
from kavka.broker.share.partition.sessions import ShareSessionCache
from kavka.broker.share.partition.share_fetches import ShareFetches
from kavka.broker.share.persister import UNINITIALIZED_START_OFFSET, SharePartition, ShareState, StateBatch
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import ShareAcknowledgeRequest, ShareFetchRequest
from kavka.protocol.records.batch import BatchBuilder
from tests.support.broker.parts import Parts
from tests.support.replica.node import TOPIC_ID, Node
from tests.support.share.memory_persister import MemoryPersister

GROUP = "g"
LOCK_MS = 30_000
VERSION = 2

Batch = ShareFetchRequest.AcknowledgementBatch


class HeldPersister(MemoryPersister):
    """A persister in memory whose calls can be held, or refused."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self.refuses: KafkaError | None = None
        self.writes: list[ShareState] = []

    async def read(self, share_partition: SharePartition, *, leader_epoch: Any) -> ShareState:
        await self._wait()
        return await super().read(share_partition, leader_epoch=leader_epoch)

    async def write(self, share_partition: SharePartition, changed: ShareState) -> None:
        await self._wait()
        self.writes.append(changed)
        await super().write(share_partition, changed)

    async def _wait(self) -> None:
        await self.may_go_on.wait()
        if self.refuses is not None:
            raise self.refuses


class ShareNode(Node):
    """A broker that leads `t`, and reads it for share groups.

    Attributes:
        terms: what holds for every group.
        persister: outlives restarts of the node.
    """

    def __init__(self, directory: Path, **of_manager: Any) -> None:
        self.persister = HeldPersister()
        self.sessions_max = 10
        self.terms = ShareGroupTerms(
            limits=ShareLimits(delivery_count=5, record_locks=2_000), lock_ms=LOCK_MS, auto_offset_reset=EARLIEST
        )
        super().__init__(directory, **of_manager)

    def start(self) -> None:
        super().start()
        manager = self.manager
        self.share_partitions = LedSharePartitions(
            manager.partitions,
            manager.waiting,
            self.persister,
            ShareSessionCache(lambda: self.sessions_max),
            terms_of=lambda _: self.terms,
            metrics=BrokerMetrics(),
            clock=self.clock,
            filesystem=self.log_manager.filesystem,
            supervisor=manager.supervisor,
        )
        manager.leaderships.watch(self.share_partitions.leadership_changed)
        self.services.share_fetches = ShareFetches(manager.fetches, manager.waiting, self.clock)
        self.serve()

    def serve(self, authorizer: Authorizer | None = None) -> None:
        """Serves members, as far as the authorizer lets them."""
        names: Any = Parts(snapshot=Parts(topic_names={TOPIC_ID: "t"}))
        leaders: Any = Parts(of=lambda topic, index: (7, 9), addresses=self._addresses)
        self.services.share_requests = ShareRequests(
            authorizer=authorizer,
            leaders=leaders,
            metadata_cache=names,
            share_partitions=self.share_partitions,
            is_enabled=lambda: True,
        )

    def _addresses(self, leaders: Iterable[int], ctx: Any, made: Callable[..., Any]) -> list[Any]:
        return [made(leader, "elsewhere", 9092, None) for leader in sorted(set(leaders))]

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Runs what writes states, and keeps locks."""
        async with asyncio.TaskGroup() as tasks:
            task = tasks.create_task(self.share_partitions.run())
            await asyncio.sleep(0)
            try:
                yield
            finally:
                task.cancel()

    async def begin(
        self, index: int = 0, *, group: str = GROUP, start_offset: int = UNINITIALIZED_START_OFFSET
    ) -> None:
        """Begins a share-partition, as the group's coordinator does."""
        await self.persister.initialize(
            SharePartition(group, TOPIC_ID, index), state_epoch=1, start_offset=start_offset
        )

    def kept(self, index: int = 0, *, group: str = GROUP) -> tuple[int, list[StateBatch]]:
        """What the persister has: the start offset, and batches."""
        state = self.persister.states[SharePartition(group, TOPIC_ID, index)]
        return state.start_offset, list(state.batches)

    def write(self, *counts: int, index: int = 0) -> None:
        """Appends batches of so many records."""
        for count in counts:
            builder = BatchBuilder()
            for number in range(count):
                builder.append(timestamp=1, key=None, value=b"%d" % number)
            assert self.produce(builder.build(), index=index, acks=1).partition.error_code == 0

    def end_locks(self, ms: int = LOCK_MS) -> None:
        """Lets time pass, and ends the locks whose time is over."""
        self.clock.advance(ms)
        self.share_partitions.lock_timer.advance()
        self.manager.waiting.share_fetch_purgatory.timer.advance()


class Member:
    """A member of a share group, and its connection to a node."""

    def __init__(self, node: ShareNode, member_id: str = "a", group: str = GROUP) -> None:
        self.node = node
        self.member_id = member_id
        self.group = group
        self.epoch = 0
        self.connection = ConnectionInfo(
            peer_host="p", peer_port=1, local_host="l", local_port=2, listener_name="PLAINTEXT"
        )

    def fetch(
        self,
        *partitions: int,
        epoch: int | None = None,
        acknowledge: Sequence[tuple[int, int, list[int]]] = (),
        forget: Sequence[int] = (),
        topic_id: bytes = TOPIC_ID,
        max_wait_ms: int = 0,
        max_records: int = 500,
        **options: Any,
    ) -> Any:
        """Sends a ShareFetch; what comes back is a `Call`, perhaps to be awaited."""
        epoch = self._next_epoch(epoch)
        named = list(partitions) or ([0] if acknowledge else [])
        topic = ShareFetchRequest.FetchTopic(
            topic_id,
            [
                ShareFetchRequest.FetchPartition(
                    index, [Batch(*batch) for batch in acknowledge] if index == named[0] else []
                )
                for index in named
            ],
        )
        request = ShareFetchRequest(
            group_id=self.group,
            member_id=self.member_id,
            share_session_epoch=epoch,
            max_wait_ms=max_wait_ms,
            min_bytes=options.pop("min_bytes", 1),
            max_records=max_records,
            batch_size=options.pop("batch_size", 500),
            topics=[topic] if named else [],
            forgotten_topics_data=[ShareFetchRequest.ForgottenTopic(topic_id, list(forget))] if forget else [],
            **options,
        )
        return self.node.send(request, VERSION, connection=self.connection)

    def acknowledge(
        self, *batches: tuple[int, int, list[int]], index: int = 0, epoch: int | None = None, **options: Any
    ) -> Any:
        """Sends a ShareAcknowledge; what comes back is to be awaited."""
        partition = ShareAcknowledgeRequest.AcknowledgePartition(
            index, [ShareAcknowledgeRequest.AcknowledgementBatch(*batch) for batch in batches]
        )
        request = ShareAcknowledgeRequest(
            group_id=self.group,
            member_id=self.member_id,
            share_session_epoch=self._next_epoch(epoch),
            topics=[ShareAcknowledgeRequest.AcknowledgeTopic(TOPIC_ID, [partition])] if batches else [],
            **options,
        )
        return self.node.send(request, VERSION, connection=self.connection)

    def _next_epoch(self, epoch: int | None) -> int:
        if epoch is None:
            epoch = self.epoch
            self.epoch += 1
        return epoch


def acquired(call: Any) -> list[tuple[int, int, int]]:
    """What a response says of its only partition's acquired records."""
    assert call.answer.error_code == 0
    if not call.answer.responses:
        return []
    assert call.partition.error_code == 0
    return [(one.first_offset, one.last_offset, one.delivery_count) for one in call.partition.acquired_records]
