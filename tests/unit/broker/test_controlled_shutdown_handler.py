"""What a broker answers to another one that is about to stop."""

from __future__ import annotations

import pytest

from kavka.common.types import TopicPartition
from kavka.protocol.errors import StaleBrokerEpoch, StaleControllerEpoch
from kavka.protocol.messages import ControlledShutdownRequest
from tests.support.broker.fakes import BROKER_EPOCH, context, services
from tests.support.broker.parts import handling, load_handler

handler = load_handler("controlled_shutdown")


async def ask(broker, *, version=3, broker_epoch=BROKER_EPOCH):
    request = ControlledShutdownRequest(broker_id=2, broker_epoch=broker_epoch)
    return await handling(handler, broker).handle(request, context(version))


async def test_the_controllers_answer_names_what_remains():
    broker = services()
    broker.controller.remaining = [TopicPartition("t", 1)]
    answer = await ask(broker)
    assert answer.error_code == 0
    assert [(left.topic_name, left.partition_index) for left in answer.remaining_partitions] == [("t", 1)]


async def test_older_versions_know_no_broker_epoch():
    assert (await ask(services(), version=0, broker_epoch=-1)).remaining_partitions == []


async def test_another_life_is_refused():
    with pytest.raises(StaleBrokerEpoch):
        await ask(services(), broker_epoch=BROKER_EPOCH - 1)


async def test_who_is_not_the_controller_says_so_as_kafka_does():
    broker = services()
    broker.controller.is_active = False
    with pytest.raises(StaleControllerEpoch):
        await ask(broker)
