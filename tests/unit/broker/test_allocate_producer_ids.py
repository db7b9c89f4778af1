"""A block of producer ids for a broker that asks its controller for one, as Apache Kafka's do (KIP-730)."""

from __future__ import annotations

import pytest

from kavka.broker.cluster.producer_ids import BLOCK_IDS
from kavka.broker.requests.error_responses import error_response
from kavka.protocol.errors import CoordinatorLoadInProgress, ErrorCode, NotController, StaleBrokerEpoch
from kavka.protocol.messages import AllocateProducerIdsRequest
from kavka.zk import paths
from kavka.zk.znodes import ProducerIdBlockZNode
from tests.support.broker.fakes import context, services
from tests.support.broker.parts import handling, load_handler

handler = load_handler("allocate_producer_ids")
ASKS = 7


@pytest.fixture
async def broker():
    """The controller's broker, with the one that asks registered in its ZooKeeper."""
    broker = services()
    await broker.zk.start(1000)
    await broker.zk.create(paths.PRODUCER_ID_BLOCK)
    await broker.zk.create(paths.broker_id(ASKS), make_parents=True)
    yield broker
    await broker.zk.close()


async def ask(broker, broker_epoch=None):
    if broker_epoch is None:
        broker_epoch = (await broker.zk.exists(paths.broker_id(ASKS))).czxid
    request = AllocateProducerIdsRequest(broker_id=ASKS, broker_epoch=broker_epoch)
    return await handling(handler, broker).handle(request, context(0))


async def test_blocks_follow_on_each_other_and_on_those_that_brokers_claim_by_themselves(broker):
    first = await ask(broker)
    assert (first.error_code, first.producer_id_start, first.producer_id_len) == (0, 0, BLOCK_IDS)
    assert await broker.producer_ids.next_id() == BLOCK_IDS
    assert (await ask(broker)).producer_id_start == 2 * BLOCK_IDS
    data, _ = await broker.zk.get(paths.PRODUCER_ID_BLOCK)
    assert ProducerIdBlockZNode.decode(data) == ProducerIdBlockZNode(ASKS, 2 * BLOCK_IDS, 3 * BLOCK_IDS - 1)


async def test_only_the_controller_allocates(broker):
    broker.controller.is_active = False
    with pytest.raises(NotController):
        await ask(broker)


async def test_another_life_and_a_stranger_are_refused(broker):
    with pytest.raises(StaleBrokerEpoch):
        await ask(broker, broker_epoch=1_000_000)
    await broker.zk.delete(paths.broker_id(ASKS))
    with pytest.raises(StaleBrokerEpoch):
        await ask(broker, broker_epoch=1)


async def test_without_zookeeper_the_broker_is_to_ask_again():
    with pytest.raises(CoordinatorLoadInProgress, match="ZooKeeper"):
        await ask(services(), broker_epoch=1)


def test_a_refusal_names_no_ids():
    request = AllocateProducerIdsRequest(broker_id=ASKS, broker_epoch=1)
    answer = error_response(request, NotController("moved"))
    assert (answer.error_code, answer.producer_id_len) == (ErrorCode.NOT_CONTROLLER, 0)
