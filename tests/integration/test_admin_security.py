"""Who may do what, by Admin alone: ACLs, users, quotas and delegation tokens, and what follows from them."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest

from kavka import (
    AclBinding,
    AclEntry,
    AclFilter,
    AclOperation,
    Admin,
    LocalCluster,
    NewTopic,
    PermissionType,
    Producer,
    ResourcePattern,
    ResourceType,
)
from kavka.common.jaas import PLAIN_MODULE, SCRAM_MODULE
from kavka.errors import (
    AuthenticationFailed,
    DelegationTokenAuthDisabled,
    DelegationTokenNotFound,
    DelegationTokenRequestNotAllowed,
    ResourceNotFound,
    TopicAuthorizationFailed,
    UnacceptableCredential,
)

pytestmark = pytest.mark.slow

SECONDS_MAX = 30
SECURED = {
    "listeners": "SASL_PLAINTEXT://127.0.0.1:0",
    "security.inter.broker.protocol": "SASL_PLAINTEXT",
    "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256",
    "sasl.mechanism.inter.broker.protocol": "PLAIN",
    "listener.name.sasl_plaintext.plain.sasl.jaas.config": (
        f'{PLAIN_MODULE} required username="root" password="root-word" user_root="root-word";'
    ),
    "listener.name.sasl_plaintext.scram-sha-256.sasl.jaas.config": f"{SCRAM_MODULE} required;",
    "authorizer.class.name": "kafka.security.authorizer.AclAuthorizer",
    "super.users": "User:root",
    "delegation.token.secret.key": "key",
}


def scram(user, password, *, is_token=False):
    token = ' tokenauth="true"' if is_token else ""
    return {
        "security.protocol": "SASL_PLAINTEXT",
        "sasl.mechanism": "SCRAM-SHA-256",
        "sasl.jaas.config": f'{SCRAM_MODULE} required username="{user}" password="{password}"{token};',
    }


ROOT = {
    "security.protocol": "SASL_PLAINTEXT",
    "sasl.mechanism": "PLAIN",
    "sasl.username": "root",
    "sasl.password": "root-word",
}


@asynccontextmanager
async def secured():
    """A cluster with logins and rights, and its super user's client."""
    async with (
        LocalCluster(1, in_loop=True, config=SECURED) as cluster,
        Admin(cluster.bootstrap, security=ROOT) as root,
    ):
        yield cluster.bootstrap, root


async def until(condition):
    """What a broker reads in ZooKeeper it knows within moments; nobody tells when."""
    async with asyncio.timeout(SECONDS_MAX):
        while not await condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def can_write(bootstrap, security):
    try:
        async with Producer(bootstrap, security=security, reach_timeout_ms=2_000) as producer:
            await producer.send_and_wait("pay", b"v")
    except (AuthenticationFailed, TopicAuthorizationFailed):
        return False
    return True


async def test_users_rights_quotas_and_tokens_are_given_used_and_taken_back():
    async with secured() as (bootstrap, root):
        await root.create_topics([NewTopic("pay", 1)])
        await users_and_acls(bootstrap, root)
        await quotas(root)
        await tokens(bootstrap, root)


async def users_and_acls(bootstrap, root):
    alice = scram("alice", "alice-word")
    assert not await can_write(bootstrap, alice)
    await root.upsert_user_scram_credentials("alice", "alice-word", mechanisms=["SCRAM-SHA-256"], iterations=4096)
    assert await root.describe_user_scram_credentials(["alice"]) == {"alice": {"SCRAM-SHA-256": 4096}}
    for refused, password in (({"mechanisms": ["MD5"]}, ValueError), ({"iterations": 1}, UnacceptableCredential)):
        with pytest.raises(password):
            await root.upsert_user_scram_credentials("bob", "word", **refused)

    assert not await can_write(bootstrap, alice), "she may log in, and nothing else"
    pattern = ResourcePattern(ResourceType.TOPIC, "pay")
    binding = AclBinding(pattern, AclEntry("User:alice", "*", AclOperation.WRITE, PermissionType.ALLOW))
    await root.create_acls([binding])
    assert await root.describe_acls(AclFilter(principal="User:alice")) == [binding]
    assert await root.describe_acls() == [binding]
    await until(lambda: can_write(bootstrap, alice))


async def quotas(root):
    await root.alter_client_quotas({"user": "alice"}, {"producer_byte_rate": 1_000_000.0})

    async def is_there():
        return [(q.entity, q.values) for q in await root.describe_client_quotas()] == [
            ({"user": "alice"}, {"producer_byte_rate": 1_000_000.0})
        ]

    await until(is_there)
    assert await root.describe_client_quotas({"user": "bob"}) == []
    await root.alter_client_quotas({"user": "alice"}, {"producer_byte_rate": None})

    async def is_gone():
        return not await root.describe_client_quotas(kinds=["user"])

    await until(is_gone)


async def tokens(bootstrap, root):
    async with Admin(bootstrap, security=scram("alice", "alice-word")) as alice:
        token = await alice.create_delegation_token(renewers=["User:bob"], max_lifetime_ms=3_600_000)
        assert (token.owner, token.requester, token.renewers) == ("User:alice", "User:alice", ("User:bob",))
        assert token.issue_ms < token.expiry_ms <= token.max_ms == token.issue_ms + 3_600_000
        assert await alice.describe_delegation_tokens() == [token]
        assert await alice.describe_delegation_tokens(["User:bob"]) == [token], "he may renew it"
        assert await alice.describe_delegation_tokens(["User:eve"]) == []
        assert await alice.renew_delegation_token(token.hmac, period_ms=1_800_000) < token.max_ms
        by_token = scram(token.token_id, token.password, is_token=True)
        assert await can_write(bootstrap, by_token)
        async with Admin(bootstrap, security=by_token) as other:
            with pytest.raises(DelegationTokenRequestNotAllowed):
                await other.create_delegation_token()
        with pytest.raises(ValueError, match="'alice' is no principal; write User:alice"):
            await alice.create_delegation_token(owner="alice")
        given = await root.create_delegation_token(owner="User:alice")
        assert (given.owner, given.requester) == ("User:alice", "User:root")
        await alice.expire_delegation_token(given.hmac)
        await alice.expire_delegation_token(token.hmac)
        with pytest.raises(DelegationTokenNotFound):
            await alice.expire_delegation_token(token.hmac)
        assert not await can_write(bootstrap, by_token)
    gone = AclFilter(ResourceType.TOPIC, "pay")
    assert [binding.entry.principal for binding in await root.delete_acls([gone])] == ["User:alice"]
    await root.delete_user_scram_credentials("alice", ["SCRAM-SHA-256"])
    with pytest.raises(ResourceNotFound):
        await root.delete_user_scram_credentials("alice", ["SCRAM-SHA-256"])


async def test_without_a_key_there_are_no_tokens():
    config = {name: value for name, value in SECURED.items() if "delegation" not in name}
    async with (
        LocalCluster(1, in_loop=True, config=config) as cluster,
        Admin(cluster.bootstrap, security=ROOT) as admin,
    ):
        with pytest.raises(DelegationTokenAuthDisabled):
            await admin.create_delegation_token()
