"""A copy as a stream of Spark's: which options go to which end of it.

options of the format `kavka` ─┬─ of reading ─▶ the source, as ranges
                               ├─ kafka.* ────▶ both
                               └─ of writing ─▶ the sink `kavka_copy`
"""

from __future__ import annotations

import os
from base64 import b64encode
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pyspark import cloudpickle

from kavka.pipeline.copying.copier import Change
from kavka.pipeline.copying.sink import BY_KEY, CHANGE, DATA_LOSS, CopySink, parse_copy
from kavka.pipeline.source.kavka_source import KavkaSource
from kavka.pipeline.source.options import parse_read
from kavka.pipeline.source.setting_names import STREAM_WRITE_OPTIONS, WRITE_OPTIONS

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql.streaming.readwriter import DataStreamWriter

CLIENT_PREFIX: Final = "kafka."
OF_WRITING: Final = frozenset(name.lower() for name in (*WRITE_OPTIONS, *STREAM_WRITE_OPTIONS))


def copy(
    spark: SparkSession,
    options: Mapping[str, str],
    topic: str,
    *,
    checkpoint: str | os.PathLike[str],
    change: Change | None = None,
    is_by_key: bool = False,
) -> DataStreamWriter:
    """Returns a stream that copies topics to another one, exactly once; start it with a trigger.

    Args:
        spark: the session.
        options: those of the format `kavka` for reading and writing streams. Without kafka.isolation.level only
            committed records are read; with kafka.compression.type batches are compressed anew.
        topic: where to; partitions keep their numbers, so it has as many.
        checkpoint: where the query remembers how far it is.
        change: gets rows as `pyarrow.RecordBatch`, all columns with headers, and returns those to write; it travels
            to workers, and may see rows again that it has seen.
        is_by_key: whether keys choose partitions, as Kafka's own clients do.

    Raises:
        OptionError: the options make no sense.
    """
    given = {name.lower(): value for name, value in options.items()}
    given.setdefault("kafka.isolation.level", "read_committed")
    reading = {name: value for name, value in given.items() if name not in OF_WRITING}
    writing = {name: value for name, value in given.items() if name.startswith(CLIENT_PREFIX) or name in OF_WRITING}
    writing |= {"topic": topic, BY_KEY: str(is_by_key).lower()}
    if DATA_LOSS.lower() in given:
        writing[DATA_LOSS] = given[DATA_LOSS.lower()]
    if change is not None:
        writing[CHANGE] = b64encode(_pickled(change)).decode()
    parse_read(reading, is_stream=True)
    parse_copy(writing)
    for source in (KavkaSource, CopySink):
        spark.dataSource.register(source)
    ranges = spark.readStream.format(KavkaSource.name()).options(**{**reading, "kavka.ranges": "true"}).load()
    writer = ranges.writeStream.format(CopySink.name()).options(**writing)
    return writer.option("checkpointLocation", os.fspath(checkpoint))


def _pickled(change: Change) -> bytes:
    """A function by value, where it is not in a module that workers have."""
    pickler: Any = cloudpickle
    pickled: bytes = pickler.dumps(change)
    return pickled
