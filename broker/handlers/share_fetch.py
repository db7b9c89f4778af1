"""ShareFetch: a member of a share group acquires records, and says what it made of earlier ones (KIP-932).

    request ─▶ session ─▶ acknowledgements, kept first ─▶ share-partitions ─▶ ShareFetches (reads, acquires, waits)
                                                                                   └─▶ response: whole batches,
                                                                                       and which of them are its own

The first response of a session tells of all its partitions, later ones of those that have anything to tell. Where one
has an error the response does not wait for records. A request that renews locks fetches nothing (KIP-1222). What a
member gets is locked for it, and so goes out whatever its quota; it is silent for longer afterwards.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import TYPE_CHECKING, Any, Final, cast

from kavka.broker.handlers.share_requests import (
    Acknowledged,
    ShareRequests,
    by_topic,
    partitions_of,
    with_acknowledgements,
)
from kavka.broker.requests.context import DEFERRED, Deferred
from kavka.broker.share.partition.sessions import FINAL_EPOCH, INITIAL_EPOCH, ShareSession, ShareSessionKey
from kavka.broker.share.partition.share_fetches import ShareFetch, ShareFetches, ShareFetchResult
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidRequest, KafkaError
from kavka.protocol.messages import ShareFetchResponse
from kavka.wire.acknowledgements import TopicIdPartition

if TYPE_CHECKING:
    from kavka.broker.quota.live_quotas import LiveQuotas
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.share.partition.led_share_partition import LedSharePartition
    from kavka.protocol.messages import ShareFetchRequest

API = ApiKey.SHARE_FETCH

MODES: Final = (0, 1)

PartitionData = ShareFetchResponse.PartitionData
AcquiredRecords = ShareFetchResponse.AcquiredRecords


class ShareFetchHandler:
    """Handles ShareFetch requests."""

    __slots__ = ("_fetches", "_quotas", "_requests")

    def __init__(self, *, quotas: LiveQuotas, share_fetches: ShareFetches, share_requests: ShareRequests) -> None:
        self._fetches = share_fetches
        self._quotas = quotas
        self._requests = share_requests

    def handle(
        self, request: ShareFetchRequest, ctx: RequestContext
    ) -> Deferred | Coroutine[Any, Any, ShareFetchResponse | Deferred]:
        """Responds when there are records, and what the member did is kept."""
        key = self._requests.key_of(request)
        if request.share_acquire_mode not in MODES:
            raise InvalidRequest(f"there is no acquire mode {request.share_acquire_mode}")
        is_acknowledging = bool(with_acknowledgements(request))
        session = self._session(request, key, ctx, is_acknowledging=is_acknowledging)
        if is_acknowledging or request.is_renew_ack or request.share_session_epoch == FINAL_EPOCH:
            return self._acknowledge_first(request, key, session, ctx)
        return self._fetch(request, session, ctx, {})

    def _session(
        self, request: ShareFetchRequest, key: ShareSessionKey, ctx: RequestContext, *, is_acknowledging: bool
    ) -> ShareSession:
        """Begins the session, or goes on with it."""
        share_partitions, epoch = self._requests.share_partitions, request.share_session_epoch
        if epoch == INITIAL_EPOCH:
            if is_acknowledging:
                raise InvalidRequest("a share session begins with nothing to acknowledge")
            return share_partitions.begin_session(key, ctx.connection, partitions_of(request))
        session = share_partitions.sessions.go_on(key, epoch)
        if epoch != FINAL_EPOCH:
            forgotten = [
                TopicIdPartition(topic.topic_id, index)
                for topic in request.forgotten_topics_data
                for index in topic.partitions
            ]
            session.change(partitions_of(request), forgotten)
        return session

    async def _acknowledge_first(
        self, request: ShareFetchRequest, key: ShareSessionKey, session: ShareSession, ctx: RequestContext
    ) -> ShareFetchResponse | Deferred:
        acknowledged = await self._requests.acknowledge(request, key, ctx)
        if request.share_session_epoch == FINAL_EPOCH:
            await self._requests.share_partitions.end_session(key)
        elif not request.is_renew_ack:
            return self._fetch(request, session, ctx, acknowledged)
        return self._response(key, ctx, {}, acknowledged)

    def _fetch(
        self, request: ShareFetchRequest, session: ShareSession, ctx: RequestContext, acknowledged: Acknowledged
    ) -> Deferred:
        """Fetches from the session's partitions; the response leaves when there is enough."""
        key, is_first = session.key, request.share_session_epoch == INITIAL_EPOCH
        data: dict[TopicIdPartition, PartitionData] = {}
        found: list[LedSharePartition] = []
        traffic = self._requests.share_partitions.metrics.traffic
        for partition in _rotated(session):
            try:
                topic = self._requests.topic_of(partition, ctx)
            except KafkaError as error:
                data[partition] = _failed(partition, error)
                continue
            traffic.known(topic).share_fetches += 1
            try:
                found.append(self._requests.share_partitions.get(key.group_id, topic, partition))
            except KafkaError as error:
                traffic.known(topic).failed_share_fetches += 1
                data[partition] = _failed(partition, error)
                continue
            if is_first:
                data[partition] = _empty(partition)

        def respond(results: list[ShareFetchResult]) -> None:
            for result in results:
                partition = TopicIdPartition(result.led.key.topic_id, result.led.key.partition)
                if result.error is not None:
                    traffic.known(result.led.partition.topic_partition.topic).failed_share_fetches += 1
                    data[partition] = _failed(partition, result.error)
                elif result.acquired:
                    data[partition] = _with_records(partition, result)
            ctx.respond(self._response(key, ctx, data, acknowledged))

        is_failed = any(one.error_code for one in data.values())
        wanted = ShareFetch(
            member_id=key.member_id,
            max_wait_ms=0 if is_failed or not found else request.max_wait_ms,
            min_bytes=request.min_bytes,
            max_bytes=self._bytes_max(request, ctx),
            max_records=request.max_records,
            batch_size=max(request.batch_size, 1),
            mode=request.share_acquire_mode,
        )
        self._fetches.fetch(wanted, found, respond, ctx.when_client_gone)
        return DEFERRED

    def _bytes_max(self, request: ShareFetchRequest, ctx: RequestContext) -> int:
        bytes_max = max(0, min(request.max_bytes, self._fetches.bytes_max))
        quotas = self._quotas.current
        allowed = None if quotas is None else quotas.fetch_bytes_max(ctx)
        return bytes_max if allowed is None else min(bytes_max, int(allowed))

    def _response(
        self,
        key: ShareSessionKey,
        ctx: RequestContext,
        data: dict[TopicIdPartition, PartitionData],
        acknowledged: Acknowledged,
    ) -> ShareFetchResponse:
        for partition, error in acknowledged.items():
            known = data.setdefault(partition, _empty(partition))
            if error is not None:
                known.acknowledge_error_code, known.acknowledge_error_message = int(error.code), error.message
        quotas = self._quotas.current
        if quotas is not None:
            quotas.charge_share_fetch(ctx, sum(len(one.records) for one in data.values()))
        response = ShareFetchResponse(
            acquisition_lock_timeout_ms=self._requests.share_partitions.terms_of(key.group_id).lock_ms,
            responses=[
                ShareFetchResponse.ShareFetchableTopicResponse(topic_id, partitions)
                for topic_id, partitions in by_topic(data).items()
            ],
        )
        response.node_endpoints = self._requests.tell_leaders(
            response.responses, ctx, ShareFetchResponse.LeaderIdAndEpoch, ShareFetchResponse.NodeEndpoint
        )
        return response


def _rotated(session: ShareSession) -> Iterable[TopicIdPartition]:
    """Lists a session's partitions, beginning with another one in each epoch: none waits for the others for ever."""
    partitions = list(session.partitions)
    first = session.epoch % len(partitions) if partitions else 0
    return partitions[first:] + partitions[:first]


def _empty(partition: TopicIdPartition) -> PartitionData:
    return PartitionData(partition.partition, current_leader=ShareFetchResponse.LeaderIdAndEpoch(), records=b"")


def _failed(partition: TopicIdPartition, error: KafkaError) -> PartitionData:
    data = _empty(partition)
    data.error_code, data.error_message = int(error.code), error.message
    return data


def _with_records(partition: TopicIdPartition, result: ShareFetchResult) -> PartitionData:
    data, records = _empty(partition), cast("Any", result.records)
    data.records, data.acquired_records = records, [AcquiredRecords(*each) for each in result.acquired]
    return data
