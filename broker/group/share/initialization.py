"""Asks the persister for what share groups wait for: that their share-partitions are begun (KIP-932).

    heartbeat ─▶ INITIALIZING ─▶ the log ─▶ ask ─▶ Persister.initialize ─▶ INITIALIZED ─▶ the log
                                              ▲           └─ failed: asked again after a pause, with a later heartbeat
                                              └── a group that was loaded: with its first heartbeat

Nobody waits for it: a member hears of its partitions with a heartbeat behind that. Calls of one group go out together,
in bounded numbers, and so do groups; a persister that does not answer holds up no other group.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, TypeVar

from kavka.broker.group.group_store import warn_unless_stored
from kavka.broker.group.share.share_partitions import Place
from kavka.broker.share.persister import UNINITIALIZED_START_OFFSET, SharePartition
from kavka.protocol.errors import FencedStateEpoch, KafkaError
from kavka.timer.backoff import Backoff

if TYPE_CHECKING:
    from kavka.broker.group.consumer.writes import GroupWrites
    from kavka.broker.group.group_metadata import GroupMetadata
    from kavka.broker.group.group_store import GroupStore
    from kavka.broker.group.share.share_group_metadata import ShareGroupMetadata
    from kavka.broker.share.persister import Persister
    from kavka.broker.share.share_config import ShareGroupConfig
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)

GROUPS_AT_ONCE_MAX: Final = 16
"""Groups that wait for the persister together: the others have their turn."""
CALLS_AT_ONCE_MAX: Final = 64
"""Calls of one group that are under way together; each may be a request to another broker."""
RETRY_MS: Final = 1_000
"""The pause after a first failure; the longest is `group.share.initialize.retry.interval.ms`."""

P = TypeVar("P")


class ShareInitialization:
    """Begins the share-partitions of groups.

    Args:
        store: has the groups.
        writes: writes them.
        persister: begins share-partitions.
        clock: of pauses.
        config: what holds for a group now.
    """

    __slots__ = ("_clock", "_config", "_due", "_persister", "_running", "_store", "_wanted", "_writes")

    def __init__(
        self,
        *,
        store: GroupStore,
        writes: GroupWrites,
        persister: Persister,
        clock: Clock,
        config: Callable[[str], ShareGroupConfig],
    ) -> None:
        self._store = store
        self._writes = writes
        self._persister = persister
        self._clock = clock
        self._config = config
        self._due: dict[GroupMetadata, None] = {}
        """Groups that have to be looked at, in their order; as many as there are groups at most."""
        self._running = 0
        self._wanted = asyncio.Event()

    def ask(self, group: GroupMetadata) -> None:
        """Has the persister asked for what a group waits for, if it does; the log has to know of it."""
        share = group.share
        assert share is not None, f"{group} is no share group"
        if share.retry_ms is not None and self._clock.monotonic_ms() < share.retry_ms:
            return
        if next(share.partitions.waiting(), None) is not None:
            self._due[group] = None
            self._wanted.set()

    async def run(self) -> None:
        """Asks for what groups wait for, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            while True:
                await self._wanted.wait()
                self._wanted.clear()
                while self._due and self._running < GROUPS_AT_ONCE_MAX:
                    group = next(iter(self._due))
                    del self._due[group]
                    share = group.share
                    places = [] if share is None else list(share.partitions.waiting())
                    if share is not None and places and self._store.get(group.group_id) is group:
                        self._running += 1
                        share.partitions.held.update(places)
                        tasks.create_task(self._begin(group, share, places), name="beginning of share-partitions")

    async def _begin(self, group: GroupMetadata, share: ShareGroupMetadata, places: list[Place]) -> None:
        state_epoch = share.epoch
        try:
            errors = await each(
                places,
                lambda place: self._persister.initialize(
                    SharePartition(group.group_id, *place),
                    state_epoch=state_epoch,
                    start_offset=UNINITIALIZED_START_OFFSET,
                ),
            )
            fenced = [p for p, error in zip(places, errors, strict=True) if isinstance(error, FencedStateEpoch)]
            epoch_left = await self._epoch_left(group.group_id, fenced) if fenced else 0
        finally:
            share.partitions.held.difference_update(places)
            self._running -= 1
            self._wanted.set()
        failed = [error for error in errors if error is not None]
        if failed:
            pause_ms = Backoff(RETRY_MS, self._config(group.group_id).initialize_retry_interval_ms).pause_ms(
                share.failures
            )
            share.failures += 1
            share.retry_ms = self._clock.monotonic_ms() + pause_ms
            _log.warning("%s: %d share-partitions could not be begun: %s", group, len(failed), failed[0])
        else:
            share.failures, share.retry_ms = 0, None
        if self._store.get(group.group_id) is group:
            if epoch_left > share.epoch:
                share.begin_epoch(above=epoch_left)
            share.begun(place for place, error in zip(places, errors, strict=True) if error is None)
            self._writes.write(group, warn_unless_stored(group))

    async def _epoch_left(self, group_id: str, places: Iterable[Place]) -> int:
        """Finds the highest state epoch that a former group of the name has left behind; 0 where nobody tells.

        That group was deleted while the persister was asked for it. This one goes on above it, once the log says so:
        a coordinator of before, whose log does not take that any more, fences nobody.
        """
        try:
            states = await self._persister.summarize([SharePartition(group_id, *place) for place in places])
        except KafkaError:
            return 0
        return max((state.state_epoch for state in states.values() if not isinstance(state, KafkaError)), default=0)


async def each(items: Sequence[P], call: Callable[[P], Awaitable[object]]) -> list[KafkaError | None]:
    """Calls the persister for each item, some at a time; returns the error of each, None where it succeeded."""
    errors: list[KafkaError | None] = [None] * len(items)
    numbers = iter(range(len(items)))

    async def work(mine: Iterable[int]) -> None:
        for number in mine:
            try:
                await call(items[number])
            except KafkaError as error:
                errors[number] = error

    async with asyncio.TaskGroup() as tasks:
        for _ in range(min(len(items), CALLS_AT_ONCE_MAX)):
            tasks.create_task(work(numbers))
    return errors
