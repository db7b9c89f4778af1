"""Client properties of -X NAME=VALUE and of --command-config: librdkafka's names and Java's, and what they set of ours.

    -X linger.ms=5                 ──▶ the producer's `linger_ms`
    -X queue.buffering.max.ms=5    ──▶ the same: librdkafka's name of it
    -X ssl.ca.location=ca.pem      ──▶ ssl.truststore.location: how to log in, which `wire.security` reads
    -X socket.nagle.disable=true   ──▶ nothing here: said, and passed over
    -X lingr.ms=5                  ──▶ an error that names the one that was meant

Text to values, no I/O. What the properties are for, `kavka VERB -X list` prints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple


class ClientProperty(NamedTuple):
    """A property that sets something of a client here."""

    names: tuple[str, ...]
    """Java's name, then librdkafka's others."""
    setting: str
    """The argument of the client's constructor."""
    read: Callable[[str], Any]
    clients: str
    """Letters: Admin, Producer, Consumer."""
    help: str


def _integer(value: str) -> int:
    try:
        number = int(value)
    except ValueError:
        raise ValueError("it is a whole number") from None
    if number < 0:
        raise ValueError("it is not negative")
    return number


def _kilobytes(value: str) -> int:
    return 1024 * _integer(value)


def _flag(value: str) -> bool:
    if value.lower() not in ("true", "false", "1", "0"):
        raise ValueError("it is true or false")
    return value.lower() in ("true", "1")


def _choice(**values: str) -> Callable[[str], str]:
    def read(value: str) -> str:
        key = value.lower().replace("-", "_")
        if key not in values:
            raise ValueError(f"it is one of {', '.join(name.replace('_', '-') for name in values)}")
        return values[key]

    return read


_ASSIGNORS: Final = {
    "org.apache.kafka.clients.consumer.RangeAssignor": "range",
    "org.apache.kafka.clients.consumer.RoundRobinAssignor": "roundrobin",
    "org.apache.kafka.clients.consumer.StickyAssignor": "sticky",
    "org.apache.kafka.clients.consumer.CooperativeStickyAssignor": "cooperative-sticky",
}


def _assignors(value: str) -> list[str]:
    from kavka.client.assignors import assignor_named

    names = [_ASSIGNORS.get(name.strip(), name.strip()) for name in value.split(",")]
    for name in names:
        assignor_named(name)
    return names


def _acks(value: str) -> str:
    acks = {"-1": "all"}.get(value, value)
    if acks not in ("all", "1", "0"):
        raise ValueError("it is all, -1, 1 or 0")
    return acks


_OFFSET_RESETS: Final = _choice(
    earliest="earliest", beginning="earliest", smallest="earliest", latest="latest", end="latest", largest="latest",
    none="error", error="error",
)  # fmt: skip
_COMPRESSIONS: Final = _choice(none="none", gzip="gzip", snappy="snappy", lz4="lz4", zstd="zstd")
_ISOLATION_LEVELS: Final = _choice(read_committed="read_committed", read_uncommitted="read_uncommitted")

_P = ClientProperty
PROPERTIES: Final = (
    _P(("bootstrap.servers", "metadata.broker.list"), "bootstrap", str, "APC", "brokers, where -b names none"),
    _P(("client.id",), "client_id", str, "APC", "what brokers call this client, and count its quotas by"),
    _P(("request.timeout.ms", "socket.timeout.ms"), "request_timeout_ms", _integer, "APC", "deadline of one request"),
    _P(("default.api.timeout.ms",), "api_timeout_ms", _integer, "AC", "deadline of a call with its retries"),
    _P(("retry.backoff.ms",), "retry_backoff_ms", _integer, "APC", "the first pause between tries"),
    _P(("retry.backoff.max.ms",), "retry_backoff_ms_max", _integer, "P", "the longest pause"),
    _P(
        ("enable.metrics.push",),
        "enable_metrics_push",
        _flag,
        "PC",
        "whether brokers that ask get its metrics: KIP-714",
    ),
    _P(("acks", "request.required.acks"), "acks", _acks, "P", "who must have a record: all, 1 or 0"),
    _P(("compression.type", "compression.codec"), "compression", _COMPRESSIONS, "P", "none, gzip, snappy, lz4 or zstd"),
    _P(("linger.ms", "queue.buffering.max.ms"), "linger_ms", _integer, "P", "how long a record waits for company"),
    _P(("batch.size",), "batch_bytes", _integer, "P", "bytes of one batch before compression"),
    _P(("buffer.memory",), "buffer_bytes", _integer, "P", "bytes that are not acknowledged, at most"),
    _P(("queue.buffering.max.kbytes",), "buffer_bytes", _kilobytes, "P", "the same in units of 1,024"),
    _P(("max.request.size", "message.max.bytes"), "request_bytes_max", _integer, "P", "bytes of one request"),
    _P(("max.block.ms",), "max_block_ms", _integer, "P", "how long sending may wait"),
    _P(("delivery.timeout.ms", "message.timeout.ms"), "delivery_timeout_ms", _integer, "P", "until it is acknowledged"),
    _P(("enable.idempotence",), "idempotent", _flag, "P", "whether brokers recognise retries"),
    _P(("transactional.id",), "transactional_id", str, "P", "all records are one transaction"),
    _P(("transaction.timeout.ms",), "transaction_timeout_ms", _integer, "P", "then it is aborted"),
    _P(("group.id",), "group_id", str, "C", "as -g"),
    _P(("group.instance.id",), "group_instance_id", str, "C", "a static member's name"),
    _P(
        ("group.protocol",),
        "group_protocol",
        _choice(classic="classic", consumer="consumer"),
        "C",
        "or consumer: KIP-848",
    ),
    _P(("group.remote.assignor",), "group_remote_assignor", str, "C", "uniform or range, of the consumer protocol"),
    _P(("partition.assignment.strategy",), "assignors", _assignors, "C", "range, roundrobin, sticky, …"),
    _P(("session.timeout.ms",), "session_timeout_ms", _integer, "C", "without heartbeats for so long a member is out"),
    _P(("heartbeat.interval.ms",), "heartbeat_interval_ms", _integer, "C", "how often it says that it is there"),
    _P(("max.poll.interval.ms",), "poll_interval_ms_max", _integer, "C", "how long it may take between polls"),
    _P(("auto.offset.reset",), "offset_reset", _OFFSET_RESETS, "C", "where a group begins that has no offset"),
    _P(("isolation.level",), "isolation_level", _ISOLATION_LEVELS, "C", "read_committed or read_uncommitted"),
    _P(
        ("metadata.max.age.ms", "topic.metadata.refresh.interval.ms"), "metadata_age_ms_max", _integer, "C", "of topics"
    ),
    _P(("fetch.min.bytes",), "fetch_min_bytes", _integer, "C", "a broker waits until it has so much …"),
    _P(("fetch.max.wait.ms", "fetch.wait.max.ms"), "fetch_wait_ms", _integer, "C", "… or for so long"),
    _P(("fetch.max.bytes",), "fetch_bytes_max", _integer, "C", "bytes of one response"),
    _P(("max.partition.fetch.bytes", "fetch.message.max.bytes"), "partition_bytes_max", _integer, "C", "per partition"),
)

SECURITY: Final = {
    "security.protocol": "PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL",
    "sasl.mechanism": "PLAIN, SCRAM-SHA-256, SCRAM-SHA-512 or OAUTHBEARER",
    "sasl.jaas.config": "the login as Java's clients write it; @FILE or env:NAME",
    "sasl.username": "the user of a login by PLAIN or SCRAM",
    "sasl.password": "its password; @FILE or env:NAME",
    "ssl.truststore.location": "certificates that are trusted, PEM or PKCS12",
    "ssl.keystore.location": "the client's own certificate with its key",
    "ssl.key.password": "of that key; @FILE or env:NAME",
}
"""The chief ones of logging in, for the list; `wire.security` knows them all, and checks them."""

_SECURITY_PREFIXES: Final = ("security.protocol", "ssl.", "sasl.")
_SECURITY_ALIASES: Final = {"ssl.ca.location": "ssl.truststore.location", "sasl.mechanisms": "sasl.mechanism"}
"""librdkafka's name → Java's."""

_NOTHING_HERE: Final = """
allow.auto.create.topics api.version.fallback.ms api.version.request api.version.request.timeout.ms
auto.commit.enable auto.commit.interval.ms batch.num.messages broker.address.family broker.address.ttl
broker.version.fallback check.crcs client.dns.lookup client.rack connections.max.idle.ms
coordinator.query.interval.ms debug delivery.report.only.error enable.auto.commit enable.auto.offset.store
enable.gapless.guarantee enable.partition.eof enable.random.seed enable.sasl.oauthbearer.unsecure.jwt
fetch.error.backoff.ms fetch.queue.backoff.ms interceptor.classes internal.termination.signal key.deserializer
key.serializer log.connection.close log.queue log.thread.name log_level max.in.flight
max.in.flight.requests.per.connection max.poll.records message.copy.max.bytes message.send.max.retries
metric.reporters metrics.num.samples metrics.recording.level metrics.sample.window.ms msg_order_cmp
offset.store.method partitioner partitioner.class queue.buffering.backpressure.threshold
queue.buffering.max.messages queued.max.messages.kbytes queued.min.messages receive.buffer.bytes
receive.message.max.bytes reconnect.backoff.max.ms reconnect.backoff.ms retries send.buffer.bytes
socket.blocking.max.ms socket.connection.setup.timeout.max.ms socket.connection.setup.timeout.ms
socket.keepalive.enable socket.max.fails socket.nagle.disable socket.receive.buffer.bytes
socket.send.buffer.bytes statistics.interval.ms sticky.partitioning.linger.ms topic.blacklist
topic.metadata.propagation.max.ms topic.metadata.refresh.fast.interval.ms topic.metadata.refresh.sparse
value.deserializer value.serializer
"""
NOTHING_HERE: Final = frozenset(_NOTHING_HERE.split())
"""Properties of others' clients that have no counterpart: what they tune is done by itself here, or not at all."""

_BY_NAME: Final = {name: known for known in PROPERTIES for name in known.names}


class SaidProperties(NamedTuple):
    """What properties say, by what they are for."""

    settings: Mapping[str, Any]
    """Argument of a client → value."""
    security: Mapping[str, str]
    """Java's names, for `connection_security`."""
    set_aside: tuple[str, ...] = ()
    """Names of which nothing comes."""

    def over(self, other: SaidProperties) -> SaidProperties:
        """Returns these and what of others they leave unsaid."""
        return SaidProperties({**other.settings, **self.settings}, {**other.security, **self.security})

    def of(self, clients: str) -> dict[str, Any]:
        """Returns what is for one kind of client, by a letter of `ClientProperty.clients`."""
        taken = {known.setting for known in PROPERTIES if clients in known.clients}
        return {name: value for name, value in self.settings.items() if name in taken and name != "bootstrap"}


NOTHING_SAID: Final = SaidProperties({}, {})


def read_properties(properties: Mapping[str, str], *, is_file: bool) -> SaidProperties:
    """Sorts properties by what they are for.

    Args:
        properties: Name → text.
        is_file: They are a file's, which serves other clients, too: unknown names are passed over.

    Raises:
        ValueError: a name is unknown, or a value is not what it must be.
    """
    settings: dict[str, Any] = {}
    security: dict[str, str] = {}
    set_aside: list[str] = []
    for said, value in properties.items():
        name = said.removeprefix("topic.") if said.removeprefix("topic.") in _BY_NAME else said  # librdkafka's prefix
        if name.startswith(_SECURITY_PREFIXES):
            security[_SECURITY_ALIASES.get(name, name)] = value
        elif name in _BY_NAME:
            known = _BY_NAME[name]
            try:
                settings[known.setting] = known.read(value.strip())
            except ValueError as error:
                raise ValueError(f"{said}={value}: {error}") from None
        elif name in NOTHING_HERE:
            set_aside.append(said)
        elif not is_file:
            raise ValueError(
                f"the client property {said!r} is unknown{_meant(name)}; -X list shows those that there are"
            )
    return SaidProperties(settings, security, () if is_file else tuple(set_aside))


def property_rows() -> Iterable[dict[str, str]]:
    """Yields a row for each property: what `-X list` prints."""
    whom = {"A": "admin", "P": "producer", "C": "consumer"}
    for known in PROPERTIES:
        for name in known.names:
            of = "all" if known.clients == "APC" else ", ".join(whom[letter] for letter in known.clients)
            yield {"property": name, "of": of, "sets": known.help}
    for name, meaning in SECURITY.items():
        yield {"property": name, "of": "all", "sets": meaning}


def _meant(name: str) -> str:
    from difflib import get_close_matches  # only a mistake pays for it

    close = get_close_matches(name, [*_BY_NAME, *SECURITY, *_SECURITY_ALIASES, *NOTHING_HERE], n=1, cutoff=0.7)
    return f", did you mean {close[0]!r}?" if close else "."
