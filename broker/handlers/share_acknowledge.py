"""ShareAcknowledge: what a member of a share group made of records it acquired, without fetching others (KIP-932).

The response comes when the share coordinator has it. With the final epoch the member's session ends, and what it has
acquired besides is released.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kavka.broker.handlers.share_requests import ShareRequests, by_topic
from kavka.broker.share.partition.sessions import FINAL_EPOCH, INITIAL_EPOCH
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import InvalidShareSessionEpoch
from kavka.protocol.messages import ShareAcknowledgeResponse

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.protocol.messages import ShareAcknowledgeRequest

API = ApiKey.SHARE_ACKNOWLEDGE

PartitionData = ShareAcknowledgeResponse.PartitionData


class ShareAcknowledgeHandler:
    """Handles ShareAcknowledge requests."""

    __slots__ = ("_requests",)

    def __init__(self, *, share_requests: ShareRequests) -> None:
        self._requests = share_requests

    async def handle(self, request: ShareAcknowledgeRequest, ctx: RequestContext) -> ShareAcknowledgeResponse:
        """Responds when what the member did is kept."""
        requests, share_partitions = self._requests, self._requests.share_partitions
        key = requests.key_of(request)
        if request.share_session_epoch == INITIAL_EPOCH:
            raise InvalidShareSessionEpoch("a share session begins with a fetch")
        share_partitions.sessions.go_on(key, request.share_session_epoch)
        acknowledged = await requests.acknowledge(request, key, ctx)
        if request.share_session_epoch == FINAL_EPOCH:
            await share_partitions.end_session(key)
        data = {}
        for partition, error in acknowledged.items():
            one = data[partition] = PartitionData(
                partition.partition, current_leader=ShareAcknowledgeResponse.LeaderIdAndEpoch()
            )
            if error is not None:
                one.error_code, one.error_message = int(error.code), error.message
        response = ShareAcknowledgeResponse(
            acquisition_lock_timeout_ms=share_partitions.terms_of(key.group_id).lock_ms,
            responses=[
                ShareAcknowledgeResponse.ShareAcknowledgeTopicResponse(topic_id, partitions)
                for topic_id, partitions in by_topic(data).items()
            ],
        )
        response.node_endpoints = requests.tell_leaders(
            response.responses,
            ctx,
            ShareAcknowledgeResponse.LeaderIdAndEpoch,
            ShareAcknowledgeResponse.NodeEndpoint,
        )
        return response
