"""Gives a broker its authorizer, where `authorizer.class.name` asks for one. A part of the composition root."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.security.principal import ANONYMOUS, USER_TYPE, KafkaPrincipal

if TYPE_CHECKING:
    from kavka.broker.assembly.cluster import Cluster
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.requests.dispatcher import GuardOf
    from kavka.broker.security.acl_changes import AclChanges
    from kavka.broker.security.acls import Acls
    from kavka.broker.security.authorizer import Authorizer

_log = logging.getLogger(__name__)

IPV4_LOOPBACK = "127.0.0.1"


class Authorization(NamedTuple):
    """Who may do what; without an authorizer everybody everything, and nothing is loaded or checked."""

    authorizer: Authorizer | None = None
    acls: Acls | None = None
    """The stored ACLs, for who may change them."""
    changes: AclChanges | None = None
    """Follows the changes, to be run."""
    guard_of: GuardOf | None = None
    """Says what stands before the handlers."""


async def assemble_authorization(cluster: Cluster, tools: Tools) -> Authorization:
    """Reads the ACLs, and builds the guard that stands before the handlers.

    Raises:
        ZkError: ZooKeeper cannot be asked.
    """
    identity = cluster.identity
    config, zk = identity.config(), identity.zk
    if not config.authorizer_class_name:
        return Authorization()
    # Nothing of this is on the startup path of a broker without an authorizer.
    from kavka.broker.authorization.authority import Authority
    from kavka.broker.authorization.rule import guard
    from kavka.broker.authorization.rules import RULES
    from kavka.broker.security.acl_changes import AclChanges
    from kavka.broker.security.acl_store import AclStore
    from kavka.broker.security.acls import Acls
    from kavka.broker.security.authorizer import Authorizer, parse_super_users

    authorizer = Authorizer(
        super_users=parse_super_users(config.super_users),
        allows_without_acl=config.allow_everyone_if_no_acl_found,
    )
    changes = AclChanges(zk, tools.clock, authorizer)
    await changes.start()
    for listener in sorted(config.brokers_listeners):
        _warn_of_brokers(authorizer, brokers_principal(config, listener))
    authority = Authority(
        authorizer, cluster.controller.requests, cluster.metadata, identity.config, tools.lanes.clients
    )
    return Authorization(
        authorizer,
        acls=Acls(
            authorizer, AclStore(zk, is_2_0=not config.protocol.is_at_least("2.4-IV0")), changes, ticks=tools.ticks
        ),
        changes=changes,
        guard_of=lambda api: guard(RULES.get(api), authority),
    )


def brokers_principal(config: BrokerConfig, listener: str) -> KafkaPrincipal | None:
    """Returns the principal of brokers on a listener; None where only a certificate or a token tells."""
    protocol = config.protocol_of(listener)
    if protocol == "PLAINTEXT":
        return ANONYMOUS
    mechanism = config.sasl_mechanism_inter_broker_protocol
    entry = config.of_listener(listener).of_mechanism(mechanism).sasl_jaas_config
    if not (protocol.startswith("SASL") and entry):
        return None
    from kavka.common.jaas import parse_jaas_for

    name = parse_jaas_for(mechanism, entry).get("username")
    return None if name is None else KafkaPrincipal(USER_TYPE, name)


def _warn_of_brokers(authorizer: Authorizer, principal: KafkaPrincipal | None) -> None:
    """Says so where brokers will not let each other in: no controller could speak to them."""
    from kavka.common.acls import CLUSTER_NAME, AclOperation, ResourceType

    if principal is None or authorizer.is_allowed(
        principal, IPV4_LOOPBACK, AclOperation.CLUSTER_ACTION, ResourceType.CLUSTER, CLUSTER_NAME, is_logged=False
    ):
        return
    _log.warning(
        "brokers reach each other as %s, who may not CLUSTER_ACTION on the cluster: no controller can speak to this "
        "broker until that is allowed; put the principal in super.users",
        principal,
    )
