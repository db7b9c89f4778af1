"""Delegation tokens (KIP-48): made, renewed, ended and listed. What `Admin`'s methods on tokens stand on.

    create ─▶ DelegationToken ─▶ a login by SCRAM: user = token_id, password = token.password, tokenauth="true"

Every broker of a ZooKeeper cluster serves them; the one that was asked has the change when it responds, the others
within moments. Who asks has logged in, and not by a token himself.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from kavka.client.cluster import ANY_BROKER, Cluster
from kavka.protocol.errors import EncodeError
from kavka.protocol.messages import (
    CreateDelegationTokenRequest,
    DescribeDelegationTokenRequest,
    ExpireDelegationTokenRequest,
    RenewDelegationTokenRequest,
)
from kavka.wire.errors import UnsupportedByBroker, raise_first

BROKERS_CHOICE: Final = -1
"""A period of this: as long as the broker gives by itself (delegation.token.*)."""


class DelegationToken(NamedTuple):
    """One token; times are ms since the epoch."""

    token_id: str
    hmac: bytes
    """The secret that its owner shows."""
    owner: str
    """Whom it stands for: `User:alice`."""
    requester: str
    """Who asked for it; brokers older than 3.3 do not say, then the owner."""
    renewers: tuple[str, ...]
    issue_ms: int
    expiry_ms: int
    """Until then it holds; renewing moves it."""
    max_ms: int
    """Beyond this nobody renews it."""

    @property
    def password(self) -> str:
        """Returns the password of a SCRAM login with the token id as its user name."""
        return base64.b64encode(self.hmac).decode()


async def create(
    cluster: Cluster, *, renewers: Iterable[str], max_lifetime_ms: int, owner: str | None
) -> DelegationToken:
    """Creates a token.

    Raises:
        ValueError: a principal is not written as `User:alice`.
        DelegationTokenAuthDisabled: the brokers have no `delegation.token.secret.key`.
        DelegationTokenRequestNotAllowed: who asks has not logged in, or by a token.
        UnsupportedByBroker: it is for another owner, and the broker is older than 3.3.
    """
    named = tuple(renewers)
    fields: dict[str, Any] = {}
    if owner is not None:
        kind, name = _principal(owner)
        fields = {"owner_principal_type": kind, "owner_principal_name": name}
    renewer = CreateDelegationTokenRequest.CreatableRenewers
    request = CreateDelegationTokenRequest(
        renewers=[renewer(principal_type=kind, principal_name=name) for kind, name in map(_principal, named)],
        max_lifetime_ms=max_lifetime_ms,
        **fields,
    )

    async def attempt() -> DelegationToken:
        try:
            response = await cluster.ask(ANY_BROKER, request)
        except EncodeError as error:
            raise UnsupportedByBroker(f"this broker makes no tokens for others than who asks: {error}") from error
        raise_first([("", response.error_code, None)])
        made_for = f"{response.principal_type}:{response.principal_name}"
        return DelegationToken(
            response.token_id,
            bytes(response.hmac),
            made_for,
            _requester(response) or made_for,
            named,
            response.issue_timestamp_ms,
            response.expiry_timestamp_ms,
            response.max_timestamp_ms,
        )

    return await cluster.retry(attempt, what="create a delegation token")


async def renew(cluster: Cluster, hmac: bytes, *, period_ms: int) -> int:
    """Lets a token live longer from now on; returns its new end.

    Raises:
        DelegationTokenNotFound, DelegationTokenExpired: there is none any more.
        DelegationTokenOwnerMismatch: who asks is neither owner nor renewer.
    """
    request = RenewDelegationTokenRequest(hmac=hmac, renew_period_ms=period_ms)
    return await _set_end(cluster, request, what="renew a delegation token")


async def expire(cluster: Cluster, hmac: bytes, *, period_ms: int) -> int:
    """Lets a token end in a while, or with a negative period at once; returns its end. Raises as `renew`."""
    request = ExpireDelegationTokenRequest(hmac=hmac, expiry_time_period_ms=period_ms)
    return await _set_end(cluster, request, what="expire a delegation token")


async def describe(cluster: Cluster, owners: Sequence[str] | None = None) -> list[DelegationToken]:
    """Returns the tokens that some principals own or may renew; None: all.

    Raises:
        ValueError: an owner is not written as `User:alice`.
        DelegationTokenAuthDisabled, DelegationTokenRequestNotAllowed: as `create`.
    """
    owner_of = DescribeDelegationTokenRequest.DescribeDelegationTokenOwner
    wanted = None
    if owners is not None:
        wanted = [owner_of(principal_type=kind, principal_name=name) for kind, name in map(_principal, owners)]
    request = DescribeDelegationTokenRequest(owners=wanted)

    async def attempt() -> list[DelegationToken]:
        response = await cluster.ask(ANY_BROKER, request)
        raise_first([("", response.error_code, None)])
        return [_described(token) for token in response.tokens]

    return await cluster.retry(attempt, what="describe delegation tokens")


async def _set_end(cluster: Cluster, request: Any, *, what: str) -> int:
    async def attempt() -> int:
        response = await cluster.ask(ANY_BROKER, request)
        raise_first([("", response.error_code, None)])
        return int(response.expiry_timestamp_ms)

    return await cluster.retry(attempt, what=what)


def _described(token: Any) -> DelegationToken:
    owner = f"{token.principal_type}:{token.principal_name}"
    return DelegationToken(
        token.token_id,
        bytes(token.hmac),
        owner,
        _requester(token) or owner,
        tuple(f"{renewer.principal_type}:{renewer.principal_name}" for renewer in token.renewers),
        token.issue_timestamp,
        token.expiry_timestamp,
        token.max_timestamp,
    )


def _requester(part: Any) -> str:
    """Returns who asked for a token, or nothing where the version does not tell."""
    name = part.token_requester_principal_name
    return f"{part.token_requester_principal_type}:{name}" if name else ""


def _principal(text: str) -> tuple[str, str]:
    kind, colon, name = text.partition(":")
    if not (kind and colon and name):
        raise ValueError(f"{text!r} is no principal; write User:alice")
    return kind, name
