"""What Spark SQL makes of windows: seams between segments, replicas side by side, where they differ, sums for charts.

    windows ─▶ merged      one row for each broker and window, whatever segments it has
            ─▶ faults      what each part of a log shows by itself
            ─▶ seams       where a segment does not go on where the one before it ended
            ─▶ replicas    sums for each broker's copy of a partition
    merged  ─▶ differing   windows whose digests are not the same on all brokers ─▶ stretches ─▶ differences

Only what these give comes to the driver; the windows themselves, a row for some megabytes of log, stay with Spark.
All are plain SELECTs over temporary views.
"""

from __future__ import annotations

from typing import Final

from kavka.pipeline.audit.windows import CODECS, WINDOW_OFFSETS

WINDOWS: Final = "audit_windows"
"""The view of `windows.SCHEMA` rows; everything here begins with it."""
STRETCHES: Final = "audit_stretches"
"""The view of `content.STRETCH_SCHEMA` rows of the windows that differ."""
RANGES: Final = "audit_ranges"
MERGED: Final = "audit_merged"
CONTENTS: Final = "audit_contents"

CELLS: Final = 120
"""Of one replica's strip in the report."""
HOUR_MS: Final = 3_600_000
_CODEC_SUMS: Final = ", ".join(f"sum(bytes_{codec}) AS bytes_{codec}" for codec in CODECS)

FAULTS: Final = f"""
SELECT broker, topic, partition, segment, fault.kind, fault.position, fault.offset, fault.detail
FROM (SELECT broker, topic, partition, segment, explode(faults) AS fault FROM {WINDOWS})
ORDER BY topic, partition, broker, segment, offset, position
"""

REPLICAS: Final = f"""
SELECT broker, topic, partition, count(DISTINCT segment) AS segments,
       min(first_offset) FILTER (WHERE batches > 0) AS begin, max(next_offset) FILTER (WHERE batches > 0) AS end,
       sum(batches) AS batches, sum(records) AS records, sum(bytes) AS bytes, sum(crc_failures) AS crc_failures,
       sum(missing) AS missing, sum(holes) AS holes, sum(transactional) AS transactional, sum(control) AS control,
       max(last_epoch) AS last_epoch, min(min_timestamp) FILTER (WHERE batches > 0) AS min_timestamp,
       max(max_timestamp) AS max_timestamp, {_CODEC_SUMS}
FROM {WINDOWS} GROUP BY broker, topic, partition ORDER BY topic, partition, broker
"""

MERGED_VIEW: Final = f"""
SELECT broker, topic, partition, window, bit_xor(digest) AS digest, sum(batches) AS batches, sum(bytes) AS bytes,
       min(first_offset) AS first_offset, max(next_offset) AS next_offset, sum(crc_failures) AS crc_failures
FROM {WINDOWS} WHERE batches > 0 GROUP BY broker, topic, partition, window
"""

RANGES_VIEW: Final = f"""
SELECT topic, partition, max(begin) AS begin, min(end) AS end, count(*) AS replicas
FROM (SELECT broker, topic, partition, min(first_offset) AS begin, max(next_offset) AS end
      FROM {MERGED} GROUP BY broker, topic, partition)
GROUP BY topic, partition HAVING count(*) > 1
"""
"""What all brokers that have anything of a partition have in common."""

DIFFERING: Final = f"""
SELECT m.topic, m.partition, m.window, max(r.begin) AS begin, max(r.end) AS end, max(r.replicas) AS replicas
FROM {MERGED} m JOIN {RANGES} r ON m.topic = r.topic AND m.partition = r.partition
WHERE m.next_offset > r.begin AND m.first_offset < r.end
GROUP BY m.topic, m.partition, m.window
HAVING count(DISTINCT m.digest, m.batches) > 1 OR count(*) < max(r.replicas)
ORDER BY m.topic, m.partition, m.window
"""
"""At the edges of what is in common a window differs though no batch does: the second look decides."""

PARTS: Final = f"""
SELECT w.broker, w.topic, w.partition, w.segment, w.window, w.position, w.end_position
FROM {WINDOWS} w LEFT SEMI JOIN audit_differing d
  ON w.topic = d.topic AND w.partition = d.partition AND w.window = d.window
WHERE w.batches > 0 ORDER BY w.topic, w.partition, w.broker, w.segment, w.window
"""
"""Where the batches of the differing windows stand."""

DIFFERENCES: Final = f"""
SELECT s.topic, s.partition, s.offset, max(s.next_offset) AS next_offset, max(d.replicas) AS replicas,
       bool_or(s.is_record) AS is_record, array_sort(collect_list(struct(s.broker, s.fingerprint, s.is_sound))) AS found
FROM {STRETCHES} s JOIN audit_differing d ON s.topic = d.topic AND s.partition = d.partition AND s.window = d.window
WHERE s.offset >= d.begin AND s.next_offset <= d.end
GROUP BY s.topic, s.partition, s.offset
HAVING count(DISTINCT s.fingerprint) > 1 OR (count(*) < max(d.replicas) AND NOT bool_or(s.is_record))
ORDER BY s.topic, s.partition, s.offset
"""
"""Records are looked at where compaction has been, and there one that is missing was cleaned earlier on one broker."""

_SEGMENTS: Final = f"""
SELECT broker, topic, partition, segment, min(first_offset) AS first_offset, max(next_offset) AS next_offset,
       min_by(first_epoch, first_offset) AS first_epoch, max_by(last_epoch, first_offset) AS last_epoch
FROM {WINDOWS} WHERE batches > 0 GROUP BY broker, topic, partition, segment
"""

SEAMS: Final = f"""
SELECT * FROM (
  SELECT broker, topic, partition, segment, first_offset, first_epoch,
         lag(next_offset) OVER log AS due, lag(last_epoch) OVER log AS epoch_before
  FROM ({_SEGMENTS}) WINDOW log AS (PARTITION BY broker, topic, partition ORDER BY segment))
WHERE first_offset <> due OR (first_epoch < epoch_before AND first_epoch >= 0)
ORDER BY topic, partition, broker, segment
"""

PRODUCER_SEAMS: Final = f"""
SELECT * FROM (
  SELECT broker, topic, partition, segment, after, lag(after) OVER log AS before
  FROM (SELECT broker, topic, partition, segment, explode(producers) AS after FROM {WINDOWS})
  WINDOW log AS (PARTITION BY broker, topic, partition, after.producer_id ORDER BY segment))
WHERE before IS NOT NULL
  AND NOT (after.first_epoch = before.last_epoch AND after.first_sequence = before.next_sequence)
  AND NOT (after.first_epoch > before.last_epoch AND after.first_sequence = 0)
ORDER BY topic, partition, broker, segment
"""
"""What may be wrong; `sequences.seam_fault` decides."""

EPOCHS: Final = f"""
SELECT broker, topic, partition, span.epoch, min(span.first_offset) AS first_offset,
       max(span.last_offset) AS last_offset
FROM (SELECT broker, topic, partition, explode(epochs) AS span FROM {WINDOWS}) WHERE span.epoch >= 0
GROUP BY broker, topic, partition, span.epoch ORDER BY topic, partition, broker, epoch
"""

STRIPS: Final = f"""
SELECT m.broker, m.topic, m.partition,
       cast((m.window - l.low) div {WINDOW_OFFSETS} * l.cells div l.windows AS int) AS cell,
       max(cast(l.cells AS int)) AS cells, sum(m.bytes) AS bytes, sum(m.crc_failures) AS crc_failures,
       max(if(d.window IS NULL, 0, 1)) AS differs
FROM {MERGED} m
JOIN (SELECT topic, partition, low, windows, least(windows, {CELLS}) AS cells
      FROM (SELECT topic, partition, min(window) AS low,
                   (max(window) - min(window)) div {WINDOW_OFFSETS} + 1 AS windows
            FROM {MERGED} GROUP BY topic, partition)) l ON m.topic = l.topic AND m.partition = l.partition
LEFT JOIN audit_differences d ON m.topic = d.topic AND m.partition = d.partition AND m.window = d.window
GROUP BY m.broker, m.topic, m.partition, cell ORDER BY m.topic, m.partition, m.broker, cell
"""
"""All replicas of a partition in the same cells, as many as windows, at most `CELLS`."""

HOURS: Final = f"""
SELECT max_timestamp - max_timestamp % {HOUR_MS} AS hour, sum(bytes) AS bytes, sum(records) AS records
FROM {WINDOWS} WHERE batches > 0 AND max_timestamp >= 0 GROUP BY hour ORDER BY hour
"""
"""By the windows' latest timestamps; all replicas together."""

TOP_KEYS: Final = f"""
SELECT topic, name AS key, sum(records) AS records, sum(stored_bytes) AS bytes
FROM {CONTENTS} WHERE kind = 'key' GROUP BY topic, name ORDER BY records DESC, bytes DESC, topic, key
"""

COMPRESSION: Final = f"""
SELECT topic, cast(name AS string) AS codec, sum(records) AS records, sum(stored_bytes) AS stored_bytes,
       sum(inflated_bytes) AS inflated_bytes
FROM {CONTENTS} WHERE kind = 'codec' GROUP BY topic, name ORDER BY topic, codec
"""
