"""The driver is killed in the middle of an archive and of two copies: nothing is lost, nothing is there twice."""

from __future__ import annotations

import pytest

from tests.support.pipeline.copies import check_copy, check_lake
from tests.support.pipeline.filling import create, fill
from tests.support.pipeline.pipeline_driver import COPY, SOURCE, WHOLE
from tests.support.pipeline.spark_on_this_machine import require_spark
from tests.support.pipeline.victim import kill_when, run_to_the_end

pytestmark = pytest.mark.slow

COUNT = 1_000
FILES_BEFORE_DEATH = 3
BATCH_BEFORE_DEATH = 100


@pytest.mark.timeout(600)
def test_killed_once(new_kavka, tmp_path):
    require_spark()
    bootstrap = new_kavka().bootstrap
    create(bootstrap, SOURCE, COPY, WHOLE)
    fill(bootstrap, SOURCE, COUNT)
    lake = tmp_path / "lake"

    def is_in_the_middle():
        is_begun = len(list(lake.rglob("*.parquet"))) >= FILES_BEFORE_DEATH
        return is_begun and all(commits(name) for name in ("ck-copy", "ck-whole"))

    def commits(name):
        return len(list((tmp_path / name / "commits").glob("[0-9]*")))

    kill_when(bootstrap, tmp_path, is_in_the_middle, "all queries are at work", f"--batch={BATCH_BEFORE_DEATH}")
    assert commits("ck-copy") < 2 * COUNT // BATCH_BEFORE_DEATH
    run_to_the_end(bootstrap, tmp_path)
    check_lake(tmp_path, COUNT)
    check_copy(bootstrap, COUNT)
    assert not list(lake.rglob("*.tmp"))
