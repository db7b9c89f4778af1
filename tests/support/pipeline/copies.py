"""What a driver that was killed again and again has to have written: every record once."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq

from tests.support.pipeline.filling import contents, doubles
from tests.support.pipeline.pipeline_driver import COPY, WHOLE


def check_lake(directory: Path, count: int) -> None:
    """Every offset once, for a reader that knows nothing of Spark."""
    table = pq.read_table(directory / "lake", columns=["partition", "offset", "value"])
    rows = list(zip(table["partition"].to_pylist(), table["offset"].to_pylist(), strict=True))
    assert not doubles(rows)
    assert set(rows) == {(partition, offset) for partition in (0, 1) for offset in range(count)}
    assert {int(value) for value in table["value"].to_pylist()} == set(range(2 * count))


def check_copy(bootstrap: str, count: int) -> None:
    """Every record once in both copies, for a read_committed reader."""
    for topic in (COPY, WHOLE):
        values = [int(value) for (value,) in contents(bootstrap, topic)]
        assert not doubles(values), topic
        assert set(values) == set(range(2 * count)), topic
