"""ReadShareGroupState: the leader of a partition reads what a share group has done with it (KIP-932).

It says its leader epoch: leaders of before may write no more from then on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kavka.broker.share.state.exchange import ShareQuestion, encode_response, read_request
from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.share.state.coordinator import ShareCoordinator
    from kavka.protocol.messages import ReadShareGroupStateRequest

API = ApiKey.READ_SHARE_GROUP_STATE


class ReadShareGroupStateHandler:
    """Handles ReadShareGroupState requests."""

    __slots__ = ("_share_coordinator",)

    def __init__(self, *, share_coordinator: ShareCoordinator) -> None:
        self._share_coordinator = share_coordinator

    async def handle(self, request: ReadShareGroupStateRequest, ctx: RequestContext) -> Any:
        """Reads states, and fences the leaders of before."""
        asked = read_request(ShareQuestion.READ, request)
        return encode_response(ShareQuestion.READ, await self._share_coordinator.perform(ShareQuestion.READ, asked))
