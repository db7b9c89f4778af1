"""ExpireDelegationToken (KIP-48): ends a token sooner, or deletes it. Owner and renewers may, on any broker."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.broker.requests.context import RequestContext
from kavka.broker.security.token_requests import tokens_for
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import ExpireDelegationTokenRequest, ExpireDelegationTokenResponse

if TYPE_CHECKING:
    from kavka.broker.security.tokens import DelegationTokens

API = ApiKey.EXPIRE_DELEGATION_TOKEN


class ExpireDelegationTokenHandler:
    """Handles ExpireDelegationToken requests."""

    __slots__ = ("_tokens",)

    def __init__(self, *, tokens: DelegationTokens | None) -> None:
        self._tokens = tokens

    def handle(
        self, request: ExpireDelegationTokenRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, ExpireDelegationTokenResponse]:
        """Puts a token's end where it is wanted, or deletes the token.

        Raises:
            DelegationTokenRequestNotAllowed: who asks has not proved who he is, or by a token.
            DelegationTokenAuthDisabled: this broker has no key for tokens.
        """
        return _expire(tokens_for(ctx.connection, self._tokens), request, ctx)


async def _expire(
    tokens: DelegationTokens, request: ExpireDelegationTokenRequest, ctx: RequestContext
) -> ExpireDelegationTokenResponse:
    end_ms = await tokens.expire(ctx.connection.principal, bytes(request.hmac), request.expiry_time_period_ms)
    return ExpireDelegationTokenResponse(expiry_timestamp_ms=end_ms)
