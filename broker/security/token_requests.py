"""What all four requests about delegation tokens ask first, as Kafka's KafkaApis asks it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kavka.broker.security.principal import ANONYMOUS
from kavka.protocol.errors import DelegationTokenAuthDisabled, DelegationTokenRequestNotAllowed

if TYPE_CHECKING:
    from kavka.broker.security.connection_info import ConnectionInfo
    from kavka.broker.security.tokens import DelegationTokens

REQUESTER_FROM_VERSION: Final = 3
"""From this version of Create and Describe on, a response names the token's requester (KIP-373)."""

NO_TIME: Final = -1
"""Where a response has an error."""


def check_sender(connection: ConnectionInfo) -> None:
    """Refuses a client that has not authenticated, or has by a token: tokens do not make tokens.

    Raises:
        DelegationTokenRequestNotAllowed: it is so.
    """
    protocol, principal = connection.security_protocol, connection.principal
    if principal.is_token or protocol == "PLAINTEXT" or (protocol == "SSL" and principal == ANONYMOUS):
        raise DelegationTokenRequestNotAllowed(
            "Delegation Token requests are not allowed on PLAINTEXT/1-way SSL channels "
            "and on delegation token authenticated channels."
        )


def tokens_for(connection: ConnectionInfo, tokens: DelegationTokens | None) -> DelegationTokens:
    """Returns the tokens that a client may renew and expire.

    Raises:
        DelegationTokenRequestNotAllowed: who asks has not proved who he is, or by a token.
        DelegationTokenAuthDisabled: this broker has no key for tokens.
    """
    check_sender(connection)
    return served_tokens(tokens)


def served_tokens(tokens: DelegationTokens | None) -> DelegationTokens:
    """Returns the broker's delegation tokens.

    Raises:
        DelegationTokenAuthDisabled: it has no key to make any.
    """
    if tokens is None:
        raise DelegationTokenAuthDisabled("delegation.token.secret.key is not set")
    return tokens
