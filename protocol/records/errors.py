"""The one failure that reading records has.

Whatever is wrong with bytes that claim to be records (a length, a checksum, a varint, a compressed block that ends too
early or grows too large), the result is `CorruptRecords`. The broker's log turns it into CORRUPT_MESSAGE for the one
partition and keeps the connection (KAFKA-13149); it is a `DecodeError` so that nobody who forgets does worse than close
the connection.
"""

from __future__ import annotations

from kavka.protocol.errors import DecodeError


class CorruptRecords(DecodeError):
    """Bytes that are not the records they claim to be."""


class UnreadableContents(CorruptRecords):
    """A message whose checksum is right, and that holds what no message may hold."""


class NotDecompressed(CorruptRecords):
    """Bytes that are not what the codec that they name would have made."""


class DecompressedTooLarge(CorruptRecords):
    """Compressed records that would grow beyond the named limit; what was inflated so far is dropped."""
