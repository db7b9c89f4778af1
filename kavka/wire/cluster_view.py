"""A cluster as one client sees it: brokers, leaders, whom to ask next and what to ask again. Sans I/O.

    bootstrap ─┐
    brokers   ─┴▶ ways_in ─▶ (the driver asks one) ─▶ learn ─▶ leader_of ─▶ (the driver asks the leader)
                                                       ▲                         │ moved, silent, or gone
                                                       └──── is_stale ◀── mark_stale ◀┘   or too old

Who may be asked, in that order: connected brokers, those with the fewest requests in flight first, since a request
waits behind a long Fetch on the same connection; other known brokers; the bootstrap addresses. Among equals chance
decides, so that a broker that is cut off from its controller is not asked for ever. A broker that left a request
without a response is doubted until it responds to one: it is asked last, and bootstrap addresses, which may be its own
by another name, come after all others. Else a client that is connected to nobody but a leader cut off from its cluster
hears from that leader, time and again, that it leads.

Not here: connections, which are the driver's, pauses between tries (`retries`), and what a leader is asked (`offsets`,
`fetch`, `produce`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from kavka.common.types import TopicPartition
from kavka.protocol.errors import DecodeError, ErrorCode, KafkaError, UnknownTopicOrPartition
from kavka.protocol.messages import MetadataRequest, MetadataResponse
from kavka.timer.moments import MonotonicMs
from kavka.wire.errors import AuthenticationFailed, BootstrapFailed, LeaderUnknown, code_name, error_for_code, reason_of
from kavka.wire.metadata import NOTHING_KNOWN, BrokerAddress, ClusterMetadata, TopicInfo

METADATA_AGE_MS_MAX: Final = 300_000
"""Kafka's `metadata.max.age.ms`."""

DEFAULT_PORT: Final = 9092

ANY_VERSION: Final = 99
"""An upper bound that is none."""

ANY_BROKER: Final = -1
"""A broker id that stands for "any broker that responds"."""

Shuffle = Callable[[list[Any]], None]
"""Puts a list into a random order in place, as `random.Random.shuffle`."""


class NoSuchPartition(ValueError):
    """Asked for a partition beyond the topic's last; no retry mends that."""


def parse_bootstrap(servers: str | Sequence[str]) -> list[BrokerAddress]:
    """Reads "host:port,host:port" (or a list of such); the port is 9092 when left out. Ids count down from −2.

    Raises:
        ValueError: an address without a host, or a port that is not a number.
    """
    items = servers.split(",") if isinstance(servers, str) else list(servers)
    addresses: list[BrokerAddress] = []
    for item in (item.strip() for item in items):
        if not item:
            continue
        host, colon, port = item.rpartition(":")
        if not colon or host.endswith(":") or port.endswith("]"):
            host, port = item, str(DEFAULT_PORT)
        host = host.strip("[]")
        if not host or not port.isdigit() or not 0 < int(port) < 65536:
            raise ValueError(f"{item!r} is not an address; write host:port")
        addresses.append(BrokerAddress(-2 - len(addresses), host, int(port)))
    if not addresses:
        raise ValueError("no bootstrap address given; write host:port")
    return addresses


class ClusterView:
    """The metadata of one client, and what follows from it.

    Args:
        bootstrap: "host:port[,host:port…]"; any one broker is enough.
        metadata_age_ms_max: When leaders are asked for again though nothing went wrong.

    Attributes:
        bootstrap: The addresses to begin with; their ids count down from −2.
        metadata: The last that was learnt; replaced as a whole, so that several threads may read it.
    """

    __slots__ = ("_doubted", "_metadata_age_ms_max", "_refreshed_ms", "bootstrap", "metadata")

    def __init__(self, bootstrap: str | Sequence[str], *, metadata_age_ms_max: int = METADATA_AGE_MS_MAX) -> None:
        self.bootstrap = parse_bootstrap(bootstrap)
        self.metadata: ClusterMetadata = NOTHING_KNOWN
        self._metadata_age_ms_max = metadata_age_ms_max
        self._refreshed_ms: dict[str, MonotonicMs] = {}
        self._doubted: set[int] = set()

    # ---------------------------------------------------------------- brokers

    def address_of(self, broker_id: int) -> BrokerAddress:
        """Returns a broker's address; ids below −1 are bootstrap's.

        Raises:
            LeaderUnknown: the metadata does not name this broker.
        """
        if broker_id < ANY_BROKER:
            return self.bootstrap[-2 - broker_id]
        address = self.metadata.brokers.get(broker_id)
        if address is None:
            raise LeaderUnknown(f"no broker with id {broker_id} is known")
        return address

    def ways_in(self, in_flight: Mapping[int, int], shuffle: Shuffle) -> list[BrokerAddress]:
        """Returns whom to ask what every broker knows, the best first.

        Args:
            in_flight: Connected broker (or bootstrap) id → its requests without a response.
            shuffle: Decides among equals.
        """
        every = [*self.metadata.brokers.values(), *self.bootstrap]
        connected = [address for address in every if address.broker_id in in_flight]
        known = [address for address in self.metadata.brokers.values() if address.broker_id not in in_flight]
        shuffle(connected)
        shuffle(known)
        connected.sort(key=lambda address: in_flight[address.broker_id])
        others = (address for address in self.bootstrap if address.broker_id not in in_flight)
        return sorted([*connected, *known, *others], key=self._doubt_of)

    def doubt(self, broker_id: int) -> None:
        """Notes that a broker left a request without a response, or cannot be reached."""
        self._doubted.add(broker_id)

    def trust(self, broker_id: int) -> None:
        """Notes that a broker has responded."""
        self._doubted.discard(broker_id)

    def _doubt_of(self, address: BrokerAddress) -> int:
        """Returns where an address stands among others; equals keep their order."""
        if not self._doubted:
            return 0
        if address.broker_id in self._doubted:
            return 2
        return 1 if address.broker_id < ANY_BROKER else 0

    # ---------------------------------------------------------------- metadata

    @staticmethod
    def metadata_request(topics: Iterable[str] | None, *, may_create: bool = False) -> MetadataRequest:
        """Returns the Metadata request for topics by name.

        Args:
            topics: Names; empty: brokers only; None: every topic.
            may_create: Whether the broker may create a topic that does not exist (`auto.create.topics.enable`).
        """
        wanted = None if topics is None else [MetadataRequest.MetadataRequestTopic(name=name) for name in topics]
        return MetadataRequest(topics=wanted, allow_auto_topic_creation=may_create)

    @staticmethod
    def naming_request(topic_ids: Iterable[bytes]) -> MetadataRequest:
        """Returns the Metadata request for topics by id; ids of which there is no topic come back without a name."""
        return MetadataRequest(
            topics=[MetadataRequest.MetadataRequestTopic(topic_id=topic_id, name=None) for topic_id in topic_ids],
            allow_auto_topic_creation=False,
        )

    def learn(self, response: MetadataResponse, *, is_everything: bool, now_ms: MonotonicMs) -> None:
        """Merges a Metadata response into what is known.

        Args:
            response: A broker's.
            is_everything: Whether every topic was asked for; then one that it lacks is gone, and none is refused.
            now_ms: When it came.

        Raises:
            KafkaError: a topic that was asked for is refused for good, by its name or for want of authorization.
        """
        self.metadata = self.metadata.merged_with(response, is_everything=is_everything)
        refusal: KafkaError | None = None
        for topic in response.topics:
            if topic.name is not None:
                self._refreshed_ms[topic.name] = now_ms
            if not is_everything and topic.error_code not in (ErrorCode.NONE, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION):
                error = error_for_code(topic.error_code, f"topic {topic.name!r}: {code_name(topic.error_code)}")
                if refusal is None and not error.retriable:
                    refusal = error
        if refusal is not None:
            raise refusal

    def topic(self, name: str, *, may_create: bool = False) -> TopicInfo:
        """Returns a topic that the last response described.

        Raises:
            UnknownTopicOrPartition: there is none, and none was to be created.
            LeaderUnknown: it has no leaders yet, or nobody created it; worth another try.
        """
        found = self.metadata.topics.get(name)
        if found is not None and found.error_code == ErrorCode.NONE and found.partitions:
            return found
        code = found.error_code if found is not None else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        if code != ErrorCode.UNKNOWN_TOPIC_OR_PARTITION:
            raise LeaderUnknown(f"topic {name!r} has no leaders yet ({code_name(code)})")
        if may_create:
            raise LeaderUnknown(f"there is no topic {name!r}, and no broker creates it")
        raise UnknownTopicOrPartition(f"there is no topic {name!r} in this cluster")

    def fresh_topic(self, name: str, now_ms: MonotonicMs) -> TopicInfo | None:
        """Returns a topic that need not be asked for again; None when it must be."""
        info = self.metadata.topics.get(name)
        return info if info is not None and info.partitions and not self.is_stale(name, now_ms) else None

    def leader_of(self, tp: TopicPartition) -> int:
        """Returns the leader's broker id; one that is missing is asked for again.

        Raises:
            LeaderUnknown: there is none at the moment; worth another try.
            NoSuchPartition: the topic has no such partition. It may be new: the next call looks again.
        """
        leader = self.metadata.leader_of(tp.topic, tp.partition)
        if leader >= 0:
            return leader
        self.mark_stale(tp.topic)
        info = self.metadata.topics.get(tp.topic)
        if info is not None and info.partitions and tp.partition not in info.partitions:
            count = len(info.partitions)
            raise NoSuchPartition(
                f"there is no partition {tp}: {tp.topic!r} has {count} partitions (partitions 0 to {count - 1})"
            )
        raise LeaderUnknown(f"{tp} has no leader")

    def is_stale(self, topic: str, now_ms: MonotonicMs) -> bool:
        """Tells whether a topic's metadata is missing, marked stale, or too old."""
        refreshed_ms = self._refreshed_ms.get(topic)
        return refreshed_ms is None or now_ms - refreshed_ms > self._metadata_age_ms_max

    def mark_stale(self, topic: str) -> None:
        """Marks a topic's metadata stale, so that the next look requests it again."""
        self._refreshed_ms.pop(topic, None)

    def silent(self) -> BootstrapFailed:
        """Returns the error of a client that nobody refused, and nobody responded to."""
        addresses = ", ".join(map(str, self.bootstrap))
        return BootstrapFailed(f"no broker can be reached: {addresses} did not respond in time")


class WaysIn:
    """The failures on the way to any broker, one address after the other.

    Names each address with its reason once all have failed.
    """

    __slots__ = ("_failures",)

    def __init__(self) -> None:
        self._failures: list[str] = []

    def failed(self, address: BrokerAddress, error: BaseException) -> None:
        """Notes why a broker cannot be asked.

        Raises:
            AuthenticationFailed: the failure; it holds for every broker alike, and no retry mends it.
            BaseException: the failure, where it is none of the network's.
        """
        if isinstance(error, AuthenticationFailed) or not isinstance(error, OSError | TimeoutError | DecodeError):
            raise error
        reason = reason_of(error)
        self._failures.append(reason if reason.startswith(str(address)) else f"{address}: {reason}")

    def exhausted(self) -> BootstrapFailed:
        """Returns the error of a client that reached nobody."""
        return BootstrapFailed("no broker can be reached: " + "; ".join(dict.fromkeys(self._failures)))
