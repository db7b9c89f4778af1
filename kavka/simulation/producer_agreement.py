"""Whether a broker knows of producers what its logs say: sequences, epochs, and transactions that are open.

    records between log start and log end ─ read again ─▶ producers as they must be ──┐
    snapshots, appends, truncations, restarts ──────────▶ producers as the log has ───┴─▶ differences

    markers above the high watermark ───▶ their transactions hold the last stable offset back, or it is told too early

A difference harms nobody yet: a producer has to send again, or another broker to fail, before its record is doubled or
refused. So it is looked for where it arises (`lives_onlooker`). What stands below the log start
offset nobody can read again, and a compacted topic's records are not all there: neither is judged. It only reads.

Not here: replicas against each other (`agreement`), and what clients saw of it (`checks`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kavka.broker.log.producer_snapshots import ProducerSnapshots
from kavka.broker.log.producer_state import ProducerState
from kavka.timer.moments import UNKNOWN_WALL_MS

if TYPE_CHECKING:
    from kavka.broker.log.log import Log
    from kavka.protocol.disk.producer_entry import ProducerEntry
    from kavka.protocol.records.batch import BatchHeader


def stable_too_early(log: Log) -> str | None:
    """Finds a transaction that readers may pass though its marker may be lost."""
    high_watermark, stable = log.high_watermark, log.last_stable_offset
    if not any(header.is_control for header in _headers(log, high_watermark)):
        return None  # the usual case, and a short look
    begun: dict[int, int] = {}
    for header in _headers(log, log.log_start_offset):
        if not header.is_control:
            if header.is_transactional:
                begun.setdefault(header.producer_id, header.base_offset)
            continue
        first_offset = begun.pop(header.producer_id, None)
        if first_offset is not None and first_offset < stable and header.base_offset >= high_watermark:
            where = f"since {first_offset}, with a marker at {header.base_offset}"
            return (
                f"producer {header.producer_id} {where}; high watermark {high_watermark}, last stable offset {stable}"
            )
    return None


def _headers(log: Log, start_offset: int) -> Iterator[BatchHeader]:
    for segment in log.files.segments.from_offset(start_offset) if start_offset < log.log_end_offset else ():
        found = segment.find(start_offset)
        if found is not None:
            for _, header in segment.batches(found[0]):
                if header.last_offset >= start_offset:
                    yield header


def differences(log: Log, *, may_expire: bool = False) -> Iterator[str]:
    """Yields what a log knows of its producers and its records do not say.

    Args:
        log: whose disk does not fail now.
        may_expire: a clock has jumped: producers may be forgotten before their time.
    """
    start_offset = log.log_start_offset
    read = ProducerState(str(log))
    ProducerSnapshots("", log.context.filesystem, []).load(
        read, log.files.segments, start_offset=start_offset, end_offset=log.log_end_offset, now_ms=UNKNOWN_WALL_MS
    )
    for entry in read.entries:
        known = log.producer_state.get(entry.producer_id)
        if known is None:
            if not may_expire or entry.txn_first_offset >= 0:
                yield f"{_told(entry)} is not known"
        elif _last(known, start_offset) != _last(entry, start_offset):
            yield f"{_told(known)} is known, its records say {_told(entry)}"
    for known in log.producer_state.entries:
        if known.batches and known.batches[-1].last_offset >= start_offset and read.get(known.producer_id) is None:
            yield f"{_told(known)} is known, and there is no record of it"


def _last(entry: ProducerEntry, start_offset: int) -> tuple[int, ...]:
    """What of a producer stands in the log, as far as that begins at an offset."""
    transaction = entry.txn_first_offset if entry.txn_first_offset >= start_offset else -1
    if not entry.batches or entry.batches[-1].last_offset < start_offset:
        return entry.epoch, transaction
    newest = entry.batches[-1]
    return entry.epoch, transaction, newest.first_sequence, newest.last_sequence, newest.last_offset


def _told(entry: ProducerEntry) -> str:
    where = f", last at {entry.batches[-1].last_offset}" if entry.batches else ""
    transaction = f", in a transaction since {entry.txn_first_offset}" if entry.txn_first_offset >= 0 else ""
    return f"producer {entry.producer_id} epoch {entry.epoch} sequence {entry.last_sequence}{where}{transaction}"
