"""The topics that this broker asks the controller for, when that is another broker.

    Metadata that creates ─▶ create_topics ─▶ PeerLink ─▶ CreateTopics to the controller's broker
                                  ▲ not the controller any more, not reachable: look again, until the deadline

Kafka's brokers do the same in ZooKeeper mode since 2.8. Not here: clients' own CreateTopics, which is refused with
NOT_CONTROLLER so that they find the controller themselves.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from kavka.common.types import NewTopic, TopicResult
from kavka.protocol.errors import ErrorCode
from kavka.timer.backoff import Backoff
from kavka.wire.peer_link import LINK_FAILURES, PeerUnknown

if TYPE_CHECKING:
    from kavka.protocol.messages import CreateTopicsRequest
    from kavka.timer.clock import Clock
    from kavka.wire.peer_link import PeerLink

_log = logging.getLogger(__name__)

BACKOFF: Final = Backoff(50, 500)
"""Before the controller is looked for again, within the deadline of whoever asks."""

TOPICS_IN_FLIGHT_MAX: Final = 10_000
"""Topics that may be requested at once; of more, clients are to retry."""


class ControllerChannel:
    """Requests to the controller's broker.

    Args:
        link: the way there; nobody else's.
        create_topics_version: the version to write CreateTopics in; the profile's.
        num_partitions: of topics that do not say: this broker's, as in Kafka.
        replication_factor: likewise.
        clock: how long requests may take, and pauses before they are sent again.
    """

    __slots__ = (
        "_clock",
        "_creating",
        "_link",
        "_num_partitions",
        "_replication_factor",
        "_version",
    )

    def __init__(
        self,
        link: PeerLink[Any],
        *,
        create_topics_version: int,
        num_partitions: int,
        replication_factor: int,
        clock: Clock,
    ) -> None:
        self._link = link
        self._clock = clock
        self._version = create_topics_version
        self._num_partitions = num_partitions
        self._replication_factor = replication_factor
        self._creating: set[str] = set()

    def is_creating(self, name: str) -> bool:
        """Tells whether a request to create the topic is under way to the controller."""
        return name in self._creating

    async def create_topics(
        self, topics: Sequence[NewTopic], *, timeout_ms: int, validate_only: bool
    ) -> list[TopicResult]:
        """Requests topics from the controller; one result a topic, in the order requested.

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
                async with self._clock.timeout(timeout_ms):
                    answers = await self._ask_until_answered(request, timeout_ms)
        except TimeoutError:
            _log.warning("the controller did not create %s within %d ms", ", ".join(sorted(wanted)), timeout_ms)
        finally:
            self._creating -= wanted.keys()
        late = int(ErrorCode.REQUEST_TIMED_OUT)
        return [answers.get(topic.name) or TopicResult(name=topic.name, error_code=late) for topic in topics]

    async def close(self) -> None:
        """Closes the connection; a later request opens another."""
        await self._link.close()

    def _request(self, topics: Sequence[NewTopic], timeout_ms: int, *, validate_only: bool) -> CreateTopicsRequest:
        from kavka.protocol.messages import CreateTopicsRequest  # loaded by use: most brokers never send one

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
        failures = 0
        while True:
            try:
                response = await self._link.ask(request, version=self._version, timeout_ms=timeout_ms)
                if all(topic.error_code != ErrorCode.NOT_CONTROLLER for topic in response.topics):
                    return {topic.name: _result(topic) for topic in response.topics}
            except PeerUnknown:
                pass  # a controller comes, or the time is up
            except LINK_FAILURES as error:
                _log.info("the controller is asked again: %s", error)
            await self._clock.sleep(BACKOFF.pause_ms(failures))
            failures += 1


def _result(topic: Any) -> TopicResult:
    return TopicResult(
        name=topic.name,
        error_code=topic.error_code,
        error_message=topic.error_message,
        topic_id=topic.topic_id,
        num_partitions=topic.num_partitions,
        replication_factor=topic.replication_factor,
    )
