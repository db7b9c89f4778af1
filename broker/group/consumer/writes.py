"""Writes consumer and share groups: what is noted to be written, in one batch a change, and who waits for it.

    change ─▶ unwritten ─▶ write ─▶ the log ─▶ stored: whoever waited for it is answered
                  ▲                         └▶ failed: noted again, written with the next change or heartbeat
                  └──────────────────────────────┘

Nobody hears of what the log does not have: a heartbeat that changes nothing waits for what is on its way, and fails
where something before it did. So whoever coordinates the group next knows of every partition that was given out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kavka.broker.group.group_metadata import GroupMetadata
from kavka.protocol.errors import ErrorCode
from kavka.timer.completions import run_isolated

if TYPE_CHECKING:
    from kavka.broker.group.group_half import GroupHalf
    from kavka.broker.group.group_store import GroupStore
    from kavka.broker.group.record_layout import Record
    from kavka.timer.clock import Clock
    from kavka.timer.moments import WallMs

OnWritten = Callable[[ErrorCode], None]


Encode = Callable[[GroupMetadata, list[Any], "WallMs"], "list[Record]"]
"""(group, ids, now) → what its records say of it as it is, in order."""


class GroupWrites:
    """What groups of one type have on their way to the log.

    Args:
        store: writes.
        clock: wall clock, for records that say when.
        half: of a group, what is written; None for a group of another type.
        encode: makes records of it.
    """

    __slots__ = ("_clock", "_encode", "_half", "_last", "_store")

    def __init__(
        self,
        store: GroupStore,
        clock: Clock,
        *,
        half: Callable[[GroupMetadata], GroupHalf[Any, Any] | None],
        encode: Encode,
    ) -> None:
        self._store = store
        self._clock = clock
        self._half = half
        self._encode = encode
        self._last: dict[GroupMetadata, list[OnWritten]] = {}
        """Group → who waits for the last of its batches that are on their way."""

    def write(self, group: GroupMetadata, on_written: OnWritten) -> None:
        """Writes what the log does not have of a group; `on_written` gets the result, at once or later."""
        half = self._half(group)
        assert half is not None, f"{group} is of another type"
        ids = half.take_unwritten()
        if not ids:
            last = self._last.get(group)
            if last is None:
                on_written(ErrorCode.NONE)
            else:
                last.append(on_written)
            return
        pairs = self._encode(group, ids, self._clock.now_ms())
        waiting = self._last[group] = [on_written]
        self._store.append_records(group, pairs, partial(self._stored, group, half, ids, waiting))

    def _stored(
        self,
        group: GroupMetadata,
        half: GroupHalf[Any, Any],
        ids: list[Any],
        waiting: list[OnWritten],
        error: ErrorCode,
    ) -> None:
        if self._last.get(group) is waiting:
            del self._last[group]
        if error is not ErrorCode.NONE:
            half.note_again(ids)
        elif half.unwritten:
            error = ErrorCode.COORDINATOR_NOT_AVAILABLE  # something before it is not in the log
        for on_written in waiting:
            run_isolated(partial(on_written, error), "answering a member of a group")
