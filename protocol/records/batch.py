"""Record batches v2, all that others need of them: the front door of the modules beside it.

- In and out of a broker: `read_header` (and `stamp` of what it gives), `iter_headers`, `validate_batch`,
  `read_plain_batch` (both in one, for the usual batch), `with_log_append_time`, `with_create_time`; they touch the
  header and the checksum, never the records.
- For those who look inside: `iter_records`, `iter_batches_of_records`, `read_records` give `Record`s; `scan_batch` only
  offsets and timestamps, for the log.
- For those who write: `BatchBuilder`; `marker_batch` for the end of a transaction (`read_marker` reads it).
"""

from __future__ import annotations

from kavka.protocol.records.builder import BatchBuilder
from kavka.protocol.records.control import (
    ControlType,
    Marker,
    decode_control_key,
    decode_marker_value,
    marker_batch,
    read_marker,
)
from kavka.protocol.records.header import (
    HEAD_SIZE,
    HEADER_SIZE,
    LENGTH_END,
    BatchHeader,
    iter_headers,
    read_header,
    read_plain_batch,
    validate_batch,
    with_create_time,
    with_log_append_time,
)
from kavka.protocol.records.reader import iter_batches_of_records, iter_records, read_records, scan_batch
from kavka.protocol.records.record import Record

__all__ = [
    "HEADER_SIZE",
    "HEAD_SIZE",
    "LENGTH_END",
    "BatchHeader",
    "read_header",
    "read_plain_batch",
    "iter_headers",
    "validate_batch",
    "with_create_time",
    "with_log_append_time",
    "BatchBuilder",
    "ControlType",
    "Marker",
    "marker_batch",
    "read_marker",
    "decode_control_key",
    "decode_marker_value",
    "Record",
    "iter_batches_of_records",
    "iter_records",
    "read_records",
    "scan_batch",
]
