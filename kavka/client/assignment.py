"""The partitions that a consumer reads, and where it stands in each. No I/O.

    assign, a rebalance ──► new_state ──► states ──► take ──► records, from each partition in turn

Who is assigned what is `consumer`'s and `consumer_group`'s; `fetcher` fills the states and never adds or removes one.
"""

from __future__ import annotations

from collections.abc import Iterable

from kavka.client.fetch_buffer import PartitionState
from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record
from kavka.wire.offsets import EARLIEST, LATEST

STARTS = {"beginning": EARLIEST, "earliest": EARLIEST, "end": LATEST, "latest": LATEST}
"""Where a partition can begin, in words."""


class Assignment:
    """The assigned partitions of one consumer.

    Args:
        offset_reset: "latest", "earliest" or "error": where a position begins that is not in the log (any more).

    Attributes:
        states: Partition → where it stands; the one that was taken from longest ago first.
    """

    def __init__(self, offset_reset: str) -> None:
        self.states: dict[TopicPartition, PartitionState] = {}
        self._offset_reset = offset_reset

    @property
    def may_reset(self) -> bool:
        """Tells whether a partition without a known position may begin at its beginning or end."""
        return self._offset_reset in STARTS

    def new_state(self, tp: TopicPartition, offset: int | None = None) -> PartitionState:
        """Returns a partition's new state, which begins at an offset, or as `offset_reset` says."""
        state = PartitionState(tp, start=STARTS.get(self._offset_reset, EARLIEST))
        if offset is not None:
            state.seek(offset, start=EARLIEST)
        return state

    def reset(self, state: PartitionState) -> None:
        """Moves a partition whose position is not in the log to where `offset_reset` says."""
        state.seek(-1, start=STARTS[self._offset_reset])

    def replace(self, states: Iterable[PartitionState]) -> None:
        """Replaces all partitions; fetches in flight of other states are dropped when they come."""
        self.states = {state.tp: state for state in states}

    def add(self, state: PartitionState) -> None:
        """Adds a partition."""
        self.states[state.tp] = state

    def drop(self, partitions: Iterable[TopicPartition]) -> None:
        """Removes partitions, where they are."""
        for tp in partitions:
            self.states.pop(tp, None)

    def lag_max(self) -> int | None:
        """Returns how many offsets the partition that is furthest behind has left; None: nothing was fetched yet."""
        lags = [state.high_watermark - state.position for state in self.states.values() if state.has_position_and_end]
        return max(0, *lags) if lags else None

    def take(self, records_max: int) -> dict[TopicPartition, list[Record]]:
        """Hands out up to `records_max` fetched records and moves the positions past them; not of paused partitions."""
        taken: dict[TopicPartition, list[Record]] = {}
        left = records_max
        for tp, state in list(self.states.items()):
            while left and state.has_data and not state.is_paused:
                records = state.take(left)
                if records:
                    taken.setdefault(tp, []).extend(records)
                    left -= len(records)
            if tp in taken:
                del self.states[tp]  # to the end, so that another partition is first next time
                self.states[tp] = state
        return taken
