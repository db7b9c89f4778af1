"""Who somebody is and may do: logins, ACLs, credentials, delegation tokens: the handlers, and what each is built of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from kavka.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from kavka.broker.assembly.handlers.parts import HandlerParts, Make
    from kavka.broker.requests.handler import Handler


def _sasl_handshake(_parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.sasl_handshake import SaslHandshakeHandler

    return SaslHandshakeHandler()


def _sasl_authenticate(_parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.sasl_authenticate import SaslAuthenticateHandler

    return SaslAuthenticateHandler()


def _describe_acls(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.describe_acls import DescribeAclsHandler

    return DescribeAclsHandler(acls=parts.security.authorization.acls, lane=parts.lane)


def _create_acls(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.create_acls import CreateAclsHandler

    return CreateAclsHandler(acls=parts.security.authorization.acls)


def _delete_acls(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.delete_acls import DeleteAclsHandler

    return DeleteAclsHandler(acls=parts.security.authorization.acls, lane=parts.lane)


def _describe_user_scram_credentials(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.describe_user_scram_credentials import DescribeUserScramCredentialsHandler

    return DescribeUserScramCredentialsHandler(lane=parts.lane, zk=parts.identity.zk)


def _alter_user_scram_credentials(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.alter_user_scram_credentials import AlterUserScramCredentialsHandler

    return AlterUserScramCredentialsHandler(configs=parts.configs(), controller=parts.cluster.controller.requests)


def _create_delegation_token(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.create_delegation_token import CreateDelegationTokenHandler

    return CreateDelegationTokenHandler(
        authorizer=parts.security.authorization.authorizer, tokens=parts.security.tokens
    )


def _renew_delegation_token(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.renew_delegation_token import RenewDelegationTokenHandler

    return RenewDelegationTokenHandler(tokens=parts.security.tokens)


def _expire_delegation_token(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.expire_delegation_token import ExpireDelegationTokenHandler

    return ExpireDelegationTokenHandler(tokens=parts.security.tokens)


def _describe_delegation_token(parts: HandlerParts) -> Handler:
    from kavka.broker.handlers.describe_delegation_token import DescribeDelegationTokenHandler

    return DescribeDelegationTokenHandler(
        authorizer=parts.security.authorization.authorizer, lane=parts.lane, tokens=parts.security.tokens
    )


MAKE: Final[Mapping[ApiKey, Make]] = {
    ApiKey.SASL_HANDSHAKE: _sasl_handshake,
    ApiKey.SASL_AUTHENTICATE: _sasl_authenticate,
    ApiKey.DESCRIBE_ACLS: _describe_acls,
    ApiKey.CREATE_ACLS: _create_acls,
    ApiKey.DELETE_ACLS: _delete_acls,
    ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS: _describe_user_scram_credentials,
    ApiKey.ALTER_USER_SCRAM_CREDENTIALS: _alter_user_scram_credentials,
    ApiKey.CREATE_DELEGATION_TOKEN: _create_delegation_token,
    ApiKey.RENEW_DELEGATION_TOKEN: _renew_delegation_token,
    ApiKey.EXPIRE_DELEGATION_TOKEN: _expire_delegation_token,
    ApiKey.DESCRIBE_DELEGATION_TOKEN: _describe_delegation_token,
}
