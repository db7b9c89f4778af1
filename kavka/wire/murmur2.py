"""The hash that picks a keyed record's partition, equal to Java's `Utils.murmur2`.

Every client that claims to be compatible must agree on it, or two producers send the same key to two partitions and
nobody notices until order is lost.

    for each 4 bytes, little endian:   k = word · M;  k ^= k >> 24;  k ·= M;  h = h · M ^ k
    for the 1–3 bytes that remain:     h = (h ^ rest) · M
    at the end:                        h ^= h >> 13;  h ·= M;  h ^= h >> 15          all modulo 2³²

The partition is `(h & 0x7fffffff) % partitions`: Java's "to positive" clears the sign, it does not negate.
"""

from __future__ import annotations

import struct

SEED = 0x9747B28C
M = 0x5BD1E995
MASK = 0xFFFFFFFF


def murmur2(data: bytes) -> int:
    """Returns the hash as an unsigned 32-bit number."""
    length = len(data)
    h = (SEED ^ length) & MASK
    whole = length & ~3
    for k in struct.unpack_from(f"<{length >> 2}I", data):
        k = (k * M) & MASK
        k = ((k ^ (k >> 24)) * M) & MASK
        h = ((h * M) & MASK) ^ k
    if length != whole:
        h = ((h ^ int.from_bytes(data[whole:], "little")) * M) & MASK
    h = ((h ^ (h >> 13)) * M) & MASK
    return h ^ (h >> 15)


def partition_for_key(key: bytes, partition_count: int) -> int:
    """Returns a keyed record's partition, as Java's default partitioner chooses it."""
    return (murmur2(key) & 0x7FFFFFFF) % partition_count
