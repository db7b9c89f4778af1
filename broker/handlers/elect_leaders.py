"""ElectLeaders (KIP-183, KIP-460): asks the controller for elections, then waits until this broker knows who leads.

Without a list of partitions all are tried, and those that needed nothing are left out of the response. What is wrong
with the whole request stands at the top of the response from version 1 on, and at each partition; version 0 has no top.
"""

from __future__ import annotations

from collections.abc import Collection, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from kavka.broker.cluster.controller_api import check_is_active
from kavka.broker.cluster.metadata_cache import ClusterSnapshot
from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.error_responses import failed_as_a_whole
from kavka.common.steps import Steps, in_order
from kavka.common.types import PartitionResult, TopicPartition
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import ErrorCode, InvalidRequest, KafkaError
from kavka.protocol.messages import ElectLeadersRequest, ElectLeadersResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.controller_api import ControllerApi
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.requests.awaited_leaders import AwaitedLeaders
    from kavka.common.lane import Lane
    from kavka.timer.clock import Clock

API = ApiKey.ELECT_LEADERS

PREFERRED: Final = 0
UNCLEAN: Final = 1

TopicResult = ElectLeadersResponse.ReplicaElectionResult
Result = ElectLeadersResponse.PartitionResult

Results = Mapping[TopicPartition, PartitionResult]
Led = tuple[TopicPartition, int]
"""A partition and the leader that was elected for it."""


class ElectLeadersHandler:
    """Handles ElectLeaders requests."""

    __slots__ = ("_awaited", "_clock", "_controller", "_lane", "_metadata_cache")

    def __init__(
        self,
        *,
        awaited: AwaitedLeaders,
        clock: Clock,
        controller: ControllerApi,
        lane: Lane,
        metadata_cache: MetadataCache,
    ) -> None:
        self._awaited = awaited
        self._clock = clock
        self._controller = controller
        self._lane = lane
        self._metadata_cache = metadata_cache

    def handle(self, request: ElectLeadersRequest, ctx: RequestContext) -> Coroutine[Any, Any, ElectLeadersResponse]:
        """Elects leaders, if this broker is the controller."""
        return self._answer(request, ctx)

    async def _answer(self, request: ElectLeadersRequest, ctx: RequestContext) -> ElectLeadersResponse:
        try:
            return await self._elect(request, ctx)
        except KafkaError as error:
            return cast(ElectLeadersResponse, failed_as_a_whole(request, error, ctx.api_version))

    async def _elect(self, request: ElectLeadersRequest, ctx: RequestContext) -> ElectLeadersResponse:
        check_is_active(self._controller)
        if request.election_type not in (PREFERRED, UNCLEAN):
            raise InvalidRequest(f"{request.election_type} is no type of election: 0 is preferred, 1 is unclean.")
        lane = self._lane
        named = _named(request)
        if named is None:
            snapshot = self._metadata_cache.snapshot
            wanted = await lane.do_for(
                _all_partitions(snapshot), items=sum(len(t.partitions) for t in snapshot.topics.values())
            )
        else:
            wanted = named
        results = await self._controller.elect_leaders(
            wanted, is_unclean=request.election_type == UNCLEAN, timeout_ms=request.timeout_ms
        )
        count = len(results)
        elected = await lane.do_for(_elected(results), items=count)
        spent_ms = self._clock.monotonic_ms() - ctx.received_ms
        is_seen = await self._awaited.wait_for_each(
            elected, _is_led_by, count=count, timeout_ms=request.timeout_ms - spent_ms
        )
        unseen = [] if is_seen else await lane.do_for(_unseen(self._metadata_cache.snapshot, elected), items=count)
        return await lane.do_for(_response(results, frozenset(unseen), shows_all=named is not None), items=count)


def _named(request: ElectLeadersRequest) -> list[TopicPartition] | None:
    if request.topic_partitions is None:
        return None
    named = [TopicPartition(topic.topic, index) for topic in request.topic_partitions for index in topic.partitions]
    return list(dict.fromkeys(named))


def _all_partitions(snapshot: ClusterSnapshot) -> Steps[list[TopicPartition]]:
    found = []
    for name, topic in snapshot.topics.items():
        for index in topic.partitions:
            found.append(TopicPartition(name, index))
            yield
    return found


def _elected(results: Results) -> Steps[list[Led]]:
    """Lists the partitions that got a leader, and that leader."""
    elected = []
    for partition, result in results.items():
        if result.error_code == ErrorCode.NONE:
            elected.append((partition, result.leader))
        yield
    return elected


def _unseen(snapshot: ClusterSnapshot, elected: Sequence[Led]) -> Steps[list[TopicPartition]]:
    """Lists the partitions that have another leader in the snapshot than was elected."""
    unseen = []
    for led in elected:
        if not _is_led_by(snapshot, led):
            unseen.append(led[0])
        yield
    return unseen


def _is_led_by(snapshot: ClusterSnapshot, led: Led) -> bool:
    partition, leader = led
    state = snapshot.partition(*partition)
    return (None if state is None else state.leader) == leader


def _response(
    results: Results, unseen: Collection[TopicPartition] = (), *, shows_all: bool = True
) -> Steps[ElectLeadersResponse]:
    """Groups the outcomes by topic; of all partitions, where none was named, those that needed an election."""
    late = PartitionResult(int(ErrorCode.REQUEST_TIMED_OUT), "the leader is elected, and this broker has not heard yet")
    topics: dict[str, TopicResult] = {}
    for partition in (yield from in_order(results)):
        result = late if partition in unseen else results[partition]
        if shows_all or result.error_code != ErrorCode.ELECTION_NOT_NEEDED:
            name, index = partition
            topic = topics.get(name) or topics.setdefault(name, TopicResult(topic=name))
            topic.partition_result.append(
                Result(partition_id=index, error_code=result.error_code, error_message=result.error_message)
            )
        yield
    return ElectLeadersResponse(replica_election_results=list(topics.values()))
