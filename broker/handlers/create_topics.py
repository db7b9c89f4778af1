"""CreateTopics: checks what the broker can check, asks the controller, waits until this broker knows the leaders.

Each topic has its own outcome. A topic whose leaders this broker has not heard of within the request's time gets
REQUEST_TIMED_OUT although it exists: the client may then ask for its metadata until it shows, as with Kafka. A
time of 0 or less is no time to hear of anything: what is created gets that error at once, what is not with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.cluster.controller_api import check_is_active
from kavka.broker.config.described import describe_topic
from kavka.broker.requests.context import RequestContext
from kavka.common.types import NewTopic, TopicResult
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import (
    ErrorCode,
    InvalidConfig,
    InvalidReplicaAssignment,
    InvalidRequest,
    KafkaError,
)
from kavka.protocol.messages import CreateTopicsRequest, CreateTopicsResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.quota.live_quotas import LiveQuotas
    from kavka.broker.requests.awaited_leaders import AwaitedLeaders
    from kavka.timer.clock import Clock

API = ApiKey.CREATE_TOPICS

Creatable = CreateTopicsRequest.CreatableTopic
Result = CreateTopicsResponse.CreatableTopicResult

STRICT_FROM_VERSION: Final = 6
"""From here on clients know THROTTLING_QUOTA_EXCEEDED (KIP-599)."""

_UNSET: Final = -1


class CreateTopicsHandler:
    """Handles CreateTopics requests."""

    __slots__ = ("_awaited", "_clock", "_config", "_controller", "_quotas")

    def __init__(
        self,
        *,
        awaited: AwaitedLeaders,
        clock: Clock,
        config: Callable[[], BrokerConfig],
        controller: ControllerApi,
        quotas: LiveQuotas,
    ) -> None:
        self._awaited = awaited
        self._clock = clock
        self._config = config
        self._controller = controller
        self._quotas = quotas

    def handle(self, request: CreateTopicsRequest, ctx: RequestContext) -> Coroutine[Any, Any, CreateTopicsResponse]:
        """Creates topics, if this broker is the controller.

        Raises:
            NotController: it is not; clients find the controller in the metadata.
        """
        check_is_active(self._controller)
        return self._create(request, ctx)

    async def _create(self, request: CreateTopicsRequest, ctx: RequestContext) -> CreateTopicsResponse:
        outcomes: dict[str, Any] = {}
        wanted: list[NewTopic] = []
        counts = Counter(topic.name for topic in request.topics)
        for topic in request.topics:
            try:
                if counts[topic.name] > 1:
                    raise InvalidRequest(f"the request contains the topic {topic.name} {counts[topic.name]} times")
                wanted.append(self._checked(topic))
                outcomes[topic.name] = None  # keeps the request's order
            except KafkaError as error:
                outcomes[topic.name] = _failure(topic.name, error)
        if self._quotas.current is not None and not request.validate_only:
            wanted = await self._within_quota(wanted, outcomes, request.timeout_ms, ctx)
        results = await self._controller.create_topics(
            wanted, timeout_ms=request.timeout_ms, validate_only=request.validate_only
        )
        created = [result for result in results if result.error_code == ErrorCode.NONE]
        has_time = request.timeout_ms > 0 or request.validate_only
        is_known = has_time
        if created and has_time and not request.validate_only:
            spent_ms = self._clock.monotonic_ms() - ctx.received_ms
            is_known = await self._awaited.wait_for_leaders(created, timeout_ms=request.timeout_ms - spent_ms)
        late: frozenset[str] = frozenset()
        if not is_known:
            late = (
                await self._awaited.without_leaders(created)
                if has_time
                else frozenset(result.name for result in created)
            )
        configs = {topic.name: topic.configs for topic in wanted}
        for result in results:
            outcomes[result.name] = self._success(result, configs[result.name], is_late=result.name in late)
        return CreateTopicsResponse(topics=list(outcomes.values()))

    async def _within_quota(
        self, wanted: list[NewTopic], outcomes: dict[str, Any], timeout_ms: int, ctx: RequestContext
    ) -> list[NewTopic]:
        """Selects the topics that the client may create now; only what could be created is charged for."""
        quotas = self._quotas.current
        quota = quotas and quotas.mutation(ctx, is_strict=ctx.api_version >= STRICT_FROM_VERSION)
        if not quota:
            return wanted
        for result in await self._controller.create_topics(wanted, timeout_ms=timeout_ms, validate_only=True):
            if result.error_code == ErrorCode.NONE:
                try:
                    quota.take(result.num_partitions)
                except KafkaError as error:
                    outcomes[result.name] = _failure(result.name, error)
        return [topic for topic in wanted if outcomes[topic.name] is None]

    def _checked(self, topic: Creatable) -> NewTopic:
        """Returns the request to the controller, which checks names, numbers, brokers and configs itself."""
        assignments: dict[int, list[int]] = {}
        for assignment in topic.assignments:
            if assignment.partition_index in assignments:
                raise InvalidReplicaAssignment(f"partition {assignment.partition_index} is assigned twice")
            assignments[assignment.partition_index] = assignment.broker_ids
        if assignments and (topic.num_partitions != _UNSET or topic.replication_factor != _UNSET):
            raise InvalidRequest("Both numPartitions or replicationFactor and replicasAssignments were set")
        configs: dict[str, str | None] = {}
        for config in topic.configs:
            if config.value is None:
                raise InvalidConfig(f"Null value not supported for topic configs: {config.name}")
            configs[config.name] = config.value
        return NewTopic(
            name=topic.name,
            num_partitions=topic.num_partitions,
            replication_factor=topic.replication_factor,
            assignments=assignments,
            configs=configs,
        )

    def _success(self, result: TopicResult, configs: dict[str, str | None], *, is_late: bool) -> Result:
        if result.error_code != ErrorCode.NONE:
            return Result(
                name=result.name, error_code=result.error_code, error_message=result.error_message, configs=None
            )
        if is_late:
            message = "the topic is created, but its leaders are not known yet"
            return Result(
                name=result.name, error_code=int(ErrorCode.REQUEST_TIMED_OUT), error_message=message, configs=None
            )
        overrides = {name: value for name, value in configs.items() if value is not None}
        return Result(
            name=result.name,
            error_message=None,
            topic_id=result.topic_id,
            num_partitions=result.num_partitions,
            replication_factor=result.replication_factor,
            configs=[
                CreateTopicsResponse.CreatableTopicConfigs(
                    name=entry.name,
                    value=entry.value,
                    read_only=entry.is_read_only,
                    config_source=int(entry.source),
                    is_sensitive=entry.is_sensitive,
                )
                for entry in describe_topic(overrides, self._config())
            ],
        )


def _failure(name: str, error: KafkaError) -> Result:
    return Result(name=name, error_code=int(error.code), error_message=error.message, configs=None)
