"""What a share fetch needs to know of record batches as they are stored: offsets, aborted ones, a part. Sans I/O."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kavka.broker.share.partition.in_flight_records import Span
from kavka.protocol.disk.indexes import AbortedTxn
from kavka.protocol.records.crc32c import Buffer
from kavka.protocol.records.header import BatchHeader, iter_headers


class FetchedRecords:
    """Whole batches that were read of a log.

    Args:
        records: the batches.
        aborted: the aborted transactions with records in them.
    """

    __slots__ = ("_headers", "_records", "aborted", "batches")

    def __init__(self, records: Buffer, aborted: Iterable[AbortedTxn] = ()) -> None:
        self._records = records
        self._headers = list(iter_headers(records))
        self.batches: list[Span] = [(header.base_offset, header.last_offset) for _, header in self._headers]
        self.aborted: list[Span] = _aborted((header for _, header in self._headers), aborted)

    def part(self, first_offset: int, last_offset: int) -> Buffer:
        """Returns the batches that have any of a range of offsets."""
        wanted = [
            (pos, header)
            for pos, header in self._headers
            if header.last_offset >= first_offset and header.base_offset <= last_offset
        ]
        if len(wanted) == len(self._headers):
            return self._records
        if not wanted:
            return b""
        last_pos, last = wanted[-1]
        return memoryview(self._records)[wanted[0][0] : last_pos + last.size_in_bytes]


def _aborted(headers: Iterable[BatchHeader], transactions: Iterable[AbortedTxn]) -> list[Span]:
    """Lists the batches that belong to aborted transactions, their markers not included."""
    by_producer: dict[int, list[AbortedTxn]] = {}
    for transaction in transactions:
        by_producer.setdefault(transaction.producer_id, []).append(transaction)
    if not by_producer:
        return []
    return [
        (header.base_offset, header.last_offset)
        for header in headers
        if header.is_transactional
        and not header.is_control
        and _is_in(header.base_offset, by_producer.get(header.producer_id, ()))
    ]


def _is_in(offset: int, transactions: Sequence[AbortedTxn]) -> bool:
    return any(one.first_offset <= offset <= one.last_offset for one in transactions)
