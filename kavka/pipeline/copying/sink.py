"""The format `kavka_copy`: takes ranges of offsets as rows, and writes their records to the target topic, exactly once.

    source `kavka` with kavka.ranges ─▶ (topic, partition, start, end) ─▶ this: fetch and produce, in one worker

The same batch has the same ranges in the same tasks, whatever happened in between: the checkpoint has them. So a task's
transaction and its marker are those of any sink here (`source.exactly_once`).
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from pyspark.sql.datasource import DataSource

from kavka.pipeline.copying.copier import Copier, CopyOptions
from kavka.pipeline.failures import OptionError
from kavka.pipeline.source.cluster_queries import cluster_for
from kavka.pipeline.source.exactly_once import Attempt, Outcome, do_once
from kavka.pipeline.source.options import parse_write
from kavka.pipeline.source.ranges import OffsetRange
from kavka.pipeline.source.record_sink import compression_of
from kavka.pipeline.source.writers import KavkaStreamWriter, Written, current_attempt
from kavka.pipeline.wire.producer import BlockingProducer
from kavka.timer.clock import Clock, SystemClock

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql.types import StructType

BY_KEY: Final = "kavka.copy.by.key"
CHANGE: Final = "kavka.copy.change"
DATA_LOSS: Final = "failOnDataLoss"
OWN_OPTIONS: Final = frozenset(name.lower() for name in (BY_KEY, CHANGE, DATA_LOSS))


class CopyWriter(KavkaStreamWriter):
    """Copies the ranges of one batch.

    Args:
        options: checked ones.
    """

    def __init__(self, options: CopyOptions) -> None:
        super().__init__(options.write)
        self._copy = options

    def write(self, iterator: Iterator[pa.RecordBatch]) -> Written:
        """Copies one task's ranges."""
        attempt = current_attempt()
        ranges = [OffsetRange(**row) for batch in iterator for row in batch.to_pylist()]
        return Written(attempt.task, copy_once(self._copy, attempt, ranges, clock=SystemClock()), attempt.job)


def copy_once(options: CopyOptions, attempt: Attempt, ranges: list[OffsetRange], *, clock: Clock) -> Outcome:
    """Copies a task's ranges, unless an earlier attempt has.

    Args:
        options: of the copy.
        attempt: which work it is; the same ranges in every one.
        ranges: of any partitions.
        clock: gives rows that have no timestamp one.

    Raises:
        MarkerError, ProducerFenced, PipelineError, KafkaError, ClientError: as `do_once` and `Copier.copy`.
    """
    if not ranges:
        return Outcome(0)
    cluster = cluster_for(options.write.client)
    copier = Copier(cluster, options, task=attempt.task, clock=clock)

    def work(producer: BlockingProducer) -> int:
        return sum(copier.copy(producer, one) for one in ranges)

    return do_once(cluster, options.write, attempt, work)


class CopySink(DataSource):
    """What a copy writes with."""

    @classmethod
    def name(cls) -> str:
        """Returns the name that Spark's `format(…)` takes."""
        return "kavka_copy"

    def streamWriter(self, schema: StructType, overwrite: bool) -> CopyWriter:
        """Returns the writer of a stream of ranges."""
        if tuple(schema.fieldNames()) != OffsetRange._fields:
            raise OptionError(f"{self.name()} takes ranges: read with kavka.ranges=true, and select nothing")
        return CopyWriter(parse_copy(self.options))


def parse_copy(options: Mapping[str, str]) -> CopyOptions:
    """Checks the options of a copy: those of a stream's writer, and its own.

    Raises:
        OptionError: one is unknown, forbidden or missing.
    """
    given = {name.lower(): value for name, value in options.items()}
    own = {name: given.pop(name) for name in OWN_OPTIONS & given.keys()}
    write = parse_write(given, is_stream=True)
    if not write.topic:
        raise OptionError("topic is missing: where the copy goes")
    if not write.is_exactly_once:
        raise OptionError("kavka.delivery is exactly-once: a copy has no other")
    compression_of(write.client)
    return CopyOptions(
        write=write,
        fail_on_data_loss=_flag(own, DATA_LOSS, default=True),
        is_by_key=_flag(own, BY_KEY, default=False),
        change=b64decode(own.get(CHANGE, "")),
    )


def _flag(own: Mapping[str, str], name: str, *, default: bool) -> bool:
    text = own.get(name.lower(), str(default)).strip().lower()
    if text not in ("true", "false"):
        raise OptionError(f"{name} is true or false, not {text!r}")
    return text == "true"
