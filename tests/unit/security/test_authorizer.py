"""What an authorizer decides, against the rules written down plainly, and what it must not remember."""

from __future__ import annotations

import logging

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kavka.broker.security.authorizer import (
    DECISIONS_MAX,
    REMEMBERED_NAME_CHARS_MAX,
    UNREADABLE,
    Authorizer,
    parse_super_users,
)
from kavka.broker.security.principal import ANONYMOUS, KafkaPrincipal
from kavka.common.acls import (
    CLUSTER_NAME,
    AclBinding,
    AclEntry,
    AclFilter,
    AclOperation,
    PatternType,
    PermissionType,
    ResourcePattern,
    ResourceType,
)
from kavka.common.steps import at_once

ALICE, BOB = KafkaPrincipal("User", "alice"), KafkaPrincipal("User", "bob")
HOST, ELSEWHERE = "10.0.0.9", "10.0.0.10"
TOPIC, GROUP = ResourceType.TOPIC, ResourceType.GROUP
READ, WRITE, DESCRIBE, ALL = AclOperation.READ, AclOperation.WRITE, AclOperation.DESCRIBE, AclOperation.ALL
ALLOW, DENY = PermissionType.ALLOW, PermissionType.DENY
PREFIXED = PatternType.PREFIXED


def acl(name, operation, *, who="User:alice", host="*", permission=ALLOW, kind=TOPIC, pattern_type=PatternType.LITERAL):
    return AclBinding(ResourcePattern(kind, name, pattern_type), AclEntry(who, host, operation, permission))


def with_acls(*bindings, **settings):
    authorizer = Authorizer(**settings)
    stored = {}
    for pattern, entry in bindings:
        stored[pattern] = stored.get(pattern, frozenset()) | {entry}
    authorizer.replace(stored)
    return authorizer


def may(authorizer, operation, name="pay", *, principal=ALICE, host=HOST, kind=TOPIC):
    return authorizer.is_allowed(principal, host, operation, kind, name)


@pytest.mark.parametrize(
    ("bindings", "operation", "name", "expected"),
    [
        ([], READ, "pay", False),
        ([acl("pay", READ)], READ, "pay", True),
        ([acl("pay", READ)], READ, "payments", False),
        ([acl("pay", READ)], WRITE, "pay", False),
        ([acl("pay", ALL)], WRITE, "pay", True),
        ([acl("pay", READ, who="User:*")], READ, "pay", True),
        ([acl("pay", READ, who="User:bob")], READ, "pay", False),
        ([acl("pay", READ, host=HOST)], READ, "pay", True),
        ([acl("pay", READ, host=ELSEWHERE)], READ, "pay", False),
        ([acl("*", READ)], READ, "pay", True),
        ([acl("*", READ, pattern_type=PREFIXED)], READ, "pay", False),
        ([acl("pa", READ, pattern_type=PREFIXED)], READ, "pay", True),
        ([acl("pay", READ, pattern_type=PREFIXED)], READ, "pay", True),
        ([acl("pays", READ, pattern_type=PREFIXED)], READ, "pay", False),
        ([acl("pay", READ, kind=GROUP)], READ, "pay", False),
        ([acl("pay", READ), acl("pay", READ, permission=DENY)], READ, "pay", False),
        ([acl("pay", READ), acl("p", READ, permission=DENY, pattern_type=PREFIXED)], READ, "pay", False),
        ([acl("pay", READ), acl("*", ALL, permission=DENY, who="User:*")], READ, "pay", False),
        ([acl("pay", ALL), acl("pay", WRITE, permission=DENY)], READ, "pay", True),
        ([acl("pay", READ), acl("pay", READ, permission=DENY, host=ELSEWHERE)], READ, "pay", True),
    ],
)
def test_what_acls_say(bindings, operation, name, expected):
    assert may(with_acls(*bindings), operation, name) is expected


@pytest.mark.parametrize("operation", [READ, WRITE, AclOperation.DELETE, AclOperation.ALTER])
def test_who_may_do_something_with_a_thing_may_describe_it(operation):
    assert may(with_acls(acl("pay", operation)), DESCRIBE)
    assert may(with_acls(acl("pay", AclOperation.ALTER_CONFIGS)), AclOperation.DESCRIBE_CONFIGS)


def test_creating_implies_nothing_and_denying_denies_no_more_than_it_says():
    assert not may(with_acls(acl("pay", AclOperation.CREATE)), DESCRIBE)
    assert not may(with_acls(acl("pay", READ)), AclOperation.DESCRIBE_CONFIGS)
    assert may(with_acls(acl("pay", DESCRIBE), acl("pay", READ, permission=DENY)), DESCRIBE)
    assert not may(with_acls(acl("pay", READ), acl("pay", DESCRIBE, permission=DENY)), DESCRIBE)


def test_a_super_user_may_everything_also_by_a_token():
    authorizer = with_acls(acl("pay", ALL, permission=DENY, who="User:*"), super_users=parse_super_users("User:alice"))
    assert may(authorizer, READ)
    assert may(authorizer, READ, principal=KafkaPrincipal("User", "alice", is_token=True))
    assert not may(authorizer, READ, principal=KafkaPrincipal("Group", "alice"))
    assert not may(authorizer, READ, principal=BOB)


def test_names_of_certificates_are_super_users():
    assert parse_super_users(" User:CN=a,O=b ;User:x:y; ") == {"User:CN=a,O=b", "User:x:y"}
    assert parse_super_users("") == frozenset()
    with pytest.raises(ValueError, match="alice"):
        parse_super_users("User:bob;alice")


def test_what_no_acl_concerns_is_open_only_where_that_is_said():
    settings = {"allows_without_acl": True}
    assert may(with_acls(**settings), READ)
    assert may(with_acls(acl("other", READ, who="User:bob"), **settings), READ)
    assert not may(with_acls(acl("pay", WRITE, who="User:bob"), **settings), READ)
    assert not may(with_acls(acl("*", WRITE, who="User:bob"), **settings), READ)
    assert not may(with_acls(acl("p", WRITE, who="User:bob", pattern_type=PREFIXED), **settings), READ)


def test_an_address_is_the_same_however_it_is_written():
    authorizer = with_acls(acl("pay", READ, host="0:0:0:0:0:0:0:1"), acl("pay", WRITE, host="not an address"))
    assert may(authorizer, READ, host="::1")
    assert not may(authorizer, WRITE, host="::1")
    assert not may(authorizer, READ, host="::2")


def test_acls_that_nobody_can_read_keep_everybody_out_but_super_users():
    authorizer = Authorizer(super_users=["User:bob"], allows_without_acl=True)
    authorizer.replace({ResourcePattern(TOPIC, "pay"): UNREADABLE})
    assert not may(authorizer, READ)
    assert may(authorizer, READ, principal=BOB)
    assert may(authorizer, READ, "other")


def test_the_bits_are_those_of_what_one_may():
    authorizer = with_acls(acl("pay", READ), acl(CLUSTER_NAME, AclOperation.CREATE, kind=ResourceType.CLUSTER))
    assert authorizer.operations(ALICE, HOST, TOPIC, "pay") == 1 << READ | 1 << DESCRIBE
    assert authorizer.operations(ALICE, HOST, ResourceType.CLUSTER, CLUSTER_NAME) == 1 << AclOperation.CREATE
    assert authorizer.operations(BOB, HOST, TOPIC, "pay") == 0


@pytest.mark.parametrize(
    ("bindings", "expected"),
    [
        ([], False),
        ([acl("pay", WRITE)], True),
        ([acl("pay", READ)], False),
        ([acl("pay", WRITE, who="User:bob")], False),
        ([acl("pay", WRITE, host=ELSEWHERE)], False),
        ([acl("pay", WRITE, kind=GROUP)], False),
        ([acl("pay", WRITE), acl("pay", WRITE, permission=DENY)], False),
        ([acl("pay", WRITE), acl("other", WRITE, permission=DENY)], True),
        ([acl("pay", WRITE), acl("*", WRITE, permission=DENY)], False),
        ([acl("pay", WRITE), acl("pa", ALL, permission=DENY, pattern_type=PREFIXED)], False),
        ([acl("*", WRITE), acl("pa", ALL, permission=DENY, pattern_type=PREFIXED)], True),
        ([acl("pay", WRITE, pattern_type=PREFIXED), acl("p", WRITE, permission=DENY, pattern_type=PREFIXED)], False),
        ([acl("p", WRITE, pattern_type=PREFIXED), acl("pay", WRITE, permission=DENY, pattern_type=PREFIXED)], True),
        ([acl("p", WRITE, pattern_type=PREFIXED), acl("p", WRITE, permission=DENY)], True),
    ],
)
def test_whether_anything_may_be_written_at_all(bindings, expected):
    assert at_once(with_acls(*bindings).is_allowed_somewhere(ALICE, HOST, WRITE, TOPIC)) is expected


def test_anything_at_all_for_super_users_and_open_clusters():
    assert at_once(with_acls(super_users=["User:alice"]).is_allowed_somewhere(ALICE, HOST, WRITE, TOPIC))
    open_to_all = with_acls(acl("pay", READ, who="User:bob"), allows_without_acl=True)
    assert at_once(open_to_all.is_allowed_somewhere(ALICE, HOST, WRITE, TOPIC))
    shut = with_acls(acl("*", WRITE, permission=DENY), allows_without_acl=True)
    assert not at_once(shut.is_allowed_somewhere(ALICE, HOST, WRITE, TOPIC))


def test_a_refusal_is_told_once_and_only_where_it_was_asked_for(caplog):
    caplog.set_level(logging.INFO)
    authorizer = with_acls()
    authorizer.is_allowed(BOB, HOST, READ, TOPIC, "pay", is_logged=False)
    assert not caplog.records
    for _ in range(3):
        may(authorizer, READ)
    assert [record.getMessage() for record in caplog.records] == ["User:alice at 10.0.0.9 may not READ TOPIC pay"]


def test_nobody_can_fill_the_memory_with_questions():
    authorizer = with_acls(acl("pay", READ))
    for number in range(DECISIONS_MAX + 10):
        authorizer.is_allowed(ALICE, HOST, READ, GROUP, str(number), is_logged=False)
    assert authorizer.remembered == 10
    long_name = "g" * (REMEMBERED_NAME_CHARS_MAX + 1)
    assert not may(authorizer, READ, long_name, kind=GROUP)
    assert authorizer.remembered == 10


# ---- against a model -----------------------------------------------------------------------------------------------

NAMES = ["a", "ab", "abc", "b", "*"]
OPERATIONS = [READ, WRITE, DESCRIBE, ALL, AclOperation.ALTER_CONFIGS]
PATTERNS = st.builds(ResourcePattern, st.just(TOPIC), st.sampled_from(NAMES), st.sampled_from(list(PatternType)[3:]))
ENTRIES = st.builds(
    AclEntry,
    st.sampled_from(["User:alice", "User:bob", "User:*"]),
    st.sampled_from([HOST, ELSEWHERE, "*"]),
    st.sampled_from(OPERATIONS),
    st.sampled_from([ALLOW, DENY]),
)
BINDINGS = st.builds(AclBinding, PATTERNS, ENTRIES)
QUESTIONS = [
    (principal, host, operation, name)
    for principal in (ALICE, ANONYMOUS)
    for host in (HOST, ELSEWHERE)
    for operation in (READ, WRITE, DESCRIBE, AclOperation.DESCRIBE_CONFIGS)
    for name in ("a", "ab", "abcd", "b", "c", "*")
]
IMPLIED = {DESCRIBE: {READ, WRITE, AclOperation.DELETE, AclOperation.ALTER}}
IMPLIED[AclOperation.DESCRIBE_CONFIGS] = {AclOperation.ALTER_CONFIGS}


def plainly(stored: set[AclBinding], allows_without_acl, principal, host, operation, name):
    """Kafka's rules, one line each, over a plain set."""
    concerned = [
        entry
        for pattern, entry in stored
        if (pattern.name in (name, "*") and pattern.pattern_type is PatternType.LITERAL)
        or (name.startswith(pattern.name) and pattern.pattern_type is PREFIXED)
    ]
    if not concerned:
        return allows_without_acl
    mine = [entry for entry in concerned if entry.principal in (str(principal), "User:*") and entry.host in (host, "*")]
    denied = {entry.operation for entry in mine if entry.permission is DENY}
    allowed = {entry.operation for entry in mine if entry.permission is ALLOW}
    if denied & {operation, ALL}:
        return False
    return bool(allowed & ({operation, ALL} | IMPLIED.get(operation, set())))


@pytest.mark.slow
@hypothesis.settings(deadline=None)  # a busy machine is no mistake of ours
@given(changes=st.lists(st.tuples(st.booleans(), BINDINGS), max_size=12), is_open=st.booleans())
def test_cve_2024_27309_decisions_follow_from_what_is_stored_whatever_came_before(changes, is_open):
    """Added and removed in any order, asked in between: the same as an authorizer that has only ever seen the rest."""
    authorizer = Authorizer(allows_without_acl=is_open)
    stored: set[AclBinding] = set()
    for is_added, binding in changes:
        if is_added:
            stored.add(binding)
        else:
            stored = {kept for kept in stored if kept.pattern != binding.pattern}
        authorizer.update(binding.pattern, frozenset(e for pattern, e in stored if pattern == binding.pattern))
        fresh = with_acls(*stored, allows_without_acl=is_open)
        for principal, host, operation, name in QUESTIONS:
            expected = plainly(stored, is_open, principal, host, operation, name)
            assert authorizer.is_allowed(principal, host, operation, TOPIC, name, is_logged=False) is expected
        for operation in (READ, WRITE):
            asked = (ALICE, HOST, operation, TOPIC)
            somewhere = [at_once(each.is_allowed_somewhere(*asked)) for each in (authorizer, fresh)]
            assert somewhere[0] is somewhere[1]
    assert at_once(authorizer.acls(AclFilter())) == sorted(stored)
