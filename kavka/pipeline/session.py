"""The Spark session of a job: which Java, which settings, which Python, and a quiet log.

    kavka-spark JOB            this process starts a JVM of its own: master, memory, Java options are chosen here
    spark-submit … job.py JOB  a JVM started this process: master and memory stay, the SQL settings are still ours

PySpark is imported when a session is opened, not before. Nothing here reads or writes a topic.
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kavka.pipeline.bundle import write_bundle
from kavka.pipeline.failures import MissingRequirement

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PACKAGES: Final = ("pyspark", "pyarrow", "numpy")
PYSPARK_MIN: Final = (4, 2)
"""The first with rate limits and `availableNow` for sources in Python."""

DEFAULT_MASTER: Final = "local[2,4]"
"""Two tasks at a time, each tried four times: plain `local[2]` lets the first failure end the query."""

DEFAULT_DRIVER_MEMORY: Final = "768m"
SHUFFLE_PARTITIONS: Final = 2
"""Spark's 200 ruin small streams. The number is frozen in a checkpoint."""

WRITER_BATCH_ROWS: Final = 10_000
QUICK_START: Final = Path(__file__).parent / "worker-python"
CALL_LOGGER: Final = "SQLQueryContextLogger"
BLAS_THREADS: Final = "OPENBLAS_NUM_THREADS"
"""numpy's library for matrices, of which nothing here has any, starts a thread for each core with every process of
Python's. It spins before it sleeps: a third of what starting a process costs."""

WORKER_PYTHON: Final = "KAVKA_WORKER_PYTHON"
"""Names the Python for `worker-python`, which starts the workers on this machine."""

GATEWAY: Final = "PYSPARK_GATEWAY_PORT"
"""Set by spark-submit for the Python that it starts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSettings:
    """What a session is opened with.

    Attributes:
        app_name: how it is called in Spark's own views.
        master: where it runs; None: this machine.
        driver_memory: of the JVM, as Java writes sizes.
        conf: Spark settings that win over ours.
        java_options: for the JVM, beside those that quieten its log.
        python: the interpreter of the workers. That of this process: any other lacks our packages.
    """

    app_name: str
    master: str | None = None
    driver_memory: str = DEFAULT_DRIVER_MEMORY
    conf: Mapping[str, str] = field(default_factory=dict)
    java_options: tuple[str, ...] = ()
    python: str = sys.executable


def is_under_submit(environment: Mapping[str, str]) -> bool:
    """Tells whether spark-submit has started this process, and with it a JVM."""
    return GATEWAY in environment


def check_requirements(environment: Mapping[str, str]) -> None:
    """Looks for PySpark, pyarrow, numpy and Java without importing or starting any of them.

    Raises:
        MissingRequirement: one is not there; says what to install.
    """
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise MissingRequirement(
            f"{' and '.join(missing)} cannot be imported; install with: pip install 'kavka[spark]'"
        )
    if not is_under_submit(environment):
        find_java(environment)


def find_java(environment: Mapping[str, str]) -> str:
    """Finds the Java that Spark will start: JAVA_HOME's, else the one on PATH.

    Raises:
        MissingRequirement: there is none.
    """
    install = "install one of 17 or newer (Debian: apt-get install default-jre-headless)"
    home = environment.get("JAVA_HOME")
    if home:
        java = Path(home) / "bin" / "java"
        if not java.is_file():
            raise MissingRequirement(f"JAVA_HOME is {home}, where there is no bin/java; unset it, or {install}")
        return str(java)
    found = shutil.which("java", path=environment.get("PATH"))
    if found is None:
        raise MissingRequirement(f"Spark needs Java, and none is found by JAVA_HOME or on PATH; {install}")
    return found


def spark_conf(settings: SessionSettings, *, is_submitted: bool) -> dict[str, str]:
    """Returns every Spark setting of a session.

    Under spark-submit the settings that a running JVM cannot change are left out.
    """
    conf = {
        "spark.sql.shuffle.partitions": str(SHUFFLE_PARTITIONS),
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.execution.arrow.maxRecordsPerBatch": str(WRITER_BATCH_ROWS),
        "spark.sql.adaptive.enabled": "false",  # it may change which row goes to which task, which a re-run must not
        "spark.sql.python.filterPushdown.enabled": "true",
    }
    if not is_submitted:
        conf |= {
            "spark.app.name": settings.app_name,
            "spark.master": settings.master or DEFAULT_MASTER,
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.driver.memory": settings.driver_memory,
            "spark.driver.extraJavaOptions": " ".join((_log_option(), *settings.java_options)),
        }
    return conf | dict(settings.conf)


def _log_option() -> str:
    return f"-Dlog4j2.configurationFile={files('kavka.pipeline').joinpath('log4j2.properties')}"


def is_local(master: str | None) -> bool:
    """Tells whether a master means this machine."""
    return (master or DEFAULT_MASTER).startswith("local")


def has_quick_start() -> bool:
    """Tells whether workers may be started by `worker-python`, which halves a query's startup.

    It must be executable, and PySpark must be found without the zips that it leaves out.
    """
    origins = [spec.origin or "" for spec in map(find_spec, ("pyspark", "py4j")) if spec is not None]
    return len(origins) == 2 and not any(".zip" in origin for origin in origins) and os.access(QUICK_START, os.X_OK)


def open_session(settings: SessionSettings, environment: MutableMapping[str, str]) -> SparkSession:
    """Opens a session in which `kavka` is a known format; the first of a process starts a JVM, which takes seconds.

    Args:
        settings: what to open it with.
        environment: the process's own (os.environ): PySpark reads the workers' Python and the address to bind there.

    Raises:
        MissingRequirement: what it needs is not installed.
    """
    check_requirements(environment)
    is_submitted = is_under_submit(environment)
    if not is_submitted and is_local(settings.master):
        environment.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        environment.setdefault(BLAS_THREADS, "1")
        if has_quick_start():
            environment.setdefault("PYSPARK_PYTHON", str(QUICK_START))
            environment[WORKER_PYTHON] = settings.python
    environment.setdefault("PYSPARK_PYTHON", settings.python)
    environment.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    import pyspark
    from pyspark.sql import SparkSession

    # PySpark writes every failed call to stderr as JSON, trace and all, before it raises what the job shows.
    logging.getLogger(CALL_LOGGER).disabled = True

    version = tuple(int(part) for part in pyspark.__version__.split(".")[:2])
    if version < PYSPARK_MIN:
        raise MissingRequirement(
            f"PySpark is {pyspark.__version__}, and 4.2 is the oldest that works; "
            "upgrade with: pip install -U 'kavka[spark]'"
        )
    builder = SparkSession.builder
    for name, value in spark_conf(settings, is_submitted=is_submitted).items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    if is_submitted:
        session.sparkContext.setLogLevel("ERROR")
    elif not is_local(settings.master):
        _ship(session)
    prepare_session(session)
    return session


def _ship(session: SparkSession) -> None:
    """Sends the code to the workers of another machine, as spark-submit's --py-files would.

    They fetch it when they need it, so it stays for as long as the session: in PySpark's own temporary directory.
    """
    context: Any = session.sparkContext
    context.addPyFile(str(write_bundle(Path(context._temp_dir) / "kavka.zip")))


def prepare_session(session: SparkSession) -> None:
    """Makes `kavka` a known format, also where `pyspark_kavka` is not found by itself: code shipped by --py-files."""
    from kavka.pipeline.source.kavka_source import KavkaSource

    session.dataSource.register(KavkaSource)
