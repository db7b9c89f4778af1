"""What is inside Kafka's znodes: one class a body, its JSON written as Kafka writes it and read with tolerance.

Written: compact, UTF-8, the fields in the order in which Kafka's own writer leaves them (Scala's maps of up to four
entries keep their order, larger ones iterate by hash: hence the odd order of the larger bodies, copied from what live
clusters show). Read: any field order, unknown fields ignored, every older version, numbers given as text.

    body                        2.0 profile   3.0 profile
    /brokers/ids/<id>           version 4     version 5: features
    /brokers/topics/<t>         version 1     version 3: topic_id; 2 (no id): adding_replicas, removing_replicas
    /controller                 version 1     version 1; 2 (3.4 and later) adds kraftControllerEpoch

Not here: paths (`paths.py`), and any decision about what to write.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Self

from kavka.common.steps import Steps, at_once, stretches
from kavka.common.types import NO_LEADER, LeaderRecovery, TopicPartition
from kavka.protocol.epochs import ControllerEpoch, LeaderEpoch
from kavka.timer.moments import WallMs
from kavka.zk.sanitizer import is_entity


class ZNodeError(ValueError):
    """A znode's body is not what Kafka would write there: somebody else's hand, or a damaged node."""


INT32_MAX: Final = 2**31 - 1
_UNEXPECTED: Final = (KeyError, TypeError, ValueError, AttributeError, OverflowError)

TOPIC_PIECE_BYTES: Final = 16 * 1024
"""What is read of a topic in one step."""

TOPIC_STRETCH_ITEMS: Final = 1_000
"""Partitions of a topic that are written or read in one step."""

_to_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def encode_json(body: Mapping[str, Any]) -> bytes:
    """Encodes compact UTF-8 JSON, as Kafka's Jackson writes it."""
    return _to_json(body).encode()


def decode_json(data: bytes, what: str) -> dict[str, Any]:
    """Decodes a node's body as a JSON object.

    Raises:
        ZNodeError: it is not JSON, or not an object; the message names `what`.
    """
    try:
        body = json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise ZNodeError(f"{what}: not JSON: {data[:80]!r}") from error
    if not isinstance(body, dict):
        raise ZNodeError(f"{what}: not a JSON object: {data[:80]!r}")
    return body


class _Field:
    """Turns a body's KeyError, TypeError or ValueError into a ZNodeError that names it."""

    __slots__ = ("_data", "_what")

    def __init__(self, what: str, data: bytes) -> None:
        self._what = what
        self._data = data

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (KeyError, TypeError, ValueError, AttributeError, OverflowError)) and not isinstance(
            error, ZNodeError
        ):
            raise ZNodeError(f"{self._what}: unexpected content ({error!r}) in {self._data[:200]!r}") from error


def encode_int(value: int) -> bytes:
    """Encodes an integer as plain text, as in /controller_epoch."""
    return b"%d" % value


def decode_int(data: bytes, what: str = "znode") -> int:
    """Reads plain integer text.

    Raises:
        ZNodeError: it is none.
    """
    with _Field(what, data):
        return int(data)


def topic_id_to_text(topic_id: bytes) -> str:
    """Encodes a topic id as Kafka's 22 characters: URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(topic_id).rstrip(b"=").decode()


def topic_id_from_text(text: str) -> bytes:
    """Decodes the 16 bytes of a topic id from Kafka's text.

    Raises:
        ValueError: the text is not 16 bytes of URL-safe base64.
    """
    topic_id = base64.b64decode(text + "==", altchars=b"-_", validate=True)
    if len(topic_id) != 16:
        raise ValueError(f"a uuid has 16 bytes, {text!r} has {len(topic_id)}")
    return topic_id


class ControllerZNode(NamedTuple):
    """/controller, ephemeral: who claims to be the controller, and since when (wall clock, ms)."""

    broker_id: int
    timestamp_ms: WallMs
    kraft_controller_epoch: int | None = None
    """Given, the body is version 2, as Kafka 3.4 and later write it (−1 in ZooKeeper mode)."""

    def encode(self) -> bytes:
        """Encodes the JSON body, of version 2 with a KRaft controller epoch."""
        body: dict[str, Any] = {"version": 1, "brokerid": self.broker_id, "timestamp": str(self.timestamp_ms)}
        if self.kraft_controller_epoch is not None:
            body["version"] = 2
            body["kraftControllerEpoch"] = self.kraft_controller_epoch
        return encode_json(body)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads a body of either version."""
        body = decode_json(data, "/controller")
        with _Field("/controller", data):
            epoch = body.get("kraftControllerEpoch")
            return cls(int(body["brokerid"]), WallMs(body.get("timestamp", -1)), None if epoch is None else int(epoch))


class Endpoint(NamedTuple):
    """One listener of a broker as it is advertised."""

    listener: str
    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.listener}://{host}:{self.port}"

    @classmethod
    def parse(cls, text: str) -> Endpoint:
        """Reads NAME://host:port; an IPv6 host stands in brackets, an empty host means every address."""
        listener, separator, rest = text.partition("://")
        host, colon, port = rest.rpartition(":")
        if not separator or not colon:
            raise ZNodeError(f"not an endpoint: {text!r}")
        return cls(listener, host.strip("[]"), int(port))


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokerRegistration:
    """/brokers/ids/<id>, ephemeral: where a live broker listens. The node's czxid is its broker epoch.

    `host` and `port` are the first PLAINTEXT endpoint's, for readers of 2013; null and −1 when there is none.
    """

    endpoints: tuple[Endpoint, ...]
    security_protocols: Mapping[str, str] = field(default_factory=dict)
    """listener name → security protocol; a listener that is missing is its own protocol."""
    timestamp_ms: WallMs
    jmx_port: int = -1
    rack: str | None = None
    features: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    version: int = 5
    """5 under the 3.0 profile, 4 under the 2.0 profile; what was read, when read."""
    admin: str | None = None
    """URL of the admin endpoint: ours alone; Kafka's readers leave out what they do not know."""
    incomplete: Mapping[TopicPartition, int] = field(default_factory=dict)
    """Partitions whose logs there lack something, with where each ends (docs/decisions/0031); ours alone, too."""
    first_epoch: int | None = None
    """The czxid of this process's first registration; None where this is the first. Ours alone, too."""

    def security_protocol(self, listener: str) -> str:
        """Returns a listener's security protocol: PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL."""
        return self.security_protocols.get(listener, listener)

    def encode(self) -> bytes:
        """Encodes the JSON body of `version` 4 or 5."""
        plaintext = (e for e in self.endpoints if self.security_protocol(e.listener) == "PLAINTEXT")
        first = next(plaintext, None)
        host, port = (None, -1) if first is None else (first.host, first.port)
        protocols = {e.listener: self.security_protocol(e.listener) for e in self.endpoints}
        body: dict[str, Any] = {"features": self.features} if self.version >= 5 else {}
        body |= {"listener_security_protocol_map": protocols, "endpoints": [str(e) for e in self.endpoints]}
        if self.rack is not None:
            body["rack"] = self.rack
        if self.admin is not None:
            body["kavka_admin"] = self.admin
        if self.incomplete:
            topics: dict[str, dict[str, int]] = {}
            for (topic, index), end_offset in sorted(self.incomplete.items()):
                topics.setdefault(topic, {})[str(index)] = end_offset
            body["kavka_incomplete"] = topics
        if self.first_epoch is not None:
            body["kavka_first_epoch"] = self.first_epoch
        body["jmx_port"] = self.jmx_port
        timestamp = str(self.timestamp_ms)
        if self.version >= 5:
            body |= {"port": port, "host": host, "version": self.version, "timestamp": timestamp}
        else:
            body |= {"host": host, "timestamp": timestamp, "port": port, "version": self.version}
        return encode_json(body)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads every version from 1 (host and port only) on."""
        body = decode_json(data, "/brokers/ids")
        with _Field("/brokers/ids", data):
            texts = body.get("endpoints")
            if texts is None:
                endpoints: tuple[Endpoint, ...] = (Endpoint("PLAINTEXT", body["host"], int(body["port"])),)
            else:
                endpoints = tuple(Endpoint.parse(text) for text in texts)
            return cls(
                endpoints=endpoints,
                security_protocols=dict(body.get("listener_security_protocol_map") or {}),
                timestamp_ms=WallMs(body.get("timestamp", -1)),
                jmx_port=int(body.get("jmx_port", -1)),
                rack=body.get("rack"),
                features={name: dict(limits) for name, limits in (body.get("features") or {}).items()},
                version=int(body["version"]),
                admin=body.get("kavka_admin"),
                incomplete={
                    TopicPartition(topic, int(index)): int(end_offset)
                    for topic, partitions in (body.get("kavka_incomplete") or {}).items()
                    for index, end_offset in partitions.items()
                },
                first_epoch=None if (first := body.get("kavka_first_epoch")) is None else int(first),
            )


def _encode_replicas(assignment: Mapping[int, Iterable[int]]) -> Steps[str]:
    parts: list[str] = []
    for stretch in stretches(sorted(assignment), TOPIC_STRETCH_ITEMS):
        parts.append(_to_json({str(index): list(assignment[index]) for index in stretch})[1:-1])
        yield
    return f"{{{','.join(parts)}}}"


def _decode_replicas(body: Mapping[str, Any] | None) -> Steps[dict[int, list[int]]]:
    found: dict[int, list[int]] = {}
    for stretch in stretches((body or {}).items(), TOPIC_STRETCH_ITEMS):
        for index, brokers in stretch:
            replicas = list(map(int, brokers))
            if replicas and not (min(replicas) >= 0 and max(replicas) <= INT32_MAX):
                raise ValueError(f"{replicas} are not from 0 to {INT32_MAX}")
            found[_int32(index)] = replicas
        yield
    return found


_PARTITIONS: Final = b'"partitions":{'


def _decode_topic(data: bytes) -> Steps[dict[str, Any]]:
    """Decodes a topic's znode body, a long one's partitions some at a time.

    They are lists of numbers, so that the object ends with the next brace, and falls apart where a list does. A body
    that is written in another way is read as a whole.
    """
    begin = data.find(_PARTITIONS) + len(_PARTITIONS)
    end = data.find(b"}", begin)
    if len(data) <= TOPIC_PIECE_BYTES or begin < len(_PARTITIONS) or end < 0:
        return decode_json(data, "/brokers/topics")
    partitions: dict[str, Any] = {}
    try:
        body: dict[str, Any] = json.loads(data[:begin] + data[end:])
        while begin < end:
            cut = data.find(b"],", begin + TOPIC_PIECE_BYTES, end) + 1 or end
            partitions |= json.loads(b"{%b}" % data[begin:cut])
            begin = cut + 1
            yield
        if body["partitions"]:
            raise ValueError("there are more of them")
        body["partitions"] = partitions
    except (*_UNEXPECTED, RecursionError):
        return decode_json(data, "/brokers/topics")
    return body


def _int32(value: Any, low: int = 0) -> int:
    """Checks a number that requests will carry; one that they cannot is as wrong as none."""
    number = int(value)
    if not low <= number <= INT32_MAX:
        raise ValueError(f"{number} is not from {low} to {INT32_MAX}")
    return number


@dataclass(frozen=True, slots=True)
class TopicZNode:
    """/brokers/topics/<t>: a topic's assignment, the preferred leader first.

    `topic_id` given: version 3; otherwise version 2, or 1 when asked for (the 2.0 profile), which has no place for
    replicas that a reassignment adds or removes.
    """

    partitions: Mapping[int, Iterable[int]]
    adding: Mapping[int, Iterable[int]] = field(default_factory=dict)
    removing: Mapping[int, Iterable[int]] = field(default_factory=dict)
    topic_id: bytes | None = None

    def encode(self, version: int | None = None) -> bytes:
        """Encodes the topic's JSON body.

        Args:
            version: 1, 2 or 3; None: 3 with a topic id, 2 without.
        """
        return at_once(self.encoding(version))

    def encoding(self, version: int | None = None) -> Steps[bytes]:
        """Encodes the topic's JSON body step by step; see `encode`."""
        if version is None:
            version = 2 if self.topic_id is None else 3
        partitions = yield from _encode_replicas(self.partitions)
        if version == 1:
            return f'{{"version":1,"partitions":{partitions}}}'.encode()
        adding = yield from _encode_replicas(self.adding)
        removing = yield from _encode_replicas(self.removing)
        if version == 2:
            text = (
                f'{{"version":2,"partitions":{partitions},"adding_replicas":{adding},"removing_replicas":{removing}}}'
            )
            return text.encode()
        assert self.topic_id is not None, "version 3 is the version with the topic id"
        text = (
            f'{{"removing_replicas":{removing},"partitions":{partitions},"topic_id":"{topic_id_to_text(self.topic_id)}",'
            f'"adding_replicas":{adding},"version":3}}'
        )
        return text.encode()

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads versions 1, 2 and 3."""
        return at_once(cls.decoding(data))

    @classmethod
    def decoding(cls, data: bytes) -> Steps[Self]:
        """Decodes the topic's JSON body step by step; see `decode`."""
        body = yield from _decode_topic(data)
        with _Field("/brokers/topics", data):
            text = body.get("topic_id")
            partitions = yield from _decode_replicas(body["partitions"])
            adding = yield from _decode_replicas(body.get("adding_replicas"))
            removing = yield from _decode_replicas(body.get("removing_replicas"))
            return cls(partitions, adding, removing, None if text is None else topic_id_from_text(text))


_STATE: Final = re.compile(
    rb'\{"controller_epoch":(-1|0|[1-9]\d{0,8}),"leader":(-1|0|[1-9]\d{0,8}),"version":1,'
    rb'"leader_epoch":(-1|0|[1-9]\d{0,8}),"isr":\[((?:0|[1-9]\d{0,8})(?:,(?:0|[1-9]\d{0,8}))*)\]\}'
)
"""A partition's state as Kafka and we write it: a controller reads one for each partition of the cluster."""


@dataclass(slots=True)
class PartitionStateZNode:
    """/brokers/topics/<t>/partitions/<p>/state. The node's own version is the partition epoch ("zkVersion").

    Not frozen, only never changed: a controller makes one for each partition of the cluster.
    """

    leader: int
    leader_epoch: LeaderEpoch
    isr: tuple[int, ...]
    controller_epoch: ControllerEpoch
    leader_recovery: LeaderRecovery = LeaderRecovery.RECOVERED
    """Written only while recovering, as in Kafka (KIP-704)."""

    def encode(self) -> bytes:
        """Encodes the partition state's JSON body."""
        text = (
            f'{{"controller_epoch":{self.controller_epoch},"leader":{self.leader},"version":1,'
            f'"leader_epoch":{self.leader_epoch},"isr":[{",".join(map(str, self.isr))}]'
        )
        if self.leader_recovery:
            text += f',"leader_recovery_state":{int(self.leader_recovery)}'
        return f"{text}}}".encode()

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads the body; a missing recovery state is "recovered", one that nobody knows is not."""
        plain = _STATE.fullmatch(data)
        if plain is not None:
            controller_epoch, leader, leader_epoch, isr_text = plain.groups()
            isr = tuple(map(int, isr_text.split(b",")))
            return cls(int(leader), LeaderEpoch(leader_epoch), isr, ControllerEpoch(controller_epoch))
        body = decode_json(data, "partition state")
        with _Field("partition state", data):
            isr = tuple(map(_int32, body["isr"]))
            recovery = LeaderRecovery(int(body.get("leader_recovery_state", 0)) != 0)
            leader_epoch = LeaderEpoch(_int32(body["leader_epoch"], -1))
            epoch = ControllerEpoch(_int32(body["controller_epoch"], -1))
            return cls(_int32(body["leader"], NO_LEADER), leader_epoch, isr, epoch, recovery)


class ConfigZNode(NamedTuple):
    """/config/<type>/<entity>: the overrides of one topic, client, user, broker or address."""

    config: Mapping[str, str]

    def encode(self) -> bytes:
        """Encodes the configuration's JSON body."""
        return encode_json({"version": 1, "config": dict(self.config)})

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads the body; an empty node, or one without a config, has no overrides."""
        if not data:
            return cls({})
        body = decode_json(data, "/config")
        with _Field("/config", data):
            return cls({str(key): str(value) for key, value in (body.get("config") or {}).items()})


class ConfigChangeZNode(NamedTuple):
    """/config/changes/config_change_…: says whose config changed, as "type/name"."""

    entity_path: str

    def encode(self) -> bytes:
        """Encodes the JSON body, version 2."""
        return encode_json({"version": 2, "entity_path": self.entity_path})

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads version 2, and version 1 with its entity_type and entity_name."""
        body = decode_json(data, "config change")
        with _Field("config change", data):
            path = body.get("entity_path")
            path = f"{body['entity_type']}/{body['entity_name']}" if path is None else str(path)
            if not is_entity(path):
                raise ValueError("no entity can be called so")
            return cls(path)


def _encode_partitions(partitions: Iterable[TopicPartition]) -> bytes:
    entries = [{"topic": tp.topic, "partition": tp.partition} for tp in partitions]
    return encode_json({"version": 1, "partitions": entries})


def _decode_partitions(data: bytes, what: str) -> tuple[TopicPartition, ...]:
    body = decode_json(data, what)
    with _Field(what, data):
        return tuple(TopicPartition(entry["topic"], int(entry["partition"])) for entry in body["partitions"])


class IsrChangeZNode(NamedTuple):
    """/isr_change_notification/isr_change_…: partitions whose leader wrote a new ISR."""

    partitions: tuple[TopicPartition, ...]

    def encode(self) -> bytes:
        """Encodes the JSON body: the partitions whose ISR changed."""
        return _encode_partitions(self.partitions)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads the body."""
        return cls(_decode_partitions(data, "ISR change"))


class PreferredReplicaElectionZNode(NamedTuple):
    """/admin/preferred_replica_election: partitions whose preferred replica shall lead."""

    partitions: tuple[TopicPartition, ...]

    def encode(self) -> bytes:
        """Encodes the JSON body: the partitions to elect."""
        return _encode_partitions(self.partitions)

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads the body."""
        return cls(_decode_partitions(data, "/admin/preferred_replica_election"))


class LogDirEventZNode(NamedTuple):
    """/log_dir_event_notification/log_dir_event_…: a broker lost a log directory."""

    broker_id: int

    def encode(self) -> bytes:
        """Encodes the JSON body; event 1, a failure, is the only event there is."""
        return encode_json({"version": 1, "broker": self.broker_id, "event": 1})

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads the body."""
        body = decode_json(data, "log dir event")
        with _Field("log dir event", data):
            return cls(int(body["broker"]))


class ReassignPartitionsZNode(NamedTuple):
    """/admin/reassign_partitions: the replicas that partitions shall have."""

    partitions: Mapping[TopicPartition, tuple[int, ...]]

    def encode(self) -> bytes:
        """Encodes the JSON body: the partitions to reassign, with their target replicas."""
        entries = [
            {"topic": tp.topic, "partition": tp.partition, "replicas": list(replicas)}
            for tp, replicas in self.partitions.items()
        ]
        return encode_json({"version": 1, "partitions": entries})

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads the body."""
        body = decode_json(data, "/admin/reassign_partitions")
        with _Field("/admin/reassign_partitions", data):
            return cls(
                {
                    TopicPartition(entry["topic"], int(entry["partition"])): tuple(int(b) for b in entry["replicas"])
                    for entry in body["partitions"]
                }
            )


class ClusterIdZNode(NamedTuple):
    """/cluster/id: the cluster's name for life, 22 characters of base64."""

    cluster_id: str

    def encode(self) -> bytes:
        """Encodes the JSON body; its version is text, as Kafka has it."""
        return encode_json({"version": "1", "id": self.cluster_id})

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads the body."""
        body = decode_json(data, "/cluster/id")
        with _Field("/cluster/id", data):
            return cls(str(body["id"]))


class ProducerIdBlockZNode(NamedTuple):
    """/latest_producer_id_block: the producer ids that one broker may give away, both ends included."""

    broker_id: int
    block_start: int
    block_end: int

    def encode(self) -> bytes:
        """Encodes the JSON body; the block's ends are text, as Kafka has them."""
        body: dict[str, Any] = {"version": 1, "broker": self.broker_id}
        return encode_json(body | {"block_start": str(self.block_start), "block_end": str(self.block_end)})

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Reads the body."""
        body = decode_json(data, "/latest_producer_id_block")
        with _Field("/latest_producer_id_block", data):
            return cls(int(body["broker"]), int(body["block_start"]), int(body["block_end"]))
