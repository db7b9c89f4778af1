"""Who leads a partition that a client has asked the wrong broker for, in the response itself (KIP-951).

    Produce 10, Fetch 16 ─▶ NOT_LEADER_OR_FOLLOWER ─▶ leader id and epoch beside the error, its address once a response

A client that is told need not ask for metadata. What is told is what this broker's replica knows, and where it has
none, its metadata. An address is told only of a live broker with a listener of the connection's name; without one the
client asks for metadata as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from kavka.common.steps import Steps, stretches
from kavka.common.types import NO_LEADER
from kavka.protocol.epochs import NO_LEADER_EPOCH, LeaderEpoch
from kavka.protocol.errors import ErrorCode
from kavka.protocol.messages import FetchResponse, ProduceResponse

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import MetadataCache
    from kavka.broker.replica.partitions import Partitions
    from kavka.broker.requests.cluster_view import AdvertisedBrokers
    from kavka.broker.requests.context import RequestContext

NodeT = TypeVar("NodeT")

IN_PRODUCE_FROM_VERSION = 10


class CurrentLeaders:
    """Knows who leads, as far as this broker does.

    Args:
        metadata_cache: for partitions that are not here.
        partitions: what this broker holds.
        view: addresses as clients reach them.
    """

    __slots__ = ("_metadata_cache", "_partitions", "_view")

    def __init__(self, *, metadata_cache: MetadataCache, partitions: Partitions, view: AdvertisedBrokers) -> None:
        self._metadata_cache = metadata_cache
        self._partitions = partitions
        self._view = view

    def of(self, topic: str, index: int) -> tuple[int, LeaderEpoch]:
        """Returns a partition's leader and its epoch; −1 for what is not known."""
        partition = self._partitions.find(topic, index)
        if partition is not None:
            return partition.leader_id, partition.leader_epoch
        state = self._metadata_cache.snapshot.partition(topic, index)
        return (NO_LEADER, NO_LEADER_EPOCH) if state is None else (state.leader, state.leader_epoch)

    def addresses(
        self, leaders: Iterable[int], ctx: RequestContext, made: Callable[[int, str, int, str | None], NodeT]
    ) -> list[NodeT]:
        """Returns where these brokers are, by id, as the response's own class; without those that cannot be reached."""
        snapshot = self._metadata_cache.snapshot
        found = []
        for broker_id in sorted(set(leaders)):
            endpoint = self._view.reachable_endpoint(broker_id, snapshot, ctx)
            if endpoint is not None:
                found.append(made(broker_id, *endpoint, snapshot.brokers[broker_id].rack))
        return found

    def tell_fetcher(self, response: FetchResponse, ctx: RequestContext) -> Steps[None]:
        """Adds the leaders of partitions that this broker does not lead, for fetchers."""
        leaders = []
        for topic in response.responses:
            for stretch in stretches(topic.partitions):
                for data in stretch:
                    if data.error_code in (ErrorCode.NOT_LEADER_OR_FOLLOWER, ErrorCode.FENCED_LEADER_EPOCH):
                        leader, epoch = self.of(topic.topic, data.partition_index)
                        data.current_leader = FetchResponse.LeaderIdAndEpoch(leader, epoch)
                        leaders.append(leader)
                yield
        if leaders:
            response.node_endpoints = self.addresses(leaders, ctx, FetchResponse.NodeEndpoint)

    def tell_producer(self, response: ProduceResponse, ctx: RequestContext) -> None:
        """Adds the leaders of partitions that this broker does not lead."""
        leaders = []
        for topic in response.responses:
            for result in topic.partition_responses:
                if result.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER:
                    leader, epoch = self.of(topic.name, result.index)
                    result.current_leader = ProduceResponse.LeaderIdAndEpoch(leader, epoch)
                    leaders.append(leader)
        if leaders:
            response.node_endpoints = self.addresses(leaders, ctx, ProduceResponse.NodeEndpoint)
