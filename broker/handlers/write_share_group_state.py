"""WriteShareGroupState: the leader of a partition keeps what a share group has done with it (KIP-932).

What is written lies over what is kept: to write it twice does no harm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kavka.broker.share.state.exchange import ShareQuestion, encode_response, read_request
from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.share.state.coordinator import ShareCoordinator
    from kavka.protocol.messages import WriteShareGroupStateRequest

API = ApiKey.WRITE_SHARE_GROUP_STATE


class WriteShareGroupStateHandler:
    """Handles WriteShareGroupState requests."""

    __slots__ = ("_share_coordinator",)

    def __init__(self, *, share_coordinator: ShareCoordinator) -> None:
        self._share_coordinator = share_coordinator

    async def handle(self, request: WriteShareGroupStateRequest, ctx: RequestContext) -> Any:
        """Keeps what has changed; answered when the replicas have it."""
        asked = read_request(ShareQuestion.WRITE, request)
        return encode_response(ShareQuestion.WRITE, await self._share_coordinator.perform(ShareQuestion.WRITE, asked))
