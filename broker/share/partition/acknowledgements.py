"""What members make of records that they have acquired: acknowledgements as they come, checked. Sans I/O.

    first offset 10, last offset 12, types [1]         all of them accepted
    first offset 10, last offset 12, types [1, 0, 2]   accepted, no record there, released

Not here: whether the member has acquired those records (`in_flight_records`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple, Protocol

from kavka.broker.share.partition.states import ACKNOWLEDGED, ARCHIVED, AVAILABLE, RecordState
from kavka.protocol.errors import InvalidRequest
from kavka.wire.acknowledgements import AcknowledgeType

RENEW: Final = AcknowledgeType.RENEW

STATE_OF: Final[dict[int, RecordState]] = {
    AcknowledgeType.GAP: ARCHIVED,
    AcknowledgeType.ACCEPT: ACKNOWLEDGED,
    AcknowledgeType.RELEASE: AVAILABLE,
    AcknowledgeType.REJECT: ARCHIVED,
}
"""What acknowledged records become; renewed ones stay what they are."""


class AcknowledgementBatch(Protocol):
    """A batch as it stands in ShareFetch and ShareAcknowledge requests."""

    first_offset: int
    last_offset: int
    acknowledge_types: Sequence[int]


class Acknowledgement(NamedTuple):
    """Neighbouring offsets, both ends included, and what a member made of all of them."""

    first_offset: int
    last_offset: int
    acknowledge_type: int


def read_acknowledgements(batches: Iterable[AcknowledgementBatch], *, may_renew: bool) -> list[Acknowledgement]:
    """Reads the acknowledgements of one partition.

    Args:
        batches: as they came.
        may_renew: whether the request says that it renews locks.

    Raises:
        InvalidRequest: an offset is there twice, or out of order; types are missing, too many, or unknown.
    """
    read: list[Acknowledgement] = []
    next_offset = 0
    for batch in batches:
        first, last, types = batch.first_offset, batch.last_offset, batch.acknowledge_types
        if not next_offset <= first <= last:
            raise InvalidRequest(f"the acknowledged offsets {first} to {last} are not behind offset {next_offset - 1}")
        if len(types) not in (1, last - first + 1):
            raise InvalidRequest(f"{len(types)} acknowledge types for the offsets {first} to {last}")
        for kind in types:
            if kind not in STATE_OF and not (kind == RENEW and may_renew):
                raise InvalidRequest(f"the acknowledge type {kind} is none that this request may have")
        read += [Acknowledgement(first, last, types[0])] if len(types) == 1 else _by_offset(first, types)
        next_offset = last + 1
    return read


def _by_offset(first_offset: int, types: Sequence[int]) -> Iterator[Acknowledgement]:
    """Yields neighbours that were given the same type as one."""
    for kind, same in groupby(types):
        count = sum(1 for _ in same)
        yield Acknowledgement(first_offset, first_offset + count - 1, kind)
        first_offset += count
