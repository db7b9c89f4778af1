"""Before a broker stops: others lead what it led, so that clients find a leader at every moment of a rolling restart.

    SIGTERM ─▶ ControlledShutdown to the controller ─▶ what nobody else can lead remains
                  ▲                                        │ none: wait until this broker heard so itself, then stop
                  └─ a replica may have caught up ◀────────┤ some: wait for a change, at most the configured pause
                                                           └ nobody is left who could: stop

Kafka's broker tries `controlled.shutdown.max.retries` times with a fixed pause; this one waits no longer than that, but
asks again as soon as the metadata says that it may help, and not at all where it cannot: alone, or when the others stop
as well. A controller that cannot be reached holds up nobody for more than `TRIES_MAX` looks, one that hangs for no more
than `ANSWER_MS_MAX`.

Not here: what the controller does (`controller.broker_procedures`), the rest of the stop (`app`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from typing import Any, Final

from kavka.broker.cluster.metadata_cache import ClusterSnapshot, MetadataCache
from kavka.broker.config.broker_config import BrokerConfig
from kavka.common.types import TopicPartition
from kavka.protocol.errors import DecodeError, ErrorCode
from kavka.timer.clock import Clock
from kavka.wire.peer_link import PeerLink

_log = logging.getLogger(__name__)

TRIES_MAX: Final = 20
"""How often in a row the controller is looked for and does not answer, before the broker stops without it."""

LOOK_MS: Final = 50
"""Pause between looks, and before asking again: a change that the response knew of may reach this broker after it."""

CONNECT_MS_MAX: Final = 1_000
ANSWER_MS_MAX: Final = 10_000
"""How long the controller may take: it writes each partition to ZooKeeper. Kafka's takes 8 s for 3,333 leaders."""

SETTLE_MS_MAX: Final = 1_000
"""How long the broker waits to hear that it leads no more: requests that come then are sent on, not cut off."""


class ControlledShutdown:
    """One broker's way out.

    Args:
        broker_id: this broker.
        broker_epoch: which life of it this is.
        config: how often, and with which pauses.
        version: the version to ask in; the profile's.
        cache: who else is there, and what this broker leads.
        link: the way to the controller; closed when this is over.
        clock: how long all this may take.
    """

    __slots__ = ("_broker_epoch", "_broker_id", "_cache", "_clock", "_config", "_link", "_version")

    def __init__(
        self,
        *,
        broker_id: int,
        broker_epoch: Callable[[], int],
        config: BrokerConfig,
        version: int,
        cache: MetadataCache,
        link: PeerLink[Any],
        clock: Clock,
    ) -> None:
        self._broker_id = broker_id
        self._broker_epoch = broker_epoch
        self._config = config
        self._version = version
        self._cache = cache
        self._link = link
        self._clock = clock

    async def run(self) -> bool:
        """Moves leadership to other brokers, as far as they can and in bounded time.

        Returns whether this broker leads nothing shared.
        """
        tries: int = self._config.controlled_shutdown_max_retries
        if not self._config.controlled_shutdown_enable or tries <= 0 or not self._is_anybody_else_there():
            return False
        try:
            return await self._hand_over(tries)
        finally:
            await self._link.close()

    async def _hand_over(self, tries: int) -> bool:
        remaining = await self._ask_until_answered()
        if remaining:
            patience_ms = tries * self._config.controlled_shutdown_retry_backoff_ms
            try:
                async with self._clock.timeout(patience_ms):
                    remaining = await self._ask_again(remaining)
            except TimeoutError:
                _log.info("controlled shutdown: nobody else caught up within %d ms", patience_ms)
        if remaining is None or remaining:
            _log.warning("broker %d stops while it still leads; its partitions wait for an election", self._broker_id)
            return False
        await self._cache.wait_until(lambda snapshot: not self._leads(snapshot), timeout_ms=SETTLE_MS_MAX)
        return True

    async def _ask_again(self, remaining: list[TopicPartition]) -> list[TopicPartition] | None:
        """Asks whenever somebody else may be able to lead; what remains when nobody can, None without a controller."""
        left: list[TopicPartition] | None = remaining
        while left:
            _log.info("controlled shutdown: nobody else can lead %s", ", ".join(map(str, left[:10])))
            if not await self._is_worth_another_try(left):
                break
            left = await self._ask_until_answered()
        return left

    async def _is_worth_another_try(self, remaining: Collection[TopicPartition]) -> bool:
        """Waits until somebody else may be able to lead, or the pause is over; false when nobody is left."""
        await self._clock.sleep(LOOK_MS)
        await self._cache.wait_until(
            lambda snapshot: self._can_move(snapshot, remaining) or not self._can_ever_move(snapshot, remaining),
            timeout_ms=self._config.controlled_shutdown_retry_backoff_ms,
        )
        return self._can_ever_move(self._cache.snapshot, remaining)

    # ---------------------------------------------------------------- asking

    async def _ask_until_answered(self) -> list[TopicPartition] | None:
        """Returns the partitions that remain; None when no controller responds."""
        for _ in range(TRIES_MAX):
            try:
                return await self._ask()
            except TimeoutError as error:
                _log.warning("controlled shutdown: the controller does not answer: %s", error)
                return None
            except (OSError, DecodeError) as error:
                _log.info("controlled shutdown: %s", error)
            await self._clock.sleep(LOOK_MS)
        _log.warning("controlled shutdown: no controller answered %d times", TRIES_MAX)
        return None

    async def _ask(self) -> list[TopicPartition]:
        from kavka.protocol.messages import ControlledShutdownRequest  # loaded by use: once, at the end

        request = ControlledShutdownRequest(broker_id=self._broker_id, broker_epoch=self._broker_epoch())
        response = await self._link.ask(
            request, version=self._version, timeout_ms=ANSWER_MS_MAX, connect_timeout_ms=CONNECT_MS_MAX
        )
        if response.error_code != ErrorCode.NONE:
            raise ConnectionError(f"the controller answers with error {response.error_code}")
        return [TopicPartition(left.topic_name, left.partition_index) for left in response.remaining_partitions]

    # ---------------------------------------------------------------- what the metadata says

    def _is_anybody_else_there(self) -> bool:
        return any(broker_id != self._broker_id for broker_id in self._cache.snapshot.brokers)

    def _leads(self, snapshot: ClusterSnapshot) -> bool:
        """Whether this broker leads a partition that others have as well."""
        return any(
            state.leader == self._broker_id and len(state.replicas) > 1
            for topic in snapshot.topics.values()
            for state in topic.partitions.values()
        )

    def _can_move(self, snapshot: ClusterSnapshot, partitions: Collection[TopicPartition]) -> bool:
        """Whether one of the partitions has another replica in its ISR that stays."""
        return any(
            member in state.isr
            for partition in partitions
            if (state := snapshot.partition(*partition)) is not None
            for member in self._staying(snapshot, partition)
        )

    def _can_ever_move(self, snapshot: ClusterSnapshot, partitions: Collection[TopicPartition]) -> bool:
        """Whether one of the partitions has another replica that stays, and so may catch up."""
        return any(self._staying(snapshot, partition) for partition in partitions)

    def _staying(self, snapshot: ClusterSnapshot, partition: TopicPartition) -> list[int]:
        """The partition's other replicas, without those that are gone or about to go."""
        state = snapshot.partition(*partition)
        if state is None:
            return []
        return [r for r in state.replicas if r != self._broker_id and r not in state.offline_replicas]
