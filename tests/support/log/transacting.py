"""Transactions by hand: what a producer and a coordinator append to one log."""

from __future__ import annotations

from typing import Any

from kavka.broker.log.log import COORDINATOR, Log
from kavka.broker.log.verification import NO_VERIFICATION
from kavka.protocol.epochs import FIRST_LEADER_EPOCH
from kavka.protocol.records.batch import (
    ControlType,
    decode_control_key,
    iter_headers,
    iter_records,
    marker_batch,
    read_records,
)
from kavka.timer.moments import WallMs
from tests.support.log.building import NOW_MS, batch


def write(
    log: Log,
    pid: int,
    sequence: int,
    *values: bytes,
    epoch: int = 0,
    guard: Any = NO_VERIFICATION,
    now_ms: int = NOW_MS,
) -> int:
    """Appends a transactional batch as its producer would; its first offset."""
    data = batch(*values, producer=(pid, epoch, sequence), is_transactional=True, timestamp=now_ms)
    return log.append_as_leader(data, FIRST_LEADER_EPOCH, WallMs(now_ms), True, guard=guard).first_offset


def marker(pid: int, *, commit: bool = True, epoch: int = 0, coordinator_epoch: int = 0, now_ms: int = NOW_MS) -> bytes:
    kind = ControlType.COMMIT if commit else ControlType.ABORT
    return marker_batch(
        kind, timestamp=now_ms, producer_id=pid, producer_epoch=epoch, coordinator_epoch=coordinator_epoch
    )


def end(log: Log, pid: int, *, now_ms: int = NOW_MS, **options: Any) -> int:
    """Appends a marker as the leader does for a coordinator; its offset."""
    return log.append_as_leader(
        marker(pid, now_ms=now_ms, **options), FIRST_LEADER_EPOCH, WallMs(now_ms), True, origin=COORDINATOR
    ).first_offset


def offsets(log: Log) -> tuple[int, int, int]:
    """(last stable offset, high watermark, log end offset)"""
    return log.last_stable_offset, log.high_watermark, log.log_end_offset


def replicate(log: Log) -> int:
    """Everything is on all replicas."""
    log.maybe_increment_high_watermark(log.log_end_offset)
    return log.last_stable_offset


def committed(log: Log, start: int = 0, *, max_bytes: int = 1 << 20) -> list[bytes]:
    """The values that a read_committed consumer gets, by fetches of `max_bytes`, as Kafka's consumer filters them."""
    found, offset = [], start
    while offset < log.last_stable_offset:
        records, next_offset = log.read_batches(offset, max_bytes, log.last_stable_offset, True, True)
        waiting = sorted(log.aborted_transactions(offset, next_offset), key=lambda txn: txn.first_offset)
        aborted = set()
        for position, header in iter_headers(records):
            while waiting and waiting[0].first_offset <= header.last_offset:
                aborted.add(waiting.pop(0).producer_id)
            part = memoryview(records)[position : position + header.size_in_bytes]
            if header.is_control:
                (record,) = read_records(records, position, header)
                if decode_control_key(record.key) is ControlType.ABORT:
                    aborted.discard(header.producer_id)
            elif not (header.is_transactional and header.producer_id in aborted):
                found += [bytes(record.value or b"") for record in iter_records(part) if record.offset >= offset]
        if next_offset <= offset:
            break
        offset = next_offset
    return found
