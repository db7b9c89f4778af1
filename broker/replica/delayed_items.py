"""A request that waits until all of its partitions are settled: one by one, in whatever order.

    Produce       ─▶ PendingAck ──────┐
                                      ├─▶ DelayedItems ─┬─▶ a partition changes: look at what waits ─▶ all are settled
    DeleteRecords ─▶ PendingDeletion ─┘                 └─▶ the time is up ─▶ what waits fails      ─▶ response

What settles an item is its own (`delayed_produce`, `delayed_delete_records`). It completes when no item waits; those
that still do when the time is up say so in their part of the response.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from kavka.broker.replica.partition import Partition
from kavka.timer.purgatory import DelayedOperation


class PendingItem(Protocol):
    """One partition of a request that waits, and its part of the response."""

    partition: Partition
    is_waiting: bool

    def look(self) -> bool:
        """Settles the item if it can be; True when it waits no more."""

    def time_out(self) -> None:
        """Fails the item if it still waits: the request's timeout is over."""

    def describe(self) -> dict[str, object]:
        """Describes what the item waits for, as values that JSON can show."""


class DelayedItems(DelayedOperation):
    """The waiting request.

    Args:
        timeout_ms: the request's own.
        items: one for each partition that may have to be waited for.
        on_done: sends the response, of which the items' results are parts.
    """

    __slots__ = ("_items", "_on_done")

    def __init__(self, timeout_ms: int, items: Sequence[PendingItem], on_done: Callable[[], None]) -> None:
        super().__init__(timeout_ms)
        self._items = items
        self._on_done = on_done

    @property
    def keys(self) -> list[Partition]:
        """Returns the watch keys: the request's partitions."""
        return [item.partition for item in self._items]

    def describe(self) -> dict[str, object]:
        """Describes what each partition still waits for."""
        return {"partitions": [item.describe() for item in self._items]}

    def try_complete(self) -> bool:
        """Looks at every partition that still waits; completes when none does."""
        is_done = True
        for item in self._items:
            if item.is_waiting and not item.look():
                is_done = False
        return is_done and self.force_complete()

    def on_complete(self) -> None:
        """Sends the response."""
        for item in self._items:
            item.time_out()
        self._on_done()
