"""Where consumers of before Kafka 0.9 meet: what they keep in ZooKeeper about one group.

    /consumers/<group>/ids/<consumer> (E)
        {"version":1,"subscription":{"t":1},"pattern":"static","timestamp":"1700000000000"}
    /consumers/<group>/owners/<topic>/<partition> (E)
        <consumer>-<thread>
    /consumers/<group>/offsets/<topic>/<partition>
        17

Nodes and bodies are those of Kafka 0.8's ZookeeperConsumerConnector; its own consumers read and write them, too. With a
pattern of "white_list" or "black_list" the one key of the subscription is a regular expression over topics.

Not here: who gets which partitions (`kavka.legacy.zookeeper_consumer`, which is handed one of these). Its user knows
nothing of ZooKeeper, so that what goes wrong with it comes out as ConnectionError.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Final

from kavka.common.types import TopicPartition
from kavka.timer.moments import WallMs
from kavka.zk import paths
from kavka.zk.acls import ZkLogin
from kavka.zk.client import ZkClient, create_ephemeral, ensure_path
from kavka.zk.errors import NodeExists, NoNode, ZkError
from kavka.zk.hosts import hosts_problem
from kavka.zk.kazoo_client import KazooZk
from kavka.zk.ops import SessionState
from kavka.zk.znodes import BrokerRegistration, TopicZNode, ZNodeError, decode_int, decode_json, encode_int, encode_json

SESSION_TIMEOUT_MS: Final = 6_000
"""The old consumer's `zookeeper.session.timeout.ms`."""

STATIC = "static"
WHITE_LIST = "white_list"
BLACK_LIST = "black_list"
INTERNAL_TOPICS = frozenset({"__consumer_offsets", "__transaction_state", "__share_group_state"})
"""No pattern means these, as with the old consumer's `exclude.internal.topics`."""


class ConsumerRegistry:
    """One group in ZooKeeper, by one client.

    Args:
        zk: A started client; its session is what keeps the consumer registered.
        group_id: The group.
    """

    def __init__(self, zk: ZkClient, group_id: str) -> None:
        if not group_id or "/" in group_id:
            raise ValueError(f"{group_id!r} cannot be a group's name in ZooKeeper")
        self.group_id = group_id
        self._zk = zk
        self._on_change: Callable[[bool], None] | None = None
        self._watched: set[str] = set()

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        zookeeper: str,
        group_id: str,
        *,
        session_timeout_ms: int = SESSION_TIMEOUT_MS,
        login: ZkLogin | None = None,
    ) -> AsyncIterator[ConsumerRegistry]:
        """Opens a session with ZooKeeper, and closes it at the end: the group's registrations go with it.

        Args:
            zookeeper: Where: "host:port,host:port/chroot".
            group_id: The group.
            session_timeout_ms: How soon the group misses a consumer that died.
            login: Who it is to ZooKeeper; None: nobody.

        Raises:
            ValueError: it is no address, or no group.
            ConnectionError: no ZooKeeper answers there.
        """
        problem = hosts_problem(zookeeper)
        if problem is not None:
            raise ValueError(problem)
        zk = KazooZk(zookeeper, session_timeout_ms=session_timeout_ms, login=login)
        registry = cls(zk, group_id)
        with _as_connection_error():
            await zk.start(session_timeout_ms)
        try:
            yield registry
        finally:
            await zk.close()

    # ---------------------------------------------------------------- consumers

    def follow(self, on_change: Callable[[bool], None]) -> None:
        """Subscribes to changes: of the session, and of members, brokers and topics once read.

        Args:
            on_change: Called with whether the session is lost, and with it everything that was registered.
        """
        self._on_change = on_change
        self._zk.add_state_listener(self._on_state)

    def unfollow(self) -> None:
        """Ends the subscription to changes."""
        if self._on_change is not None:
            self._on_change = None
            self._zk.remove_state_listener(self._on_state)

    async def register(self, consumer_id: str, subscription: Mapping[str, int], pattern: str, now_ms: WallMs) -> None:
        """Registers a consumer in the group.

        Args:
            consumer_id: Its name.
            subscription: Topic, or regular expression, → number of threads.
            pattern: STATIC, WHITE_LIST or BLACK_LIST.
            now_ms: Since the epoch.

        Raises:
            ConnectionError: ZooKeeper is not there.
        """
        body = {"version": 1, "subscription": dict(subscription), "pattern": pattern, "timestamp": str(now_ms)}
        with _as_connection_error():
            await ensure_path(self._zk, self._path("ids"))
            await create_ephemeral(self._zk, self._path("ids", consumer_id), encode_json(body))

    async def unregister(self, consumer_id: str) -> None:
        """Deletes a consumer's registration."""
        with _as_connection_error():
            await self._delete(self._path("ids", consumer_id))

    async def consumers(self) -> dict[str, dict[str, int]]:
        """Returns consumer → topic → number of threads, and watches the group's members.

        A malformed registration is left out.
        """
        with _as_connection_error():
            ids = await self._children(self._path("ids"))
            found: dict[str, dict[str, int]] = {}
            topics: list[str] | None = None
            for consumer_id in ids:
                try:
                    data, _ = await self._zk.get(self._path("ids", consumer_id))
                    body = decode_json(data, consumer_id)
                    subscription = {str(name): int(count) for name, count in body["subscription"].items()}
                except (NoNode, ZNodeError, KeyError, ValueError, AttributeError, TypeError):
                    continue
                pattern = body.get("pattern", STATIC)
                if pattern in (WHITE_LIST, BLACK_LIST):
                    topics = await self._children(paths.TOPICS) if topics is None else topics
                    subscription = expanded(subscription, pattern, topics)
                found[consumer_id] = subscription
            return found

    # ---------------------------------------------------------------- the cluster

    async def partitions(self, topics: Iterable[str]) -> dict[str, list[int]]:
        """Returns topic → its sorted partitions, and watches the topics.

        The watch fires when a topic gets more partitions, or is created where it does not exist.
        """
        found: dict[str, list[int]] = {}
        with _as_connection_error():
            for name in sorted(set(topics)):
                path = paths.topic(name)
                try:
                    data = await self._get_watched(path)
                    found[name] = sorted(TopicZNode.decode(data).partitions)
                except NoNode:
                    await self._exists_watched(path)
                except ZNodeError:
                    continue
        return found

    async def brokers(self) -> list[str]:
        """Returns host:port of every live broker with a PLAINTEXT listener, and watches the brokers."""
        with _as_connection_error():
            found = []
            for broker_id in await self._children(paths.BROKER_IDS):
                try:
                    data, _ = await self._zk.get(paths.broker_id(int(broker_id)))
                    broker = BrokerRegistration.decode(data)
                except (NoNode, ZNodeError):
                    continue
                plain = [e for e in broker.endpoints if broker.security_protocol(e.listener) == "PLAINTEXT"]
                found += [f"{endpoint.host}:{endpoint.port}" for endpoint in plain[:1]]
            return found

    # ---------------------------------------------------------------- partitions

    async def claim(self, tp: TopicPartition, owner: str) -> bool:
        """Makes a thread the owner of a partition; False when another still is."""
        with _as_connection_error():
            await ensure_path(self._zk, self._path("owners", tp.topic))
            try:
                await create_ephemeral(self._zk, self._path("owners", tp.topic, str(tp.partition)), owner.encode())
            except NodeExists:
                return False
            return True

    async def release(self, tp: TopicPartition) -> None:
        """Releases a partition."""
        with _as_connection_error():
            await self._delete(self._path("owners", tp.topic, str(tp.partition)))

    async def offset(self, tp: TopicPartition) -> int | None:
        """Returns the group's committed offset for a partition; None without a commit."""
        with _as_connection_error():
            try:
                data, _ = await self._zk.get(paths.consumer_offset(self.group_id, tp.topic, tp.partition))
                return decode_int(data, str(tp))
            except (NoNode, ZNodeError):
                return None

    async def commit(self, tp: TopicPartition, offset: int) -> None:
        """Commits the group's offset of a partition."""
        path = paths.consumer_offset(self.group_id, tp.topic, tp.partition)
        with _as_connection_error():
            try:
                await self._zk.set(path, encode_int(offset))
            except NoNode:
                await ensure_path(self._zk, path)
                await self._zk.set(path, encode_int(offset))

    # ---------------------------------------------------------------- inside

    def _path(self, *parts: str) -> str:
        return "/".join((paths.CONSUMERS, self.group_id, *parts))

    async def _children(self, path: str) -> list[str]:
        try:
            return await self._zk.children(path, self._watch(path))
        except ZkError as error:
            self._watched.discard(path)
            if isinstance(error, NoNode):
                return []
            raise

    async def _get_watched(self, path: str) -> bytes:
        try:
            return (await self._zk.get(path, self._watch(path)))[0]
        except ZkError:
            self._watched.discard(path)
            raise

    async def _exists_watched(self, path: str) -> None:
        try:
            await self._zk.exists(path, self._watch(path))
        except ZkError:
            self._watched.discard(path)
            raise

    def _watch(self, path: str) -> Callable[[str, str], None] | None:
        """Leaves one watch a path at a time: a second one would notify of everything twice."""
        if path in self._watched:
            return None
        self._watched.add(path)
        return self._fired

    def _fired(self, event_type: str, path: str) -> None:
        self._watched.discard(path)
        if self._on_change is not None:
            self._on_change(False)

    def _on_state(self, state: SessionState) -> None:
        if state is SessionState.LOST:
            self._watched.clear()
        if self._on_change is not None and state is not SessionState.SUSPENDED:
            self._on_change(state is SessionState.LOST)

    async def _delete(self, path: str) -> None:
        try:
            await self._zk.delete(path)
        except NoNode:
            return


def expanded(subscription: Mapping[str, int], pattern: str, topics: Iterable[str]) -> dict[str, int]:
    """Expands a white or black list to topic → number of threads."""
    found: dict[str, int] = {}
    for text, count in subscription.items():
        try:
            matches = re.compile(text.strip().replace(",", "|").replace(" ", "").strip("\"'")).fullmatch
        except re.error:
            continue
        for topic in topics:
            if topic not in INTERNAL_TOPICS and (matches(topic) is not None) is (pattern == WHITE_LIST):
                found[topic] = count
    return found


@contextmanager
def _as_connection_error() -> Iterator[None]:
    try:
        yield
    except ZkError as error:
        raise ConnectionError(f"ZooKeeper: {error}") from error
