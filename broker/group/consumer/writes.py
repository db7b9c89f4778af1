"""Writes consumer groups: what is noted to be written, in one batch for each change, and who waits for it.

    change ─▶ unwritten ─▶ write ─▶ the log ─▶ stored: whoever waited for it is answered
                  ▲                         └▶ failed: noted again, written with the next change or heartbeat
                  └──────────────────────────────┘

Nobody hears of what the log does not have: a heartbeat that changes nothing waits for what is on its way, and fails
where something before it did. So whoever coordinates the group next knows of every partition that was given out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kavka.broker.group.consumer.record_ids import RecordId, RecordKind
from kavka.broker.group.group_metadata import GroupMetadata
from kavka.protocol.errors import ErrorCode
from kavka.timer.completions import run_isolated

if TYPE_CHECKING:
    from kavka.broker.group.consumer.consumer_group_metadata import ConsumerGroupMetadata
    from kavka.broker.group.group_store import GroupStore
    from kavka.broker.metrics import GroupMetrics
    from kavka.timer.clock import Clock

OnWritten = Callable[[ErrorCode], None]


class GroupWrites:
    """What consumer groups have on its way to the log.

    Args:
        store: writes.
        clock: wall clock, for records that say when.
        metrics: where epochs are counted.
    """

    __slots__ = ("_clock", "_last", "_metrics", "_store")

    def __init__(self, store: GroupStore, clock: Clock, metrics: GroupMetrics) -> None:
        self._metrics = metrics
        self._store = store
        self._clock = clock
        self._last: dict[GroupMetadata, list[OnWritten]] = {}
        """Group → who waits for the last of its batches that are on their way."""

    def write(self, group: GroupMetadata, on_written: OnWritten) -> None:
        """Writes what the log does not have of a group; `on_written` gets the result, at once or later."""
        consumer = group.consumer
        assert consumer is not None, f"{group} is no consumer group"
        ids = consumer.take_unwritten()
        if not ids:
            last = self._last.get(group)
            if last is None:
                on_written(ErrorCode.NONE)
            else:
                last.append(on_written)
            return
        from kavka.broker.group.consumer import records  # with the first such group

        self._metrics.consumer_rebalances += RecordId(RecordKind.GROUP) in ids

        now_ms = self._clock.now_ms()
        pairs = [
            (records.key(group.group_id, record), records.value(consumer, record, now_ms))
            for record in records.in_order(consumer, ids)
        ]
        waiting = self._last[group] = [on_written]
        self._store.append_records(group, pairs, partial(self._stored, group, consumer, ids, waiting))

    def _stored(
        self,
        group: GroupMetadata,
        consumer: ConsumerGroupMetadata,
        ids: list[RecordId],
        waiting: list[OnWritten],
        error: ErrorCode,
    ) -> None:
        if self._last.get(group) is waiting:
            del self._last[group]
        if error is not ErrorCode.NONE:
            consumer.note_again(ids)
        elif consumer.unwritten:
            error = ErrorCode.COORDINATOR_NOT_AVAILABLE  # something before it is not in the log
        for on_written in waiting:
            run_isolated(partial(on_written, error), "answering a member of a consumer group")
