"""What cleaning left of a compacted topic: the last value of each key, tombstones for their time, nothing new.

appended   0 a=1   1 b=1   2 a=2   3 b=⊥   4 c=1
right              1 b=1   2 a=2   3 b=⊥   4 c=1        older values may still be there
right                      2 a=2           4 c=1        once the tombstone has stood for delete.retention.ms; an older
                                                        tombstone may be read where the cleaner passes the reader
wrong              1 b=1   2 a=2           4 c=1        b is back
"""

from __future__ import annotations

from collections.abc import Iterator

from kavka.simulation.checks.invariants import Violation, violation
from kavka.simulation.checks.seen import Seen
from kavka.simulation.history import CompactedRead, KeyedRecord, text_of


def check_compaction(seen: Seen) -> list[Violation]:
    """Finds what cleaning took away, brought back or changed."""
    found: list[Violation] = []
    for compacted in seen.compactions:
        found += _changed(compacted)
        found += _keys(compacted)
    return found


def _changed(compacted: CompactedRead) -> Iterator[Violation]:
    """Records that were not appended like that, or that come in another order."""
    appended = {record.offset: record for record in compacted.appended}
    last = -1
    for record in compacted.read:
        origin = appended.get(record.offset)
        if origin is None or (origin.key, origin.value) != (record.key, record.value):
            was = "nothing" if origin is None else text_of(origin)
            yield violation("compaction-changed", f"{compacted.tp}: {text_of(record)} was appended as {was}")
        if record.offset <= last:
            yield violation("compaction-changed", f"{compacted.tp}: {text_of(record)} comes after offset {last}")
        last = max(last, record.offset)


def _keys(compacted: CompactedRead) -> Iterator[Violation]:
    kept = {record.offset for record in compacted.read}
    keys_read = {record.key: record for record in compacted.read}
    for last in {record.key: record for record in compacted.appended}.values():
        if last.offset in kept:
            continue
        older = keys_read.get(last.key)
        if last.value is not None:
            yield violation("compaction-lost-key", f"{compacted.tp}: {text_of(last)} is gone{_instead(older)}")
        elif older is not None and older.value is not None:
            yield violation("compaction-resurrected", f"{compacted.tp}: {text_of(last)} is gone{_instead(older)}")
        elif compacted.time_ms < last.time_ms + compacted.delete_retention_ms:
            age_ms = compacted.time_ms - last.time_ms
            stays = f"after {age_ms} of {compacted.delete_retention_ms} ms"
            yield violation("compaction-early-delete", f"{compacted.tp}: {text_of(last)} is gone {stays}")


def _instead(older: KeyedRecord | None) -> str:
    return "" if older is None else f", {text_of(older)} is read instead"
