"""This broker's way to the controller when that is another broker: one connection, found anew whenever it moves.

    Metadata that creates ─▶ create_topics ─▶ CreateTopics over the inter-broker listener ─▶ the controller's broker
                                  ▲ not the controller any more, not reachable: look again, until the deadline

Kafka's brokers do the same in ZooKeeper mode since 2.8. Not here: clients' own CreateTopics, which is refused with
NOT_CONTROLLER so that they find the controller themselves.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from broker.metadata_cache import MetadataCache
from kavka.common.types import NewTopic, TopicResult
from protocol.errors import DecodeError, ErrorCode

if TYPE_CHECKING:
    from protocol.messages import CreateTopicsRequest

_log = logging.getLogger(__name__)

RETRY_BACKOFF_MS: Final = 50
"""Pause before the controller is looked for again."""

TOPICS_IN_FLIGHT_MAX: Final = 10_000
"""Topics that may be asked for at once; more are told to come again."""


class ControllerConnection(Protocol):
    """What is needed of a connection to a broker; `kavka.client.connection.Connection` is one."""

    @property
    def is_closed(self) -> bool:
        """Whether it is of no more use."""

    async def request(self, message: Any, *, version: int, timeout_ms: int | None = None) -> Any:
        """Asks and waits for the answer."""

    async def close(self) -> None:
        """Closes it."""


class ControllerChannel:
    """Requests to the controller's broker.

    Args:
        cache: where brokers are reached.
        controller_id: who is the controller now, −1 when nobody knows.
        listener: the inter-broker listener's name.
        dial: opens a connection to host and port.
        create_topics_version: the version to write CreateTopics in; the profile's.
        num_partitions: of topics that do not say: this broker's, as in Kafka.
        replication_factor: likewise.
    """

    __slots__ = (
        "_cache",
        "_connection",
        "_controller_id",
        "_creating",
        "_dial",
        "_endpoint",
        "_listener",
        "_num_partitions",
        "_replication_factor",
        "_version",
    )

    def __init__(
        self,
        cache: MetadataCache,
        *,
        controller_id: Callable[[], int],
        listener: str,
        dial: Callable[[str, int], Awaitable[ControllerConnection]],
        create_topics_version: int,
        num_partitions: int,
        replication_factor: int,
    ) -> None:
        self._cache = cache
        self._controller_id = controller_id
        self._listener = listener
        self._dial = dial
        self._version = create_topics_version
        self._num_partitions = num_partitions
        self._replication_factor = replication_factor
        self._connection: ControllerConnection | None = None
        self._endpoint: tuple[str, int] | None = None
        self._creating: set[str] = set()

    async def create_topics(
        self, topics: Sequence[NewTopic], *, timeout_ms: int, validate_only: bool
    ) -> list[TopicResult]:
        """Asks the controller for topics; one result a topic, in the order asked.

        A topic that is being asked for already is not asked for again: many clients miss the same one at once. It is
        answered with REQUEST_TIMED_OUT, and so is everything that the controller does not answer in time.
        """
        room = TOPICS_IN_FLIGHT_MAX - len(self._creating)
        wanted = {topic.name: topic for topic in topics if topic.name not in self._creating}
        wanted = dict(list(wanted.items())[: max(room, 0)])
        answers: dict[str, TopicResult] = {}
        self._creating |= wanted.keys()
        try:
            if wanted:
                request = self._request(list(wanted.values()), timeout_ms, validate_only=validate_only)
                async with asyncio.timeout(timeout_ms / 1000):
                    answers = await self._ask_until_answered(request, timeout_ms)
        except TimeoutError:
            _log.warning("the controller did not create %s within %d ms", ", ".join(sorted(wanted)), timeout_ms)
        finally:
            self._creating -= wanted.keys()
        late = int(ErrorCode.REQUEST_TIMED_OUT)
        return [answers.get(topic.name) or TopicResult(name=topic.name, error_code=late) for topic in topics]

    async def close(self) -> None:
        """Closes the connection; a later request opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    def _request(self, topics: Sequence[NewTopic], timeout_ms: int, *, validate_only: bool) -> CreateTopicsRequest:
        from protocol.messages import CreateTopicsRequest  # loaded by use: most brokers never send one

        return CreateTopicsRequest(
            topics=[
                CreateTopicsRequest.CreatableTopic(
                    name=topic.name,
                    num_partitions=self._num_partitions if topic.num_partitions < 0 else topic.num_partitions,
                    replication_factor=(
                        self._replication_factor if topic.replication_factor < 0 else topic.replication_factor
                    ),
                    configs=[
                        CreateTopicsRequest.CreatableTopicConfig(name=name, value=value)
                        for name, value in topic.configs.items()
                    ],
                )
                for topic in topics
            ],
            timeout_ms=timeout_ms,
            validate_only=validate_only,
        )

    async def _ask_until_answered(self, request: CreateTopicsRequest, timeout_ms: int) -> dict[str, TopicResult]:
        while True:
            try:
                connection = await self._connected()
                if connection is not None:
                    response = await connection.request(request, version=self._version, timeout_ms=timeout_ms)
                    if all(topic.error_code != ErrorCode.NOT_CONTROLLER for topic in response.topics):
                        return {topic.name: _result(topic) for topic in response.topics}
            except (OSError, DecodeError) as error:
                _log.info("the controller is asked again: %s", error)
            await asyncio.sleep(RETRY_BACKOFF_MS / 1000)

    async def _connected(self) -> ControllerConnection | None:
        """A connection to whoever is the controller now; None while nobody knows where that is."""
        node = self._cache.snapshot.brokers.get(self._controller_id())
        endpoint = None if node is None else node.endpoint(self._listener)
        if endpoint is None:
            return None
        connection = self._connection
        if connection is None or connection.is_closed or endpoint != self._endpoint:
            await self.close()
            opened = await self._dial(*endpoint)
            if self._connection is not None:
                await opened.close()  # another request was faster
                return self._connection
            connection = self._connection = opened
            self._endpoint = endpoint
        return connection


def _result(topic: Any) -> TopicResult:
    return TopicResult(
        name=topic.name,
        error_code=topic.error_code,
        error_message=topic.error_message,
        topic_id=topic.topic_id,
        num_partitions=topic.num_partitions,
        replication_factor=topic.replication_factor,
    )
