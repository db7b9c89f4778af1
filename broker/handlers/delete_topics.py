"""DeleteTopics: by name, and from version 6 on by id; waits until this broker's metadata no longer has them.

With a time of 0 or less what is marked for deletion gets REQUEST_TIMED_OUT at once, as in Kafka.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.cluster.controller_api import check_is_active
from kavka.broker.requests.context import RequestContext
from kavka.common.types import ZERO_TOPIC_ID
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import (
    ErrorCode,
    InvalidRequest,
    KafkaError,
    TopicDeletionDisabled,
    UnknownTopicId,
)
from kavka.protocol.messages import DeleteTopicsRequest, DeleteTopicsResponse
from kavka.zk import paths
from kavka.zk.client import ZkClient
from kavka.zk.errors import ZkError

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.quota.live_quotas import LiveQuotas
    from kavka.timer.clock import Clock

API = ApiKey.DELETE_TOPICS

Result = DeleteTopicsResponse.DeletableTopicResult

STRICT_FROM_VERSION: Final = 5
"""From here on clients know THROTTLING_QUOTA_EXCEEDED (KIP-599)."""

SETTLE_MS: Final = 1_000
"""How long a response waits for the end of a deletion that clients see as done: a dead replica may delay it for
days."""


class DeleteTopicsHandler:
    """Handles DeleteTopics requests."""

    __slots__ = ("_clock", "_config", "_controller", "_metadata_cache", "_quotas", "_zk")

    def __init__(
        self,
        *,
        clock: Clock,
        config: Callable[[], BrokerConfig],
        controller: ControllerApi,
        metadata_cache: MetadataCache,
        quotas: LiveQuotas,
        zk: ZkClient,
    ) -> None:
        self._clock = clock
        self._config = config
        self._controller = controller
        self._metadata_cache = metadata_cache
        self._quotas = quotas
        self._zk = zk

    def handle(self, request: DeleteTopicsRequest, ctx: RequestContext) -> Coroutine[Any, Any, DeleteTopicsResponse]:
        """Deletes topics, if this broker is the controller.

        Raises:
            NotController: it is not.
            TopicDeletionDisabled: `delete.topic.enable` is false; versions below 3 know no code for that.
        """
        check_is_active(self._controller)
        if not self._config().delete_topic_enable:
            if ctx.api_version < 3:
                raise InvalidRequest("topics cannot be deleted: delete.topic.enable is false")
            raise TopicDeletionDisabled("topics cannot be deleted: delete.topic.enable is false")
        return self._delete(request, ctx)

    async def _delete(self, request: DeleteTopicsRequest, ctx: RequestContext) -> DeleteTopicsResponse:
        outcomes: list[Result] = []
        ids: dict[str, bytes] = {}
        quota = self._quotas.current and self._quotas.current.mutation(
            ctx, is_strict=ctx.api_version >= STRICT_FROM_VERSION
        )
        for name, topic_id in dict.fromkeys(_asked(request)):
            try:
                known = self._name_of(name, topic_id)
                if quota and known not in ids:
                    topic = self._metadata_cache.snapshot.topics.get(known)
                    quota.take(0 if topic is None else len(topic.partitions))
                ids.setdefault(known, topic_id)
            except KafkaError as error:
                outcomes.append(_result(name, topic_id, int(error.code), error.message))
        results = await self._controller.delete_topics(list(ids), timeout_ms=request.timeout_ms)
        gone = [result.name for result in results if result.error_code == ErrorCode.NONE]
        has_time = request.timeout_ms > 0
        is_gone = has_time
        if gone and has_time:
            spent_ms = self._clock.monotonic_ms() - ctx.received_ms
            is_gone = await self._metadata_cache.wait_until(
                lambda snapshot: not any(name in snapshot.topics for name in gone),
                timeout_ms=request.timeout_ms - spent_ms,
            )
            if is_gone:
                await _wait_until_settled(gone, self._zk)
        for result in results:
            code, message = result.error_code, result.error_message
            is_seen = not has_time or result.name in self._metadata_cache.snapshot.topics
            if not is_gone and is_seen and code == ErrorCode.NONE:
                code, message = int(ErrorCode.REQUEST_TIMED_OUT), "the topic is marked for deletion but not gone yet"
            topic_id = result.topic_id if result.topic_id != ZERO_TOPIC_ID else ids[result.name]
            outcomes.append(_result(result.name, topic_id, code, message))
        return DeleteTopicsResponse(responses=outcomes)

    def _name_of(self, name: str | None, topic_id: bytes) -> str:
        if name is not None:
            if topic_id != ZERO_TOPIC_ID:
                raise InvalidRequest("You may not specify both topic name and topic id.")
            return name
        if topic_id == ZERO_TOPIC_ID:
            raise InvalidRequest("Neither topic name nor id were specified.")
        found = self._controller.topic_name(topic_id)
        if found is None:
            raise UnknownTopicId("This server does not host this topic ID.")
        return found


def _asked(request: DeleteTopicsRequest) -> list[tuple[str | None, bytes]]:
    """Lists (name, id) of what is to go; exactly one of both is known, except in broken requests."""
    by_name = [(name, ZERO_TOPIC_ID) for name in request.topic_names]
    return by_name + [(topic.name, topic.topic_id) for topic in request.topics]


async def _wait_until_settled(names: Sequence[str], zk: ZkClient) -> None:
    """Waits, not for long, until the topics' znodes are gone, so that one of the same name can be created at once."""
    try:
        async with zk.clock.timeout(SETTLE_MS):
            await asyncio.gather(*(_wait_until_gone(paths.topic(name), zk) for name in names))
    except (TimeoutError, ZkError):
        return  # the topics are gone for every client; the rest the controller finishes when it can


async def _wait_until_gone(path: str, zk: ZkClient) -> None:
    while True:
        changed = asyncio.Event()
        if await zk.exists(path, watch=lambda _event, _path, changed=changed: changed.set()) is None:  # type: ignore[misc]
            return
        await changed.wait()


def _result(name: str | None, topic_id: bytes, code: int, message: str | None) -> Result:
    return Result(name=name, topic_id=topic_id, error_code=code, error_message=message)
