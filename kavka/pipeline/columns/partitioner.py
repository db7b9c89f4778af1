"""Which partition each row of a column of keys goes to: Kafka's default partitioner, over all keys at once.

Spark's own hash is murmur3; only Kafka's murmur2 puts a key where every other producer of the topic puts it. The
algorithm is drawn in `kavka.wire.murmur2`; here each step is taken for all keys that are that long, in uint32, which
wraps around as Java's int does.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from kavka.wire.murmur2 import SEED, M
from kavka.wire.murmur2 import murmur2 as murmur2_of_one

Hashes = npt.NDArray[np.uint32]

KEY_BYTES_AT_ONCE_MAX = 256
"""Longer keys are hashed one by one: each word is a step for the whole column, however few keys are that long."""

_M = np.uint32(M)
_POSITIVE = np.uint32(0x7FFFFFFF)


def choose_partitions(keys: pa.Array, partition_count: int, *, without_key: int) -> npt.NDArray[np.int32]:
    """Chooses the partition of each row.

    Args:
        keys: binary or string; a null is a record without a key, an empty key is a key.
        partition_count: of the topic.
        without_key: where rows without a key go, all of them, as with Kafka's sticky partitioner; the caller changes
            it from batch to batch.
    """
    chosen = ((murmur2(keys) & _POSITIVE) % np.uint32(partition_count)).astype(np.int32)
    if keys.null_count:
        chosen[keys.is_null().to_numpy(zero_copy_only=False)] = without_key
    return chosen


def murmur2(keys: pa.Array) -> Hashes:
    """Hashes each key; a null like an empty key."""
    if isinstance(keys, pa.ChunkedArray):
        keys = keys.combine_chunks()
    if keys.type != pa.binary():
        keys = keys.cast(pa.binary())
    count = len(keys)
    _, offsets_buffer, data = keys.buffers()
    offsets = np.frombuffer(offsets_buffer, np.int32, count + 1, keys.offset * 4).astype(np.int64)
    area = np.frombuffer(data, np.uint8) if data is not None else np.empty(0, np.uint8)
    lengths = np.diff(offsets)
    hashes = np.empty(count, np.uint32)
    is_long = lengths > KEY_BYTES_AT_ONCE_MAX
    usual = np.flatnonzero(~is_long) if is_long.any() else np.arange(count)
    hashes[usual] = _hash_columns(area, offsets[usual], lengths[usual])
    for row in np.flatnonzero(is_long).tolist():
        hashes[row] = murmur2_of_one(area[offsets[row] : offsets[row + 1]].tobytes())
    return hashes


def _hash_columns(area: npt.NDArray[np.uint8], at: npt.NDArray[np.int64], lengths: npt.NDArray[np.int64]) -> Hashes:
    hashes = np.uint32(SEED) ^ lengths.astype(np.uint32)
    words = lengths >> 2
    view: npt.NDArray[np.uint32] = np.ndarray((max(0, len(area) - 3),), "<u4", area, strides=(1,))
    shortest = int(words.min()) if len(words) else 0
    for number in range(int(words.max()) if len(words) else 0):
        rows = slice(None) if number < shortest else np.flatnonzero(words > number)
        k = view[at[rows] + 4 * number] * _M
        k ^= k >> np.uint32(24)
        hashes[rows] = hashes[rows] * _M ^ k * _M
    rest = lengths & 3
    for size in (1, 2, 3):
        rows = np.flatnonzero(rest == size)
        if rows.size:
            tail = at[rows] + 4 * words[rows]
            last = sum(area[tail + byte].astype(np.uint32) << np.uint32(8 * byte) for byte in range(size))
            hashes[rows] = (hashes[rows] ^ last) * _M
    hashes ^= hashes >> np.uint32(13)
    hashes *= _M
    hashes ^= hashes >> np.uint32(15)
    return hashes
