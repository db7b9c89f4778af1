"""UpdateFeatures and what ApiVersions tells of features: Kafka 3's answers with ZooKeeper, asked of a live 3.9.1."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.cluster.features import FinalizedFeatures, read_features, supported_features
from kavka.broker.config.types import ConfigError
from kavka.broker.handlers import api_versions, update_features
from kavka.protocol.errors import ErrorCode, NotController
from kavka.protocol.messages import ApiVersionsRequest, UpdateFeaturesRequest
from kavka.zk import paths
from kavka.zk.features import FEATURE, FeatureZNode, Levels
from kavka.zk.znodes import BrokerRegistration, ZNodeError
from tests.support.broker.configured import ask
from tests.support.broker.fakes import config, services

UPDATE = UpdateFeaturesRequest.FeatureUpdateKey


async def started(zookeeper=None):
    broker = services(config(), zookeeper)
    await broker.zk.start(1000)
    return broker


async def update(broker, *updates):
    request = UpdateFeaturesRequest(
        feature_updates=[
            UPDATE(feature=name, max_version_level=level, allow_downgrade=may) for name, level, may in updates
        ]
    )
    answer = await ask(update_features, broker, 0, request)
    assert (answer.error_code, answer.error_message) == (0, None)
    return {result.feature: (result.error_code, result.error_message) for result in answer.results}


NOT_SUPPORTED = "Could not apply finalized feature update because the provided feature is not supported."


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("", 1, False), "Feature name can not be empty."),
        (("x", 1, False), NOT_SUPPORTED),
        (("x", 2, True), NOT_SUPPORTED),
        (("x", 0, True), "Can not delete non-existing finalized feature."),
        (
            ("x", -1, False),
            "Can not provide maxVersionLevel: -1 less than 1 without setting the allowDowngrade flag "
            "to true in the request.",
        ),
        (("old", 3, False), "Can not upgrade a finalized feature from existing maxVersionLevel:3 to the same value."),
        (
            ("old", 2, False),
            "Can not downgrade finalized feature from existing maxVersionLevel:3 to provided maxVersionLevel:2 "
            "without setting the allowDowngrade flag in the request.",
        ),
        (
            ("old", 4, True),
            "When the allowDowngrade flag set in the request, the provided maxVersionLevel:4 "
            "can not be greater than existing maxVersionLevel:3.",
        ),
        (("old", 2, True), NOT_SUPPORTED),
    ],
)
async def test_what_cannot_be_is_refused_in_kafkas_words(asked, message):
    broker = await started()
    node = FeatureZNode({"old": Levels(1, 3)}).encode()
    await broker.zk.create(FEATURE, node)
    assert await update(broker, asked) == {asked[0]: (ErrorCode.INVALID_REQUEST, message)}
    assert (await broker.zk.get(FEATURE))[0] == node


@pytest.mark.parametrize(
    ("upgrade_type", "level", "message"),
    [
        (0, 0, "Received unknown upgrade type."),
        (1, 0, "Can not provide maxVersionLevel: 0 less than 1 without setting the allowDowngrade flag to true in"),
        (2, 0, None),
        (3, 0, None),
        (9, 1, "Received unknown upgrade type."),
    ],
)
@pytest.mark.parametrize("validate_only", [True, False])
async def test_version_1_has_kinds_and_a_dry_run(upgrade_type, level, message, validate_only):
    broker = await started()
    await broker.zk.create(FEATURE, FeatureZNode({"old": Levels(1, 3)}).encode())
    asked = UPDATE(feature="old", max_version_level=level, upgrade_type=upgrade_type)
    request = UpdateFeaturesRequest(feature_updates=[asked], validate_only=validate_only)
    [result] = (await ask(update_features, broker, 1, request)).results
    assert (result.error_message or "").startswith(message or "")
    assert (result.error_code == 0) is (message is None)
    left = FeatureZNode.decode((await broker.zk.get(FEATURE))[0]).features
    assert ("old" in left) is (validate_only or message is not None)


async def test_what_others_agreed_on_is_shown_and_can_be_taken_back():
    broker = await started()
    await broker.zk.create(FEATURE, FeatureZNode({"old": Levels(1, 3)}).encode())
    request = ApiVersionsRequest(client_software_name="t", client_software_version="1")

    async def shown():
        answer = await ask(api_versions, broker, 3, request)
        names = [(f.name, f.min_version_level, f.max_version_level) for f in answer.finalized_features]
        return answer.finalized_features_epoch, names, answer.supported_features

    async def until(expected):
        async with asyncio.timeout(30):
            while await shown() != expected:  # noqa: ASYNC110 - what a client would see is asked for, not an event
                await asyncio.sleep(0)

    async with asyncio.TaskGroup() as tasks:
        following = tasks.create_task(broker.features.run())
        await until((0, [("old", 1, 3)], []))
        assert await update(broker, ("old", 0, True), ("x", 1, False)) == {
            "old": (0, None),
            "x": (ErrorCode.INVALID_REQUEST, NOT_SUPPORTED),
        }
        await until((1, [], []))
        following.cancel()


async def test_switched_off_or_missing_there_is_no_epoch():
    broker = await started()
    features = FinalizedFeatures(broker.zk)
    await features.refresh()
    assert features.current.epoch == -1
    await broker.zk.create(FEATURE, FeatureZNode({"old": Levels(1, 3)}, is_enabled=False).encode())
    await features.refresh()
    assert features.current == (-1, {})
    await broker.zk.set(FEATURE, b"no JSON")
    await features.refresh()
    assert features.current == (-1, {})


async def test_the_controller_answers_and_nobody_else():
    broker = await started()
    broker.controller.is_active = False
    with pytest.raises(NotController):
        await update(broker, ("x", 1, False))


def test_the_node_is_kafkas():
    written = b'{"features":{},"version":1,"status":1}'  # by Kafka 3.9.1 with inter.broker.protocol.version 3.0
    assert FeatureZNode().encode() == written
    assert FeatureZNode.decode(written) == FeatureZNode()
    newer = FeatureZNode.decode(b'{"features":{"f":{"max_version_level":2}},"version":2,"status":1}')
    assert newer.features == {"f": Levels(1, 2)}
    assert FeatureZNode.decode(newer.encode()) == newer
    for damaged in (b"", b"[]", b'{"version":1}', b'{"features":{"f":3},"version":1,"status":1}'):
        with pytest.raises(ZNodeError):
            FeatureZNode.decode(damaged)


# ---- features of ours, beside profile 3.9 ---------------------------------------------------------------------------

LATER = {"inter_broker_protocol_version": "3.9"}
INCOMPATIBLE = (
    "Could not apply finalized feature update because brokers were found to have incompatible versions for the feature."
)
TRANSACTION_VERSION = "transaction.version"


async def later(*registered, finalized=None, **overrides):
    """A controller's broker beside profile 3.9, in a cluster whose brokers registered these features."""
    broker = services(config(**{**LATER, **overrides}))
    await broker.zk.start(1000)
    for broker_id, features in enumerate(registered):
        body = BrokerRegistration(endpoints=(), timestamp_ms=0, features=features).encode()
        await broker.zk.create(paths.broker_id(broker_id), body, make_parents=True)
    await broker.zk.create(FEATURE, FeatureZNode(finalized or {}, version=2).encode())
    return broker


def of_levels(low, high):
    return {TRANSACTION_VERSION: {"min_version": low, "max_version": high}}


async def in_kinds(broker, version, kind, *levels, validate_only=False):
    updates = [UPDATE(feature=name, max_version_level=level, upgrade_type=kind) for name, level in levels]
    request = UpdateFeaturesRequest(feature_updates=updates, validate_only=validate_only)
    return await ask(update_features, broker, version, request)


async def finalized(broker):
    return {name: levels.high for name, levels in (await read_features(broker.zk))[0].features.items()}


@pytest.mark.parametrize(
    ("registered", "message"),
    [
        ([of_levels(0, 2), of_levels(0, 2)], None),
        ([of_levels(0, 2), of_levels(0, 3)], None),
        ([of_levels(0, 2), {}], INCOMPATIBLE),  # Kafka 3.9's with ZooKeeper: it supports none
        ([of_levels(0, 2), of_levels(0, 1)], INCOMPATIBLE),
        ([of_levels(0, 2), {TRANSACTION_VERSION: {"first_active_version": 1}}], INCOMPATIBLE),
    ],
)
@pytest.mark.parametrize("version", [1, 2])
async def test_a_level_is_finalized_when_every_broker_supports_it(registered, message, version):
    broker = await later(*registered)
    response = await in_kinds(broker, version, 1, (TRANSACTION_VERSION, 2))
    [said] = [(r.error_code, r.error_message) for r in response.results] or [
        (response.error_code, response.error_message)
    ]
    assert (said[0] == ErrorCode.INVALID_REQUEST) is (message is not None)
    assert (said[1] or "").endswith(message or "")
    assert await finalized(broker) == ({} if message else {TRANSACTION_VERSION: 2})


@pytest.mark.parametrize(("kind", "is_done"), [(1, False), (2, True), (3, True)])
async def test_a_level_is_lowered_by_either_kind_of_downgrade(kind, is_done):
    broker = await later(of_levels(0, 2), finalized={TRANSACTION_VERSION: Levels(1, 2)})
    response = await in_kinds(broker, 2, kind, (TRANSACTION_VERSION, 1), validate_only=True)
    assert (response.error_code == 0) is is_done
    assert await finalized(broker) == {TRANSACTION_VERSION: 2}
    await in_kinds(broker, 2, kind, (TRANSACTION_VERSION, 1))
    assert await finalized(broker) == {TRANSACTION_VERSION: 1 if is_done else 2}
    await in_kinds(broker, 2, kind, (TRANSACTION_VERSION, 0))
    assert await finalized(broker) == ({} if is_done else {TRANSACTION_VERSION: 2})


async def test_from_version_2_on_all_are_updated_or_none():
    broker = await later(of_levels(0, 2))
    both = [(TRANSACTION_VERSION, 2), ("x", 1)]
    response = await in_kinds(broker, 2, 1, *both)
    assert (response.error_code, response.results) == (ErrorCode.INVALID_REQUEST, [])
    assert response.error_message == (
        f"The update failed for all features since the following feature had an error: x: {NOT_SUPPORTED}"
    )
    assert await finalized(broker) == {}
    response = await in_kinds(broker, 1, 1, *both)
    assert [result.error_code for result in response.results] == [0, ErrorCode.INVALID_REQUEST]
    assert await finalized(broker) == {TRANSACTION_VERSION: 2}


@pytest.mark.parametrize(
    ("version", "overrides", "shown"),
    [
        (3, {}, []),  # a client of before cannot read a range that starts at 0
        (4, {}, [(TRANSACTION_VERSION, 0, 2)]),
        (4, {"kavka_later_apis_enable": "false"}, []),
        (4, {"inter_broker_protocol_version": "3.8"}, []),
    ],
)
async def test_what_is_supported_is_told_to_who_can_read_it(version, overrides, shown):
    broker = await later(**overrides)
    request = ApiVersionsRequest(client_software_name="t", client_software_version="1")
    answer = await ask(api_versions, broker, version, request)
    assert [(f.name, f.min_version, f.max_version) for f in answer.supported_features] == shown


async def test_a_broker_that_lacks_what_is_finalized_does_not_start_and_says_why():
    broker = await later(finalized={TRANSACTION_VERSION: Levels(1, 2), "old": Levels(1, 3)})
    await broker.features.refresh()
    assert broker.features.level(TRANSACTION_VERSION) == 2
    broker.features.check_supported(supported_features(config(**LATER)))
    with pytest.raises(ConfigError, match=r"transaction.version 2.*kavka feature update transaction.version=0"):
        broker.features.check_supported(supported_features(config(inter_broker_protocol_version="3.0")))
