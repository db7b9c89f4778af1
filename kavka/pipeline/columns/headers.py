"""Record headers, both ways: the one column that is made record by record, of those records that have any.

| count varint | key len varint | key, UTF-8 | value len varint | value | key len … |
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from kavka.pipeline.columns import varints
from kavka.pipeline.columns.schema import HEADER, HEADERS
from kavka.pipeline.columns.varints import VARINT_BITS, Bytes, Ints
from protocol.records.builder import encode_headers
from protocol.records.errors import CorruptRecords
from protocol.records.record import decode_headers

Headers = Sequence[tuple[str, bytes | None]]


def read_headers(payload: bytes, area: Bytes, at: Ints, stops: Ints) -> pa.Array:
    """The headers of each record; null where it has none.

    Args:
        payload: what the records are in.
        area: the same as an array.
        at: where the count of headers is.
        stops: where the record ends, which must be where its headers do.

    Raises:
        CorruptRecords: a count or length that cannot be, a key that is not UTF-8.
    """
    counts, after = varints.read(area, at, VARINT_BITS)
    if (counts < 0).any():
        raise CorruptRecords("negative number of headers")
    if (after[counts == 0] != stops[counts == 0]).any():
        raise CorruptRecords("record goes on behind its headers")
    found: list[Headers] = []
    for row in np.flatnonzero(counts).tolist():
        try:
            headers, end = decode_headers(payload, int(at[row]))
        except IndexError:
            raise CorruptRecords("records end within a header") from None
        if end != stops[row]:
            raise CorruptRecords(f"record ends at byte {end}, its length says {stops[row]}")
        found.append(headers)
    return headers_array(counts, found)


def headers_array(counts: Ints, headers: Sequence[Headers]) -> pa.Array:
    """The column.

    Args:
        counts: how many headers each row has; 0 makes it null.
        headers: of the rows that have some.
    """
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts, out=offsets[1:])
    items = pa.array([{"key": key, "value": value} for row in headers for key, value in row], HEADER)
    return pa.ListArray.from_arrays(pa.array(offsets), items, type=HEADERS, mask=pa.array(counts == 0))


def header_bytes(column: pa.Array) -> list[bytes]:
    """How each row's headers stand in its record, the count first; a null row has none.

    Raises:
        ValueError: a header without a key.
    """
    encoded: list[bytes] = []
    for row in column.to_pylist():
        pairs = [(item["key"], item["value"]) for item in row] if row else []
        if any(key is None for key, _ in pairs):
            raise ValueError("a header needs a key")
        encoded.append(encode_headers(pairs) if pairs else b"\x00")
    return encoded
