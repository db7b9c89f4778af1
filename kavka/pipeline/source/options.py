"""The options of the data source, checked and typed: `ReadOptions` for both readers, `WriteOptions` for both writers.

Names are Spark's for its own `kafka` source, case does not count, and so are their defaults: a stream starts at the
latest record, a batch at the earliest. What is unknown, forbidden or contradicts itself is an `OptionError` that says
what to write instead.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from kavka.common.types import TopicPartition
from kavka.pipeline.failures import OptionError
from kavka.pipeline.source import setting_names as names
from kavka.pipeline.source.offsets import EARLIEST, LATEST, Positions, parse_assignment, parse_offsets, parse_timestamps
from kavka.pipeline.wire.settings import WireSettings

COLUMNS: Final = ("key", "value", "topic", "partition", "offset", "timestamp", "timestampType")
"""Spark's, in its order; `headers` follows with includeHeaders."""

HEADERS: Final = "headers"
MAX_TRIGGER_DELAY_MS: Final = 15 * 60_000
TRANSACTION_TIMEOUT_MS: Final = 15 * 60_000
"""The longest that brokers allow by default (transaction.max.timeout.ms)."""

DEFAULT_PREFIX: Final = "kavka-spark"
DELIVERIES: Final = ("exactly-once", "at-least-once")
_DURATION: Final = re.compile(r"(\d+)\s*(ms|s|m|min|h|d)?")
_UNIT_MS: Final = {None: 1, "ms": 1, "s": 1_000, "m": 60_000, "min": 60_000, "h": 3_600_000, "d": 86_400_000}
_TRUE_FALSE: Final = {"true": True, "false": False}


class BoundKind(Enum):
    """How a starting or ending bound is given."""

    EARLIEST = "earliest"
    LATEST = "latest"
    OFFSETS = "offsets"
    TIMESTAMPS = "timestamps"
    TIMESTAMP = "timestamp"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """Where to start or end, as the user said it; not resolved.

    Attributes:
        kind: which of the following counts.
        positions: offset (or −2, −1), or milliseconds, of each partition.
        timestamp_ms: for all partitions.
    """

    kind: BoundKind
    positions: Positions = field(default_factory=dict)
    timestamp_ms: int = 0

    def text(self) -> str:
        """Formats the bound as the constant that a stream starts with (`offsets`)."""
        if self.kind is BoundKind.TIMESTAMP:
            return f"timestamp {self.timestamp_ms}"
        if not self.positions:
            return str(self.kind.value)
        listed = {str(tp): self.positions[tp] for tp in sorted(self.positions)}
        return f"{self.kind.value} {json.dumps(listed)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """Which partitions: exactly one of the three is set."""

    topics: tuple[str, ...] = ()
    pattern: str = ""
    assigned: tuple[TopicPartition, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """A reader's options. `client` holds Kafka's settings, without `kafka.`."""

    bootstrap: str
    subscription: Subscription
    start: Bound
    end: Bound
    columns: tuple[str, ...]
    client: Mapping[str, str]
    is_latest_where_no_timestamp: bool
    fail_on_data_loss: bool
    partitions_min: int | None
    records_max: int | None
    offsets_max: int | None
    offsets_min: int | None
    trigger_delay_ms_max: int
    is_pushdown: bool
    is_ranges: bool
    commit_group: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteOptions:
    """A writer's options. `client` holds Kafka's settings, without `kafka.`.

    Attributes:
        topic: of every row; "": the column of that name says.
        prefix: what transactional ids begin with.
        job_id: of a batch that shall be written once however often it is run; "": no such.
        is_exactly_once: whether a stream writes by transactions.
        is_missing_marker_fatal: what to do when a running stream finds no marker of its own.
        marker_topic: the topic that the markers' offsets name; it only has to exist.
        transaction_timeout_ms: how long one task may take.
    """

    bootstrap: str
    topic: str
    client: Mapping[str, str]
    prefix: str
    job_id: str
    is_exactly_once: bool
    is_missing_marker_fatal: bool
    marker_topic: str
    transaction_timeout_ms: int


class _Given:
    """Options by name, case ignored; asks for each are checked where they are made."""

    def __init__(self, options: Mapping[str, str], known: tuple[str, ...], elsewhere: tuple[str, ...]) -> None:
        self._values = {name.lower(): str(value) for name, value in options.items()}
        self._check_names(known, elsewhere)

    def _check_names(self, known: tuple[str, ...], elsewhere: tuple[str, ...]) -> None:
        allowed = {name.lower() for name in known}
        misplaced = {name.lower(): name for name in elsewhere}
        for name in self._values:
            if name.startswith("kafka."):
                _check_client_setting(name.removeprefix("kafka."))
            elif name in allowed or name in names.SPARKS_OWN:
                continue
            elif name in misplaced:
                raise OptionError(f"{misplaced[name]} has no meaning here: {_where(name)}")
            elif name in names.CLIENT_SETTINGS:
                raise OptionError(f"unknown option {name}; did you mean kafka.{name}?")
            else:
                raise OptionError(
                    f"unknown option {name}{names.did_you_mean(name, (*known, 'kafka.bootstrap.servers'))}"
                )

    def has(self, name: str) -> bool:
        return name.lower() in self._values

    def text(self, name: str, default: str = "") -> str:
        return self._values.get(name.lower(), default).strip()

    def flag(self, name: str, default: bool) -> bool:
        if not self.has(name):
            return default
        value = _TRUE_FALSE.get(self.text(name).lower())
        if value is None:
            raise OptionError(f"{name} is true or false, not {self.text(name)!r}")
        return value

    def number(self, name: str, low: int = 1) -> int | None:
        if not self.has(name):
            return None
        text = self.text(name)
        if not text.lstrip("-").isdigit() or int(text) < low:
            raise OptionError(f"{name} is a whole number from {low}, not {text!r}")
        return int(text)

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        value = self.text(name, choices[0]).lower()
        if value not in choices:
            raise OptionError(f"{name} is {' or '.join(choices)}, not {self.text(name)!r}")
        return value

    def client(self) -> dict[str, str]:
        """Returns Kafka's settings, and checks those read here.

        Those of TLS and SASL are checked when a connection is opened.
        """
        for name in names.CLIENT_NUMBERS:
            self.number(f"kafka.{name}")
        found = {
            name.removeprefix("kafka."): value for name, value in self._values.items() if name.startswith("kafka.")
        }
        try:
            WireSettings.from_properties(found)
        except ValueError as error:
            raise OptionError(f"kafka.{error}") from None
        return found


def _where(name: str) -> str:
    if name in {n.lower() for n in (*names.WRITE_OPTIONS, *names.BATCH_WRITE_OPTIONS, *names.STREAM_WRITE_OPTIONS)}:
        return "it is for writing" + (" streams" if name == "kavka.missing.marker" else "")
    if name in {n.lower() for n in names.STREAM_READ_OPTIONS}:
        return "it is for reading streams"
    if name in {n.lower() for n in names.BATCH_READ_OPTIONS}:
        return "it is for reading batches"
    return "it is for reading"


def _check_client_setting(name: str) -> None:
    if name in names.FORBIDDEN_CLIENT:
        raise OptionError(f"kafka.{name} cannot be set: {names.FORBIDDEN_CLIENT[name]}")
    if name in names.CLIENT_SETTINGS or name.startswith(names.CLIENT_PREFIXES):
        return
    raise OptionError(f"unknown option kafka.{name}{names.did_you_mean('kafka.' + name, _CLIENT_NAMES)}")


_CLIENT_NAMES: Final = tuple(f"kafka.{name}" for name in names.CLIENT_SETTINGS)


def parse_read(options: Mapping[str, str], *, is_stream: bool) -> ReadOptions:
    """Checks the options of a read.

    Raises:
        OptionError: one is unknown, forbidden, missing or no value of its kind.
    """
    own: tuple[str, ...] = names.STREAM_READ_OPTIONS if is_stream else names.BATCH_READ_OPTIONS
    other: tuple[str, ...] = names.BATCH_READ_OPTIONS if is_stream else names.STREAM_READ_OPTIONS
    known = (*names.READ_OPTIONS, *own)
    elsewhere = (*other, *names.WRITE_OPTIONS, *names.BATCH_WRITE_OPTIONS, *names.STREAM_WRITE_OPTIONS)
    given = _Given(options, known, tuple(name for name in elsewhere if name not in known))
    start = _bound(given, "starting", BoundKind.LATEST if is_stream else BoundKind.EARLIEST)
    end = _bound(given, "ending", BoundKind.LATEST)
    _check_bounds(start, end, is_stream=is_stream)
    _check_isolation(given)
    offsets_max, offsets_min = given.number("maxOffsetsPerTrigger"), given.number("minOffsetsPerTrigger")
    if offsets_max is not None and offsets_min is not None and offsets_min > offsets_max:
        raise OptionError(f"minOffsetsPerTrigger is {offsets_min}, more than maxOffsetsPerTrigger, {offsets_max}")
    for name in ("fetchOffset.numRetries", "fetchOffset.retryIntervalMs", "kafkaConsumer.pollTimeoutMs"):
        given.number(name, low=0)
    return ReadOptions(
        bootstrap=_bootstrap(given),
        subscription=_subscription(given),
        start=start,
        end=end,
        columns=_columns(given),
        client=given.client(),
        is_latest_where_no_timestamp=given.choice("startingOffsetsByTimestampStrategy", ("error", "latest"))
        == "latest",
        fail_on_data_loss=given.flag("failOnDataLoss", True),
        partitions_min=given.number("minPartitions"),
        records_max=given.number("maxRecordsPerPartition"),
        offsets_max=offsets_max,
        offsets_min=offsets_min,
        trigger_delay_ms_max=_duration_ms(given, "maxTriggerDelay", MAX_TRIGGER_DELAY_MS),
        is_pushdown=given.flag("pushdown", False),
        is_ranges=given.flag("kavka.ranges", False),
        commit_group=given.text("kavka.commit.group"),
    )


def parse_write(options: Mapping[str, str], *, is_stream: bool) -> WriteOptions:
    """Checks the options of a write.

    Raises:
        OptionError: one is unknown, forbidden, missing or no value of its kind.
    """
    own: tuple[str, ...] = names.STREAM_WRITE_OPTIONS if is_stream else names.BATCH_WRITE_OPTIONS
    other: tuple[str, ...] = names.BATCH_WRITE_OPTIONS if is_stream else names.STREAM_WRITE_OPTIONS
    known = (*names.WRITE_OPTIONS, *own)
    elsewhere = (*other, *names.READ_OPTIONS, *names.BATCH_READ_OPTIONS, *names.STREAM_READ_OPTIONS)
    given = _Given(options, known, tuple(name for name in elsewhere if name not in known))
    if given.text("kafka.acks", "all").lower() not in ("all", "-1"):
        raise OptionError(
            "kafka.acks is all: the writer is idempotent, and with fewer it could lose what it has reported"
        )
    is_exactly_once = given.choice("kavka.delivery", DELIVERIES) == DELIVERIES[0]
    topic = given.text("topic")
    marker_topic = given.text("kavka.marker.topic", topic)
    needs_marker = is_exactly_once if is_stream else given.has("kavka.job.id")
    if needs_marker and not marker_topic:
        raise OptionError(
            "kavka.marker.topic is missing: where rows say their topic, it names any existing topic of that cluster, "
            "whose name the markers of exactly-once use (or kavka.delivery=at-least-once)"
        )
    return WriteOptions(
        bootstrap=_bootstrap(given),
        topic=topic,
        client=given.client(),
        prefix=given.text("kavka.transactional.id.prefix", DEFAULT_PREFIX),
        job_id=given.text("kavka.job.id"),
        is_exactly_once=is_exactly_once,
        is_missing_marker_fatal=given.choice("kavka.missing.marker", ("fail", "ignore")) == "fail",
        marker_topic=marker_topic,
        transaction_timeout_ms=given.number("kafka.transaction.timeout.ms") or TRANSACTION_TIMEOUT_MS,
    )


def _bootstrap(given: _Given) -> str:
    bootstrap = given.text("kafka.bootstrap.servers")
    if not bootstrap:
        raise OptionError("kafka.bootstrap.servers is missing: host:port of any broker of the cluster")
    return bootstrap


def _subscription(given: _Given) -> Subscription:
    chosen = [name for name in names.SUBSCRIPTIONS if given.has(name)]
    if len(chosen) != 1:
        listed = ", ".join(names.SUBSCRIPTIONS)
        raise OptionError(f"exactly one of {listed} is needed" + (f", not {' and '.join(chosen)}" if chosen else ""))
    text = given.text(chosen[0])
    if chosen[0] == "assign":
        return Subscription(assigned=tuple(parse_assignment(text)))
    if chosen[0] == "subscribePattern":
        try:
            re.compile(text)
        except re.error as error:
            raise OptionError(f"subscribePattern is no regular expression: {error}") from None
        if not text:
            raise OptionError("subscribePattern is empty")
        return Subscription(pattern=text)
    topics = tuple(sorted({topic.strip() for topic in text.split(",") if topic.strip()}))
    if not topics:
        raise OptionError("subscribe is empty: name topics, separated by commas")
    return Subscription(topics=topics)


def columns_of(options: Mapping[str, str]) -> tuple[str, ...]:
    """Returns a read's columns, be it a batch or a stream.

    Raises:
        OptionError: there is no such column, or it is there twice.
    """
    return _columns(_Given(options, names.ALL_OPTIONS, ()))


def is_ranges(options: Mapping[str, str]) -> bool:
    """Tells whether a read returns ranges instead of records (`kavka.ranges`)."""
    return _Given(options, names.ALL_OPTIONS, ()).flag("kavka.ranges", False)


def _columns(given: _Given) -> tuple[str, ...]:
    has_headers = given.flag("includeHeaders", False)
    if not given.has("columns"):
        return (*COLUMNS, HEADERS) if has_headers else COLUMNS
    by_lower = {name.lower(): name for name in (*COLUMNS, HEADERS)}
    chosen: list[str] = []
    for part in given.text("columns").split(","):
        name = by_lower.get(part.strip().lower())
        if name is None:
            raise OptionError(f"columns: there is no {part.strip()!r}; there are {', '.join(by_lower.values())}")
        if name in chosen:
            raise OptionError(f"columns: {name} is there twice")
        chosen.append(name)
    if has_headers and HEADERS not in chosen:
        chosen.append(HEADERS)
    return tuple(chosen)


def _bound(given: _Given, which: str, default: BoundKind) -> Bound:
    """Of several, the most specific option wins as in Spark: a timestamp, then timestamps, then offsets."""
    timestamp_ms = given.number(f"{which}Timestamp", low=0)
    if timestamp_ms is not None:
        return Bound(kind=BoundKind.TIMESTAMP, timestamp_ms=timestamp_ms)
    option = f"{which}OffsetsByTimestamp"
    if given.has(option):
        return Bound(kind=BoundKind.TIMESTAMPS, positions=parse_timestamps(given.text(option), option=option))
    option = f"{which}Offsets"
    text = given.text(option, default.value)
    if text.lower() in (BoundKind.EARLIEST.value, BoundKind.LATEST.value):
        return Bound(kind=BoundKind(text.lower()))
    return Bound(kind=BoundKind.OFFSETS, positions=parse_offsets(text, option=option))


def _check_bounds(start: Bound, end: Bound, *, is_stream: bool) -> None:
    for option, bound in (("startingOffsets", start), ("endingOffsets", end)):
        for tp, offset in bound.positions.items():
            if offset < EARLIEST:
                raise OptionError(f"{option}: {tp} has {offset}; -2 is earliest, -1 latest, others count from 0")
    if end.kind is BoundKind.EARLIEST or (end.kind is BoundKind.OFFSETS and EARLIEST in end.positions.values()):
        raise OptionError("endingOffsets cannot be earliest: there would be nothing to read")
    if is_stream:
        return
    if start.kind is BoundKind.LATEST or (start.kind is BoundKind.OFFSETS and LATEST in start.positions.values()):
        raise OptionError("startingOffsets cannot be latest in a batch: there would be nothing to read; use readStream")


def _check_isolation(given: _Given) -> None:
    if given.text("kafka.isolation.level", "read_uncommitted").lower() not in ("read_uncommitted", "read_committed"):
        raise OptionError("kafka.isolation.level is read_uncommitted or read_committed")


def _duration_ms(given: _Given, name: str, default: int) -> int:
    if not given.has(name):
        return default
    match = _DURATION.fullmatch(given.text(name).lower())
    if match is None:
        raise OptionError(f"{name} is a duration such as 500ms, 30s, 15m or 1h, not {given.text(name)!r}")
    return int(match[1]) * _UNIT_MS[match[2]]
