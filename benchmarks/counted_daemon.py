"""PySpark's fork server, which does not lose the CPU time of the workers that end: Spark runs it in place of its own.

    spark.python.daemon.module=benchmarks.counted_daemon

PySpark's own ignores SIGCHLD, so the kernel forgets an ended worker at once, its time included: half of what a task
cost may be missing, or more than all of it where a reading before had counted the worker. Here the signal has its
default. A worker that has ended stays in /proc, for nobody waits for it, until `pipeline_cells` has read its time.
"""

from __future__ import annotations

import signal
from typing import Any

from pyspark import daemon


def main() -> None:
    """Runs the fork server; never returns."""
    # The one thing that it does with this name in the server itself is to ignore it; workers set what is the default.
    # SIGURG is ignored in any case.
    server: Any = daemon
    server.SIGCHLD = signal.SIGURG
    daemon.manager()


if __name__ == "__main__":
    main()
