"""UpdateMetadata: the controller sends this broker the cluster's metadata."""

from __future__ import annotations

from collections.abc import Coroutine
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.handlers.leader_and_isr import refuse_kraft
from kavka.broker.replica.control_requests import names_more_than
from kavka.broker.replica.stray_replicas import is_held_elsewhere
from kavka.broker.requests.context import RequestContext
from kavka.common.lane import in_passes
from kavka.common.steps import Steps, at_once, in_slices, let_go
from kavka.common.types import LEADER_DURING_DELETE, TopicPartition, is_topic_name
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest, StaleBrokerEpoch, StaleControllerEpoch
from kavka.protocol.messages import UpdateMetadataRequest, UpdateMetadataResponse

if TYPE_CHECKING:
    from collections.abc import Callable

    from kavka.broker.cluster.controller_epoch import LatestControllerEpoch
    from kavka.broker.cluster.metadata_cache import MetadataCache, TopicState
    from kavka.broker.cluster.topic_configs import TopicConfigs
    from kavka.broker.group.coordinator import GroupCoordinator
    from kavka.broker.replica.control_requests import ControlRequests
    from kavka.broker.replica.controller_commands import ControllerCommands
    from kavka.broker.replica.follower_progress import FollowerProgress
    from kavka.broker.replica.partitions import Partitions

API = ApiKey.UPDATE_METADATA

HOST_LENGTH_MAX: Final = 255
"""Of a host or a rack, in characters; DNS allows 253. Every client is sent it, some in 16-bit strings."""
PORT_MAX: Final = 65_535
FREED_AT_ONCE: Final = 100
"""Former states of topics that are freed in a pass of the loop; each has its partitions."""
OFFSETS_IN_ONE_STEP_MAX: Final = 100
"""Committed offsets of deleted partitions that are deleted at once: each may be a batch in the log of its own."""
REPLICAS_GIVEN_UP_IN_ONE_STEP_MAX: Final = 16
"""More replicas that are elsewhere now are stopped in slices, as by StopReplica."""
PARTITIONS_IN_ONE_STEP_MAX: Final = 1_000
"""More than so many are taken in, or looked at because a broker has gone, in slices: a thousand take some 2 ms."""


class UpdateMetadataHandler:
    """Handles UpdateMetadata requests."""

    __slots__ = (
        "_broker_epoch",
        "_commands",
        "_control_requests",
        "_controller_epoch",
        "_followers",
        "_groups",
        "_metadata_cache",
        "_partitions",
        "_topic_configs",
    )

    def __init__(
        self,
        *,
        broker_epoch: Callable[[], int],
        commands: ControllerCommands,
        control_requests: ControlRequests,
        controller_epoch: LatestControllerEpoch,
        followers: FollowerProgress,
        groups: GroupCoordinator,
        metadata_cache: MetadataCache,
        partitions: Partitions,
        topic_configs: TopicConfigs,
    ) -> None:
        self._broker_epoch = broker_epoch
        self._commands = commands
        self._control_requests = control_requests
        self._controller_epoch = controller_epoch
        self._followers = followers
        self._groups = groups
        self._metadata_cache = metadata_cache
        self._partitions = partitions
        self._topic_configs = topic_configs

    def handle(
        self, request: UpdateMetadataRequest, ctx: RequestContext
    ) -> UpdateMetadataResponse | Coroutine[Any, Any, UpdateMetadataResponse]:
        """Applies the controller's metadata.

        A request of a replaced controller, or for an earlier life of this broker, is refused. Replicas that are
        elsewhere by what it says are given up.

        Raises:
            StaleBrokerEpoch: the request was written for this broker before it registered anew (KIP-380).
            StaleControllerEpoch: a later controller has spoken already.
            InvalidRequest: it names what there cannot be.
        """
        refuse_kraft(request)
        self._check_broker_epoch(request)
        if names_more_than(PARTITIONS_IN_ONE_STEP_MAX, request) or self._control_requests.is_busy:
            return self._take_in_turn(request)
        deletions = _deletions(request)
        if deletions and deletions * self._groups.admin.group_count > OFFSETS_IN_ONE_STEP_MAX:
            return self._take_in_turn(request)
        gone = self._metadata_cache.snapshot.brokers.keys() - {node.id for node in request.live_brokers}
        if gone and len(self._partitions) > PARTITIONS_IN_ONE_STEP_MAX:
            return self._take_in_turn(request)
        limit = REPLICAS_GIVEN_UP_IN_ONE_STEP_MAX
        if names_more_than(limit, request) and len(at_once(_check(request, self._partitions))) > limit:
            return self._take_in_turn(request)
        return at_once(self._take(request, []))

    async def _take_in_turn(self, request: UpdateMetadataRequest) -> UpdateMetadataResponse:
        def recheck() -> None:
            self._check_broker_epoch(request)

        async with self._control_requests.turn(), self._control_requests.lane.enter() as pace:
            recheck()
            replaced: list[TopicState] = []
            response = await in_slices(self._take(request, replaced), pace, recheck)
            in_passes(let_go(replaced, a_step=FREED_AT_ONCE), a_pass=1)
            return response

    def _check_broker_epoch(self, request: UpdateMetadataRequest) -> None:
        if -1 < request.broker_epoch < self._broker_epoch():
            raise StaleBrokerEpoch(
                f"the request is for broker epoch {request.broker_epoch}, this is {self._broker_epoch()}"
            )

    def _take(self, request: UpdateMetadataRequest, replaced: list[TopicState]) -> Steps[UpdateMetadataResponse]:
        if request.controller_epoch < self._controller_epoch.latest:
            raise StaleControllerEpoch(
                f"controller epoch {request.controller_epoch} is over, this broker follows epoch "
                f"{self._controller_epoch.latest}"
            )
        elsewhere = yield from _check(request, self._partitions)
        self._controller_epoch.see(request.controller_epoch)
        alive = self._metadata_cache.snapshot.brokers.keys()
        deleted = yield from self._metadata_cache.take(request, replaced)
        yield from self._commands.give_up(elsewhere)
        for topic_partition in deleted:
            self._topic_configs.forget(topic_partition.topic)
            yield
        if deleted:
            yield from self._groups.admin.delete_topics(deleted)
        if alive - self._metadata_cache.snapshot.brokers.keys():
            yield from self._followers.brokers_left()
        return UpdateMetadataResponse()


def _deletions(request: UpdateMetadataRequest) -> int:
    """How many partitions a small request says are deleted."""
    states = chain(request.ungrouped_partition_states, *(topic.partition_states for topic in request.topic_states))
    return sum([state.leader == LEADER_DURING_DELETE for state in states])


def _check(request: UpdateMetadataRequest, partitions: Partitions) -> Steps[list[TopicPartition]]:
    """Refuses what this broker would pass on to every client and could never be rid of.

    Returns:
        What this broker holds, and other brokers alone should.

    Raises:
        InvalidRequest: a topic, a partition, a broker or its address is impossible.
    """
    find = partitions.find
    elsewhere: list[TopicPartition] = []
    topics = ((topic.topic_name, topic.partition_states) for topic in request.topic_states)
    flat = ((state.topic_name, [state]) for state in request.ungrouped_partition_states)
    for name, states in chain(topics, flat):
        if not is_topic_name(name):
            raise InvalidRequest(f"there can be no topic {name[:HOST_LENGTH_MAX]!r}")
        for state in states:
            if state.partition_index < 0:
                raise InvalidRequest(f"topic {name} can have no negative partition")
            partition = find(name, state.partition_index)
            if partition is not None and is_held_elsewhere(partition, state):
                elsewhere.append(partition.topic_partition)
        yield
    for node in request.live_brokers:
        if node.id < 0:
            raise InvalidRequest(f"there can be no broker {node.id}")
        hosts = [node.v0_host, node.rack or "", *(endpoint.host for endpoint in node.endpoints)]
        ports = [node.v0_port, *(endpoint.port for endpoint in node.endpoints)]
        if max(map(len, hosts)) > HOST_LENGTH_MAX or min(ports) < 0 or max(ports) > PORT_MAX:
            raise InvalidRequest(f"broker {node.id} can have no such address or rack")
    return elsewhere
