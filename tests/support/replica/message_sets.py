"""Message sets as producers of before Kafka 0.11 sent them."""

from __future__ import annotations

from collections.abc import Iterable

from kavka.protocol.records.batch import BatchBuilder
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.legacy import down_convert


def message_set(
    values: Iterable[bytes],
    *,
    magic: int,
    compression: Compression = Compression.NONE,
    timestamp: int = 1_700_000_000_000,
) -> bytes:
    """One message a value, all in one compressed wrapper when there is a compression."""
    builder = BatchBuilder(compression=compression)
    for value in values:
        builder.append(timestamp=timestamp, key=b"k", value=value)
    return bytes(down_convert(builder.build(), magic))
