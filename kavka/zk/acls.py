"""Who may do what with the nodes that a broker makes: Kafka's rule for `zookeeper.set.acl` (ZkData.defaultAcls).

    /consumers                                                     everybody everything: old consumers write there
    /config/users, /config/brokers, /delegation_token/tokens, …    whoever made them, and nobody else: secrets
    everything else                                                whoever made it everything, everybody may read

Whoever made it is whom the session has logged in as; all brokers log in as the same one. A tree that was filled before
anybody logged in is closed by whoever owns its server (`closing`), as Kafka's zookeeper-security-migration does.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from kavka.zk.ops import OPEN_ACL, PERM_ALL, PERM_READ, Acl, SetAclOp

CREATOR_ALL: Final = Acl(PERM_ALL, "auth", "")
WORLD_READ: Final = Acl(PERM_READ, "world", "anyone")

SENSITIVE: Final = ("/config/users", "/config/brokers", "/delegation_token/tokens")
"""What begins so is for its makers alone."""

OWN_USER: Final = "kavka"
"""As whom brokers log in where nobody chose a login for them."""

_FOREIGN: Final = ("/zookeeper", "/consumers")
"""What is ZooKeeper's own, and what old consumers write."""


class ZkLogin(NamedTuple):
    """How a session proves who it is.

    Attributes:
        scheme: `digest`.
        credentials: `user:password`.
    """

    scheme: str
    credentials: str

    def __repr__(self) -> str:
        return f"ZkLogin({self.scheme}, …)"


def digest_id(credentials: bytes) -> str:
    """Returns the ACL id of a digest login: the user, and a hash of "user:password"."""
    user = credentials.partition(b":")[0].decode(errors="replace")
    return f"{user}:{base64.b64encode(hashlib.sha1(credentials, usedforsecurity=False).digest()).decode()}"


def closing(nodes: Iterable[tuple[str, tuple[Acl, ...]]], owner: str) -> Iterator[SetAclOp]:
    """Yields the ACL changes that give a tree's nodes to a login.

    Given are open nodes, and those of an earlier login of our own that is lost.

    Args:
        nodes: path and ACL of each.
        owner: the id of a digest.
    """
    for path, acl in nodes:
        wanted = tuple(
            Acl(entry.perms, "digest", owner) if entry.scheme == "auth" else entry for entry in secured_acl(path)
        )
        if acl != wanted and _is_ours(acl) and not any(path == one or path.startswith(f"{one}/") for one in _FOREIGN):
            yield SetAclOp(path, wanted)


def _is_ours(acl: tuple[Acl, ...]) -> bool:
    """Tells whether an ACL is open, or of an earlier login of our own. Nobody else has set it then."""
    logins = [entry.id.partition(":")[0] for entry in acl if entry.scheme == "digest"]
    return acl == OPEN_ACL or (bool(logins) and set(logins) == {OWN_USER})


def secured_acl(path: str) -> tuple[Acl, ...]:
    """Returns the ACL of a new node where ZooKeeper ACLs are enabled."""
    if path == "/consumers":
        return OPEN_ACL
    return (CREATOR_ALL,) if path.startswith(SENSITIVE) else (CREATOR_ALL, WORLD_READ)


def open_acl(_path: str) -> tuple[Acl, ...]:
    """Returns the open ACL, for new nodes where ZooKeeper ACLs are disabled."""
    return OPEN_ACL
