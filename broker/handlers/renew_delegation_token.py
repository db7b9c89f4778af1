"""RenewDelegationToken (KIP-48): puts a token's end off. Owner and renewers may, on any broker."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.broker.requests.context import RequestContext
from kavka.broker.security.token_requests import tokens_for
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import RenewDelegationTokenRequest, RenewDelegationTokenResponse

if TYPE_CHECKING:
    from kavka.broker.security.tokens import DelegationTokens

API = ApiKey.RENEW_DELEGATION_TOKEN


class RenewDelegationTokenHandler:
    """Handles RenewDelegationToken requests."""

    __slots__ = ("_tokens",)

    def __init__(self, *, tokens: DelegationTokens | None) -> None:
        self._tokens = tokens

    def handle(
        self, request: RenewDelegationTokenRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, RenewDelegationTokenResponse]:
        """Puts a token's end off.

        Raises:
            DelegationTokenRequestNotAllowed: who asks has not proved who he is, or by a token.
            DelegationTokenAuthDisabled: this broker has no key for tokens.
        """
        return _renew(tokens_for(ctx.connection, self._tokens), request, ctx)


async def _renew(
    tokens: DelegationTokens, request: RenewDelegationTokenRequest, ctx: RequestContext
) -> RenewDelegationTokenResponse:
    end_ms = await tokens.renew(ctx.connection.principal, bytes(request.hmac), request.renew_period_ms)
    return RenewDelegationTokenResponse(expiry_timestamp_ms=end_ms)
