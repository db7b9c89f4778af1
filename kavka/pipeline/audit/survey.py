"""What an audit has collected: the rows of `queries` as values, and what the small files say. No Spark, no judgement.

`findings` says what is wrong with it, `report` shows it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple


class ReplicaKey(NamedTuple):
    """One broker's copy of a partition."""

    topic: str
    partition: int
    broker: str

    def __str__(self) -> str:
        return f"{self.topic}-{self.partition} on broker {self.broker}"


class KnownReplica(NamedTuple):
    """What is known of a copy before its log is read.

    Attributes:
        where: its directory; empty over the wire.
        epochs: (leader epoch, where it began), by the checkpoint; None: there is none, or none that makes sense.
        epochs_error: why not.
        high_watermark: None where nothing says it.
        cleaned_to: below this offset compaction may have been.
        is_stopped: whether its broker says that it stopped in order.
    """

    key: ReplicaKey
    where: str = ""
    epochs: tuple[tuple[int, int], ...] | None = None
    epochs_error: str | None = None
    high_watermark: int | None = None
    cleaned_to: int = 0
    is_stopped: bool = False


class ReplicaSums(NamedTuple):
    """A row of `queries.REPLICAS`; begin, end and times are None where there are no batches."""

    broker: str
    topic: str
    partition: int
    segments: int
    begin: int | None
    end: int | None
    batches: int
    records: int
    bytes: int
    crc_failures: int
    missing: int
    holes: int
    transactional: int
    control: int
    last_epoch: int
    min_timestamp: int | None
    max_timestamp: int | None
    bytes_none: int
    bytes_gzip: int
    bytes_snappy: int
    bytes_lz4: int
    bytes_zstd: int

    @property
    def key(self) -> ReplicaKey:
        """Returns the key of the replica that the sums belong to."""
        return ReplicaKey(self.topic, self.partition, self.broker)


class LogFault(NamedTuple):
    """A row of `queries.FAULTS`, or what became of a seam.

    Attributes:
        segment: base offset by the file's name; −1 over the wire.
        position: in the file; −1 where no bytes are meant.
    """

    broker: str
    topic: str
    partition: int
    segment: int
    kind: str
    position: int
    offset: int
    detail: str


class EpochSpan(NamedTuple):
    """A row of `queries.EPOCHS`: an epoch in a log, by the base offsets of its batches."""

    broker: str
    topic: str
    partition: int
    epoch: int
    first_offset: int
    last_offset: int


class Found(NamedTuple):
    """What one broker has at an offset where not all have the same."""

    broker: str
    fingerprint: int
    is_sound: bool


class Difference(NamedTuple):
    """A row of `queries.DIFFERENCES`: a batch, or a record, that is not the same on all brokers."""

    topic: str
    partition: int
    offset: int
    next_offset: int
    replicas: int
    is_record: bool
    found: tuple[Found, ...]


class Cell(NamedTuple):
    """A row of `queries.STRIPS`: some windows of one broker's copy.

    Attributes:
        cells: how many its partition's strips have.
    """

    broker: str
    topic: str
    partition: int
    cell: int
    cells: int
    bytes: int
    crc_failures: int
    differs: int


class Hour(NamedTuple):
    """A row of `queries.HOURS`."""

    hour: int
    bytes: int
    records: int


class KeySums(NamedTuple):
    """A row of `queries.TOP_KEYS`."""

    topic: str
    key: bytes | None
    records: int
    bytes: int


class CodecSums(NamedTuple):
    """A row of `queries.COMPRESSION`."""

    topic: str
    codec: str
    records: int
    stored_bytes: int
    inflated_bytes: int


@dataclass(slots=True, kw_only=True)
class Survey:
    """All of it.

    Attributes:
        source: what was audited, for the report's head.
        known: the copies that were to be read.
        cut: names of lists that are longer than what was collected.
    """

    source: str
    known: dict[ReplicaKey, KnownReplica]
    replicas: list[ReplicaSums] = field(default_factory=list)
    faults: list[LogFault] = field(default_factory=list)
    epochs: list[EpochSpan] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    hours: list[Hour] = field(default_factory=list)
    keys: list[KeySums] = field(default_factory=list)
    codecs: list[CodecSums] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    is_deep: bool = False

    @property
    def bytes(self) -> int:
        """Returns the size of all whole batches that were read, in bytes."""
        return sum(one.bytes for one in self.replicas)


def difference_of(row: dict[str, Any]) -> Difference:
    """Converts a row of Spark's to a difference."""
    found = tuple(Found(**one) for one in row["found"])
    return Difference(**{**row, "found": found})
