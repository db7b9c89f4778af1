"""A Spark session as quick as two cores allow, and what to skip with where there is none.

Three things save two thirds of the start: a JVM that compiles in a hurry and collects with one thread; workers that
import PySpark from its package, which has compiled files, instead of from a zip, which has none; and one session for
all tests of a process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping
from pathlib import Path

from kavka.pipeline.failures import MissingRequirement
from kavka.pipeline.session import SessionSettings, check_requirements
from tests.integration.cluster import skip_or_fail

ROOT = Path(__file__).resolve().parents[3]
JAVA_OPTIONS = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")

WRAPPER = """\
#!/bin/sh
kept=
IFS=:
for entry in $PYTHONPATH; do
  case "$entry" in */pyspark.zip|*/py4j-*-src.zip) ;; *) kept="$kept:$entry" ;; esac
done
PYTHONPATH="${kept#:}" exec %s "$@"
"""


def require_spark() -> None:
    """Skips, or fails in CI, where PySpark, pyarrow, numpy or Java is not there."""
    try:
        check_requirements(os.environ)
    except MissingRequirement as missing:
        skip_or_fail(str(missing))


def quick_settings(directory: Path, *, app_name: str = "tests", master: str | None = None) -> SessionSettings:
    """Settings for tests; writes the workers' Python wrapper to a directory."""
    wrapper = directory / "python"
    wrapper.write_text(WRAPPER % sys.executable)
    wrapper.chmod(0o755)
    return SessionSettings(app_name=app_name, master=master, java_options=JAVA_OPTIONS, python=str(wrapper))


def with_this_tree(environment: MutableMapping[str, str]) -> None:
    """Lets processes that Spark starts import what is tested."""
    path = environment.get("PYTHONPATH", "")
    if str(ROOT) not in path.split(os.pathsep):
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), path)))
