"""Delegation tokens: who may do what with one, how long it lives, what stands in ZooKeeper, and what does not."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json

import pytest

from kavka.broker.handlers import (
    create_delegation_token,
    describe_delegation_token,
    expire_delegation_token,
    renew_delegation_token,
)
from kavka.broker.security.principal import ANONYMOUS, KafkaPrincipal
from kavka.broker.security.tokens import DelegationTokens, TokenLimits
from kavka.protocol.codec import decode_message, encode_message
from kavka.protocol.errors import (
    DelegationTokenExpired,
    DelegationTokenNotFound,
    DelegationTokenOwnerMismatch,
    ErrorCode,
)
from kavka.protocol.messages import (
    CreateDelegationTokenRequest,
    DescribeDelegationTokenRequest,
    ExpireDelegationTokenRequest,
    RenewDelegationTokenRequest,
)
from kavka.protocol.sasl.scram_keys import SCRAM_SHA_256, salted_password, server_key
from kavka.timer.clock import ManualClock
from kavka.zk.fake import FakeZooKeeper
from kavka.zk.token_znodes import TOKEN_CHANGES, TokenZNode, token_path
from kavka.zk.znodes import ZNodeError
from tests.support.broker.fakes import config, context, services
from tests.support.broker.parts import handling

ALICE, BOB, EVE = (KafkaPrincipal("User", name) for name in ("alice", "bob", "eve"))
LIMITS = TokenLimits(lifetime_ms_max=10_000, expiry_ms=4_000, check_ms=1_000_000)


def counting():
    number = 0

    def random_bytes(count):
        nonlocal number
        number += 1
        return number.to_bytes(count, "big")

    return random_bytes


@contextlib.asynccontextmanager
async def brokers(count=1, *, is_controller=True):
    """So many brokers' tokens over one ZooKeeper."""
    clock = ManualClock()
    zookeeper = FakeZooKeeper(clock)
    made = []
    random_bytes = counting()
    async with asyncio.TaskGroup() as tasks:
        for _ in range(count):
            zk = zookeeper.client()
            await zk.start(1000)
            tokens = DelegationTokens(
                zk, clock, secret=b"key", limits=LIMITS, is_controller=lambda: is_controller, random_bytes=random_bytes
            )
            await tokens.start()
            made.append((tokens, zk, tasks.create_task(tokens.run())))
        yield clock, [tokens for tokens, _, _ in made]
        for _, zk, running in made:
            running.cancel()
            await zk.close()


async def until(condition):
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0)


async def test_a_token_is_known_to_every_broker_and_logs_in_as_its_owner():
    async with brokers(2) as (clock, (one, other)):
        token = await one.create(ALICE, ALICE, [BOB], -1)
        await until(lambda: list(other.all()))
        assert one.hmac_of(token.token_id) == other.hmac_of(token.token_id)
        login = other.login(SCRAM_SHA_256, token.token_id)
        assert (login.owner, login.expires_ms) == ("alice", clock.now_ms() + 4_000)
        password = base64.b64encode(one.hmac_of(token.token_id))
        salted = salted_password(SCRAM_SHA_256, password, login.credential.salt, login.credential.iterations)
        assert server_key(SCRAM_SHA_256, salted) == login.credential.server_key
        assert other.login(SCRAM_SHA_256, "another") is None


async def test_a_token_ends_is_no_login_then_and_is_deleted_by_the_controller_alone():
    for is_controller in (False, True):
        async with brokers(2, is_controller=is_controller) as (clock, (one, other)):
            token = await one.create(ALICE, ALICE, [], -1)
            await until(lambda: list(other.all()))
            clock.advance(4_001)
            assert one.login(SCRAM_SHA_256, token.token_id) is None
            await one.delete_expired()
            await other.delete_expired()
            if is_controller:
                await until(lambda: not list(one.all()) and not list(other.all()))
            else:
                assert list(one.all())


async def test_lifetimes_are_the_broker_s_unless_a_shorter_one_is_asked_for():
    async with brokers() as (clock, (tokens,)):
        now = clock.now_ms()
        for wanted, max_ms, expiry_ms in ((-1, 10_000, 4_000), (99_999, 10_000, 4_000), (1_000, 1_000, 1_000)):
            token = await tokens.create(ALICE, ALICE, [], wanted)
            assert (token.max_ms - now, token.expiry_ms - now) == (max_ms, expiry_ms)


async def test_owner_and_renewers_renew_until_the_longest_life_is_over():
    async with brokers() as (clock, (tokens,)):
        now = clock.now_ms()
        token = await tokens.create(ALICE, ALICE, [BOB], -1)
        secret = tokens.hmac_of(token.token_id)
        assert await tokens.renew(BOB, secret, -1) == now + 4_000
        clock.advance(3_000)
        assert await tokens.renew(ALICE, secret, 5_000) == now + 8_000
        assert await tokens.renew(ALICE, secret, 50_000) == now + 10_000
        with pytest.raises(DelegationTokenOwnerMismatch):
            await tokens.renew(EVE, secret, -1)
        with pytest.raises(DelegationTokenNotFound):
            await tokens.renew(ALICE, secret[:-1], -1)
        clock.advance(7_001)
        with pytest.raises(DelegationTokenExpired):
            await tokens.renew(ALICE, secret, -1)


async def test_a_token_is_expired_at_a_time_or_at_once():
    async with brokers(2) as (clock, (one, other)):
        token = await one.create(ALICE, ALICE, [BOB], -1)
        secret = one.hmac_of(token.token_id)
        await until(lambda: list(other.all()))
        assert await other.expire(BOB, secret, 100) == clock.now_ms() + 100
        with pytest.raises(DelegationTokenOwnerMismatch):
            await other.expire(EVE, secret, -1)
        assert await other.expire(ALICE, secret, -1) == clock.now_ms()
        await until(lambda: not list(one.all()))
        with pytest.raises(DelegationTokenNotFound):
            await one.expire(ALICE, secret, -1)


def test_znodes_are_kafka_s():
    token = TokenZNode("id", "User:al:ice é*", "User:bob", ("User:r1", "User:r 2"), 1000, 2000, 3000)
    assert json.loads(token.encode()) == {  # as Kafka 3.9.1 writes it
        "issueTimestamp": 1000,
        "renewers": ["User%3Ar1", "User%3Ar%202"],
        "tokenRequester": "User%3Abob",
        "tokenId": "id",
        "owner": "User%3Aal%3Aice%20%C3%A9%2A",
        "expiryTimestamp": 2000,
        "maxTimestamp": 3000,
        "version": 3,
    }
    assert TokenZNode.decode(token.encode()) == token
    own = token._replace(requester=token.owner)
    assert json.loads(own.encode())["version"] == 1
    assert TokenZNode.decode(own.encode()) == own
    for damaged in (b"", b"{}", b'{"version":1,"owner":3}'):
        with pytest.raises(ZNodeError):
            TokenZNode.decode(damaged)


async def test_no_secret_stands_in_zookeeper_or_in_the_log(caplog):
    async with brokers() as (_, (tokens,)):
        with caplog.at_level("DEBUG"):
            token = await tokens.create(ALICE, ALICE, [], -1)
            await tokens.renew(ALICE, tokens.hmac_of(token.token_id), -1)
        secret = tokens.hmac_of(token.token_id)
        stored, _ = await tokens._zk.get(token_path(token.token_id))
        for shown in (secret.hex(), base64.b64encode(secret).decode()):
            assert shown not in caplog.text
            assert shown not in stored.decode()
        assert await tokens._zk.children(TOKEN_CHANGES)


# ---- the requests ---------------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def served(principal=ALICE, protocol="SASL_PLAINTEXT"):
    async with brokers() as (_, (tokens,)):
        broker = services(config())
        broker.tokens = tokens

        async def asked(handler, request, version, who=principal):
            def own_context(version):
                return context(version, principal=who, security_protocol=protocol)

            answer = handling(handler, broker).handle(request, own_context(version))
            answer = await answer if asyncio.iscoroutine(answer) else answer
            return decode_message(type(answer), version, encode_message(answer, version))

        yield broker, asked


@pytest.mark.parametrize("version", [0, 1, 2, 3])
async def test_a_client_makes_describes_renews_and_expires_a_token(version):
    async with served() as (_, asked):
        renewer = CreateDelegationTokenRequest.CreatableRenewers(principal_type="User", principal_name="bob")
        made = await asked(create_delegation_token, CreateDelegationTokenRequest(renewers=[renewer]), version)
        assert (made.error_code, made.principal_name) == (0, "alice")
        assert made.token_requester_principal_name == ("alice" if version == 3 else "")
        (told,) = (await asked(describe_delegation_token, DescribeDelegationTokenRequest(owners=None), version)).tokens
        assert (told.token_id, told.hmac) == (made.token_id, made.hmac)
        assert [each.principal_name for each in told.renewers] == ["bob"]
        assert not (await asked(describe_delegation_token, DescribeDelegationTokenRequest(owners=[]), version)).tokens
        renewed = await asked(
            renew_delegation_token, RenewDelegationTokenRequest(hmac=made.hmac, renew_period_ms=-1), 2
        )
        assert renewed.expiry_timestamp_ms == made.expiry_timestamp_ms
        ended = ExpireDelegationTokenRequest(hmac=made.hmac, expiry_time_period_ms=-1)
        assert (await asked(expire_delegation_token, ended, min(version, 2))).error_code == 0
        assert not (await asked(describe_delegation_token, DescribeDelegationTokenRequest(owners=None), version)).tokens


@pytest.mark.parametrize(
    ("principal", "protocol"),
    [
        (ALICE, "PLAINTEXT"),
        (ANONYMOUS, "SSL"),
        (KafkaPrincipal("User", "alice", is_token=True), "SASL_SSL"),
    ],
)
async def test_who_has_not_proved_who_he_is_or_only_by_a_token_gets_none(principal, protocol):
    async with served(principal, protocol) as (_, asked):
        made = await asked(create_delegation_token, CreateDelegationTokenRequest(), 3)
        assert made.error_code == ErrorCode.DELEGATION_TOKEN_REQUEST_NOT_ALLOWED
        for handler, request in (
            (renew_delegation_token, RenewDelegationTokenRequest()),
            (expire_delegation_token, ExpireDelegationTokenRequest()),
            (describe_delegation_token, DescribeDelegationTokenRequest()),
        ):
            with pytest.raises(Exception, match="not allowed on PLAINTEXT"):
                await asked(handler, request, 1)


async def test_without_a_key_tokens_are_disabled_and_renewers_must_be_users():
    async with served() as (broker, asked):
        group = CreateDelegationTokenRequest.CreatableRenewers(principal_type="Group", principal_name="g")
        made = await asked(create_delegation_token, CreateDelegationTokenRequest(renewers=[group]), 3)
        assert made.error_code == ErrorCode.INVALID_PRINCIPAL_TYPE
        broker.tokens = None
        made = await asked(create_delegation_token, CreateDelegationTokenRequest(), 3)
        assert made.error_code == ErrorCode.DELEGATION_TOKEN_AUTH_DISABLED
        assert (made.principal_name, made.expiry_timestamp_ms) == ("alice", -1)
