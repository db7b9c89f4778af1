"""The session of a job on this machine."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.slow


def test_workers_run_the_interpreter_of_the_driver(spark):
    def facts(_):
        import os
        import sys

        import kavka.pipeline

        return [(sys.version_info[:2], os.path.dirname(kavka.pipeline.__file__))]

    import sys

    import kavka.pipeline

    ((version, where),) = set(spark.sparkContext.parallelize(range(2), 2).mapPartitions(facts).collect())
    assert version == sys.version_info[:2]
    assert where == kavka.pipeline.__path__[0]


def test_settings_that_streams_rely_on(spark):
    assert spark.conf.get("spark.sql.shuffle.partitions") == "2"
    assert spark.conf.get("spark.sql.session.timeZone") == "UTC"
    assert spark.conf.get("spark.sql.adaptive.enabled") == "false"
