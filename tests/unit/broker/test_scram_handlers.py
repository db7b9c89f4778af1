"""SCRAM users by Kafka's two APIs: its checks, its words, what stands in ZooKeeper, and who hears of it."""

from __future__ import annotations

import pytest

from kavka.broker.handlers import alter_user_scram_credentials, describe_user_scram_credentials
from kavka.broker.requests.error_responses import error_response
from kavka.broker.security.scram_users import ScramUsers
from kavka.protocol.errors import ErrorCode, NotController
from kavka.protocol.messages import AlterUserScramCredentialsRequest, DescribeUserScramCredentialsRequest
from kavka.protocol.sasl.scram_keys import SCRAM_SHA_256, SCRAM_SHA_512, credential_of, salted_password
from kavka.zk import paths
from kavka.zk.scram_znodes import credential_text, parse_credential, write_credentials
from kavka.zk.znodes import ConfigChangeZNode, ConfigZNode, ZNodeError
from tests.support.broker.configured import ask, configured_broker, notifications, stored
from tests.support.broker.turns import until

SHA_256, SHA_512 = 1, 2
Deletion = AlterUserScramCredentialsRequest.ScramCredentialDeletion
Upsertion = AlterUserScramCredentialsRequest.ScramCredentialUpsertion


def upsert(name, mechanism=SHA_256, iterations=4096, salt=b"salt", salted=b"s" * 32):
    return Upsertion(name=name, mechanism=mechanism, iterations=iterations, salt=salt, salted_password=salted)


async def alter(broker, *items):
    request = AlterUserScramCredentialsRequest(
        deletions=[item for item in items if isinstance(item, Deletion)],
        upsertions=[item for item in items if isinstance(item, Upsertion)],
    )
    answer = await ask(alter_user_scram_credentials, broker, 0, request)
    return {result.user: (ErrorCode(result.error_code), result.error_message) for result in answer.results}


async def describe(broker, *names):
    users = [DescribeUserScramCredentialsRequest.UserName(name=name) for name in names]
    answer = await ask(describe_user_scram_credentials, broker, 0, DescribeUserScramCredentialsRequest(users=users))
    assert answer.error_code == 0
    return {
        result.user: [(info.mechanism, info.iterations) for info in result.credential_infos]
        if result.error_code == 0
        else (ErrorCode(result.error_code), result.error_message)
        for result in answer.results
    }


async def test_users_get_passwords_and_lose_them():
    async with configured_broker() as broker:
        await broker.zk.create("/config/users")
        name = "Zoë/*"
        assert await alter(broker, upsert(name), upsert(name, SHA_512, 8192), upsert("bob")) == {
            name: (ErrorCode.NONE, None),
            "bob": (ErrorCode.NONE, None),
        }
        assert await describe(broker) == {name: [(SHA_256, 4096), (SHA_512, 8192)], "bob": [(SHA_256, 4096)]}
        node = "Zo%C3%AB%2F%2A"
        texts = await stored(broker, "users", node)
        expected = credential_of(SCRAM_SHA_256, b"s" * 32, b"salt", 4096)
        assert parse_credential(texts[SCRAM_SHA_256]) == expected
        assert ConfigChangeZNode(f"users/{node}").encode() in await notifications(broker)
        assert await alter(broker, Deletion(name=name, mechanism=SHA_256)) == {name: (ErrorCode.NONE, None)}
        assert await describe(broker, name) == {name: [(SHA_512, 8192)]}


async def test_quotas_in_the_same_node_stay():
    async with configured_broker() as broker:
        await broker.zk.create("/config/users")
        await broker.zk.create(paths.config("users", "a"), ConfigZNode({"request_percentage": "5"}).encode())
        await alter(broker, upsert("a"))
        assert (await stored(broker, "users", "a"))["request_percentage"] == "5"
        await alter(broker, Deletion(name="a", mechanism=SHA_256))
        assert await stored(broker, "users", "a") == {"request_percentage": "5"}
        assert await describe(broker) == {}


async def test_what_is_wrong_is_told_by_user_in_kafka_s_words_and_spoils_no_other():
    async with configured_broker() as broker:
        await broker.zk.create("/config/users")
        answers = await alter(
            broker,
            upsert(""),
            upsert("few", iterations=4095),
            upsert("many", iterations=16385),
            upsert("unknown", mechanism=3),
            upsert("twice"),
            upsert("twice"),
            upsert("both"),
            Deletion(name="both", mechanism=SHA_256),
            Deletion(name="gone", mechanism=SHA_256),
            upsert("saltless", salt=b""),
            upsert("good"),
        )
        assert {name: answer[0].name for name, answer in answers.items()} == {
            "": "UNACCEPTABLE_CREDENTIAL",
            "few": "UNACCEPTABLE_CREDENTIAL",
            "many": "UNACCEPTABLE_CREDENTIAL",
            "unknown": "UNSUPPORTED_SASL_MECHANISM",
            "twice": "DUPLICATE_RESOURCE",
            "both": "DUPLICATE_RESOURCE",
            "gone": "RESOURCE_NOT_FOUND",
            "saltless": "UNACCEPTABLE_CREDENTIAL",
            "good": "NONE",
        }
        assert answers["few"][1] == "Too few iterations"
        assert answers["gone"][1] == "Attempt to delete a user credential that does not exist"
        assert await describe(broker) == {"good": [(SHA_256, 4096)]}


async def test_describing_what_is_not_there_or_twice():
    async with configured_broker() as broker:
        await broker.zk.create("/config/users")
        answers = await describe(broker, "nobody", "twice", "twice", "")
        assert [answer[0].name for answer in answers.values()] == [
            "RESOURCE_NOT_FOUND",
            "DUPLICATE_RESOURCE",
            "RESOURCE_NOT_FOUND",
        ]


async def test_only_the_controller_alters():
    async with configured_broker() as broker:
        broker.controller.is_active = False
        with pytest.raises(NotController):
            await alter(broker, upsert("a"))
        error = error_response(AlterUserScramCredentialsRequest(upsertions=[upsert("a")]), NotController("x"))
        assert [(result.user, result.error_code) for result in error.results] == [("a", ErrorCode.NOT_CONTROLLER)]


# ---- what brokers remember ------------------------------------------------------------------------------------------


async def test_brokers_hear_of_users_whoever_writes_them():
    async with configured_broker() as broker:
        users = ScramUsers(broker.zk)
        broker.config_changes.add_listener(users)
        await users.load()  # nothing is there, not even the directory
        salted = salted_password(SCRAM_SHA_512, b"p", b"salt", 4096)
        credential = credential_of(SCRAM_SHA_512, salted, b"salt", 4096)
        await write_credentials(broker.zk, "Zoë", {SCRAM_SHA_512: credential})
        await until(lambda: users.credential(SCRAM_SHA_512, "Zoë") == credential)
        assert users.credential(SCRAM_SHA_256, "Zoë") is None
        await write_credentials(broker.zk, "Zoë", {SCRAM_SHA_256: credential})
        await until(lambda: users.credential(SCRAM_SHA_256, "Zoë") == credential)
        fresh = ScramUsers(broker.zk)
        await fresh.load()
        assert fresh.credential(SCRAM_SHA_512, "Zoë") == credential
        await broker.zk.delete(paths.config("users", "Zo%C3%AB"))
        await fresh.load()
        assert fresh.credential(SCRAM_SHA_512, "Zoë") is None


@pytest.mark.parametrize("text", ["", "salt=AA", "salt=!,stored_key=AA==,server_key=AA==,iterations=1", "x"])
async def test_a_credential_that_nobody_can_read_is_no_login(text):
    with pytest.raises(ZNodeError):
        parse_credential(text)
    async with configured_broker() as broker:
        await broker.zk.create("/config/users")
        await broker.zk.create(paths.config("users", "a"), ConfigZNode({SCRAM_SHA_256: text}).encode())
        await broker.zk.create(paths.config("users", "b"), b"no json")
        users = ScramUsers(broker.zk)
        await users.load()
        assert users.credential(SCRAM_SHA_256, "a") is None
        credential = credential_of(SCRAM_SHA_256, b"s", b"salt", 4096)
        assert parse_credential(credential_text(credential)) == credential
