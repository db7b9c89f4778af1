"""Waits until this broker has heard of the leaders of very many partitions, and asks for each of them once.

    update of the metadata    │ 1          │ 2          │ 3
    partitions that are known │ ▓▓▓▓░      │     ▓▓▓░   │        ▓▓▓▓▓▓ all
                                   waits for this one, and goes on behind it

A condition over all of them, looked at for every update, would hold the loop for 200,000 partitions each time. What is
known is looked at in slices (`kavka.common.lane`), and the first that is not known is waited for alone.

Not here: who leads (the controller), and what is answered to whom waits (the handlers).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from kavka.common.steps import Steps
from kavka.protocol.errors import ErrorCode

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import ClusterSnapshot, MetadataCache
    from kavka.common.lane import Lane
    from kavka.common.types import TopicResult
    from kavka.timer.clock import Clock

T = TypeVar("T")

IsKnown = Callable[["ClusterSnapshot", T], bool]


class AwaitedLeaders:
    """Waits for the metadata to have leaders.

    Args:
        metadata_cache: what the controller has said.
        clock: counts the time that a client gives.
        lane: the turns in which very many partitions are looked at.
    """

    __slots__ = ("_clock", "_lane", "_metadata_cache")

    def __init__(self, metadata_cache: MetadataCache, clock: Clock, lane: Lane) -> None:
        self._metadata_cache = metadata_cache
        self._clock = clock
        self._lane = lane

    async def wait_for_each(self, items: Iterable[T], is_known: IsKnown[T], *, count: int, timeout_ms: int) -> bool:
        """Waits until each of many items was known in some snapshot of the metadata.

        Args:
            items: looked at one after the other.
            is_known: whether a snapshot has what is waited for.
            count: how many items there are.
            timeout_ms: at 0 or below it only looks.

        Returns:
            False when the time was over first.
        """
        deadline_ms = self._clock.monotonic_ms() + timeout_ms
        left = iter(items)
        unknown = await self._lane.do_for(self._first_unknown(left, is_known), items=count)
        while unknown is not None:
            [item] = unknown
            left_ms = deadline_ms - self._clock.monotonic_ms()
            if not await self._metadata_cache.wait_until(
                lambda snapshot, item=item: is_known(snapshot, item),  # type: ignore[misc]
                timeout_ms=left_ms,
            ):
                return False
            unknown = await self._lane.do_for(self._first_unknown(left, is_known), items=count)
        return True

    def _first_unknown(self, left: Iterator[T], is_known: IsKnown[T]) -> Steps[tuple[T] | None]:
        for item in left:
            if not is_known(self._metadata_cache.snapshot, item):
                return (item,)
            yield
        return None

    async def wait_for_leaders(self, results: Sequence[TopicResult], *, timeout_ms: int) -> bool:
        """Waits until every partition of created or grown topics had a live leader; False: there was no time."""
        created = [result for result in results if result.error_code == ErrorCode.NONE]
        pairs = ((result.name, index) for result in created for index in range(max(result.num_partitions, 1)))
        count = sum(result.num_partitions for result in created)
        return await self.wait_for_each(pairs, _has_leader, count=count, timeout_ms=timeout_ms)

    async def without_leaders(self, results: Sequence[TopicResult]) -> frozenset[str]:
        """Returns the created or grown topics that have a partition without a live leader."""
        count = sum(result.num_partitions for result in results)
        return await self._lane.do_for(_without_leaders(self._metadata_cache.snapshot, results), items=count)


def _without_leaders(snapshot: ClusterSnapshot, results: Sequence[TopicResult]) -> Steps[frozenset[str]]:
    without = set()
    for result in results:
        if result.error_code == ErrorCode.NONE:
            for index in range(max(result.num_partitions, 1)):
                if not _has_leader(snapshot, (result.name, index)):
                    without.add(result.name)
                    break
                yield
    return frozenset(without)


def _has_leader(snapshot: ClusterSnapshot, partition: tuple[str, int]) -> bool:
    state = snapshot.partition(*partition)
    return state is not None and state.leader in snapshot.brokers
