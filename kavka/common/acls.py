"""Who may do what with which resources, as values: one ACL, a filter of ACLs, and Kafka's names and numbers for both.

    AclBinding   principal, host, operation, permission ── on ── type of resource, name, how the name is meant
                 User:alice  *     READ       ALLOW             TOPIC             pay   PREFIXED

Shared by the broker, ZooKeeper's bodies, the bundled client and the command line. Not here: what follows from a set of
them (`broker.security.authorizer`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple, TypeVar

WILDCARD: Final = "*"
"""As a literal name: every resource of the type; as a host: every host."""

WILDCARD_PRINCIPAL: Final = "User:*"
"""Everybody, ANONYMOUS included."""

CLUSTER_NAME: Final = "kafka-cluster"
"""The only name that a CLUSTER resource has."""


class ResourceType(IntEnum):
    """What is protected; the numbers are the wire's."""

    UNKNOWN = 0
    ANY = 1
    TOPIC = 2
    GROUP = 3
    CLUSTER = 4
    TRANSACTIONAL_ID = 5
    DELEGATION_TOKEN = 6
    USER = 7


class PatternType(IntEnum):
    """How a resource's name is meant; ANY and MATCH only in filters."""

    UNKNOWN = 0
    ANY = 1
    MATCH = 2
    """Of a filter: every pattern that concerns the name, the wildcard and prefixes included."""
    LITERAL = 3
    PREFIXED = 4


class AclOperation(IntEnum):
    """What is done; the numbers are the wire's, and the bits of `authorized_operations` fields."""

    UNKNOWN = 0
    ANY = 1
    ALL = 2
    READ = 3
    WRITE = 4
    CREATE = 5
    DELETE = 6
    ALTER = 7
    DESCRIBE = 8
    CLUSTER_ACTION = 9
    DESCRIBE_CONFIGS = 10
    ALTER_CONFIGS = 11
    IDEMPOTENT_WRITE = 12
    CREATE_TOKENS = 13
    DESCRIBE_TOKENS = 14


class PermissionType(IntEnum):
    """What an ACL says about it."""

    UNKNOWN = 0
    ANY = 1
    DENY = 2
    ALLOW = 3


RESOURCE_TYPES: Final = tuple(kind for kind in ResourceType if kind > ResourceType.ANY)
"""The types that an ACL can be about."""

_FILTER_ONLY: Final = (PatternType.UNKNOWN, PatternType.ANY, PatternType.MATCH)

SUPPORTED_OPERATIONS: Final[dict[ResourceType, tuple[AclOperation, ...]]] = {
    ResourceType.TOPIC: (
        AclOperation.READ,
        AclOperation.WRITE,
        AclOperation.CREATE,
        AclOperation.DELETE,
        AclOperation.ALTER,
        AclOperation.DESCRIBE,
        AclOperation.DESCRIBE_CONFIGS,
        AclOperation.ALTER_CONFIGS,
    ),
    ResourceType.GROUP: (
        AclOperation.READ,
        AclOperation.DELETE,
        AclOperation.DESCRIBE,
        AclOperation.DESCRIBE_CONFIGS,
        AclOperation.ALTER_CONFIGS,
    ),
    ResourceType.CLUSTER: (
        AclOperation.CREATE,
        AclOperation.ALTER,
        AclOperation.DESCRIBE,
        AclOperation.CLUSTER_ACTION,
        AclOperation.DESCRIBE_CONFIGS,
        AclOperation.ALTER_CONFIGS,
        AclOperation.IDEMPOTENT_WRITE,
    ),
    ResourceType.TRANSACTIONAL_ID: (AclOperation.WRITE, AclOperation.DESCRIBE),
    ResourceType.DELEGATION_TOKEN: (AclOperation.DESCRIBE,),
    ResourceType.USER: (AclOperation.CREATE_TOKENS, AclOperation.DESCRIBE_TOKENS),
}
"""What one can do with a resource, and so what a bit field of authorized operations may show (AclEntry of Kafka 4)."""


class ResourcePattern(NamedTuple):
    """What an ACL is about."""

    resource_type: ResourceType
    name: str
    pattern_type: PatternType = PatternType.LITERAL

    def __str__(self) -> str:
        return f"{self.resource_type.name}:{self.pattern_type.name}:{self.name}"


class AclEntry(NamedTuple):
    """What an ACL says: whom it concerns, from where, doing what, and whether that is allowed.

    Attributes:
        principal: `User:alice`; WILDCARD_PRINCIPAL: everybody.
        host: an address; WILDCARD: every host.
    """

    principal: str
    host: str
    operation: AclOperation
    permission: PermissionType


class AclBinding(NamedTuple):
    """One ACL."""

    pattern: ResourcePattern
    entry: AclEntry

    def problem(self) -> str | None:
        """Returns the reason why the ACL cannot be stored, as a sentence, or None."""
        pattern, entry = self.pattern, self.entry
        if pattern.resource_type <= ResourceType.ANY:
            return f"an ACL needs a type of resource, not {pattern.resource_type.name}"
        if pattern.pattern_type in _FILTER_ONLY:
            return f"an ACL's pattern is LITERAL or PREFIXED, not {pattern.pattern_type.name}"
        if entry.operation <= AclOperation.ANY or entry.permission <= PermissionType.ANY:
            return "an ACL needs an operation, and to be allowed or denied"
        if pattern.resource_type is ResourceType.CLUSTER and pattern.name != CLUSTER_NAME:
            return f"The only valid name for the CLUSTER resource is {CLUSTER_NAME}"
        if not pattern.name:
            return "Invalid empty resource name"
        if "/" in pattern.name:
            return f"a resource's name cannot contain a slash: {pattern.name}"
        principal_type, colon, _ = entry.principal.partition(":")
        if not (colon and principal_type):
            return f"expected a principal like User:alice, got {entry.principal!r}"
        return None


class AclFilter(NamedTuple):
    """Which ACLs are meant: None, ANY (and MATCH, for patterns) leave something open."""

    resource_type: ResourceType = ResourceType.ANY
    name: str | None = None
    pattern_type: PatternType = PatternType.ANY
    principal: str | None = None
    host: str | None = None
    operation: AclOperation = AclOperation.ANY
    permission: PermissionType = PermissionType.ANY

    def matches_pattern(self, pattern: ResourcePattern) -> bool:
        """Tells whether the filter matches a resource pattern (Kafka's ResourcePatternFilter)."""
        if self.resource_type not in (ResourceType.ANY, pattern.resource_type):
            return False
        wanted = self.pattern_type
        if wanted not in (PatternType.ANY, PatternType.MATCH, pattern.pattern_type):
            return False
        if self.name is None:
            return True
        if wanted is not PatternType.MATCH:
            return self.name == pattern.name
        if pattern.pattern_type is PatternType.PREFIXED:
            return self.name.startswith(pattern.name)
        return pattern.name in (self.name, WILDCARD)

    def matches_entry(self, entry: AclEntry) -> bool:
        """Tells whether the filter matches an ACL's entry (Kafka's AccessControlEntryFilter)."""
        return (
            self.principal in (None, entry.principal)
            and self.host in (None, entry.host)
            and self.operation in (AclOperation.ANY, entry.operation)
            and self.permission in (PermissionType.ANY, entry.permission)
        )

    def matches(self, binding: AclBinding) -> bool:
        """Tells whether the filter matches an ACL."""
        return self.matches_pattern(binding.pattern) and self.matches_entry(binding.entry)

    @property
    def is_unknown(self) -> bool:
        """Tells whether a part of the filter is unknown here, from a later Kafka."""
        return 0 in (self.resource_type, self.pattern_type, self.operation, self.permission)


_Enum = TypeVar("_Enum", ResourceType, PatternType, AclOperation, PermissionType)


def pascal_name(value: ResourceType | AclOperation | PermissionType) -> str:
    """Returns an enum value's name in ZooKeeper's paths and bodies (Kafka's SecurityUtils).

    For example `TransactionalId`.
    """
    return "".join(word.capitalize() for word in value.name.split("_"))


def parse_name(kind: type[_Enum], text: str) -> _Enum:
    """Parses an enum value's name, in any case; UNKNOWN for any other name. Underscores and hyphens are ignored."""
    wanted = text.replace("_", "").replace("-", "").upper()
    for value in kind:
        if value.name.replace("_", "") == wanted:
            return value
    return kind(0)


def from_code(kind: type[_Enum], code: int) -> _Enum:
    """Returns the enum value of a wire code; UNKNOWN for a later Kafka's."""
    try:
        return kind(code)
    except ValueError:
        return kind(0)
