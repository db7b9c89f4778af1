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
    from kavka.broker.cluster.metadata_cache import ClusterSnapshot
    from kavka.broker.requests.services import BrokerServices
    from kavka.common.types import TopicResult

T = TypeVar("T")

IsKnown = Callable[["ClusterSnapshot", T], bool]


async def wait_for_each(
    broker: BrokerServices, items: Iterable[T], is_known: IsKnown[T], *, count: int, timeout_ms: int
) -> bool:
    """Waits until each of many items was known in some snapshot of the metadata.

    Args:
        broker: has the metadata, the clock and the lane.
        items: looked at one after the other.
        is_known: whether a snapshot has what is waited for.
        count: how many items there are.
        timeout_ms: at 0 or below it only looks.

    Returns:
        False when the time was over first.
    """
    deadline_ms = broker.clock.monotonic_ms() + timeout_ms
    left = iter(items)
    unknown = await broker.lane.do_for(_first_unknown(broker, left, is_known), items=count)
    while unknown is not None:
        [item] = unknown
        left_ms = deadline_ms - broker.clock.monotonic_ms()
        if not await broker.metadata_cache.wait_until(
            lambda snapshot, item=item: is_known(snapshot, item),  # type: ignore[misc]
            timeout_ms=left_ms,
        ):
            return False
        unknown = await broker.lane.do_for(_first_unknown(broker, left, is_known), items=count)
    return True


def _first_unknown(broker: BrokerServices, left: Iterator[T], is_known: IsKnown[T]) -> Steps[tuple[T] | None]:
    for item in left:
        if not is_known(broker.metadata_cache.snapshot, item):
            return (item,)
        yield
    return None


async def wait_for_leaders(broker: BrokerServices, results: Sequence[TopicResult], *, timeout_ms: int) -> bool:
    """Waits until every partition of topics that were created, or grew, had a live leader; False: there was no time."""
    created = [result for result in results if result.error_code == ErrorCode.NONE]
    pairs = ((result.name, index) for result in created for index in range(max(result.num_partitions, 1)))
    count = sum(result.num_partitions for result in created)
    return await wait_for_each(broker, pairs, _has_leader, count=count, timeout_ms=timeout_ms)


async def without_leaders(broker: BrokerServices, results: Sequence[TopicResult]) -> frozenset[str]:
    """Returns the created or grown topics that have a partition without a live leader."""
    count = sum(result.num_partitions for result in results)
    return await broker.lane.do_for(_without_leaders(broker.metadata_cache.snapshot, results), items=count)


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
