"""What readers of a compacted log see."""

from __future__ import annotations

from kavka.broker.log.log import Log
from kavka.protocol.records.batch import ControlType, decode_control_key, iter_records
from tests.support.log.cleaning import batches


def committed(log: Log) -> dict[bytes | None, bytes]:
    """What a read_committed reader sees: batches, and the aborted transactions among them."""
    end = log.last_stable_offset
    aborted = sorted(log.aborted_transactions(log.log_start_offset, end), key=lambda txn: txn.first_offset)
    active, seen = set(), {}
    for header, data in batches(log):
        if header.base_offset >= end:
            break
        while aborted and aborted[0].first_offset <= header.last_offset:
            active.add(aborted.pop(0).producer_id)
        if header.is_control:
            for record in iter_records(data, include_control=True):
                if decode_control_key(record.key) == ControlType.ABORT:
                    active.discard(header.producer_id)
        elif not (header.is_transactional and header.producer_id in active):
            for record in iter_records(data):
                seen[record.key] = record.value
    return {key: value for key, value in seen.items() if value is not None}
