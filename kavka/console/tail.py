"""GET /messages/tail: what comes into a topic from now on, asked for again and again.

    ?topic=T&partition=all&after=0:1200,1:5&wait_ms=5000 ─▶ waits until there is something ─▶ records, and `after`

A request ends with the first records, so what is written is seen at once, and nothing is held between requests. Of a
partition that runs ahead only the newest are shown, and how many were passed over is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kavka.console.contents import shown
from kavka.console.filters import parse_filter
from kavka.console.places import ends_of, parse_places, written

if TYPE_CHECKING:
    from kavka.broker.http.messages import Request
    from kavka.client.consumer import Consumer
    from kavka.common.types import TopicPartition

WAIT_MS: Final = 5_000
WAIT_MS_MAX: Final = 10_000
"""Shorter than a browser's patience, and than an endpoint's for an idle client."""


async def tail(consumer: Consumer, partitions: list[TopicPartition], request: Request, *, limit: int) -> dict[str, Any]:
    """Waits for new records; returns the first that come, the oldest first."""
    wait_ms = request.integer("wait_ms", WAIT_MS, high=WAIT_MS_MAX)
    stood = parse_places(request.query.get("after", ""), "after")
    beginnings, ends = await ends_of(consumer, partitions)
    share = max(1, limit // len(partitions))
    at: dict[TopicPartition, int] = {}
    skipped = 0
    for tp in partitions:
        place = min(max(stood.get(tp.partition, ends[tp]), beginnings[tp]), ends[tp])
        at[tp] = max(place, ends[tp] - share)
        skipped += at[tp] - place
    await consumer.assign(partitions)
    for tp, offset in at.items():
        consumer.seek(tp, offset)
    wanted = parse_filter(request.query)
    records: list[dict[str, Any]] = []
    for tp, polled in (await consumer.poll(timeout_ms=wait_ms, records_max=limit)).items():
        records += [shown(record, tp.partition) for record in polled if wanted.takes(record)]
        at[tp] = polled[-1].offset + 1
    records.sort(key=lambda one: (one["timestamp_ms"], one["offset"]))
    return {"records": records, "after": written(at), "skipped": skipped}
