"""Starts `pipeline_driver` and kills it as hard as a machine can: the driver and its JVM, not the workers.

Workers outlive a killed driver for a moment and finish what they are at; that is the case worth testing.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

from tests.support.pipeline.spark_on_this_machine import ROOT, with_this_tree
from tests.support.processes.cluster import is_running, wait_until

END_SECONDS_MAX = 240.0
MOMENT_SECONDS_MAX = 180.0
STARTS_MAX = 3
CAUSE = re.compile(r"^.*(?:Exception|Error)\b.*$", re.MULTILINE)
CAUSES_SHOWN_MAX = 20
TASK_NOT_READ = re.compile(r"JavaSerializerInstance\.deserialize\(.*\n.*\.(?:ResultTask|ShuffleMapTask)\.runTask\(")
"""Spark's executor could not turn the bytes of a task into objects: before any Python ran. Seen once, in CI; the next
start has a JVM of its own."""


class Victim:
    """One run of the driver."""

    def __init__(self, bootstrap: str, directory: Path, *options: str) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYSPARK")}
        with_this_tree(environment)
        command = [sys.executable, "-m", "tests.support.pipeline.pipeline_driver", bootstrap, str(directory)]
        self._log = directory / "driver.log"
        with self._log.open("a") as log:
            self._log_start = log.tell()
            self._process = subprocess.Popen(
                [*command, *options], cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True
            )

    def __enter__(self) -> Victim:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def is_alive(self) -> bool:
        """Whether the driver runs."""
        return self._process.poll() is None

    def log(self) -> str:
        """What went wrong by what it said, and the end of that."""
        said = self._said()
        return "\n".join([*CAUSE.findall(said)[:CAUSES_SHOWN_MAX], "…", said[-4000:]])

    def _said(self) -> str:
        return self._log.read_bytes()[self._log_start :].decode(errors="replace")

    def kill(self) -> None:
        """kill -9 of the driver and of its JVM."""
        children = _children(self._process.pid)
        for pid in (self._process.pid, *children):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self._process.wait(END_SECONDS_MAX)
        for pid in children:
            wait_until(lambda pid=pid: not is_running(pid), f"process {pid} is gone")  # type: ignore[misc]

    def has_failed_alone(self) -> bool:
        """Whether it ended because Spark itself failed before a task began; another start is in order then."""
        return TASK_NOT_READ.search(self._said()) is not None

    def wait(self) -> bool:
        """Waits for its own end; whether it ended well."""
        return self._process.wait(END_SECONDS_MAX) == 0


def kill_when(
    bootstrap: str, directory: Path, is_time: Callable[[], bool], what: str, *options: str, delay: float = 0.0
) -> None:
    """Runs the driver, and kills it at a moment, or `delay` seconds after it."""
    with closing(_starts(bootstrap, directory, *options)) as victims:
        for victim in victims:
            wait_until(lambda victim=victim: is_time() or not victim.is_alive, what, MOMENT_SECONDS_MAX)  # type: ignore[misc]
            time.sleep(delay)
            if victim.is_alive:
                return victim.kill()


def run_to_the_end(bootstrap: str, directory: Path, *options: str) -> None:
    """Runs the driver until everything has been read; whoever supervises it starts it again if that must be."""
    with closing(_starts(bootstrap, directory, "--once", *options)) as survivors:
        for survivor in survivors:
            if survivor.wait():
                return


def _starts(bootstrap: str, directory: Path, *options: str) -> Generator[Victim, None, None]:
    """Drivers, each in place of one that Spark let down; whoever has what it wants takes no more.

    Raises:
        AssertionError: one failed for another reason, or as many as may be were let down.
    """
    for _ in range(STARTS_MAX):
        with Victim(bootstrap, directory, *options) as victim:
            yield victim
            assert victim.has_failed_alone(), victim.log()
    raise AssertionError(f"{STARTS_MAX} starts were not enough: {victim.log()}")


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []
