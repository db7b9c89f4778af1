"""Kafka's records: batches v2, message sets v0 and v1, their compressions, checksums and transaction markers.

Bytes in, values out; nothing here knows offsets' meaning, leaders or disks. Import from `batch` (the format of today),
`legacy` (conversion of the old ones), `compression` and `control`.
"""

from __future__ import annotations

from kavka.protocol.records.errors import CorruptRecords, DecompressedTooLarge, NotDecompressed, UnreadableContents

__all__ = ["CorruptRecords", "DecompressedTooLarge", "NotDecompressed", "UnreadableContents"]
