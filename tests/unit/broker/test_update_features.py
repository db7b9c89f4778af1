"""UpdateFeatures and what ApiVersions tells of features: Kafka 3's answers with ZooKeeper, asked of a live 3.9.1."""

from __future__ import annotations

import asyncio

import pytest

from kavka.broker.cluster.features import FinalizedFeatures
from kavka.broker.handlers import api_versions, update_features
from kavka.protocol.errors import ErrorCode, NotController
from kavka.protocol.messages import ApiVersionsRequest, UpdateFeaturesRequest
from kavka.zk.features import FEATURE, FeatureZNode, Levels
from kavka.zk.znodes import ZNodeError
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
