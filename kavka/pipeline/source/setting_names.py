"""The names of the data source's options: Spark's for its `kafka` source, ours, and Kafka's under `kafka.`.

A name is in exactly one of these tables or it is unknown, and an unknown name is an error: an option that is silently
ignored is found out in production.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

SUBSCRIPTIONS: Final = ("subscribe", "subscribePattern", "assign")

READ_OPTIONS: Final = (
    *SUBSCRIPTIONS,
    *("startingOffsets", "startingOffsetsByTimestamp", "startingTimestamp", "startingOffsetsByTimestampStrategy"),
    *("failOnDataLoss", "includeHeaders", "minPartitions", "maxRecordsPerPartition", "groupIdPrefix"),
    *("fetchOffset.numRetries", "fetchOffset.retryIntervalMs", "kafkaConsumer.pollTimeoutMs"),
    "columns",
)
BATCH_READ_OPTIONS: Final = ("endingOffsets", "endingOffsetsByTimestamp", "endingTimestamp", "pushdown")
STREAM_READ_OPTIONS: Final = (
    *("maxOffsetsPerTrigger", "minOffsetsPerTrigger", "maxTriggerDelay"),
    *("kavka.commit.group", "kavka.ranges"),
)
WRITE_OPTIONS: Final = (
    "topic",
    "includeHeaders",
    "kavka.transactional.id.prefix",
    "kavka.delivery",
    "kavka.marker.topic",
)
BATCH_WRITE_OPTIONS: Final = ("kavka.job.id",)
STREAM_WRITE_OPTIONS: Final = ("kavka.missing.marker",)

ALL_OPTIONS: Final = (
    *(*READ_OPTIONS, *BATCH_READ_OPTIONS, *STREAM_READ_OPTIONS),
    *(*WRITE_OPTIONS, *BATCH_WRITE_OPTIONS, *STREAM_WRITE_OPTIONS),
)

SPARKS_OWN: Final = frozenset({"checkpointlocation", "path", "queryname", "outputmode"})
"""Spark hands these to every source and sink; they are not ours to judge."""

FORBIDDEN_CLIENT: Final = {
    "auto.offset.reset": "use startingOffsets: the source keeps its own positions",
    "enable.auto.commit": "positions are in the checkpoint; kavka.commit.group commits them for lag displays",
    "auto.commit.interval.ms": "positions are in the checkpoint; kavka.commit.group commits them for lag displays",
    "key.deserializer": "key is binary; cast it, as in CAST(key AS STRING)",
    "value.deserializer": "value is binary; cast it, as in CAST(value AS STRING)",
    "key.serializer": "key is written as it is, string or binary",
    "value.serializer": "value is written as it is, string or binary",
    "interceptor.classes": "there is no Java client to intercept",
    "transactional.id": "use kavka.transactional.id.prefix: each task has an id of its own",
    "group.instance.id": "no group is joined",
    "partitioner.class": "write the column partition, or let the key's hash decide as in Java",
    "ssl.engine.factory.class": "there is no Java client to load it",
    "enable.idempotence": "it is always on",
}
"""Kafka's setting (after `kafka.`) → what to do instead. Those that Spark rejects, and those whose class is Java's."""

CLIENT_SETTINGS: Final = (
    *("bootstrap.servers", "client.id", "client.rack", "isolation.level", "group.id"),
    *("fetch.max.bytes", "fetch.min.bytes", "fetch.max.wait.ms", "max.partition.fetch.bytes", "check.crcs"),
    *("request.timeout.ms", "default.api.timeout.ms", "delivery.timeout.ms", "retries", "retry.backoff.ms"),
    *("retry.backoff.max.ms", "reconnect.backoff.ms", "reconnect.backoff.max.ms", "connections.max.idle.ms"),
    *("socket.connection.setup.timeout.ms", "socket.connection.setup.timeout.max.ms"),
    *("send.buffer.bytes", "receive.buffer.bytes", "metadata.max.age.ms", "metadata.max.idle.ms"),
    *("metadata.recovery.strategy", "client.dns.lookup", "allow.auto.create.topics", "exclude.internal.topics"),
    *("max.poll.records", "max.poll.interval.ms", "session.timeout.ms", "heartbeat.interval.ms", "group.protocol"),
    *("acks", "batch.size", "linger.ms", "buffer.memory", "max.block.ms", "max.request.size", "transaction.timeout.ms"),
    *("max.in.flight.requests.per.connection", "compression.type", "compression.gzip.level", "compression.lz4.level"),
    *("compression.zstd.level", "partitioner.adaptive.partitioning.enable", "partitioner.availability.timeout.ms"),
    *("partitioner.ignore.keys", "enable.metrics.push", "metric.reporters", "metrics.num.samples"),
    *("metrics.recording.level", "metrics.sample.window.ms", "auto.include.jmx.reporter", "security.protocol"),
)
"""What Kafka 3.9's own clients know, without the forbidden; of these the client here uses what it has a use for."""

CLIENT_NUMBERS: Final = (
    *("max.partition.fetch.bytes", "fetch.max.wait.ms", "batch.size", "max.request.size", "transaction.timeout.ms"),
)

CLIENT_PREFIXES: Final = ("ssl.", "sasl.", "security.")
"""Checked when a connection is opened: `kavka.client.security` knows which it has."""


def did_you_mean(name: str, known: tuple[str, ...]) -> str:
    """Formats "; did you mean X?", or nothing when no name is near."""
    by_lower = {candidate.lower(): candidate for candidate in known}
    near = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    return f"; did you mean {by_lower[near[0]]}?" if near else ""
