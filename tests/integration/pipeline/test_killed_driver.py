"""The driver is killed in the middle of an archive and of a copy: nothing is lost, nothing is there twice."""

from __future__ import annotations

import pyarrow.parquet as pq
import pytest

from tests.integration.pipeline.filling import contents, create, doubles, fill
from tests.integration.pipeline.pipeline_driver import BATCH, COPY, SOURCE
from tests.integration.pipeline.spark_on_this_machine import require_spark
from tests.integration.pipeline.victim import kill_when, run_to_the_end

pytestmark = pytest.mark.slow

COUNT = 1_000
FILES_BEFORE_DEATH = 3


def check_lake(directory, count):
    """Every offset once, for a reader that knows nothing of Spark."""
    table = pq.read_table(directory / "lake", columns=["partition", "offset", "value"])
    rows = list(zip(table["partition"].to_pylist(), table["offset"].to_pylist(), strict=True))
    assert not doubles(rows)
    assert set(rows) == {(partition, offset) for partition in (0, 1) for offset in range(count)}
    assert {int(value) for value in table["value"].to_pylist()} == set(range(2 * count))


def check_copy(bootstrap, count):
    """Every record once, for a read_committed reader."""
    values = [int(value) for (value,) in contents(bootstrap, COPY)]
    assert not doubles(values)
    assert set(values) == set(range(2 * count))


@pytest.mark.timeout(600)
def test_killed_once(new_kavka, tmp_path):
    require_spark()
    bootstrap = new_kavka().bootstrap
    create(bootstrap, SOURCE, COPY)
    fill(bootstrap, SOURCE, COUNT)
    lake = tmp_path / "lake"

    def is_in_the_middle():
        commits = list((tmp_path / "ck-copy" / "commits").glob("[0-9]*"))
        return len(list(lake.rglob("*.parquet"))) >= FILES_BEFORE_DEATH and len(commits) >= 1

    kill_when(bootstrap, tmp_path, is_in_the_middle, "both queries are at work")
    assert len(list((tmp_path / "ck-copy" / "commits").glob("[0-9]*"))) < 2 * COUNT // BATCH
    run_to_the_end(bootstrap, tmp_path)
    check_lake(tmp_path, COUNT)
    check_copy(bootstrap, COUNT)
    assert not list(lake.rglob("*.tmp"))
