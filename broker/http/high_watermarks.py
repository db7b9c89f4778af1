"""High watermarks of any partition: what a group's lag is measured against, also where this broker has no replica.

    of(partition) ─▶ a replica here: its own, at once; a follower's may be a response of its leader behind
                  └▶ none here: what its leader said last; it is asked from now on ─▶ ListOffsets, every few seconds

Nobody is asked who is not looked for: an endpoint that is not scraped costs nothing, and a scrape waits for nobody. So
the first look at a partition of others has no value yet; the next one has. What was not looked for in a while is
forgotten. Not here: what is shown of it (`broker.http.families.lag`).
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from kavka.common.steps import Steps, stretches
from kavka.common.types import TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import DecodeError
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.http.observed import Observed
    from kavka.wire.peer_link import PeerLinks

_log = logging.getLogger(__name__)

REFRESH_MS: Final = 5_000
"""Pause between two requests to the leaders."""
FORGET_MS: Final = 120_000
"""Partitions that nobody has looked for in so long are asked about no more: two scrapes at the slowest usual pace."""
PARTITIONS_MAX: Final = 10_000
ASKED_AT_ONCE_MAX: Final = 1_000
"""Partitions in one request, whose response is some milliseconds' work."""
ANSWER_TIMEOUT_MS: Final = 5_000
LATEST: Final = -1
"""ListOffsets: the high watermark."""
DEBUGGING_REPLICA: Final = -1
"""A consumer, as far as the leader is concerned."""


class HighWatermarks:
    """See the module.

    Args:
        services: the replicas here, and who leads the others.
        peers: the way to the leaders, nobody else's.
    """

    __slots__ = ("_known", "_peers", "_services", "_wake", "_wanted")

    def __init__(self, services: Observed, peers: PeerLinks[Any]) -> None:
        self._services = services
        self._peers = peers
        self._known: dict[TopicPartition, int] = {}
        self._wanted: dict[TopicPartition, MonotonicMs] = {}
        """When each was looked for last. Invariant: at most `PARTITIONS_MAX`."""
        self._wake = asyncio.Event()

    def of(self, partition: TopicPartition) -> int | None:
        """Returns the partition's high watermark as far as known here, None where it is not."""
        replica = self._services.replica_manager.partitions.find(*partition)
        if replica is not None:
            return replica.log.high_watermark
        if partition in self._wanted or len(self._wanted) < PARTITIONS_MAX:
            self._wanted[partition] = self._services.clock.monotonic_ms()
            self._wake.set()
        return self._known.get(partition)

    async def run(self) -> None:
        """Requests high watermarks while somebody looks; until cancelled."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                await self.refresh()
                await self._services.machine_clock.sleep(REFRESH_MS)
        finally:
            await self._peers.close()

    async def refresh(self) -> None:
        """Requests the wanted high watermarks once from every leader."""
        by_leader = await self._services.lane.do(self._to_ask())
        await self._peers.close_all_but(self._services.metadata_cache.snapshot.brokers)
        await asyncio.gather(*(self._ask_all(leader, partitions) for leader, partitions in by_leader.items()))

    def _to_ask(self) -> Steps[dict[int, list[TopicPartition]]]:
        """Returns what is still looked for, by who leads it now; forgets the rest."""
        snapshot = self._services.metadata_cache.snapshot
        oldest_ms = self._services.clock.monotonic_ms() - FORGET_MS
        by_leader: dict[int, list[TopicPartition]] = {}
        for stretch in stretches(list(self._wanted)):
            for partition in stretch:
                state = snapshot.partition(*partition)
                if self._wanted[partition] < oldest_ms or state is None:
                    del self._wanted[partition]
                    self._known.pop(partition, None)
                elif state.leader in snapshot.brokers:
                    by_leader.setdefault(state.leader, []).append(partition)
            yield
        return by_leader

    async def _ask_all(self, leader: int, partitions: list[TopicPartition]) -> None:
        """Asks one leader, a request after the other: a response about very many would be one long step to read."""
        for first in range(0, len(partitions), ASKED_AT_ONCE_MAX):
            if not await self._ask(leader, partitions[first : first + ASKED_AT_ONCE_MAX]):
                break

    async def _ask(self, leader: int, partitions: list[TopicPartition]) -> bool:
        version = self._services.config.protocol.version(ApiKey.LIST_OFFSETS)
        try:
            answer = await self._peers.ask(leader, _question(partitions), version=version, timeout_ms=ANSWER_TIMEOUT_MS)
        except (OSError, DecodeError) as error:
            _log.debug("broker %d does not say where its partitions end: %s", leader, error)
            return False
        for topic in answer.topics:
            for found in topic.partitions:
                if not found.error_code:
                    self._known[TopicPartition(topic.name, found.partition_index)] = found.offset
        return True


def _question(partitions: list[TopicPartition]) -> Any:
    from kavka.protocol.messages import ListOffsetsRequest  # loaded by use: most brokers never send one

    topics: dict[str, list[Any]] = {}
    for topic, index in partitions:
        topics.setdefault(topic, []).append(
            ListOffsetsRequest.ListOffsetsPartition(partition_index=index, timestamp=LATEST)
        )
    return ListOffsetsRequest(
        replica_id=DEBUGGING_REPLICA,
        topics=[ListOffsetsRequest.ListOffsetsTopic(name=name, partitions=found) for name, found in topics.items()],
    )
