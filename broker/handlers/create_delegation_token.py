"""CreateDelegationToken (KIP-48, KIP-373): a token for oneself, or for another whom one may make tokens for.

Any broker makes one. Its secret is in the response and nowhere else.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.broker.authorization.questions import may
from kavka.broker.requests.context import RequestContext
from kavka.broker.security.principal import USER_TYPE, KafkaPrincipal
from kavka.broker.security.token_requests import NO_TIME, REQUESTER_FROM_VERSION, check_sender, served_tokens
from kavka.common.acls import AclOperation, ResourceType
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.errors import DelegationTokenAuthorizationFailed, InvalidPrincipalType, KafkaError
from kavka.protocol.messages import CreateDelegationTokenRequest, CreateDelegationTokenResponse

if TYPE_CHECKING:
    from kavka.broker.security.authorizer import Authorizer
    from kavka.broker.security.tokens import DelegationTokens

API = ApiKey.CREATE_DELEGATION_TOKEN


class CreateDelegationTokenHandler:
    """Handles CreateDelegationToken requests."""

    __slots__ = ("_authorizer", "_tokens")

    def __init__(self, *, authorizer: Authorizer | None, tokens: DelegationTokens | None) -> None:
        self._authorizer = authorizer
        self._tokens = tokens

    def handle(
        self, request: CreateDelegationTokenRequest, ctx: RequestContext
    ) -> Coroutine[Any, Any, CreateDelegationTokenResponse]:
        """Creates a token; an error's response names whom it would have been for."""
        return self._answer(request, ctx)

    async def _answer(
        self, request: CreateDelegationTokenRequest, ctx: RequestContext
    ) -> CreateDelegationTokenResponse:
        requester = ctx.connection.principal
        owner = requester
        if request.owner_principal_name:
            owner = KafkaPrincipal(request.owner_principal_type or USER_TYPE, request.owner_principal_name)
        response = CreateDelegationTokenResponse(
            principal_type=owner.principal_type,
            principal_name=owner.name,
            issue_timestamp_ms=NO_TIME,
            expiry_timestamp_ms=NO_TIME,
            max_timestamp_ms=NO_TIME,
        )
        if ctx.api_version >= REQUESTER_FROM_VERSION:
            response.token_requester_principal_type = requester.principal_type
            response.token_requester_principal_name = requester.name
        try:
            check_sender(ctx.connection)
            if str(owner) != str(requester) and not may(
                ctx, self._authorizer, AclOperation.CREATE_TOKENS, ResourceType.USER, str(owner)
            ):
                raise DelegationTokenAuthorizationFailed(f"{requester} may not make tokens for {owner}")
            renewers = [KafkaPrincipal(each.principal_type, each.principal_name) for each in request.renewers]
            if any(renewer.principal_type != USER_TYPE for renewer in renewers):
                raise InvalidPrincipalType("a renewer must be a User")
            tokens = served_tokens(self._tokens)
            token = await tokens.create(owner, requester, renewers, request.max_lifetime_ms)
        except KafkaError as error:
            response.error_code = int(error.code)
            return response
        response.issue_timestamp_ms = token.issue_ms
        response.expiry_timestamp_ms = token.expiry_ms
        response.max_timestamp_ms = token.max_ms
        response.token_id = token.token_id
        response.hmac = tokens.hmac_of(token.token_id)
        return response
