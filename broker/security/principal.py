"""Who a client is: a type and a name, as permissions, quotas and logs know it (Kafka's KafkaPrincipal).

    User:alice        a login, or a certificate's name
    User:ANONYMOUS    not authenticated: a plaintext listener, or TLS without a client certificate

Made where a connection proves who it is (TLS handshake, SASL), kept in its `ConnectionInfo`, asked by the authorizer
and by quotas. Not here: proving anything.
"""

from __future__ import annotations

from typing import Final, NamedTuple

USER_TYPE: Final = "User"


class KafkaPrincipal(NamedTuple):
    """A principal.

    Attributes:
        principal_type: `User`, unless a mapping says otherwise.
        name: the login's or the certificate's name.
        is_token: proved by a delegation token: such a one may not make further tokens (KIP-48).
    """

    principal_type: str
    name: str
    is_token: bool = False

    def __str__(self) -> str:
        return f"{self.principal_type}:{self.name}"


ANONYMOUS: Final = KafkaPrincipal(USER_TYPE, "ANONYMOUS")


def parse_principal(text: str) -> KafkaPrincipal:
    """Parses `User:alice` as a principal; the name may hold further colons.

    Raises:
        ValueError: there is no colon, or nothing before or behind it (SecurityUtils.parseKafkaPrincipal).
    """
    principal_type, colon, name = text.partition(":")
    if not (colon and principal_type and name):
        raise ValueError(f"expected a principal like User:alice, got {text!r}")
    return KafkaPrincipal(principal_type, name)
