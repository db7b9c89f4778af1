"""How far a consumer's user has come: positions, and the records that iteration took and has not handed out yet.

    poll ──► records, handed out at once                      the position is behind them
    iteration: poll ──► held: ┌───┬───┬───┐ ──► one record at a time
                              │ 7 │ 8 │ 9 │                the position is the first held record's
                              └───┴───┴───┘

A commit and a seek mean what the user sees, so both ask here. No I/O: offsets that "beginning" and "end" stand for are
looked up by `fetcher`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from kavka.client.assignment import STARTS, Assignment
from kavka.client.fetch_buffer import ConsumerRecord, PartitionState
from kavka.common.types import TopicPartition
from kavka.protocol.records.batch import Record
from kavka.wire.offsets import EARLIEST


class ReadPositions:
    """The positions of one consumer's partitions as its user sees them.

    Args:
        assignment: The partitions, and how far they were taken.

    Attributes:
        held: Records that iteration took and has not handed out yet; it takes them from the left.
    """

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment
        self.held: deque[ConsumerRecord] = deque()

    def state(self, tp: TopicPartition) -> PartitionState:
        """Returns an assigned partition's state.

        Raises:
            ValueError: it is not assigned.
        """
        state = self._assignment.states.get(tp)
        if state is None:
            raise ValueError(f"{tp} is not assigned to this consumer")
        return state

    def move(self, state: PartitionState, where: str | int) -> None:
        """Moves a partition to "beginning", "end", or an offset; what is held of it is dropped.

        Raises:
            ValueError: there is no such place.
        """
        if isinstance(where, str):
            if where not in STARTS:
                raise ValueError(f"{where!r} is no place in a log; choose 'beginning', 'end' or an offset")
            state.seek(-1, start=STARTS[where])
        else:
            state.seek(where, start=EARLIEST)
        self.forget(frozenset((state.tp,)))

    def move_all(self, partitions: Iterable[TopicPartition], where: str) -> None:
        """Moves partitions, all assigned ones where none is named; raises as `state`."""
        for tp in tuple(partitions) or tuple(self._assignment.states):
            self.move(self.state(tp), where)

    def pause(self, state: PartitionState) -> None:
        """Pauses a partition; what iteration holds of it is fetched again after the pause."""
        position = self.of(state)
        if position != state.position:
            self.move(state, position)
        state.pause()

    def of(self, state: PartitionState) -> int:
        """Returns the offset of the partition's next record for the user."""
        for record in self.held:
            if record.topic == state.tp.topic and record.partition == state.tp.partition:
                return record.offset
        return state.position

    def known(self, partitions: Iterable[TopicPartition]) -> dict[TopicPartition, int]:
        """Returns the partitions' known positions, after the last record handed out."""
        waiting: dict[TopicPartition, int] = {}
        for record in self.held:
            waiting.setdefault(TopicPartition(record.topic, record.partition), record.offset)
        found = {}
        for tp in partitions:
            state = self._assignment.states.get(tp)
            if state is not None and state.position >= 0:
                found[tp] = waiting.get(tp, state.position)
        return found

    # ---------------------------------------------------------------- iteration

    def hold(self, tp: TopicPartition, records: Sequence[Record]) -> None:
        """Holds polled records until iteration gets to them."""
        self.held.extend(ConsumerRecord(tp, record) for record in records)

    def forget(self, partitions: frozenset[TopicPartition]) -> None:
        """Drops what is held of partitions that this consumer moves or gives up."""
        if self.held and partitions:
            self.held = deque(r for r in self.held if (r.topic, r.partition) not in partitions)

    def forget_all(self) -> None:
        """Drops everything that is held."""
        self.held.clear()
