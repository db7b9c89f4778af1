"""ACLs in ZooKeeper: paths, bodies and change notifications, as Kafka has them (core/…/zk/ZkData.scala).

    /kafka-acl/<Type>/<name>                       ACLs of a literal name
    /kafka-acl-extended/prefixed/<Type>/<name>     ACLs of a prefix
    /kafka-acl-changes/acl_changes_ (S)            "TOPIC:<name>": the literal pattern's ACLs have changed
    /kafka-acl-extended-changes/acl_changes_ (S)   the same for a prefix, in JSON            S sequential

    body     {"version":1,"acls":[{"principal":"User:alice","permissionType":"Allow","operation":"Read","host":"*"}]}

A node without ACLs is deleted, so that one is there exactly when there are some. The type of a notification is the
enum's name since Kafka 2.4 (`TRANSACTIONAL_ID`), and the path's before (`TransactionalId`): each reads only its own, so
which one is written depends on the profile; both are read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kavka.common.acls import (
    RESOURCE_TYPES,
    AclEntry,
    AclOperation,
    PatternType,
    PermissionType,
    ResourcePattern,
    ResourceType,
    parse_name,
    pascal_name,
)
from kavka.zk.znodes import ZNodeError, decode_json, encode_json

LITERAL_ROOT: Final = "/kafka-acl"
PREFIXED_ROOT: Final = "/kafka-acl-extended/prefixed"
LITERAL_CHANGES: Final = "/kafka-acl-changes"
PREFIXED_CHANGES: Final = "/kafka-acl-extended-changes"
CHANGE_PREFIX: Final = "acl_changes_"

ROOTS: Final = {PatternType.LITERAL: LITERAL_ROOT, PatternType.PREFIXED: PREFIXED_ROOT}
CHANGES: Final = {PatternType.LITERAL: LITERAL_CHANGES, PatternType.PREFIXED: PREFIXED_CHANGES}

ACL_PATHS: Final = (
    *(
        f"{root}/{pascal_name(kind)}"
        for root in ROOTS.values()
        for kind in RESOURCE_TYPES
        if kind is not ResourceType.USER
    ),
    *CHANGES.values(),
)
"""An authorizer makes sure of these when it starts, parents included. The directory of users' ACLs comes with the
first of them: Kafka 2.0's tools do not start where there is a type of resource that they do not know."""

_VERSION: Final = 1


def acl_path(pattern: ResourcePattern) -> str:
    """Returns the path of the znode that holds a pattern's ACLs."""
    return f"{ROOTS[pattern.pattern_type]}/{pascal_name(pattern.resource_type)}/{pattern.name}"


def encode_acls(entries: Iterable[AclEntry]) -> bytes:
    """Encodes a set of ACLs as a znode's body, in a deterministic order."""
    return encode_json(
        {
            "version": _VERSION,
            "acls": [
                {
                    "principal": entry.principal,
                    "permissionType": pascal_name(entry.permission),
                    "operation": pascal_name(entry.operation),
                    "host": entry.host,
                }
                for entry in sorted(entries)
            ],
        }
    )


def decode_acls(data: bytes, what: str) -> frozenset[AclEntry]:
    """Decodes the ACLs in a znode's body; an empty body has none.

    Raises:
        ZNodeError: it is not what Kafka writes; guessing what may be done would be wrong either way.
    """
    if not data:
        return frozenset()
    body = decode_json(data, what)
    if body.get("version") != _VERSION:
        raise ZNodeError(f"{what}: version {body.get('version')!r} of ACLs is not known here")
    try:
        return frozenset(_entry(item) for item in body["acls"])
    except (KeyError, TypeError, AttributeError) as error:
        raise ZNodeError(f"{what}: unexpected content ({error!r}) in {data[:200]!r}") from error


def _entry(item: dict[str, str]) -> AclEntry:
    return AclEntry(
        item["principal"],
        item["host"],
        parse_name(AclOperation, item["operation"]),
        parse_name(PermissionType, item["permissionType"]),
    )


def encode_change(pattern: ResourcePattern, *, is_2_0: bool) -> bytes:
    """Encodes the notification that a pattern's ACLs have changed.

    Args:
        pattern: whose.
        is_2_0: whether brokers of before 2.4 shall read it.
    """
    kind = pascal_name(pattern.resource_type) if is_2_0 else pattern.resource_type.name
    if pattern.pattern_type is PatternType.LITERAL:
        return f"{kind}:{pattern.name}".encode()
    return encode_json(
        {"version": _VERSION, "resourceType": kind, "name": pattern.name, "patternType": pattern.pattern_type.name}
    )


def decode_change(data: bytes, pattern_type: PatternType) -> ResourcePattern:
    """Decodes the pattern whose ACLs have changed from a notification.

    Args:
        data: the notification.
        pattern_type: of the store that it stands in.

    Raises:
        ZNodeError: nobody can say.
    """
    what = f"an ACL change of {pattern_type.name.lower()} patterns"
    if pattern_type is PatternType.LITERAL:
        kind, colon, name = data.decode(errors="replace").partition(":")
    else:
        body = decode_json(data, what)
        kind, name, colon = str(body.get("resourceType")), body.get("name") or "", "in JSON"
    resource_type = parse_name(ResourceType, kind)
    if not (colon and name) or resource_type <= ResourceType.ANY:
        raise ZNodeError(f"{what}: unexpected content {data[:200]!r}")
    return ResourcePattern(resource_type, name, pattern_type)
