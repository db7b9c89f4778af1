"""The audit as a data source of Spark, `kavka_audit`: a task reads some targets and gives Arrow batches of rows.

    plan (a file, on the driver's machine) ─▶ partitions: small targets together ─▶ read, in a worker ─▶ rows

Not for users: its options are `plan`, the path of the file, and `rows`, what to make of each target: windows, batches,
records or contents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from kavka.pipeline.audit.content import CONTENT_SCHEMA, STRETCH_SCHEMA, content_rows, stretch_rows
from kavka.pipeline.audit.replica_scan import read_replica, scan_replica
from kavka.pipeline.audit.segment_scan import Piece, read_stretch, scan_segment
from kavka.pipeline.audit.targets import FileTarget, Target, bundled, read_plan
from kavka.pipeline.audit.windows import SCHEMA

NAME: Final = "kavka_audit"
TASK_BYTES: Final = 256 << 20
"""Small targets share a task until it has so much to read: a task costs some milliseconds."""
TASK_TARGETS_MAX: Final = 1_000

Rows: TypeAlias = Iterator[pa.RecordBatch]


def _windows(target: Target) -> Rows:
    yield scan_segment(target) if isinstance(target, FileTarget) else scan_replica(target)


def _pieces(target: Target) -> Iterator[Piece]:
    return read_stretch(target) if isinstance(target, FileTarget) else read_replica(target)


def _batches(target: Target) -> Rows:
    return stretch_rows(target.place, _pieces(target), by_record=False)


def _records(target: Target) -> Rows:
    return stretch_rows(target.place, _pieces(target), by_record=True)


def _contents(target: Target) -> Rows:
    yield content_rows(target.place, _pieces(target))


KINDS: Final[Mapping[str, tuple[pa.Schema, Callable[[Target], Rows]]]] = {
    "windows": (SCHEMA, _windows),
    "batches": (STRETCH_SCHEMA, _batches),
    "records": (STRETCH_SCHEMA, _records),
    "contents": (CONTENT_SCHEMA, _contents),
}
"""Option `rows` → the columns, and what makes them of a target."""


class AuditTask(InputPartition):
    """The targets of one task."""

    def __init__(self, targets: tuple[Target, ...]) -> None:
        super().__init__(None)
        self.targets = targets


class AuditReader(DataSourceReader):
    """Plans tasks in the driver's planner, reads them in workers."""

    def __init__(self, plan: str, kind: str) -> None:
        self._plan = plan
        self._kind = kind

    def partitions(self) -> list[InputPartition]:
        """Plans the read's tasks."""
        targets = read_plan(Path(self._plan))
        bundles = bundled(targets, bytes_max=TASK_BYTES, count_max=TASK_TARGETS_MAX)
        return [AuditTask(bundle) for bundle in bundles]

    def read(self, partition: InputPartition) -> Iterable[pa.RecordBatch]:  # type: ignore[override]
        """Yields the rows of one task."""
        if not isinstance(partition, AuditTask):
            return  # an empty plan: Spark wants one task all the same
        _, rows = KINDS[self._kind]
        for target in partition.targets:
            yield from rows(target)


class AuditSource(DataSource):
    """`spark.read.format("kavka_audit")`."""

    @classmethod
    def name(cls) -> str:
        """Returns the data source's name."""
        return NAME

    def schema(self) -> StructType:
        """Returns the schema of the requested rows."""
        return from_arrow_schema(KINDS[self.options["rows"]][0])

    def reader(self, schema: StructType) -> DataSourceReader:
        """Returns the reader of the planned targets."""
        return AuditReader(self.options["plan"], self.options["rows"])
