"""InitializeShareGroupState: a share group begins at partitions, with a state epoch and an offset (KIP-932).

The share group's coordinator sends it, to the share coordinator: the leader of the partition of
`__share_group_state` that a share-partition's key falls to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kavka.broker.share.state.exchange import ShareQuestion, encode_response, read_request
from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.share.state.coordinator import ShareCoordinator
    from kavka.protocol.messages import InitializeShareGroupStateRequest

API = ApiKey.INITIALIZE_SHARE_GROUP_STATE


class InitializeShareGroupStateHandler:
    """Handles InitializeShareGroupState requests."""

    __slots__ = ("_share_coordinator",)

    def __init__(self, *, share_coordinator: ShareCoordinator) -> None:
        self._share_coordinator = share_coordinator

    async def handle(self, request: InitializeShareGroupStateRequest, ctx: RequestContext) -> Any:
        """Begins share-partitions, or begins them anew."""
        asked = read_request(ShareQuestion.INITIALIZE, request)
        return encode_response(
            ShareQuestion.INITIALIZE, await self._share_coordinator.perform(ShareQuestion.INITIALIZE, asked)
        )
