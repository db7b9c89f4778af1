"""Who may do what with the nodes that a broker makes: Kafka's rule for `zookeeper.set.acl` (ZkData.defaultAcls).

    /consumers                                                     everybody everything: old consumers write there
    /config/users, /config/brokers, /delegation_token/tokens, …    whoever made them, and nobody else: secrets
    everything else                                                whoever made it everything, everybody may read

Whoever made it is whom the session has logged in as; all brokers log in as the same one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from kavka.zk.ops import OPEN_ACL, PERM_ALL, PERM_READ, Acl

CREATOR_ALL: Final = Acl(PERM_ALL, "auth", "")
WORLD_READ: Final = Acl(PERM_READ, "world", "anyone")

SENSITIVE: Final = ("/config/users", "/config/brokers", "/delegation_token/tokens")
"""What begins so is for its makers alone."""


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


def secured_acl(path: str) -> tuple[Acl, ...]:
    """The ACL of a new node."""
    if path == "/consumers":
        return OPEN_ACL
    return (CREATOR_ALL,) if path.startswith(SENSITIVE) else (CREATOR_ALL, WORLD_READ)


def open_acl(_path: str) -> tuple[Acl, ...]:
    """The ACL of a new node where nothing is protected."""
    return OPEN_ACL
