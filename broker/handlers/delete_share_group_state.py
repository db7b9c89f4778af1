"""DeleteShareGroupState: what share groups did with partitions is forgotten (KIP-932).

The share group's coordinator sends it, when the group or its interest in a topic ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kavka.broker.share.state.exchange import ShareQuestion, encode_response, read_request
from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.share.state.coordinator import ShareCoordinator
    from kavka.protocol.messages import DeleteShareGroupStateRequest

API = ApiKey.DELETE_SHARE_GROUP_STATE


class DeleteShareGroupStateHandler:
    """Handles DeleteShareGroupState requests."""

    __slots__ = ("_share_coordinator",)

    def __init__(self, *, share_coordinator: ShareCoordinator) -> None:
        self._share_coordinator = share_coordinator

    async def handle(self, request: DeleteShareGroupStateRequest, ctx: RequestContext) -> Any:
        """Forgets states; one that is not there counts as forgotten."""
        asked = read_request(ShareQuestion.DELETE, request)
        return encode_response(ShareQuestion.DELETE, await self._share_coordinator.perform(ShareQuestion.DELETE, asked))
