"""ReadShareGroupStateSummary: where a share group stands in partitions, for one who leads none of them (KIP-932).

Nobody is fenced by it. A share-partition that was not begun has the start offset -1, and is no error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kavka.broker.share.state.exchange import ShareQuestion, encode_response, read_request
from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kavka.broker.requests.context import RequestContext
    from kavka.broker.share.state.coordinator import ShareCoordinator
    from kavka.protocol.messages import ReadShareGroupStateSummaryRequest

API = ApiKey.READ_SHARE_GROUP_STATE_SUMMARY


class ReadShareGroupStateSummaryHandler:
    """Handles ReadShareGroupStateSummary requests."""

    __slots__ = ("_share_coordinator",)

    def __init__(self, *, share_coordinator: ShareCoordinator) -> None:
        self._share_coordinator = share_coordinator

    async def handle(self, request: ReadShareGroupStateSummaryRequest, ctx: RequestContext) -> Any:
        """Reads where states stand, without their batches."""
        asked = read_request(ShareQuestion.SUMMARIZE, request)
        return encode_response(
            ShareQuestion.SUMMARIZE, await self._share_coordinator.perform(ShareQuestion.SUMMARIZE, asked)
        )
