"""A blocking client of Kafka's protocol, for Spark's worker processes: sockets and deadlines, no event loop, no Spark.

    settings = WireSettings.from_properties({"bootstrap.servers": "localhost:9092"})     pickles, hashes
    cluster = cluster_of(settings)                                                       one per process
    cluster.topics(["events"])                                                           partitions, leaders
    list_offsets(cluster, {tp: LATEST}, isolation_level=READ_COMMITTED)
    with fetch_ahead(cluster, tp, start, end, FetchSettings(…)) as chunks:               Chunk.data ─▶ columns
    producer = BlockingProducer(cluster, transactional_id=…)                             init, send, commit
    fetch_offsets(cluster, group, [tp], require_stable=True); commit_offsets(…)

What the bundled asyncio client (`kavka.client`) knows without I/O is taken from there: versions, metadata, errors. An
error code in a response is a `KafkaError`, a failure without a response a `ClientError`; both have a message for a
person.
"""

from __future__ import annotations

from kavka.pipeline.wire.cluster import BlockingCluster, cluster_of
from kavka.pipeline.wire.fetch import Chunk, FetchSettings, fetch, read_range
from kavka.pipeline.wire.fetch_ahead import fetch_ahead
from kavka.pipeline.wire.group_offsets import commit_offsets, fetch_offsets
from kavka.pipeline.wire.offsets import EARLIEST, LATEST, READ_COMMITTED, READ_UNCOMMITTED, list_offsets
from kavka.pipeline.wire.producer import BlockingProducer
from kavka.pipeline.wire.settings import WireSettings

__all__ = [
    "WireSettings",
    "BlockingCluster",
    "cluster_of",
    "list_offsets",
    "EARLIEST",
    "LATEST",
    "READ_COMMITTED",
    "READ_UNCOMMITTED",
    "FetchSettings",
    "Chunk",
    "fetch",
    "read_range",
    "fetch_ahead",
    "BlockingProducer",
    "fetch_offsets",
    "commit_offsets",
]
