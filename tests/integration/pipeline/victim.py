"""Starts `pipeline_driver` and kills it as hard as a machine can: the driver and its JVM, not the workers.

Workers outlive a killed driver for a moment and finish what they are at; that is the case worth testing.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.integration.cluster import is_running, wait_until
from tests.integration.pipeline.spark_on_this_machine import ROOT, with_this_tree

END_SECONDS_MAX = 240.0


class Victim:
    """One run of the driver."""

    def __init__(self, bootstrap: str, directory: Path, *options: str) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYSPARK")}
        with_this_tree(environment)
        command = [sys.executable, "-m", "tests.integration.pipeline.pipeline_driver", bootstrap, str(directory)]
        self._log = directory / "driver.log"
        with self._log.open("a") as log:
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
        """The end of what it said."""
        return self._log.read_text()[-4000:]

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

    def finish(self) -> None:
        """Waits for its own end."""
        status = self._process.wait(END_SECONDS_MAX)
        assert status == 0, self.log()


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []
