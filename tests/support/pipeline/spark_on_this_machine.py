"""A Spark session as quick as two cores allow, and what to skip with where there is none.

Two things save a third of the start: a JVM that compiles in a hurry and collects with one thread, and one session for
all tests of a process.
"""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from pathlib import Path

from kavka.pipeline.failures import MissingRequirement
from kavka.pipeline.session import SessionSettings, check_requirements
from tests.support.processes.cluster import skip_or_fail

ROOT = Path(__file__).resolve().parents[3]
JAVA_OPTIONS = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")


def require_spark() -> None:
    """Skips, or fails in CI, where PySpark, pyarrow, numpy or Java is not there."""
    try:
        check_requirements(os.environ)
    except MissingRequirement as missing:
        skip_or_fail(str(missing))


def quick_settings(app_name: str) -> SessionSettings:
    """Settings for tests."""
    return SessionSettings(app_name=app_name, java_options=JAVA_OPTIONS)


def with_this_tree(environment: MutableMapping[str, str]) -> None:
    """Lets processes that Spark starts import what is tested."""
    path = environment.get("PYTHONPATH", "")
    if str(ROOT) not in path.split(os.pathsep):
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), path)))
