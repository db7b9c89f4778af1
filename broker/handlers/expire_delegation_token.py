"""ExpireDelegationToken (KIP-48): ends a token sooner, or deletes it. Owner and renewers may, on any broker."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from kavka.broker.requests.context import RequestContext
from kavka.broker.requests.services import BrokerServices
from kavka.broker.security.token_requests import NO_TIME, check_sender, served_tokens
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import KafkaError
from kavka.protocol.messages import ExpireDelegationTokenRequest, ExpireDelegationTokenResponse

API = ApiKey.EXPIRE_DELEGATION_TOKEN


def handle(
    request: ExpireDelegationTokenRequest, ctx: RequestContext, broker: BrokerServices
) -> Coroutine[Any, Any, ExpireDelegationTokenResponse]:
    """Puts a token's end where it is wanted, or deletes the token.

    Raises:
        DelegationTokenRequestNotAllowed: who asks has not proved who he is, or by a token.
        DelegationTokenAuthDisabled: this broker has no key for tokens.
    """
    check_sender(ctx.connection)
    served_tokens(broker.tokens)
    return _answer(request, ctx, broker)


def error_response(request: ExpireDelegationTokenRequest, error: KafkaError) -> ExpireDelegationTokenResponse:
    """Returns the error, and no expiry time."""
    return ExpireDelegationTokenResponse(error_code=int(error.code), expiry_timestamp_ms=NO_TIME)


async def _answer(
    request: ExpireDelegationTokenRequest, ctx: RequestContext, broker: BrokerServices
) -> ExpireDelegationTokenResponse:
    tokens = served_tokens(broker.tokens)
    end_ms = await tokens.expire(ctx.connection.principal, bytes(request.hmac), request.expiry_time_period_ms)
    return ExpireDelegationTokenResponse(expiry_timestamp_ms=end_ms)
