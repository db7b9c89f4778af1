"""Whose quota it is: users, client ids, both, addresses, and what holds for those that have none of their own.

    znode                                      counted as            which of them holds: the first that there is
    /config/users/<user>/clients/<client>      (user, client)   1
    /config/users/<user>/clients/<default>     (user, client)   2    each client of that user alone
    /config/users/<user>                       (user, "")       3    all clients of that user together
    /config/users/<default>/clients/<client>   (user, client)   4
    /config/users/<default>/clients/<default>  (user, client)   5
    /config/users/<default>                    (user, "")       6    each user alone
    /config/clients/<client>                   ("", client)     7    whoever calls itself so, all users together
    /config/clients/<default>                  ("", client)     8    each client id alone
    quota.producer.default, .consumer.default  ("", client)     9    2.0 only

The order is KIP-55's (ClientQuotaManager.DefaultQuotaCallback). Names in paths are encoded (`sanitized`), since a user
may be called `CN=a/b`; a client that calls itself `<default>` is therefore not everybody. Not here: numbers, rates.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from kavka.zk.paths import DEFAULT_ENTITY
from kavka.zk.sanitizer import desanitized, sanitized

USERS: Final = "users"
CLIENTS: Final = "clients"
IPS: Final = "ips"
ENTITY_TYPES: Final = (USERS, CLIENTS, IPS)
"""The directories under /config that hold quotas."""


class Default:
    """The type of `DEFAULT`, which stands where a name would: everybody without an entry of his own."""

    __slots__ = ()

    def __repr__(self) -> str:
        return DEFAULT_ENTITY


DEFAULT: Final = Default()

Name = str | Default | None
"""A name as people write it, everybody's default, or None: this part is not said."""


class QuotaEntity(NamedTuple):
    """Who has a quota; at least one part is said, and an address stands alone."""

    user: Name = None
    client_id: Name = None
    ip: Name = None

    @property
    def entity_type(self) -> str:
        """Names the entity's directory under /config."""
        if self.ip is not None:
            return IPS
        return CLIENTS if self.user is None else USERS

    @property
    def path(self) -> str:
        """Returns the entity's node path below that directory."""
        if self.ip is not None:
            return node_name(self.ip)
        if self.user is None:
            return node_name(self.client_id)
        return node_name(self.user) if self.client_id is None else child_path(self.user, self.client_id)


def node_name(name: Name) -> str:
    """Encodes a part of an entity as a znode's name."""
    assert name is not None
    return DEFAULT_ENTITY if isinstance(name, Default) else sanitized(name)


def name_of(node: str) -> str | Default:
    """Decodes the part of an entity from a znode's name."""
    return DEFAULT if node == DEFAULT_ENTITY else desanitized(node)


def child_path(user: Name, client_id: Name) -> str:
    """Returns the node path of a user's client, below /config/users."""
    return f"{node_name(user)}/{CLIENTS}/{node_name(client_id)}"


def entity_at(entity_type: str, path: str) -> QuotaEntity | None:
    """Returns the entity of /config/<entity_type>/<path>; None for a path of another kind."""
    parts = path.split("/")
    if entity_type == USERS and len(parts) == 1:
        return QuotaEntity(user=name_of(path))
    if entity_type == USERS and len(parts) == 3 and parts[1] == CLIENTS:
        return QuotaEntity(user=name_of(parts[0]), client_id=name_of(parts[2]))
    if entity_type == CLIENTS and len(parts) == 1:
        return QuotaEntity(client_id=name_of(path))
    if entity_type == IPS and len(parts) == 1:
        return QuotaEntity(ip=name_of(path))
    return None


class Applicable(NamedTuple):
    """The quota that holds for a client.

    Attributes:
        counted_as: user and client id that share it; an empty one: all of them.
        limit: the number.
    """

    counted_as: tuple[str, str]
    limit: float


Limits = Mapping[tuple[Name, Name], float]
"""(user, client id) → limit."""


def applicable(limits: Limits, user: str, client_id: str) -> Applicable | None:
    """Returns the quota that applies to a user's client, or None.

    A client without an id has no share of what is set for client ids, as in Kafka.
    """
    both, by_user, by_client = (user, client_id), (user, ""), ("", client_id)
    ordered: tuple[tuple[tuple[Name, Name], tuple[str, str], bool], ...] = (
        ((user, client_id), both, bool(client_id)),
        ((user, DEFAULT), both, bool(client_id)),
        ((user, None), by_user, True),
        ((DEFAULT, client_id), both, bool(client_id)),
        ((DEFAULT, DEFAULT), both, bool(client_id)),
        ((DEFAULT, None), by_user, True),
        ((None, client_id), by_client, bool(client_id)),
        ((None, DEFAULT), by_client, bool(client_id)),
    )
    for entity, counted_as, is_open in ordered:
        if is_open and (limit := limits.get(entity)) is not None:
            return Applicable(counted_as, limit)
    return None
