"""Many short stretches of one buffer as an Arrow array of bytes: the copy is made by Arrow, not by Python.

The stretches become an array of Arrow's *views*, 16 bytes each, over the buffer where it is; one cast then copies them
into a plain `binary` array, in C++::

    up to 12 bytes    | length i32 | the bytes, then zeros                        |
    longer            | length i32 | first 4 bytes | buffer 0 i32 | position i32  |

Positions have 31 bits, hence `BUFFER_BYTES_MAX`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from kavka.pipeline.columns.varints import Bytes, Ints
from kavka.protocol.records.errors import CorruptRecords

BUFFER_BYTES_MAX = 2**31 - 1
"""Bytes of one buffer that stretches can be gathered from."""

INLINE_BYTES_MAX = 12
NULL = -1

_INLINE_MASKS: npt.NDArray[np.uint32] = (
    np.where(np.arange(INLINE_BYTES_MAX) < np.arange(INLINE_BYTES_MAX + 1)[:, None], 255, 0)
    .astype(np.uint8)
    .view("<u4")
)
"""By length: which bits of twelve bytes belong to it."""


def gather(area: Bytes, at: Ints, lengths: Ints, *, as_views: bool = False) -> pa.Array:
    """Gathers each row's bytes into an array.

    They are `area[at : at + length]`; null where the length is −1.

    Args:
        area: the buffer.
        at: where each row begins.
        lengths: of the rows.
        as_views: whether the array keeps pointing into `area` instead of holding a copy.

    Raises:
        CorruptRecords: a stretch is not within `area`, or a length is less than −1.
    """
    sizes = np.maximum(lengths, 0)
    _check(area, at, lengths, sizes)
    views = np.zeros((len(at), 4), np.int32)
    views[:, 0] = sizes
    is_long = sizes > INLINE_BYTES_MAX
    if is_long.any():
        _point(views, area, _rows(is_long), at)
    is_short = (sizes > 0) & ~is_long
    if is_short.any():
        _inline(views, area, _rows(is_short), at, sizes)
    buffers = [validity(lengths == NULL), pa.py_buffer(views), pa.py_buffer(area)]
    array = pa.Array.from_buffers(pa.binary_view(), len(at), buffers)
    return array if as_views else array.cast(pa.binary())


def lengths(column: pa.Array) -> Ints:
    """Returns the length of each row of a `binary` array, −1 for null, for `gather`."""
    found: Ints = pc.binary_length(column).fill_null(NULL).to_numpy(zero_copy_only=False).astype(np.int64)
    return found


def validity(is_null: npt.NDArray[np.bool_]) -> pa.Buffer | None:
    """Builds Arrow's bitmap of rows that are not null; `None` where no row is null."""
    if not is_null.any():
        return None
    return pa.py_buffer(np.packbits(~is_null, bitorder="little"))


def _check(area: Bytes, at: Ints, lengths: Ints, sizes: Ints) -> None:
    if len(area) > BUFFER_BYTES_MAX:
        raise CorruptRecords(f"{len(area)} bytes at once, at most {BUFFER_BYTES_MAX}")
    if not len(at):
        return
    if int(lengths.min()) < NULL:
        raise CorruptRecords("negative length")
    if int(at.min()) < 0 or int((at + sizes).max()) > len(area):
        raise CorruptRecords("a field runs past the end of the records")


def _rows(is_wanted: npt.NDArray[np.bool_]) -> Ints | slice:
    """What picks these rows: where all are wanted a slice, which copies nothing."""
    return slice(None) if is_wanted.all() else np.flatnonzero(is_wanted)


def _point(views: npt.NDArray[np.int32], area: Bytes, rows: Ints | slice, at: Ints) -> None:
    words: npt.NDArray[np.int32] = np.ndarray((len(area) - 3,), "<i4", area, strides=(1,))
    views[rows, 1] = words[at[rows]]
    views[rows, 3] = at[rows]


def _inline(views: npt.NDArray[np.int32], area: Bytes, rows: Ints | slice, at: Ints, sizes: Ints) -> None:
    room = INLINE_BYTES_MAX
    at = at[rows]
    if int(at.max()) + room > len(area):
        # The last rows of the area: they are read from where zeros follow them.
        end = int(at.min())
        area = np.concatenate([area[end:], np.zeros(room, np.uint8)])
        at = at - end
    twelve = np.ndarray((len(area) - room + 1,), np.dtype((np.void, room)), area, strides=(1,))
    words = twelve[at].view("<u4").reshape(len(at), room // 4)
    words &= _INLINE_MASKS.take(sizes[rows], axis=0)
    views[rows, 1:] = words.view(np.int32)
