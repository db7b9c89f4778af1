"""RenewDelegationToken (KIP-48): puts a token's end off. Owner and renewers may, on any broker."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.broker.security.token_requests import NO_TIME, check_sender, served_tokens
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import RenewDelegationTokenRequest, RenewDelegationTokenResponse

API = ApiKey.RENEW_DELEGATION_TOKEN


def handle(
    request: RenewDelegationTokenRequest, ctx: RequestContext, broker: BrokerServices
) -> Coroutine[Any, Any, RenewDelegationTokenResponse]:
    """Puts a token's end off.

    Raises:
        DelegationTokenRequestNotAllowed: who asks has not proved who he is, or by a token.
        DelegationTokenAuthDisabled: this broker has no key for tokens.
    """
    check_sender(ctx.connection)
    served_tokens(broker.tokens)
    return _answer(request, ctx, broker)


def error_response(request: RenewDelegationTokenRequest, error: KafkaError) -> RenewDelegationTokenResponse:
    """Returns the error, and no expiry time."""
    return RenewDelegationTokenResponse(error_code=int(error.code), expiry_timestamp_ms=NO_TIME)


async def _answer(
    request: RenewDelegationTokenRequest, ctx: RequestContext, broker: BrokerServices
) -> RenewDelegationTokenResponse:
    tokens = served_tokens(broker.tokens)
    end_ms = await tokens.renew(ctx.connection.principal, bytes(request.hmac), request.renew_period_ms)
    return RenewDelegationTokenResponse(expiry_timestamp_ms=end_ms)
