"""CreatePartitions: asks the controller, then waits until this broker knows the new partitions' leaders.

Each topic has its own outcome. With a time of 0 or less the result is REQUEST_TIMED_OUT as soon as the partitions are
written, as Kafka has it: they come up all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.broker.cluster.controller_api import check_is_active
from kavka.broker.requests.context import RequestContext
from kavka.common.types import NewPartitions
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, InvalidRequest, KafkaError
from kavka.protocol.messages import CreatePartitionsRequest, CreatePartitionsResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.quota.live_quotas import LiveQuotas
    from kavka.broker.requests.awaited_leaders import AwaitedLeaders
    from kavka.timer.clock import Clock

API = ApiKey.CREATE_PARTITIONS

Result = CreatePartitionsResponse.CreatePartitionsTopicResult

STRICT_FROM_VERSION = 3
"""From here on clients know THROTTLING_QUOTA_EXCEEDED (KIP-599)."""


class CreatePartitionsHandler:
    """Handles CreatePartitions requests."""

    __slots__ = ("_awaited", "_clock", "_controller", "_metadata_cache", "_quotas")

    def __init__(
        self,
        *,
        awaited: AwaitedLeaders,
        clock: Clock,
        controller: ControllerApi,
        metadata_cache: MetadataCache,
        quotas: LiveQuotas,
    ) -> None:
        self._awaited = awaited
        self._clock = clock
        self._controller = controller
        self._metadata_cache = metadata_cache
        self._quotas = quotas

    def handle(
        self, request: CreatePartitionsRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, CreatePartitionsResponse]:
        """Adds partitions, if this broker is the controller.

        Raises:
            NotController: it is not; clients find the controller in the metadata.
        """
        check_is_active(self._controller)
        return self._create(request, ctx)

    async def _create(self, request: CreatePartitionsRequest, ctx: RequestContext) -> CreatePartitionsResponse:
        outcomes: dict[str, Result] = {}
        wanted: list[NewPartitions] = []
        counts = Counter(topic.name for topic in request.topics)
        for topic in request.topics:
            if counts[topic.name] > 1:
                error = InvalidRequest("Duplicate topic in request.")
                outcomes[topic.name] = _result(topic.name, int(error.code), error.message)
                continue
            chosen = topic.assignments
            assignments = None if chosen is None else [list(assignment.broker_ids) for assignment in chosen]
            wanted.append(NewPartitions(name=topic.name, total_count=topic.count, assignments=assignments))
            outcomes[topic.name] = _result(topic.name, 0, None)  # keeps the request's order
        if self._quotas.current is not None and not request.validate_only:
            wanted = await self._within_quota(wanted, outcomes, request.timeout_ms, ctx)
        results = await self._controller.create_partitions(
            wanted, timeout_ms=request.timeout_ms, validate_only=request.validate_only
        )
        if not request.validate_only:
            spent_ms = self._clock.monotonic_ms() - ctx.received_ms
            await self._awaited.wait_for_leaders(results, timeout_ms=request.timeout_ms - spent_ms)
        late = frozenset() if request.validate_only else await self._awaited.without_leaders(results)
        for result in results:
            code, message = result.error_code, result.error_message
            is_late = request.timeout_ms <= 0 or result.name in late
            if code == ErrorCode.NONE and is_late and not request.validate_only:
                code, message = (
                    int(ErrorCode.REQUEST_TIMED_OUT),
                    "the partitions are written, their leaders not known yet",
                )
            outcomes[result.name] = _result(result.name, code, message)
        return CreatePartitionsResponse(results=list(outcomes.values()))

    async def _within_quota(
        self,
        wanted: list[NewPartitions],
        outcomes: dict[str, Result],
        timeout_ms: int,
        ctx: RequestContext,
    ) -> list[NewPartitions]:
        """Selects the changes that the client may make now; only what could be made is charged for."""
        quotas = self._quotas.current
        quota = quotas and quotas.mutation(ctx, is_strict=ctx.api_version >= STRICT_FROM_VERSION)
        if not quota:
            return wanted
        refused = set()
        for result in await self._controller.create_partitions(wanted, timeout_ms=timeout_ms, validate_only=True):
            topic = self._metadata_cache.snapshot.topics.get(result.name)
            if result.error_code == ErrorCode.NONE and topic is not None:
                try:
                    quota.take(result.num_partitions - len(topic.partitions))
                except KafkaError as error:
                    outcomes[result.name] = _result(result.name, int(error.code), error.message)
                    refused.add(result.name)
        return [change for change in wanted if change.name not in refused]


def _result(name: str, code: int, message: str | None) -> Result:
    return Result(name=name, error_code=code, error_message=message)
