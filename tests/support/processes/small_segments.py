"""Settings under which a broker rolls, flushes and deletes segments all the time."""

from __future__ import annotations

SMALL_SEGMENTS = {"log.segment.bytes": "20000", "log.index.interval.bytes": "500", "log.flush.interval.messages": "1"}
RETENTION = {
    **SMALL_SEGMENTS,
    "log.retention.bytes": "200000",
    "log.retention.check.interval.ms": "50",
    "log.segment.delete.delay.ms": "50",
}
