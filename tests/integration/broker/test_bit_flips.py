"""A flipped bit in the files of an internal topic neither ends the broker nor takes anything away in silence."""

from __future__ import annotations

import random

import pytest

from kavka import LocalCluster
from tests.support.faults.bit_flips import CONFIG, REFUSED, FlippedBroker, flip_many

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

SEED = 14
FLIPS = 30


@pytest.fixture(params=[True, False], ids=["killed", "stopped"])
async def broker(request, tmp_path):
    async with LocalCluster(in_loop=True, config=CONFIG) as cluster:
        broker = FlippedBroker(cluster, tmp_path / "kept")
        await broker.build(is_killed=request.param)
        yield broker


async def test_a_flipped_bit_anywhere_is_survived_and_what_it_took_is_reported(broker):
    await flip_many(broker, random.Random(SEED), FLIPS, SEED)


HEADER_FIELDS = {"length": 10, "magic": 16, "attributes": 22, "last offset delta": 26, "count": 60}


@pytest.mark.parametrize("at", HEADER_FIELDS.values(), ids=HEADER_FIELDS)
async def test_a_flipped_bit_in_the_header_of_the_first_batch(broker, at):
    name = "__transaction_state-0/00000000000000000000.log"
    answers, told = await broker.life_with_flip(name, at, 0)
    assert {answers[f"tx-{number}"] for number in range(3)} == {REFUSED}
    assert any("__transaction_state-0 is not coordinated here" in line for line in told)
    assert answers["group-0"] == broker.whole["group-0"], "the other coordinator serves"
