"""Damage in one of three replicas: another leads, nothing acknowledged is lost, and the damaged one is mended."""

from __future__ import annotations

import random
import shutil

import pytest

from kavka import LocalCluster
from tests.support.faults.damaged_logs import BROKERS, CONFIG, DamagedCluster, random_flip

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

ORDERS = [(0, 1, 2), (1, 0, 2), (2, 1, 0)]
TRIALS = 12


@pytest.fixture
async def damaged(tmp_path):
    """Three brokers that were killed, with 180 acknowledged records in five segments."""
    async with LocalCluster(BROKERS, in_loop=True, config=CONFIG) as cluster:
        built = DamagedCluster(cluster, tmp_path / "kept")
        await built.build()
        yield built


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("place", ["first", "middle", "last"])
async def test_a_flipped_bit_and_a_kill_of_all_lose_nothing(damaged, order, place):
    """The damaged replica led, and starts first, second or last (A9: the whole ones truncated to it)."""
    name, size = [found for found in damaged.files(0, "t-0") if found[0].endswith(".log")][-1]
    damaged.flip(0, name, {"first": 30, "middle": size // 2, "last": size - 1}[place], 3)
    started = await damaged.start(order)
    await damaged.until_alike(started)
    kept = [path.name for path in damaged.directory(0).glob("t-0/*.kept")]
    assert len(kept) == 1, "the damaged end is kept, and says of the log no more that it lacks something"
    assert not list(damaged.directory(0).glob("t-0/*.damaged"))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("what", ["", "t-0"], ids=["disk", "log"])
async def test_an_empty_disk_under_a_broker_that_was_in_sync_loses_nothing(damaged, order, what):
    """Broker 0 led, all are killed, and it comes back with nothing, first, second or last (KIP-966's other half)."""
    shutil.rmtree(damaged.directory(0) / what)
    started = await damaged.start(order)
    assert sorted(started) == [0, 1, 2]
    await damaged.until_alike(started)


async def test_one_whole_replica_of_three_is_enough_and_is_waited_for(damaged):
    """Two disks are empty, and their brokers come first."""
    for broker_id in (0, 1):
        shutil.rmtree(damaged.directory(broker_id))
    started = await damaged.start((0, 1, 2))
    await damaged.until_alike(started)


async def test_bits_anywhere_in_the_files_of_one_lose_nothing(damaged):
    rng = random.Random(20)
    for _ in range(TRIALS):
        broker_id, name, at, bit = random_flip(damaged, rng)
        await damaged.put_back()
        damaged.flip(broker_id, name, at, bit)
        started = await damaged.start(rng.sample(range(BROKERS), BROKERS))
        await damaged.until_alike(started)
        await damaged.kill()


@pytest.mark.parametrize("field", [3, 10, 15, 16, 40], ids=["offset", "length", "epoch", "magic", "timestamp"])
async def test_a_batch_in_a_closed_segment_that_a_follower_refuses_is_copied_from_another(tmp_path, field):
    """The leader's disk changed a closed segment, and a follower starts from nothing (A8: it never joined).

    Broker 2 stops last, and leads: it alone was in sync then; 0 comes back before 1, which has nothing.
    """
    async with LocalCluster(BROKERS, in_loop=True, config=CONFIG) as cluster:
        damaged = DamagedCluster(cluster, tmp_path / "kept")
        await damaged.build(is_killed=False)
        name, _ = [found for found in damaged.files(2, "t-0") if found[0].endswith(".log")][1]
        damaged.flip(2, name, field, 2)
        shutil.rmtree(damaged.directory(1) / "t-0")
        started = await damaged.start((2, 0, 1))
        await damaged.until_alike(started)
