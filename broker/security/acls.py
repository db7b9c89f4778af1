"""The ACLs as DescribeAcls, CreateAcls and DeleteAcls see them: listed, added, removed.

A change counts on this broker when the call returns; on others when they have heard of it, some milliseconds later.
One ACL's failure is its own; what is one pattern's is one write.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from kavka.broker.security.acl_changes import AclChanges
from kavka.broker.security.acl_store import AclStore
from kavka.broker.security.authorizer import Authorizer
from kavka.common.acls import AclBinding, AclEntry, AclFilter, PatternType, ResourcePattern, ResourceType
from kavka.common.pace import Pace
from kavka.common.steps import Steps
from kavka.protocol.errors import InvalidRequest, KafkaError, UnknownServerError, UnsupportedVersion
from kavka.zk.acl_znodes import acl_path
from kavka.zk.errors import ZkError
from kavka.zk.rules import validate_path
from kavka.zk.znodes import ZNodeError

Deleted = tuple[AclBinding, KafkaError | None]
"""An ACL that a filter means, and why it is still there."""


class Acls:
    """What is stored, for who may change it.

    Args:
        authorizer: what this broker knows.
        store: where it is written.
        changes: how it comes back.
        has_prefixes: whether every broker knows prefixed patterns (Kafka 2.0).
        ticks: a monotonic clock in nanoseconds.
    """

    __slots__ = ("_authorizer", "_changes", "_has_prefixes", "_store", "_ticks")

    def __init__(
        self,
        authorizer: Authorizer,
        store: AclStore,
        changes: AclChanges,
        *,
        ticks: Callable[[], int],
        has_prefixes: bool = True,
    ) -> None:
        self._authorizer = authorizer
        self._store = store
        self._changes = changes
        self._has_prefixes = has_prefixes
        self._ticks = ticks

    def find(self, wanted: AclFilter) -> Steps[list[AclBinding]]:
        """Finds the ACLs that a filter means, by pattern."""
        return self._authorizer.acls(wanted)

    async def create(self, bindings: Sequence[AclBinding]) -> list[KafkaError | None]:
        """Stores ACLs; one that is there already is fine.

        Returns:
            What went wrong with each, None where nothing did.
        """
        errors: list[KafkaError | None] = [self._refusal(binding) for binding in bindings]
        positions: dict[ResourcePattern, list[int]] = {}
        for position, binding in enumerate(bindings):
            if errors[position] is None:
                positions.setdefault(binding.pattern, []).append(position)
        for pattern, of_pattern in positions.items():
            added = frozenset(bindings[position].entry for position in of_pattern)
            error = await self._change(pattern, added=added)
            for position in of_pattern:
                errors[position] = error
        if None in errors:
            await self._changes.settle()
        return errors

    async def delete(self, filters: Sequence[AclFilter]) -> list[list[Deleted]]:
        """Removes every ACL that a filter means.

        What others stored and this broker has not heard of yet is found where a filter names one resource.

        Returns:
            For each filter what it has removed; what two filters mean stands at the first.
        """
        results: list[list[Deleted]] = [[] for _ in filters]
        patterns = dict.fromkeys(self._authorizer.patterns())
        for wanted in filters:
            patterns.update(dict.fromkeys(_named_patterns(wanted)))
        is_changed = False
        pace = Pace(self._ticks)
        for pattern in patterns:
            if pace.is_due():
                await pace.breathe()
            matching = [(position, each) for position, each in enumerate(filters) if each.matches_pattern(pattern)]
            if not matching:
                continue
            removed: dict[AclEntry, int] = {}
            error = await self._change(pattern, matching=matching, removed=removed)
            is_changed = is_changed or (error is None and bool(removed))
            for entry, position in sorted(removed.items()):
                results[position].append((AclBinding(pattern, entry), error))
        if is_changed:
            await self._changes.settle()
        return results

    def _refusal(self, binding: AclBinding) -> KafkaError | None:
        problem = binding.problem()
        if problem is not None:
            return InvalidRequest(problem)
        try:
            validate_path(acl_path(binding.pattern))
        except ZkError as error:
            return InvalidRequest(f"ZooKeeper cannot keep ACLs of this name: {error}")
        if binding.pattern.pattern_type is PatternType.PREFIXED and not self._has_prefixes:
            return UnsupportedVersion("prefixed ACLs need inter.broker.protocol.version 2.0 or later on every broker")
        return None

    async def _change(
        self,
        pattern: ResourcePattern,
        *,
        added: frozenset[AclEntry] = frozenset(),
        matching: Sequence[tuple[int, AclFilter]] = (),
        removed: dict[AclEntry, int] | None = None,
    ) -> KafkaError | None:
        """One pattern's change; `removed` gets which filter has removed what."""

        def change(entries: frozenset[AclEntry]) -> frozenset[AclEntry]:
            if removed is None:
                return entries | added
            removed.clear()
            for entry in entries:
                for position, wanted in matching:
                    if wanted.matches_entry(entry):
                        removed[entry] = position
                        break
            return entries - removed.keys()

        try:
            await self._store.change(pattern, change)
        except KafkaError as error:
            return error
        except (ZkError, ZNodeError) as error:
            return UnknownServerError(f"the ACLs of {pattern} cannot be changed: {error}")
        return None


def _named_patterns(wanted: AclFilter) -> list[ResourcePattern]:
    """The patterns that a filter names outright, be they known here or not."""
    if wanted.name is None or "/" in wanted.name or wanted.resource_type <= ResourceType.ANY:
        return []
    found = []
    for pattern_type in (PatternType.LITERAL, PatternType.PREFIXED):
        pattern = ResourcePattern(wanted.resource_type, wanted.name, pattern_type)
        with contextlib.suppress(ZkError):  # no ACL can have that name
            validate_path(acl_path(pattern))
            if wanted.matches_pattern(pattern):
                found.append(pattern)
    return found
