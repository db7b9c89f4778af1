"""LeaderAndIsr: the controller says which partitions this broker leads and which it follows."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.replica.control_requests import names_more_than
from kavka.common.steps import Steps, at_once, in_slices, let_go
from kavka.common.types import is_topic_name
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest, StaleBrokerEpoch
from kavka.protocol.messages import LeaderAndIsrResponse
from kavka.protocol.response_pieces import JoinedResponse, StretchWriter
from kavka.protocol.sliced_list import each_once, is_sliced

if TYPE_CHECKING:
    from collections.abc import Callable

    from kavka.broker.cluster.topic_configs import TopicConfigs
    from kavka.broker.replica.control_requests import ControlRequests
    from kavka.broker.replica.controller_commands import ControllerCommands, ReplicaResult
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import LeaderAndIsrRequest, StopReplicaRequest, UpdateMetadataRequest

API = ApiKey.LEADER_AND_ISR

TOPIC_IDS_FROM_VERSION = 5
NO_BROKER_EPOCH = -1
"""In requests of versions that carry none."""

PARTITIONS_IN_ONE_STEP_MAX: Final = 16
"""More than so many are taken over in slices: a log that has to be made first takes a millisecond on a slow disk."""

CONFIGS_AT_ONCE: Final = 500
"""Topics whose configurations are read from ZooKeeper at a time."""

PartitionError = LeaderAndIsrResponse.LeaderAndIsrPartitionError
TopicError = LeaderAndIsrResponse.LeaderAndIsrTopicError

Answer = LeaderAndIsrResponse | JoinedResponse
"""Of a request that is decoded as it is read, the response is encoded as it is found."""


class LeaderAndIsrHandler:
    """Handles LeaderAndIsr requests."""

    __slots__ = ("_broker_epoch", "_commands", "_control_requests", "_topic_configs")

    def __init__(
        self,
        *,
        broker_epoch: Callable[[], int],
        commands: ControllerCommands,
        control_requests: ControlRequests,
        topic_configs: TopicConfigs,
    ) -> None:
        self._broker_epoch = broker_epoch
        self._commands = commands
        self._control_requests = control_requests
        self._topic_configs = topic_configs

    def handle(self, request: LeaderAndIsrRequest, ctx: RequestContext) -> Answer | Coroutine[Any, Any, Answer]:
        """Applies the controller's request, and responds partition by partition.

        Topics that this broker hears of for the first time have their configuration read first: a log is never opened
        with the wrong one, which might delete what should be compacted.

        Raises:
            StaleBrokerEpoch: the request is for an earlier life of this broker.
            StaleControllerEpoch: it comes from a controller that has been replaced.
        """
        refuse_kraft(request)
        check_broker_epoch(request.broker_epoch, self._broker_epoch())
        is_large = names_more_than(PARTITIONS_IN_ONE_STEP_MAX, request)
        if is_large or self._control_requests.is_busy or at_once(self._unknown(request)):
            return self._obey_in_turn(request, ctx)
        return at_once(self._obey(request, ctx))

    async def _obey_in_turn(self, request: LeaderAndIsrRequest, ctx: RequestContext) -> Answer:
        pace = self._control_requests.lane.enter()

        def recheck() -> None:
            check_broker_epoch(request.broker_epoch, self._broker_epoch())  # it may have changed while we waited

        async def read_configs() -> None:
            async with pace:
                unknown = await in_slices(self._unknown(request), pace)
            for start in range(0, len(unknown), CONFIGS_AT_ONCE):
                await self._topic_configs.fetch(unknown[start : start + CONFIGS_AT_ONCE])

        await read_configs()  # not in line: while ZooKeeper is slow, others go on
        async with self._control_requests.turn():
            await read_configs()  # of what was deleted by a request before this one
            async with pace:
                recheck()
                response = await in_slices(self._obey(request, ctx), pace, recheck)
                await in_slices(_released(request), pace)
                return response

    def _unknown(self, request: LeaderAndIsrRequest) -> Steps[list[str]]:
        """Lists the topics whose configuration was not read yet."""
        unknown: dict[str, None] = {}
        missing = self._topic_configs.missing
        for topic in each_once(request.topic_states):
            unknown.update(dict.fromkeys(missing(filter(is_topic_name, (topic.topic_name,)))))
            yield
        for state in request.ungrouped_partition_states:
            unknown.update(dict.fromkeys(missing(filter(is_topic_name, (state.topic_name,)))))
            yield
        return list(unknown)

    def _obey(self, request: LeaderAndIsrRequest, ctx: RequestContext) -> Steps[Answer]:
        obey = partial(self._commands.become_leader_or_follower, request, self._topic_configs.log_config)
        has_topic_ids = ctx.api_version >= TOPIC_IDS_FROM_VERSION
        if is_sliced(request.ungrouped_partition_states, request.topic_states):
            encoded = StretchWriter(
                LeaderAndIsrResponse, ctx.api_version, _by_topic_id if has_topic_ids else _by_topic_name
            )
            yield from obey(encoded.add)
            return encoded.finish()
        results: list[ReplicaResult] = []
        yield from obey(results.append)
        return _by_topic_id(results) if has_topic_ids else _by_topic_name(results)


def check_broker_epoch(broker_epoch: int, own: int) -> None:
    """Refuses what was meant for an earlier life of this broker (KIP-380).

    A later epoch than our own is accepted: the controller can learn of a registration before its response reaches us.

    Raises:
        StaleBrokerEpoch: the controller does not know yet that this broker has registered anew.
    """
    if broker_epoch != NO_BROKER_EPOCH and broker_epoch < own:
        raise StaleBrokerEpoch(f"the request is for broker epoch {broker_epoch}, this is {own}")


def refuse_kraft(request: LeaderAndIsrRequest | StopReplicaRequest | UpdateMetadataRequest) -> None:
    """Refuses what a KRaft controller sends while it takes a cluster over (KIP-866): there is no such move here.

    Raises:
        InvalidRequest: it comes from one.
    """
    if request.is_kraft_controller:
        raise InvalidRequest(f"controller {request.controller_id} is KRaft's, and there is no migration to KRaft here")


def _released(request: LeaderAndIsrRequest) -> Steps[None]:
    """Releases the partitions that were decoded at once."""
    if not is_sliced(request.ungrouped_partition_states, request.topic_states):
        partitions = [topic.partition_states for topic in request.topic_states]
        yield from let_go(*partitions, request.topic_states, request.ungrouped_partition_states)


def _by_topic_name(results: Iterable[ReplicaResult]) -> LeaderAndIsrResponse:
    return LeaderAndIsrResponse(
        partition_errors=[PartitionError(topic, index, error_code) for topic, _, index, error_code in results]
    )


def _by_topic_id(results: Iterable[ReplicaResult]) -> LeaderAndIsrResponse:
    topics: dict[bytes, TopicError] = {}
    for result in results:
        topic = topics.get(result.topic_id)
        if topic is None:
            topic = topics[result.topic_id] = TopicError(topic_id=result.topic_id, partition_errors=[])
        topic.partition_errors.append(PartitionError(partition_index=result.partition, error_code=result.error_code))
    return LeaderAndIsrResponse(topics=list(topics.values()))
