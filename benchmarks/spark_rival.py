"""Spark 4.2.0 with its own Kafka connector, which ours is measured and held against: how it comes here.

The newest connector on Maven Central is 4.2.0, so PySpark of the same version is installed into an environment of its
own, which borrows every other package from the one that runs this. Four jars are copied one by one: resolved as usual,
Spark's parent POM leads to a repository that not everybody reaches, and they are all that the connector needs beside
Spark. Some 500 MB are kept in the user's cache, or where a path says.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SPARK: Final = "4.2.0"
ARTIFACTS: Final = (
    f"org.apache.spark:spark-sql-kafka-0-10_2.13:{SPARK}",
    "org.apache.spark:spark-token-provider-kafka-0-10_2.13:4.0.0",  # the newest there is; it has not changed since
    "org.apache.kafka:kafka-clients:3.9.1",
    "org.apache.commons:commons-pool2:2.12.1",
)
COPY: Final = ("mvn", "-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy", "-Dtransitive=false")
INSTALL_SECONDS_MAX: Final = 1_800
COPY_SECONDS_MAX: Final = 600
ROOT: Final = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class RivalSpark:
    """It, on this machine.

    Attributes:
        python: the interpreter whose PySpark it is; everything else it has from here.
        jars: the connector and what it needs.
    """

    python: Path
    jars: tuple[Path, ...]

    def environment(self, given: Mapping[str, str]) -> dict[str, str]:
        """Returns the environment of a `python` process: what is tested or measured comes from this tree."""
        kept = {name: value for name, value in given.items() if not name.startswith(("PYSPARK_", "SPARK_"))}
        path = [str(ROOT), *(entry for entry in given.get("PYTHONPATH", "").split(os.pathsep) if entry)]
        return {**kept, "PYTHONPATH": os.pathsep.join(dict.fromkeys(path))}


def cache_folder() -> Path:
    """Returns the folder that keeps Spark between runs."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "kavka" / f"spark-{SPARK}"


def provide(folder: Path | None = None) -> RivalSpark:
    """Installs what is not there yet.

    Args:
        folder: for all of it; None: the user's cache.

    Raises:
        LookupError: Java or Maven is missing, or something cannot be fetched; says what.
    """
    for tool in ("java", "mvn"):
        if shutil.which(tool) is None:
            raise LookupError(f"{tool} is missing: Spark's own connector needs Java 17 and comes by Maven")
    folder = cache_folder() if folder is None else folder
    folder.mkdir(parents=True, exist_ok=True)
    return RivalSpark(_python(folder), tuple(_jar(folder / "jars", artifact) for artifact in ARTIFACTS))


def _python(folder: Path) -> Path:
    python = folder / "venv" / "bin" / "python"
    stamp = folder / "venv" / "complete"
    if not stamp.exists():
        _run([sys.executable, "-m", "venv", "--clear", str(folder / "venv")], INSTALL_SECONDS_MAX)
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"pyspark=={SPARK}"]
        _run([str(python), *install], INSTALL_SECONDS_MAX)
        stamp.touch()
    found = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    own = Path(found.stdout.strip())
    # Behind its own packages, so that PySpark is its own, and pyarrow, numpy and the codecs are those of here.
    (own / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def _jar(folder: Path, artifact: str) -> Path:
    _, name, version = artifact.split(":")
    jar = folder / f"{name}-{version}.jar"
    if not jar.exists():
        _run([*COPY, f"-Dartifact={artifact}", f"-DoutputDirectory={folder}"], COPY_SECONDS_MAX)
    return jar


def _run(command: list[str], seconds_max: float) -> None:
    """Raises LookupError with what it said last."""
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds_max, env=environment)
    except subprocess.TimeoutExpired:
        raise LookupError(f"{' '.join(command)}: not done within {seconds_max:.0f} s") from None
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines()
        raise LookupError(f"{' '.join(command)}: {said[-1] if said else done.returncode}")
