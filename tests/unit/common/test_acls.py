"""Which ACLs a filter matches: Kafka's ResourcePatternFilter and AccessControlEntryFilter, case by case."""

from __future__ import annotations

import pytest

from kavka.common.acls import (
    AclBinding,
    AclEntry,
    AclFilter,
    AclOperation,
    PatternType,
    PermissionType,
    ResourcePattern,
    ResourceType,
)

TOPIC, GROUP = ResourceType.TOPIC, ResourceType.GROUP
LITERAL, PREFIXED, MATCH, ANY = PatternType.LITERAL, PatternType.PREFIXED, PatternType.MATCH, PatternType.ANY
ENTRY = AclEntry("User:alice", "*", AclOperation.READ, PermissionType.ALLOW)


@pytest.mark.parametrize(
    ("wanted", "pattern", "matches"),
    [
        (AclFilter(), ResourcePattern(TOPIC, "t", LITERAL), True),
        (AclFilter(resource_type=GROUP), ResourcePattern(TOPIC, "t", LITERAL), False),
        (AclFilter(resource_type=TOPIC, name="t"), ResourcePattern(TOPIC, "t", LITERAL), True),
        (AclFilter(name="t", pattern_type=LITERAL), ResourcePattern(TOPIC, "t", PREFIXED), False),
        (AclFilter(name="t", pattern_type=ANY), ResourcePattern(TOPIC, "t", PREFIXED), True),
        (AclFilter(name="te", pattern_type=ANY), ResourcePattern(TOPIC, "t", PREFIXED), False),
        (AclFilter(name="test", pattern_type=MATCH), ResourcePattern(TOPIC, "te", PREFIXED), True),
        (AclFilter(name="te", pattern_type=MATCH), ResourcePattern(TOPIC, "test", PREFIXED), False),
        (AclFilter(name="t", pattern_type=MATCH), ResourcePattern(TOPIC, "*", LITERAL), True),
        (AclFilter(name="t", pattern_type=MATCH), ResourcePattern(TOPIC, "t", LITERAL), True),
        (AclFilter(name="t", pattern_type=MATCH), ResourcePattern(TOPIC, "other", LITERAL), False),
        (AclFilter(pattern_type=MATCH), ResourcePattern(TOPIC, "other", LITERAL), True),
    ],
)
def test_patterns(wanted, pattern, matches):
    assert wanted.matches_pattern(pattern) is matches
    assert wanted.matches(AclBinding(pattern, ENTRY)) is matches


@pytest.mark.parametrize(
    ("wanted", "matches"),
    [
        (AclFilter(principal="User:alice"), True),
        (AclFilter(principal="User:bob"), False),
        (AclFilter(host="10.0.0.1"), False),
        (AclFilter(operation=AclOperation.READ, permission=PermissionType.ALLOW), True),
        (AclFilter(operation=AclOperation.WRITE), False),
        (AclFilter(permission=PermissionType.DENY), False),
    ],
)
def test_entries(wanted, matches):
    assert wanted.matches(AclBinding(ResourcePattern(TOPIC, "t", LITERAL), ENTRY)) is matches


def test_a_filter_from_a_later_kafka_is_unknown():
    assert AclFilter(operation=AclOperation(0)).is_unknown
    assert not AclFilter().is_unknown
