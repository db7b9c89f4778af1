"""A driver that tests kill: an archive and two copies of one topic, all in small batches, in one Spark session.

One copy is a stream of rows through Spark, the other `kavka.spark.copy`, past Spark's JVM.

    python -m tests.support.pipeline.pipeline_driver BOOTSTRAP DIRECTORY [--once] [--batch=N]

Prints a line when all queries run. With --once it ends when everything has been read.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from kavka.pipeline.archive.sink import ArchiveSink
from kavka.pipeline.copying.query import copy as whole_copy
from kavka.pipeline.session import open_session
from tests.support.pipeline.spark_on_this_machine import quick_settings

SOURCE, COPY, WHOLE = "numbers", "numbers-copy", "numbers-whole"
BATCH = 400
POLL_SECONDS = 0.2


def main(bootstrap: str, directory: Path, *options: str) -> None:
    """Runs all queries."""
    spark = open_session(quick_settings("victim"), os.environ)
    spark.dataSource.register(ArchiveSink)
    batch = next((option.partition("=")[2] for option in options if option.startswith("--batch=")), str(BATCH))
    client = {"kafka.bootstrap.servers": bootstrap}

    subscribed = {"subscribe": SOURCE, "startingOffsets": "earliest", "maxOffsetsPerTrigger": batch}

    def stream(**more: str) -> Any:
        return spark.readStream.format("kavka").options(**client, **subscribed, **more).load()

    archive = stream(**{"kavka.ranges": "true"}).writeStream.format("kavka_archive").options(**client)
    copy = stream().writeStream.format("kavka").options(**client).option("topic", COPY)
    writers = [
        archive.option("path", str(directory / "lake")).option("checkpointLocation", str(directory / "ck-archive")),
        whole_copy(spark, {**client, **subscribed}, WHOLE, checkpoint=directory / "ck-whole"),
        copy.option("checkpointLocation", str(directory / "ck-copy")),
    ]
    once = "--once" in options
    queries = []
    for writer in writers:
        timed = writer.trigger(availableNow=True) if once else writer.trigger(processingTime="0 seconds")
        queries.append(timed.start())
        wait_first_batch(queries[-1])
    print("running", flush=True)
    for query in queries:
        query.awaitTermination()
    spark.stop()


def wait_first_batch(query: Any) -> None:
    """Waits until a query has begun, or has nothing to do.

    Each starts processes, which Spark gives ten seconds to answer: all queries' at once are many for half a core.
    """
    while query.lastProgress is None and not query.awaitTermination(POLL_SECONDS):
        pass


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
