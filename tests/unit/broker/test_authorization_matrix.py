"""API × version × missing right → error: our rules held against `authorization_rows`, and what answers must not tell.

The handlers here give the APIs' own error responses by a `handle` that does whatever it is let do, and
says so: what is judged is what reaches a handler, and what is answered to the rest.
"""

from __future__ import annotations

import asyncio
import inspect

import pytest

from kavka.broker.authorization.rule import guard
from kavka.broker.authorization.rules import RULES
from kavka.broker.requests.context import DEFERRED
from kavka.broker.requests.error_responses import error_response
from kavka.broker.requests.served_apis import HANDLERS
from kavka.broker.security.authorizer import Authorizer
from kavka.broker.security.principal import KafkaPrincipal
from kavka.common.acls import AclEntry, PermissionType, ResourcePattern, ResourceType
from kavka.protocol.api_keys import BEYOND_3_9, PROFILES, ApiKey
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.errors import ErrorCode, KafkaError
from kavka.protocol.message import Part
from tests.support.broker.authorization_rows import FILTERED, HANDLED, MINE, ROWS, THEIRS, UNASKED
from tests.support.broker.fakes import RecordingChannel, config, context, peer, services, tell, topic_id
from tests.support.broker.guarded import authority_of, guarded
from tests.support.broker.parts import load_handler

ALICE = KafkaPrincipal("User", "alice")
NAMES = ("name", "topic", "topic_name", "group_id", "transactional_id", "key", "resource_name")
IDS = {topic_id(name): name for name in (MINE, THEIRS)}
TOPIC_NEED = ResourceType.TOPIC


def fine():
    """No error, for error responses: the answer to what was done."""
    error = KafkaError("fine")
    error.code = ErrorCode.NONE
    return error


class DoesEverything:
    """A handler that does what it gets, and remembers it."""

    def __init__(self, api):
        self.api = api
        self.real = load_handler(HANDLERS[api])
        self.got = None

    def __getattr__(self, name):
        return getattr(self.real, name)

    def handle(self, request, ctx):
        self.got = request
        return error_response(request, fine())


def rows():
    """Every row in every version of the profile that it is about."""
    for row in ROWS:
        if row.api not in HANDLERS:
            continue
        low, high = (PROFILES["3.9"] | BEYOND_3_9)[row.api]
        for version in range(max(low, row.versions[0]), min(high, row.versions[1]) + 1):
            yield pytest.param(row, version, id=f"{row}-v{version}")


def asks(rights):
    """An authorizer that allows alice exactly these."""
    authorizer = Authorizer()
    stored = {}
    for right in rights:
        pattern = ResourcePattern(right.resource_type, right.name)
        stored.setdefault(pattern, set()).add(AclEntry("User:alice", "*", right.operation, PermissionType.ALLOW))
    authorizer.replace({pattern: frozenset(entries) for pattern, entries in stored.items()})
    return authorizer


def ask(row, version, rights):
    """Sends the row's request through the guard; the handler and the answer as it arrives."""
    broker = services(config())
    tell(broker.metadata_cache, {MINE: 1, THEIRS: 1})
    broker.authorizer = asks(rights)
    request = row.make(version)
    request, before = (decode_message(type(request), version, encode_message(request, version)) for _ in range(2))
    handler = DoesEverything(row.api)
    channel = RecordingChannel(peer(principal=ALICE))
    ctx = context(version, channel)
    ctx.api_key = int(row.api)
    try:
        answer = guarded(RULES[row.api], handler)(request, ctx, broker)
        if inspect.isawaitable(answer):
            answer = asyncio.run(answer)
        assert answer is not DEFERRED
    except KafkaError as error:
        answer = error_response(request, error)
    ctx.respond(answer)
    assert request == before, "the guard edits a request"
    [answer] = channel.responses
    return handler, decode_message(type(answer), version, encode_message(answer, version))


def codes(part, name=None):
    """Every error code in an answer, by the name that it stands under."""
    if isinstance(part, list):
        for item in part:
            yield from codes(item, name)
    if not isinstance(part, Part):
        return
    for field in NAMES:
        name = getattr(part, field, None) or name if field in part.__slots__ else name
    name = IDS.get(getattr(part, "topic_id", b""), name)
    for field in part.__slots__:
        value = getattr(part, field)
        if field in ("error_code", "partition_error_code"):
            yield name, value
        else:
            yield from codes(value, name)


def of(answer, name):
    return {code for found, code in codes(answer) if found == name}


@pytest.mark.parametrize(("row", "version"), list(rows()))
def test_with_every_right_everything_of_mine_is_done_and_nothing_of_theirs(row, version):
    handler, answer = ask(row, version, row.needs)
    assert MINE in repr(handler.got) or not is_named(row, version)
    if is_list(row, version):
        [code] = set(row.needs.values()) - {0} if len(row.needs) == 1 else [list(row.needs.values())[-1]]
        assert THEIRS not in repr(handler.got)
        assert of(answer, MINE) <= {0}
        assert of(answer, THEIRS) == {code}
    else:
        assert {code for _, code in codes(answer)} <= {0}


@pytest.mark.parametrize(("row", "version"), list(rows()))
def test_a_right_that_lacks_is_the_answer(row, version):
    for missing, code in row.needs.items():
        rights = [right for right in row.needs if right != missing]
        handler, answer = ask(row, version, rights)
        found = of(answer, MINE) if is_list(row, version) and of(answer, MINE) else {each for _, each in codes(answer)}
        assert found - {0} == {code}, missing
        assert MINE not in repr(handler.got) or missing.resource_type is TOPIC_NEED or is_list(row, version)
        if handler.got is not None:  # then only for what is not refused
            assert_refused(row, handler.got, missing)


@pytest.mark.parametrize(("row", "version"), list(rows()))
def test_with_no_right_at_all_the_first_that_kafka_asks_is_the_answer(row, version):
    handler, answer = ask(row, version, [])
    first = next(iter(row.needs.values()))
    assert {code for _, code in codes(answer)} - {0} == {first}
    assert handler.got is None or (MINE not in repr(handler.got) and THEIRS not in repr(handler.got))


@pytest.mark.parametrize(
    ("row", "version"), [each for each in rows() if each.values[0].also], ids=lambda value: str(value)
)
def test_what_is_as_good_as_a_right_is_as_good(row, version):
    for needed, other in row.also.items():
        handler, answer = ask(row, version, [other if right == needed else right for right in row.needs])
        assert handler.got is not None
        assert {code for _, code in codes(answer)} <= {0}


def is_list(row, version):
    """Whether this version judges one by one: FindCoordinator has one key before version 4."""
    return row.lists and not (row.api is ApiKey.FIND_COORDINATOR and version < 4)


def is_named(row, version):
    return MINE in repr(row.make(version))


def assert_refused(row, request, missing):
    """What reached the handler does not hold what may not be done."""
    if missing.resource_type is ResourceType.TOPIC:
        topics = getattr(request, "topics", None) or getattr(request, "topic_data", None) or []
        groups = getattr(request, "groups", None) or []
        topics = [*topics, *(topic for group in groups if isinstance(group, Part) for topic in group.topics)]
        assert all(getattr(topic, "name", getattr(topic, "topic", topic)) != MINE for topic in topics)
    else:
        assert MINE not in repr(request)


# ---- the tables themselves -----------------------------------------------------------------------------------------


def test_every_api_that_is_served_has_a_rule_and_a_row():
    assert set(HANDLERS) <= set(RULES)
    assert set(HANDLERS) <= {row.api for row in ROWS} | UNASKED | FILTERED | HANDLED
    assert not {row.api for row in ROWS} & (UNASKED | FILTERED)


def test_an_api_without_a_rule_is_closed():
    handler = DoesEverything(ApiKey.HEARTBEAT)
    broker = services()
    broker.authorizer = Authorizer(super_users=["User:alice"])
    with pytest.raises(KafkaError) as refused:
        guarded(None, handler)(None, context(0, principal=ALICE), broker)
    assert refused.value.code == ErrorCode.CLUSTER_AUTHORIZATION_FAILED
    assert handler.got is None


@pytest.mark.parametrize("api", sorted(UNASKED & set(HANDLERS)))
def test_what_nobody_needs_a_right_for_is_not_even_wrapped(api):
    assert guard(RULES[api], authority_of(services())) is None
