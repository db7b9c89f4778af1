"""The records that a share consumer's user has in hand: whence each came, and what the user said of it. No I/O.

    handed_out ─▶ open ── acknowledge ─▶ said ── take ─▶ its session, to be sent
                   ▲ │                              │
                   │ └── accept_all: the next poll, where acknowledgements are implicit
                   └────── RENEW: said, and in hand still ┘

Until it is taken, what was said of a record may be said anew.
"""

from __future__ import annotations

from typing import NamedTuple

from kavka.common.types import TopicPartition
from kavka.wire.acknowledgements import AcknowledgeType, TopicIdPartition


class Origin(NamedTuple):
    """Where a partition's records were acquired."""

    leader: int
    generation: int
    """Of the session with that leader."""
    topic_id: bytes


class PartitionAcknowledgements(NamedTuple):
    """What was said of records of one partition and one origin."""

    origin: Origin
    partition: TopicIdPartition
    acknowledgements: dict[int, AcknowledgeType]


class Deliveries:
    """The records in hand of one consumer."""

    def __init__(self) -> None:
        self._open: dict[TopicPartition, dict[int, Origin]] = {}
        self._said: dict[TopicPartition, dict[int, AcknowledgeType]] = {}
        # Invariant: what is said is said of open records.

    def hand_out(self, tp: TopicPartition, offset: int, origin: Origin) -> None:
        """Notes a record that the user gets; of the same record in hand from before nothing can be said any more."""
        self._open.setdefault(tp, {})[offset] = origin
        self._said.get(tp, {}).pop(offset, None)

    def acknowledge(self, tp: TopicPartition, offset: int, kind: AcknowledgeType) -> None:
        """Notes what the user says of a record.

        Raises:
            ValueError: it is not in hand.
        """
        if offset not in self._open.get(tp, ()):
            raise ValueError(f"{tp}, offset {offset}, waits for no acknowledgement: it was not handed out, or settled")
        self._said.setdefault(tp, {})[offset] = kind

    def accept_all(self) -> None:
        """Accepts every record in hand of which nothing was said."""
        for tp, offsets in self._open.items():
            self._said[tp] = dict.fromkeys(offsets, AcknowledgeType.ACCEPT) | self._said.get(tp, {})

    def unsaid(self) -> int:
        """Returns the number of records in hand of which nothing was said."""
        said = sum(map(len, self._said.values()))
        return sum(map(len, self._open.values())) - said

    def take(self) -> list[PartitionAcknowledgements]:
        """Takes what was said, by partition and origin; only what is renewed stays in hand."""
        taken: dict[tuple[Origin, int], PartitionAcknowledgements] = {}
        for tp, kinds in self._said.items():
            offsets = self._open[tp]
            for offset, kind in kinds.items():
                origin = offsets[offset] if kind is AcknowledgeType.RENEW else offsets.pop(offset)
                said = taken.get((origin, tp.partition))
                if said is None:
                    said = PartitionAcknowledgements(origin, TopicIdPartition(origin.topic_id, tp.partition), {})
                    taken[origin, tp.partition] = said
                said.acknowledgements[offset] = kind
            if not offsets:
                del self._open[tp]
        self._said = {}
        return list(taken.values())

    def forget_all(self) -> None:
        """Forgets everything in hand: the sessions are closed, and their leaders release it."""
        self._open, self._said = {}, {}
