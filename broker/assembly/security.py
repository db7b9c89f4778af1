"""Who may talk to a broker, and what they may do: authorizer, delegation tokens, logins. A part of the root.

A broker without an authorizer, without a token secret or without SASL listeners loads nothing of it: each is None then,
because a check that is not there costs the path of a request one look, and a Null object a call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.assembly.logins import Logins, make_tokens
from kavka.broker.assembly.permissions import Authorization, assemble_authorization

if TYPE_CHECKING:
    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.replication import Replication
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.security.tokens import DelegationTokens


class Security(NamedTuple):
    """Who may log in, and who may do what."""

    authorization: Authorization
    tokens: DelegationTokens | None
    """None: there is no key to make any."""
    logins: Logins
    tools: Tools

    async def run(self) -> None:
        """Follows changed ACLs and tokens, until cancelled."""
        works = {}
        if self.tokens is not None:
            works["delegation tokens"] = self.tokens.run
        if self.authorization.changes is not None:
            works["ACL changes"] = self.authorization.changes.run
        await self.tools.run(works)


async def secure(cluster: Cluster, replication: Replication, tools: Tools) -> Security:
    """Reads delegation tokens and ACLs, before any connection is accepted.

    Raises:
        ZkError: ZooKeeper cannot be asked for them.
    """
    tokens = make_tokens(cluster, tools)
    if tokens is not None:
        await tokens.start()
    return Security(
        authorization=await assemble_authorization(cluster, tools),
        tokens=tokens,
        logins=Logins(cluster.identity, replication.config_changes, tokens, tools),
        tools=tools,
    )
