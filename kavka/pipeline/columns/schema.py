"""The columns of a topic: names and types of Spark's `kafka` source, so that a job changes by one word.

Spark wants a batch's Arrow schema to be exactly the one that was declared (PySpark 4.2 and later): hence plain `binary`
and `string`, microseconds, and "element" as the name of a list's items.

| column | type | null |
|---|---|---|
| key, value | binary | where the record has none |
| topic | string | |
| partition | int32 | |
| offset | int64 | |
| timestamp | microseconds, UTC | where the record's milliseconds are more than a 64-bit count of microseconds holds |
| timestampType | int32: −1 none (magic 0), 0 create time, 1 log append time | |
| headers | list of key, value | where the record has none, as in Spark |
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import pyarrow as pa

TIMESTAMP = pa.timestamp("us", tz="UTC")
HEADER = pa.struct([pa.field("key", pa.string()), pa.field("value", pa.binary())])
HEADERS = pa.list_(pa.field("element", HEADER))

COLUMNS: dict[str, pa.DataType] = {
    "key": pa.binary(),
    "value": pa.binary(),
    "topic": pa.string(),
    "partition": pa.int32(),
    "offset": pa.int64(),
    "timestamp": TIMESTAMP,
    "timestampType": pa.int32(),
    "headers": HEADERS,
}
"""Every column, in Spark's order."""


def schema(columns: Sequence[str], *, as_views: bool = False) -> pa.Schema:
    """Returns the schema of these columns, in this order.

    Args:
        columns: their names.
        as_views: whether values are views (`gather`).

    Raises:
        ValueError: there is no such column.
    """
    return _schema(tuple(columns), as_views)


@lru_cache(maxsize=16)
def _schema(columns: tuple[str, ...], as_views: bool) -> pa.Schema:
    unknown = [name for name in columns if name not in COLUMNS]
    if unknown:
        raise ValueError(f"there is no column {unknown[0]!r}; there are {', '.join(COLUMNS)}")
    types = COLUMNS | {"value": pa.binary_view()} if as_views else COLUMNS
    return pa.schema([pa.field(name, types[name]) for name in columns])
