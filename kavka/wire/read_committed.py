"""What a read_committed consumer leaves out: batches of transactions that were aborted. Pure.

A fetch response up to the last stable offset comes with the transactions in it that were aborted, each as a producer id
and the offset of its first record. Walking through the batches in order::

    offset   0      1      2      3          4       5
    batch    A      B      A      B: commit  A: abort A        aborted: (A, 0)
             ─      1      ─      marker     marker   5        handed out

A producer's batches are left out from its entry's first offset on, until its abort marker. A producer may have several
entries, one for each transaction. Kafka: `CompletedFetch.java`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kavka.protocol.records.batch import (
    BatchHeader,
    ControlType,
    Record,
    decode_control_key,
    iter_headers,
    read_records,
)

Buffer = bytes | memoryview


class Aborted(NamedTuple):
    """One aborted transaction of a fetch response."""

    first_offset: int
    producer_id: int


def committed_records(data: Buffer, aborted: Iterable[Aborted]) -> Iterator[Record]:
    """Reads the records of valid batches, without aborted transactions and markers.

    Args:
        data: a fetch response's record batches.
        aborted: in any order.

    Raises:
        CorruptRecords: a record cannot be read.
    """
    ahead = deque(sorted(aborted))
    producers: set[int] = set()
    for pos, header in iter_headers(data):
        while ahead and ahead[0].first_offset < header.next_offset:
            producers.add(ahead.popleft().producer_id)
        if header.is_control:
            if header.producer_id in producers and _is_abort(data, pos, header):
                producers.discard(header.producer_id)
        elif not (header.is_transactional and header.producer_id in producers):
            yield from read_records(data, pos, header)


def _is_abort(data: Buffer, pos: int, header: BatchHeader) -> bool:
    [marker] = read_records(data, pos, header)
    return decode_control_key(marker.key) is ControlType.ABORT
