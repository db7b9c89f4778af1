"""The audit's driver: plans what to read, has Spark read it, collects what SQL makes of it.

    paths or a cluster ─▶ plan ─▶ windows (read once, kept by Spark) ─▶ queries ─▶ Survey
                                        └─ those that differ ─▶ a second plan: their stretches ─▶ differences
                                        └─ --deep: one replica of each partition ─▶ contents

Spark is only used here and in `source`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kavka.pipeline.audit import queries, source
from kavka.pipeline.audit.cluster_plan import WireReplica, plan_replicas
from kavka.pipeline.audit.directories import NoLog, Replica, find_replicas
from kavka.pipeline.audit.sequences import ProducerSpan, seam_fault
from kavka.pipeline.audit.survey import (
    Cell,
    CodecSums,
    EpochSpan,
    Hour,
    KeySums,
    KnownReplica,
    LogFault,
    ReplicaKey,
    ReplicaSums,
    Survey,
    difference_of,
)
from kavka.pipeline.audit.targets import FileTarget, Place, Target, WireTarget, write_plan
from kavka.pipeline.audit.windows import WINDOW_OFFSETS
from kavka.pipeline.failures import PipelineError
from kavka.protocol.errors import DecodeError, KafkaError
from kavka.wire.errors import ClientError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

T = TypeVar("T")
Say = Callable[[str], None]

API_TIMEOUT: Final = "default.api.timeout.ms"
API_TIMEOUT_MS: Final = "20000"
"""Instead of a minute: a broker that is down is a finding, for each of its replicas."""
FAULTS_MAX: Final = 20_000
DIFFERING_MAX: Final = 2_000
"""Windows that a second look is taken at; with thousands of them it is clear enough that replicas differ."""
DIFFERENCES_MAX: Final = 20_000
TOP_KEYS_MAX: Final = 50
CELLS_MAX: Final = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditJob:
    """What to audit: `paths`, or else the cluster that `client` reaches.

    Attributes:
        client: properties of a Kafka client.
        topics: only these; all if empty.
        is_deep: whether to look into the records, too.
    """

    paths: tuple[Path, ...] = ()
    client: Mapping[str, str] = field(default_factory=dict)
    topics: tuple[str, ...] = ()
    is_deep: bool = False


class Plan:
    """What there is to read, by path or over the wire.

    Attributes:
        source: for people.
        known: what is known of each replica before its log is read.
        targets: all replicas whole.
    """

    def __init__(self, job: AuditJob) -> None:
        self._client = dict(job.client)
        self._files: dict[tuple[ReplicaKey, int], str] = {}
        self.known: dict[ReplicaKey, KnownReplica] = {}
        self.targets: list[Target] = []
        if job.paths:
            self.source = ", ".join(map(str, job.paths))
            self._plan_files(find_replicas(job.paths, topics=job.topics))
        else:
            self._client.setdefault(API_TIMEOUT, API_TIMEOUT_MS)
            self.source = f"every replica, from {self._client.get('bootstrap.servers', '')}"
            self._plan_wire(plan_replicas(self._client, job.topics))

    def _plan_files(self, replicas: Iterable[Replica]) -> None:
        for one in replicas:
            key = ReplicaKey(one.partition.topic, one.partition.partition, one.broker)
            self.known[key] = KnownReplica(
                key, one.path, one.epochs, one.epochs_error, one.high_watermark, one.cleaned_to, one.is_stopped
            )
            for target in one.targets():
                self.targets.append(target)
                self._files[key, target.place.segment] = target.path

    def _plan_wire(self, replicas: Iterable[WireReplica]) -> None:
        for one in replicas:
            key = ReplicaKey(one.partition.topic, one.partition.partition, one.broker)
            self.known[key] = KnownReplica(key, cleaned_to=one.cleaned_to)
            self.targets.append(one.target(self._client))

    def is_cleaned(self, topic: str, partition: int, window: int) -> bool:
        """Tells whether any replica may have compacted a window."""
        return any(known.cleaned_to > window for key, known in self.known.items() if key[:2] == (topic, partition))

    def stretches(self, parts: Iterable[Any]) -> Iterator[tuple[bool, Target]]:
        """Yields the targets in rows of `queries.PARTS`, and whether to read each by record."""
        whole = {(*target.place[:3],): target for target in self.targets if isinstance(target, WireTarget)}
        for row in parts:
            key = ReplicaKey(row.topic, row.partition, row.broker)
            by_record = self.is_cleaned(row.topic, row.partition, row.window)
            wire = whole.get((row.broker, row.topic, row.partition))
            if wire is not None:
                begin = max(wire.begin, row.window)
                yield by_record, wire._replace(begin=begin, end=min(wire.end, row.window + WINDOW_OFFSETS))
                continue
            place = Place(row.broker, row.topic, row.partition, row.segment)
            path = self._files[key, row.segment]
            yield by_record, FileTarget(place, path, begin=row.position, end=row.end_position)

    def one_of_each(self, replicas: Iterable[ReplicaSums]) -> Iterator[Target]:
        """Yields the targets of each partition's longest replica: what is in a topic counts once."""
        longest: dict[tuple[str, int], ReplicaSums] = {}
        for sums in replicas:
            best = longest.get((sums.topic, sums.partition))
            if best is None or (sums.end or 0) > (best.end or 0):
                longest[sums.topic, sums.partition] = sums
        chosen = {(sums.broker, sums.topic, sums.partition) for sums in longest.values()}
        return (target for target in self.targets if target.place[:3] in chosen)


def run_audit(spark: SparkSession, job: AuditJob, say: Say = lambda _: None) -> Survey:
    """Audits the logs of a job and returns the survey.

    Args:
        spark: any session.
        job: what to audit.
        say: gets a line for each step.

    Raises:
        PipelineError: there is nothing to audit, or the cluster cannot be asked.
    """
    try:
        plan = Plan(job)
    except (NoLog, ValueError, KafkaError, ClientError, OSError, TimeoutError, DecodeError) as error:
        raise PipelineError(str(error)) from error
    if not plan.known:
        raise PipelineError(f"{plan.source}: no partitions to audit" + (" of these topics" if job.topics else ""))
    spark.dataSource.register(source.AuditSource)
    survey = Survey(source=plan.source, known=plan.known, is_deep=job.is_deep)
    with tempfile.TemporaryDirectory(prefix="kavka-audit-") as folder:
        look = _Look(spark, Path(folder), survey)
        say(f"reading {len(plan.known)} replicas" + (f" in {len(plan.targets)} segments" if job.paths else ""))
        with look.windows(plan.targets):
            look.collect()
            say(f"read {survey.bytes:,} bytes; comparing")
            look.compare(plan)
        if job.is_deep:
            say("reading the records of one replica of each partition")
            look.contents(plan)
    return survey


class _Look:
    """The queries of one audit."""

    def __init__(self, spark: SparkSession, folder: Path, survey: Survey) -> None:
        self._spark = spark
        self._folder = folder
        self._survey = survey

    @contextmanager
    def windows(self, targets: Iterable[Target]) -> Iterator[None]:
        """Reads the logs; what is read is kept until the end."""
        windows = self._read("windows", "windows", targets).persist()
        windows.createOrReplaceTempView(queries.WINDOWS)
        merged = self._spark.sql(queries.MERGED_VIEW)
        merged.createOrReplaceTempView(queries.MERGED)
        self._spark.sql(queries.RANGES_VIEW).createOrReplaceTempView(queries.RANGES)
        try:
            yield
        finally:
            windows.unpersist()

    def _read(self, name: str, rows: str, targets: Iterable[Target]) -> DataFrame:
        plan = self._folder / f"{name}.jsonl"
        write_plan(plan, targets)
        return self._spark.read.format(source.NAME).option("plan", str(plan)).option("rows", rows).load()

    def _rows(self, query: str, made: Callable[..., T], *, limit: int | None = None, name: str = "") -> list[T]:
        frame = self._spark.sql(query)
        rows = (frame if limit is None else frame.limit(limit + 1)).collect()
        if limit is not None and len(rows) > limit:
            self._survey.cut.append(f"{name}: only the first {limit:,}")
        return [made(**row.asDict(recursive=True)) for row in rows[:limit]]

    def collect(self) -> None:
        """Queries the windows for sums, faults, seams, epochs and hours."""
        survey = self._survey
        survey.replicas = self._rows(queries.REPLICAS, ReplicaSums)
        survey.faults = self._rows(queries.FAULTS, LogFault, limit=FAULTS_MAX, name="faults")
        survey.faults += [
            fault for row in self._spark.sql(queries.SEAMS).limit(FAULTS_MAX).collect() for fault in self._seam(row)
        ]
        for row in self._spark.sql(queries.PRODUCER_SEAMS).limit(FAULTS_MAX).collect():
            before, after = (ProducerSpan(**one.asDict()) for one in (row.before, row.after))
            cleaned_to = survey.known[ReplicaKey(row.topic, row.partition, row.broker)].cleaned_to
            fault = seam_fault(before, after, position=-1, cleaned_to=cleaned_to)
            if fault is not None:
                survey.faults.append(LogFault(row.broker, row.topic, row.partition, row.segment, *fault))
        survey.epochs = self._rows(queries.EPOCHS, EpochSpan)
        survey.hours = self._rows(queries.HOURS, Hour)

    def _seam(self, row: Any) -> Iterator[LogFault]:
        """What is wrong where a segment should go on with the one before it."""
        where = row.broker, row.topic, row.partition, row.segment
        known = self._survey.known[ReplicaKey(row.topic, row.partition, row.broker)]
        begin = row.first_offset
        if begin > row.due and begin >= known.cleaned_to:
            yield LogFault(*where, "offset gap", 0, begin, f"{begin - row.due} offsets are missing from {row.due} on")
        if begin < row.due:
            yield LogFault(*where, "offset overlap", 0, begin, f"{row.due} or more is due")
        if 0 <= row.first_epoch < row.epoch_before:
            yield LogFault(*where, "epoch falls", 0, begin, f"{row.first_epoch} behind {row.epoch_before}")

    def compare(self, plan: Plan) -> None:
        """Compares the replicas: all windows first, then the records of those that differ."""
        differing = self._spark.sql(queries.DIFFERING).limit(DIFFERING_MAX + 1).collect()
        if len(differing) > DIFFERING_MAX:
            self._survey.cut.append(f"windows that differ: only the first {DIFFERING_MAX:,} were looked into")
        found = []
        if differing:
            self._view(differing[:DIFFERING_MAX], "audit_differing")
            stretches = list(plan.stretches(self._spark.sql(queries.PARTS).collect()))
            frames = [
                self._read(rows, rows, [one for by_record, one in stretches if by_record == wanted])
                for rows, wanted in (("batches", False), ("records", True))
                if any(by_record == wanted for by_record, _ in stretches)
            ]
            reduce(lambda one, other: one.unionAll(other), frames).createOrReplaceTempView(queries.STRETCHES)
            found = self._spark.sql(queries.DIFFERENCES).limit(DIFFERENCES_MAX + 1).collect()
            if len(found) > DIFFERENCES_MAX:
                self._survey.cut.append(f"differences: only the first {DIFFERENCES_MAX:,}")
            self._survey.differences = [difference_of(row.asDict(recursive=True)) for row in found[:DIFFERENCES_MAX]]
        self._strips()

    def _view(self, rows: list[Any], name: str) -> None:
        self._spark.createDataFrame(rows).createOrReplaceTempView(name)

    def _strips(self) -> None:
        differing = {
            (one.topic, one.partition, one.offset - one.offset % WINDOW_OFFSETS) for one in self._survey.differences
        }
        frame = self._spark.createDataFrame(sorted(differing), "topic string, partition int, window bigint")
        frame.createOrReplaceTempView("audit_differences")
        self._survey.cells = self._rows(queries.STRIPS, Cell, limit=CELLS_MAX, name="strips")

    def contents(self, plan: Plan) -> None:
        """Queries the records for the most frequent keys and for codecs."""
        contents = self._read("contents", "contents", plan.one_of_each(self._survey.replicas)).persist()
        contents.createOrReplaceTempView(queries.CONTENTS)
        keys = self._spark.sql(queries.TOP_KEYS).limit(TOP_KEYS_MAX).collect()
        self._survey.keys = [
            KeySums(row.topic, None if row.key is None else bytes(row.key), row.records, row.bytes) for row in keys
        ]
        self._survey.codecs = self._rows(queries.COMPRESSION, CodecSums)
        contents.unpersist()
