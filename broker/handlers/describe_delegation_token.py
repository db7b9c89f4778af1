"""DescribeDelegationToken (KIP-48): the tokens that one owns or may renew, and others that one may describe."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from kavka.broker.authorization.questions import may
from kavka.broker.requests.context import RequestContext
from kavka.broker.security.principal import parse_principal
from kavka.broker.security.token_requests import REQUESTER_FROM_VERSION, check_sender, served_tokens
from kavka.broker.security.tokens import DelegationTokens
from kavka.common.acls import AclOperation, ResourceType
from kavka.common.steps import Steps
from kavka.protocol.api_keys import ApiKey
from kavka.protocol.messages import DescribeDelegationTokenRequest, DescribeDelegationTokenResponse
from kavka.zk.token_znodes import TokenZNode

if TYPE_CHECKING:
    from kavka.broker.security.authorizer import Authorizer
    from kavka.common.lane import Lane

API = ApiKey.DESCRIBE_DELEGATION_TOKEN

Described = DescribeDelegationTokenResponse.DescribedDelegationToken
Renewer = DescribeDelegationTokenResponse.DescribedDelegationTokenRenewer


class DescribeDelegationTokenHandler:
    """Handles DescribeDelegationToken requests."""

    __slots__ = ("_authorizer", "_lane", "_tokens")

    def __init__(self, *, authorizer: Authorizer | None, lane: Lane, tokens: DelegationTokens | None) -> None:
        self._authorizer = authorizer
        self._lane = lane
        self._tokens = tokens

    def handle(
        self, request: DescribeDelegationTokenRequest, ctx: RequestContext
    ) -> DescribeDelegationTokenResponse | Coroutine[Any, Any, DescribeDelegationTokenResponse]:
        """Describes tokens of the owners that are named; null: of all, an empty list: none.

        Raises:
            DelegationTokenRequestNotAllowed: who asks has not proved who he is, or by a token.
            DelegationTokenAuthDisabled: this broker has no key for tokens.
        """
        check_sender(ctx.connection)
        tokens = served_tokens(self._tokens)
        owners = None
        if request.owners is not None:
            owners = {f"{owner.principal_type}:{owner.principal_name}" for owner in request.owners}
        return self._lane.do_in_time(self._describe(tokens, owners, ctx), items=tokens.count)

    def _describe(
        self, tokens: DelegationTokens, owners: set[str] | None, ctx: RequestContext
    ) -> Steps[DescribeDelegationTokenResponse]:
        response = DescribeDelegationTokenResponse()
        for token in list(tokens.all()):
            if self._is_shown(token, owners, ctx):
                response.tokens.append(_described(token, tokens, ctx.api_version))
            yield
        return response

    def _is_shown(self, token: TokenZNode, owners: set[str] | None, ctx: RequestContext) -> bool:
        """Tells whether a token is asked for, and not hidden from the principal."""
        concerned = {token.owner, *token.renewers}
        if owners is not None and not owners & concerned:
            return False
        if str(ctx.connection.principal) in concerned:
            return True
        return may(
            ctx, self._authorizer, AclOperation.DESCRIBE, ResourceType.DELEGATION_TOKEN, token.token_id, is_logged=False
        ) or may(ctx, self._authorizer, AclOperation.DESCRIBE_TOKENS, ResourceType.USER, token.owner, is_logged=False)


def _described(token: TokenZNode, tokens: DelegationTokens, version: int) -> Described:
    owner, requester = parse_principal(token.owner), parse_principal(token.requester)
    renewers = [parse_principal(renewer) for renewer in token.renewers]
    described = Described(
        principal_type=owner.principal_type,
        principal_name=owner.name,
        issue_timestamp=token.issue_ms,
        expiry_timestamp=token.expiry_ms,
        max_timestamp=token.max_ms,
        token_id=token.token_id,
        hmac=tokens.hmac_of(token.token_id),
        renewers=[Renewer(principal_type=each.principal_type, principal_name=each.name) for each in renewers],
    )
    if version >= REQUESTER_FROM_VERSION:
        described.token_requester_principal_type = requester.principal_type
        described.token_requester_principal_name = requester.name
    return described
