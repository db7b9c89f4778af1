"""What the tests of the pipeline share: one Spark session for all that run in this process.

`spark` starts a JVM, which takes seconds: a test that can do without, on plain objects against a cluster, does.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kavka.pipeline.session import BLAS_THREADS, WORKER_PYTHON, open_session
from tests.support.pipeline.spark_on_this_machine import quick_settings, require_spark, with_this_tree

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

HERE = Path(__file__).parent
SET_BY_A_SESSION = ("PYSPARK_PYTHON", "PYSPARK_DRIVER_PYTHON", "SPARK_LOCAL_IP", BLAS_THREADS, WORKER_PYTHON)
"""Variables that `open_session` sets where they are not, which nobody after this session is to find."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """PySpark leaves sockets to the collector, and uses what Python has deprecated."""
    for item in items:
        if HERE in item.path.parents:
            for category in ("DeprecationWarning", "ResourceWarning", "pytest.PytestUnraisableExceptionWarning"):
                item.add_marker(pytest.mark.filterwarnings(f"ignore::{category}"))


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    """A session on two cores, with the format `kavka`."""
    require_spark()
    with pytest.MonkeyPatch.context() as patch:
        environment = dict(os.environ)
        with_this_tree(environment)
        patch.setenv("PYTHONPATH", environment["PYTHONPATH"])
        for name in SET_BY_A_SESSION:
            patch.delenv(name, raising=False)
        session = open_session(quick_settings("tests"), os.environ)
        yield session
        session.stop()
        for name in SET_BY_A_SESSION:
            os.environ.pop(name, None)
