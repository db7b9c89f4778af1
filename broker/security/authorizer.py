"""Decides what a principal may do: Kafka's rules over the ACLs that are stored, in memory, without I/O.

    super users                           everything
    no ACL concerns the resource          what allow.everyone.if.no.acl.found says
    some ACL denies it                    no, whatever others allow
    some ACL allows it, or implies it     yes
    otherwise                             no

An ACL concerns a resource when it is of its type and its name is the resource's, is `*`, or is a prefix of it. READ,
WRITE, DELETE and ALTER imply DESCRIBE, ALTER_CONFIGS implies DESCRIBE_CONFIGS, where they are allowed; denying READ
denies READ alone.

What was decided is remembered until any ACL changes: a repeated decision costs one look into a dict. The
whole state is a function of the stored set, nothing is carried over from one change to the next (CVE-2024-27309).
Not here: storing (`acl_store`), hearing of changes (`acl_changes`), which API asks what (`broker.authorization`).
"""

from __future__ import annotations

import ipaddress
import logging
from bisect import insort
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Final

from kavka.common.acls import (
    SUPPORTED_OPERATIONS,
    WILDCARD,
    WILDCARD_PRINCIPAL,
    AclBinding,
    AclEntry,
    AclFilter,
    AclOperation,
    PatternType,
    PermissionType,
    ResourcePattern,
    ResourceType,
)
from kavka.common.steps import Steps, in_order

if TYPE_CHECKING:
    from kavka.broker.security.principal import KafkaPrincipal

_log = logging.getLogger(__name__)

DECISIONS_MAX: Final = 16_384
"""Remembered decisions; one more and all are forgotten: they come back as they are asked for."""

REMEMBERED_NAME_CHARS_MAX: Final = 256
"""Longer names (a group's may have 32,767 characters) are decided each time: they cannot fill memory."""

SCANNED_ENTRIES_MAX: Final = 32
"""ACLs of one pattern that are looked through for a decision; where there are more, those of a principal."""

_KINDS_BITS: Final = 3
_TABLES: Final = (max(AclOperation) + 1) << _KINDS_BITS
_ANY_NAME: Final = None
"""In the place of a name: whether some resource of the type is allowed."""

_IMPLIED_BY: Final = {
    AclOperation.DESCRIBE: (AclOperation.READ, AclOperation.WRITE, AclOperation.DELETE, AclOperation.ALTER),
    AclOperation.DESCRIBE_CONFIGS: (AclOperation.ALTER_CONFIGS,),
}

_Decisions = dict[tuple["KafkaPrincipal", str, str | None], bool]
_Acls = Mapping[ResourcePattern, frozenset[AclEntry]]
_NO_ENTRIES: Final[frozenset[AclEntry]] = frozenset()

UNREADABLE: Final = frozenset(
    {AclEntry(WILDCARD_PRINCIPAL, WILDCARD, AclOperation.ALL, PermissionType.DENY)},
)
"""What stands for ACLs that cannot be read: among them may be what denies, so only super users get through."""


class Authorizer:
    """One broker's knowledge of all ACLs.

    Args:
        super_users: who may do everything, as `User:name`.
        allows_without_acl: whether what no ACL concerns is allowed to every principal.

    Attributes:
        generation: another number whenever any ACL has changed.
    """

    __slots__ = (
        "_allows_without_acl",
        "_by_principal",
        "_decided",
        "_decisions",
        "_prefix_counts",
        "_prefix_lengths",
        "_stored",
        "_super_users",
        "generation",
    )

    def __init__(self, *, super_users: Iterable[str] = (), allows_without_acl: bool = False) -> None:
        self._super_users = frozenset(super_users)
        self._allows_without_acl = allows_without_acl
        self._stored: dict[ResourcePattern, frozenset[AclEntry]] = {}
        # By principal only where a pattern has many: most have a few, and there may be a hundred thousand patterns.
        self._by_principal: dict[ResourcePattern, dict[str, list[AclEntry]]] = {}
        self._prefix_lengths: dict[ResourceType, list[int]] = {}
        self._prefix_counts: Counter[tuple[ResourceType, int]] = Counter()
        self.generation = 0
        # One dict for each operation and type: their numbers cost nothing to look up by, their enums' hash does.
        self._decided: list[_Decisions] = [{} for _ in range(_TABLES)]
        self._decisions = 0

    # ---- what is stored -------------------------------------------------------------------------------------------

    def replace(self, stored: _Acls) -> None:
        """Replaces all ACLs by the stored ones."""
        self._stored = {}
        self._by_principal = {}
        self._prefix_lengths = {}
        self._prefix_counts = Counter()
        for pattern, entries in stored.items():
            self._put(pattern, entries)
        self._changed()

    def update(self, pattern: ResourcePattern, entries: frozenset[AclEntry]) -> None:
        """Replaces one pattern's ACLs by the stored ones; nothing: it has no ACLs."""
        self._put(pattern, entries)
        self._changed()

    def _put(self, pattern: ResourcePattern, entries: frozenset[AclEntry]) -> None:
        was_there = pattern in self._stored
        self._by_principal.pop(pattern, None)
        if entries:
            self._stored[pattern] = entries
        else:
            self._stored.pop(pattern, None)
        if len(entries) > SCANNED_ENTRIES_MAX:
            by_principal = self._by_principal[pattern] = {}
            for entry in entries:
                by_principal.setdefault(entry.principal, []).append(entry)
        if pattern.pattern_type is PatternType.PREFIXED and was_there != bool(entries):
            self._count_prefix(pattern, 1 if entries else -1)

    def _count_prefix(self, pattern: ResourcePattern, change: int) -> None:
        """Keeps the lengths that prefixes of a type have, ascending."""
        kind, length = pattern.resource_type, len(pattern.name)
        self._prefix_counts[kind, length] += change
        lengths = self._prefix_lengths.setdefault(kind, [])
        if change > 0 and self._prefix_counts[kind, length] == 1:
            insort(lengths, length)
        elif self._prefix_counts[kind, length] == 0:
            del self._prefix_counts[kind, length]
            lengths.remove(length)

    def acls(self, wanted: AclFilter) -> Steps[list[AclBinding]]:
        """Finds the ACLs that a filter matches, by pattern. Each pattern's are of the moment when it is looked at."""
        patterns = []
        for pattern in list(self._stored):
            if wanted.matches_pattern(pattern):
                patterns.append(pattern)
            yield
        found: list[AclBinding] = []
        for pattern in (yield from in_order(patterns)):
            entries = self._stored.get(pattern, _NO_ENTRIES)
            for entry in (yield from in_order(filter(wanted.matches_entry, entries))):
                found.append(AclBinding(pattern, entry))
                yield
        return found

    def patterns(self) -> list[ResourcePattern]:
        """Lists all resource patterns that have ACLs."""
        return list(self._stored)

    @property
    def remembered(self) -> int:
        """Returns the number of remembered decisions."""
        return self._decisions

    # ---- what follows ---------------------------------------------------------------------------------------------

    def is_super_user(self, principal: KafkaPrincipal) -> bool:
        """Tells whether a principal may do everything. One that came by a delegation token is its owner."""
        return f"{principal.principal_type}:{principal.name}" in self._super_users

    def is_allowed(
        self,
        principal: KafkaPrincipal,
        host: str,
        operation: AclOperation,
        resource_type: ResourceType,
        name: str,
        *,
        is_logged: bool = True,
    ) -> bool:
        """Tells whether a principal may perform an operation on a resource.

        Args:
            principal: who.
            host: from which address.
            operation: what.
            resource_type: with what kind of resource.
            name: with which one.
            is_logged: whether a refusal is worth a line: not where a list is only filtered.
        """
        decided = self._decided[operation << _KINDS_BITS | resource_type].get((principal, host, name))
        if decided is not None:
            return decided
        return self._decide(principal, host, operation, resource_type, name, is_logged)

    def is_allowed_somewhere(
        self, principal: KafkaPrincipal, host: str, operation: AclOperation, resource_type: ResourceType
    ) -> Steps[bool]:
        """Tells whether a principal may perform an operation on some resource of a type.

        The resource need not exist (KIP-679).

        It is decided by the ACLs that there are when it is asked, and remembered unless they change meanwhile.
        """
        decided = self.known_somewhere(principal, host, operation, resource_type)
        if decided is None:
            changes = self.generation
            decided = self.is_super_user(principal) or (
                yield from self._is_some_allowed(principal, host, operation, resource_type)
            )
            if changes == self.generation:
                self._remember(operation, resource_type, (principal, host, _ANY_NAME), decided)
        return decided

    def known_somewhere(
        self, principal: KafkaPrincipal, host: str, operation: AclOperation, resource_type: ResourceType
    ) -> bool | None:
        """Returns the remembered decision of `is_allowed_somewhere`.

        None: it has to be decided, by a look at all ACLs.
        """
        return self._decided[operation << _KINDS_BITS | resource_type].get((principal, host, _ANY_NAME))

    @property
    def pattern_count(self) -> int:
        """Returns the number of resource patterns that have ACLs."""
        return len(self._stored)

    def operations(self, principal: KafkaPrincipal, host: str, resource_type: ResourceType, name: str) -> int:
        """Returns the bits of a principal's permitted operations on a resource (KIP-430).

        Only the operations that its resource type supports.
        """
        return sum(
            1 << operation
            for operation in SUPPORTED_OPERATIONS[resource_type]
            if self.is_allowed(principal, host, operation, resource_type, name, is_logged=False)
        )

    # ---- deciding -------------------------------------------------------------------------------------------------

    def _decide(
        self,
        principal: KafkaPrincipal,
        host: str,
        operation: AclOperation,
        resource_type: ResourceType,
        name: str,
        is_logged: bool,
    ) -> bool:
        decided = self.is_super_user(principal) or self._acls_allow(principal, host, operation, resource_type, name)
        if not decided and is_logged:
            # Once for each refusal until an ACL changes, and not for each request: who is refused tries again.
            shown = name[:REMEMBERED_NAME_CHARS_MAX]
            _log.info("%s at %s may not %s %s %s", principal, host, operation.name, resource_type.name, shown)
            if operation is AclOperation.CLUSTER_ACTION:
                _log.warning("if %s at %s is a broker, it does not get in: put it in super.users", principal, host)
        if len(name) <= REMEMBERED_NAME_CHARS_MAX:
            self._remember(operation, resource_type, (principal, host, name), decided)
        return decided

    def _acls_allow(
        self, principal: KafkaPrincipal, host: str, operation: AclOperation, resource_type: ResourceType, name: str
    ) -> bool:
        concerned = self._concerned(resource_type, name)
        if not concerned:
            return self._allows_without_acl
        mine = [
            entry
            for pattern in concerned
            for entry in self._about(pattern, self._stored[pattern], principal)
            if _is_about(entry, principal, host)
        ]
        denied = (operation, AclOperation.ALL)
        if any(entry.permission is PermissionType.DENY and entry.operation in denied for entry in mine):
            return False
        allowed = (operation, AclOperation.ALL, *_IMPLIED_BY.get(operation, ()))
        return any(entry.permission is PermissionType.ALLOW and entry.operation in allowed for entry in mine)

    def _concerned(self, resource_type: ResourceType, name: str) -> list[ResourcePattern]:
        """Every pattern with ACLs that concerns a resource."""
        stored = self._stored
        found = [
            pattern for literal in {name, WILDCARD} if (pattern := ResourcePattern(resource_type, literal)) in stored
        ]
        # So many looks find all prefixes of a name.
        for length in self._prefix_lengths.get(resource_type, ()):
            if length > len(name):
                break
            pattern = ResourcePattern(resource_type, name[:length], PatternType.PREFIXED)
            if pattern in stored:
                found.append(pattern)
        return found

    def _about(
        self, pattern: ResourcePattern, entries: frozenset[AclEntry], principal: KafkaPrincipal
    ) -> Iterable[AclEntry]:
        """The entries of a pattern that may be about a principal: all of them where they are few."""
        by_principal = self._by_principal.get(pattern)
        if by_principal is None:
            return entries
        own = f"{principal.principal_type}:{principal.name}"
        return chain(by_principal.get(own, ()), by_principal.get(WILDCARD_PRINCIPAL, ()))

    def _is_some_allowed(
        self, principal: KafkaPrincipal, host: str, operation: AclOperation, resource_type: ResourceType
    ) -> Steps[bool]:
        """Kafka's authorizeByResourceType: is there an ACL that allows something which no other one denies whole?"""
        names: dict[tuple[PermissionType, PatternType], set[str]] = {}
        for pattern, entries in self._stored.copy().items():  # a copy takes a millisecond; pairs would take twenty
            yield
            if pattern.resource_type is not resource_type:
                continue
            for entry in entries:
                if entry.operation in (operation, AclOperation.ALL) and _is_about(entry, principal, host):
                    names.setdefault((entry.permission, pattern.pattern_type), set()).add(pattern.name)
        denied = names.get((PermissionType.DENY, PatternType.LITERAL), set())
        denied_prefixes = tuple(names.get((PermissionType.DENY, PatternType.PREFIXED), ()))
        if WILDCARD in denied:
            return False
        if self._allows_without_acl:
            return True
        prefixes = names.get((PermissionType.ALLOW, PatternType.PREFIXED), set())
        literals = names.get((PermissionType.ALLOW, PatternType.LITERAL), set())
        if WILDCARD in literals:
            return True
        for name in chain(prefixes, literals - denied):
            if not name.startswith(denied_prefixes):
                return True
            yield
        return False

    # ---- remembering ----------------------------------------------------------------------------------------------

    def _remember(
        self,
        operation: AclOperation,
        resource_type: ResourceType,
        key: tuple[KafkaPrincipal, str, str | None],
        decided: bool,
    ) -> None:
        if self._decisions >= DECISIONS_MAX:
            self._forget()
        self._decided[operation << _KINDS_BITS | resource_type][key] = decided
        self._decisions += 1

    def _changed(self) -> None:
        self.generation += 1
        self._forget()

    def _forget(self) -> None:
        for decided in self._decided:
            decided.clear()
        self._decisions = 0


def parse_super_users(text: str) -> frozenset[str]:
    """Parses `super.users`: principals between semicolons, since names of certificates have commas.

    Raises:
        ValueError: one of them is no `Type:name`.
    """
    users = [user.strip() for user in text.split(";") if user.strip()]
    for user in users:
        principal_type, colon, _ = user.partition(":")
        if not (colon and principal_type):
            raise ValueError(f"expected a principal like User:alice, got {user!r}")
    return frozenset(users)


def _is_about(entry: AclEntry, principal: KafkaPrincipal, host: str) -> bool:
    """Whether an ACL is about this principal at this host."""
    if entry.principal not in (f"{principal.principal_type}:{principal.name}", WILDCARD_PRINCIPAL):
        return False
    return entry.host in (WILDCARD, host) or (":" in host and _plain_host(entry.host) == _plain_host(host))


def _plain_host(host: str) -> str:
    """An IPv6 address in one way of many to write it: Java's differs from Python's."""
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return host
