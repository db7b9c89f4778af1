"""What the controller did with topics, waited for until every live broker shows it.

    the controller ──▶ response: created
          └─ UpdateMetadata ──▶ broker 1  broker 2 …      each learns of it when it does

    any broker: refresh, until it shows it ──▶ each of the others at once: Metadata ─┬─ shows it ──────▶ done
                                                    ▲                                ├─ no response ───▶ left out
                                                    └───────── pause ────────────────┴─ not yet

Clients ask whichever broker they like, so a topic that one of them shows may be unknown to the next call. The first
broker has the call's deadline, and without it there is no topic. The others are asked for a bounded time:
one that is dead, hangs, or is cut off from its controller shows nothing, and the topic stands without it.

Not here: what is asked of the controller (`admin`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Final

from kavka.client.cluster import Cluster
from kavka.wire.errors import FAILURES, DeadlineExceeded, LeaderUnknown
from kavka.wire.metadata import NOTHING_KNOWN, ClusterMetadata

SILENCE_MS_MAX: Final = 5_000
"""How long a broker may take with its response before it is left out; a healthy one takes milliseconds."""

LATE_MS_MAX: Final = 10_000
"""How long the others are asked, since one that is cut off from its controller responds and never hears of it."""


async def wait_until_led(cluster: Cluster, counts: Mapping[str, int]) -> None:
    """Waits until every live broker names the leaders of topics' partitions.

    Args:
        cluster: Whom to ask.
        counts: topic → how many partitions it has at least.

    Raises:
        DeadlineExceeded: no broker names them all in time.
    """

    def missing(metadata: ClusterMetadata) -> list[str]:
        return [name for name, count in counts.items() if not _is_led(metadata, name, count)]

    await _wait_until_none(cluster, list(counts), missing, "there are not yet all leaders of")


async def wait_until_gone(cluster: Cluster, names: Iterable[str]) -> None:
    """Waits until no live broker shows some topics.

    Raises:
        DeadlineExceeded: every broker goes on showing them.
    """
    wanted = list(names)

    def left(metadata: ClusterMetadata) -> list[str]:
        return [name for name in wanted if name in metadata.topics]

    await _wait_until_none(cluster, wanted, left, "still there:")


def _is_led(metadata: ClusterMetadata, name: str, count: int) -> bool:
    info = metadata.topics.get(name)
    return info is not None and len(info.partitions) >= count and all(p.leader >= 0 for p in info.partitions.values())


async def _wait_until_none(
    cluster: Cluster, topics: list[str], remaining: Callable[[ClusterMetadata], list[str]], sentence: str
) -> None:
    """Waits until nothing remains of what the brokers should have heard of."""
    if not topics:
        return

    async def any_shows() -> None:
        left = remaining(await cluster.refresh(topics))
        if left:
            raise LeaderUnknown(f"{sentence} {', '.join(left)}")

    await cluster.retry(any_shows, what=f"see the change of {', '.join(topics)}")
    waiting = set(cluster.metadata.brokers)
    if len(waiting) == 1:
        return

    async def ask(broker_id: int) -> None:
        if not await _remains(cluster, broker_id, topics, remaining):
            waiting.discard(broker_id)

    async def all_show() -> None:
        async with asyncio.TaskGroup() as group:
            for broker_id in sorted(waiting):
                group.create_task(ask(broker_id))
        if waiting:
            raise LeaderUnknown(f"brokers {sorted(waiting)} have not heard of the change of {', '.join(topics)}")

    with suppress(DeadlineExceeded):
        await cluster.retry(all_show, what="see it everywhere", timeout_ms=min(LATE_MS_MAX, cluster.api_timeout_ms))


async def _remains(
    cluster: Cluster, broker_id: int, topics: list[str], remaining: Callable[[ClusterMetadata], list[str]]
) -> bool:
    """Tells whether a broker that responds has not heard of it; its response replaces nothing that is known."""
    request = cluster.view.metadata_request(topics)
    try:
        async with asyncio.timeout(SILENCE_MS_MAX / 1000):  # the handshake included
            response = await cluster.ask(broker_id, request)
    except FAILURES:
        return False
    return bool(remaining(NOTHING_KNOWN.merged_with(response, is_everything=True)))
