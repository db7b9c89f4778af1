"""GET /state/share_partitions: what members of share groups read from this broker, and what is in flight of it.

Of each share-partition (KIP-932) the records between its start offset and its end offset, by the states that they are
in, and how often the most delivered of them came. Where a group is as a whole its coordinator knows: /state/groups.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.share.partition.states import RecordState

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.broker.share.partition.led_share_partition import LedSharePartition
    from kavka.common.steps import Steps

PAGE_MAX: Final = 1_000


def share_partitions(request: Request, admin: Admin) -> Steps[Any]:
    """Shows a page of share-partitions, of one group where the query names it."""
    group = request.query.get("group")
    known = sorted(
        (led for led in admin.services.share_partitions() or () if group is None or led.key.group_id == group),
        key=lambda led: (led.key.group_id, led.partition.topic_partition),
    )
    offset = request.integer("offset", 0)
    shown = []
    for led in known[offset : offset + request.integer("limit", 100, high=PAGE_MAX)]:
        shown.append(_shown(led))
        yield
    return {"count": len(known), "offset": offset, "share_partitions": shown}


def _shown(led: LedSharePartition) -> dict[str, Any]:
    sizes: Counter[RecordState] = Counter()
    deliveries = 0
    for batch in led.records:
        sizes[batch.state] += batch.size
        deliveries = max(deliveries, batch.delivery_count)
    return {
        "group": led.key.group_id,
        "topic": led.partition.topic_partition.topic,
        "partition": led.partition.topic_partition.partition,
        "state": led.state.name,
        "start_offset": led.records.start_offset,
        "end_offset": led.records.end_offset,
        "in_flight": {state.name.lower(): sizes[state] for state in RecordState},
        "deliveries": deliveries,
        "lock_timeouts": led.lock_timeouts,
    }
