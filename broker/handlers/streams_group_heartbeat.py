"""StreamsGroupHeartbeat: a member of a streams group joins, is there, gives up tasks, gets tasks, leaves (KIP-1071).

The response comes when the log has what the heartbeat has changed. Internal topics of the application that are missing
are created then, as far as the sender is authorized: the member hears that they are missing, and of tasks once this
broker knows the topics. What became of those that could not be created stands in the status of later heartbeats.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.authorization.questions import may
from kavka.broker.group.streams.configured import StatusCode
from kavka.broker.group.streams.heartbeats import StreamsHeartbeat
from kavka.broker.group.streams.member import UserEndpoint
from kavka.broker.group.streams.tasks import RoleTasks, Task, by_subtopology, tasks_of
from kavka.broker.group.streams.topology import topology_of
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.broker.requests.visible_topics import VisibleTopics
from kavka.common.acls import CLUSTER_NAME, AclOperation, ResourceType
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, InvalidRequest, NotController
from kavka.protocol.messages import StreamsGroupHeartbeatResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.cluster.controller_channel import ControllerChannel
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.group.streams.configured import Status
    from kavka.broker.group.streams.coordinator import StreamsHeartbeatResult
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.security.authorizer import Authorizer
    from kavka.common.types import NewTopic
    from kavka.protocol.messages import StreamsGroupHeartbeatRequest

API = ApiKey.STREAMS_GROUP_HEARTBEAT

CREATE_TIMEOUT_MS: Final = 5_000
"""How long the controller may take to decide about internal topics; the member's next heartbeat waits for it."""
FAILURES_MAX: Final = 1_000
"""Topics of which it is kept why they could not be created."""

_IS_COMING: Final = frozenset({ErrorCode.NONE, ErrorCode.TOPIC_ALREADY_EXISTS, ErrorCode.REQUEST_TIMED_OUT})

_log = logging.getLogger(__name__)

Response = StreamsGroupHeartbeatResponse


class StreamsGroupHeartbeatHandler:
    """Handles StreamsGroupHeartbeat requests."""

    __slots__ = ("_authorizer", "_controller", "_controller_channel", "_failures", "_groups", "_metadata_cache")

    def __init__(
        self,
        *,
        authorizer: Authorizer | None,
        controller: ControllerApi,
        controller_channel: ControllerChannel | None,
        groups: GroupCoordinator,
        metadata_cache: MetadataCache,
    ) -> None:
        self._authorizer = authorizer
        self._controller = controller
        self._controller_channel = controller_channel
        self._groups = groups
        self._metadata_cache = metadata_cache
        self._failures: dict[str, str] = {}

    def handle(
        self, request: StreamsGroupHeartbeatRequest, ctx: RequestContext
    ) -> Deferred | Coroutine[Any, Any, Deferred]:
        """Carries out the heartbeat, and responds when the log has it, or with the error."""
        may_create = self._may_create(ctx)
        missing = self._groups.streams.heartbeat(
            heartbeat_of(request, client_id=ctx.client_id or "", client_host=f"/{ctx.connection.peer_host}"),
            VisibleTopics.by_name(self._metadata_cache),
            lambda result: ctx.respond(_response(result, ctx.api_version, self._remarks(result, may_create))),
        )
        wanted = [topic for topic in missing if may_create(topic.name)]
        return self._create(wanted) if wanted else DEFERRED

    def _may_create(self, ctx: RequestContext) -> Callable[[str], bool]:
        """Returns what tells whether the sender may have a topic created."""

        @cache  # the response asks again
        def may_create(name: str) -> bool:
            return may(
                ctx, self._authorizer, AclOperation.CREATE, ResourceType.CLUSTER, CLUSTER_NAME, is_logged=False
            ) or may(ctx, self._authorizer, AclOperation.CREATE, ResourceType.TOPIC, name)

        return may_create

    def _remarks(self, result: StreamsHeartbeatResult, may_create: Callable[[str], bool]) -> str:
        """Says why topics that are missing are not created."""
        if result.heard is None:
            return ""
        names = [topic.name for topic in result.heard.missing]
        refused = [name for name in names if not may_create(name)]
        said = f"; Unauthorized to CREATE on topics {', '.join(refused)}." if refused else ""
        return said + "".join(f"; {name}: {self._failures[name]}" for name in names if name in self._failures)

    async def _create(self, topics: list[NewTopic]) -> Deferred:
        """Has internal topics created; the response does not wait for it."""
        creator = self._controller if self._controller.is_active else self._controller_channel
        if creator is None:
            return DEFERRED
        try:
            results = await creator.create_topics(topics, timeout_ms=CREATE_TIMEOUT_MS, validate_only=False)
        except NotController:  # it resigned in this very moment: the next heartbeat asks again
            return DEFERRED
        for result in results:
            self._failures.pop(result.name, None)
            if result.error_code not in _IS_COMING:
                reason = result.error_message or ErrorCode(result.error_code).name
                _log.warning("internal topic %s cannot be created: %s", result.name, reason)
                if len(self._failures) >= FAILURES_MAX:
                    del self._failures[next(iter(self._failures))]
                self._failures[result.name] = reason
        return DEFERRED


def heartbeat_of(request: StreamsGroupHeartbeatRequest, *, client_id: str, client_host: str) -> StreamsHeartbeat:
    """Returns what a request says.

    Raises:
        InvalidRequest: it says of some roles what tasks the member has, and not of others.
    """
    endpoint, tags = request.user_endpoint, request.client_tags
    return StreamsHeartbeat(
        group_id=request.group_id,
        member_id=request.member_id,
        member_epoch=request.member_epoch,
        instance_id=request.instance_id,
        rack_id=request.rack_id,
        rebalance_timeout_ms=request.rebalance_timeout_ms,
        topology=None if request.topology is None else topology_of(request.topology),
        owned=_owned(request),
        process_id=request.process_id,
        endpoint=None if endpoint is None else UserEndpoint(endpoint.host, endpoint.port),
        tags=None if tags is None else tuple(sorted((tag.key, tag.value) for tag in tags)),
        offsets=_offsets(request.task_offsets),
        end_offsets=_offsets(request.task_end_offsets),
        endpoint_epoch=request.endpoint_information_epoch,
        is_shutdown=request.shutdown_application,
        client_id=client_id,
        client_host=client_host,
    )


def _owned(request: StreamsGroupHeartbeatRequest) -> RoleTasks | None:
    said = [tasks for tasks in (request.active_tasks, request.standby_tasks, request.warmup_tasks) if tasks is not None]
    if not said:
        return None
    if len(said) != len(RoleTasks._fields):
        raise InvalidRequest("If one task-type is non-null, all must be non-null.")
    return RoleTasks(*(tasks_of((part.subtopology_id, part.partitions) for part in tasks) for tasks in said))


def _offsets(said: Iterable[StreamsGroupHeartbeatRequest.TaskOffset] | None) -> Mapping[Task, int] | None:
    if said is None:
        return None
    found: dict[Task, int] = {}
    for part in said:
        task = Task(part.subtopology_id, part.partition)
        if found.setdefault(task, part.offset) is not part.offset:
            raise InvalidRequest(f"task {part.subtopology_id}_{part.partition} has two offsets")
    return found


def _response(result: StreamsHeartbeatResult, version: int, remarks: str) -> Response:
    heard, config = result.heard, result.config
    if heard is None or config is None:
        return Response(error_code=int(result.error), error_message=result.message, status=[])
    held = heard.assigned
    active, standby, warmup = (
        (None, None, None)
        if held is None
        else (_task_ids(held.active), _task_ids(held.standby), _task_ids(held.warmup))
    )
    response = Response(
        member_id=heard.member_id,
        member_epoch=heard.member_epoch,
        heartbeat_interval_ms=config.heartbeat_interval_ms,
        task_offset_interval_ms=config.task_offset_interval_ms,
        status=[_status(status, remarks) for status in heard.statuses],
        active_tasks=active,
        standby_tasks=standby,
        warmup_tasks=warmup,
        endpoint_information_epoch=result.endpoint_epoch,
    )
    if version == 0:
        response.acceptable_recovery_lag_legacy = min(config.acceptable_recovery_lag, 2**31 - 1)
    else:
        response.acceptable_recovery_lag = config.acceptable_recovery_lag
    if result.endpoints is not None:
        response.partitions_by_user_endpoint = [
            Response.EndpointToPartitions(
                Response.Endpoint(*part.endpoint), _topic_partitions(part.active), _topic_partitions(part.standby)
            )
            for part in result.endpoints
        ]
    return response


def _status(status: Status, remarks: str) -> Response.Status:
    is_missing = status.code is StatusCode.MISSING_INTERNAL_TOPICS
    return Response.Status(status.code, status.detail + remarks if is_missing else status.detail)


def _task_ids(tasks: Iterable[Task]) -> list[Response.TaskIds]:
    return [Response.TaskIds(*found) for found in by_subtopology(tasks).items()]


def _topic_partitions(parts: Iterable[tuple[str, list[int]]]) -> list[Response.TopicPartition]:
    return [Response.TopicPartition(*part) for part in parts]
