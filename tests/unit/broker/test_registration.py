"""A broker's place in ZooKeeper: its registration, the cluster's id, ids and addresses."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest

from kavka.broker.cluster import identity as cluster_identity
from kavka.broker.cluster import registration
from kavka.broker.cluster.registration import AlreadyRegistered, Registration, RegistrationLost
from kavka.common.machine_network import MachineNetwork
from kavka.common.types import TopicPartition
from kavka.timer.clock import ManualClock
from kavka.zk import paths
from kavka.zk.fake import FakeZooKeeper
from kavka.zk.ops import CreateOp, DeleteOp
from kavka.zk.znodes import BrokerRegistration, Endpoint
from tests.support.broker.fakes import config

SESSION_TIMEOUT_MS = 1_000
TAKEOVER_MS = SESSION_TIMEOUT_MS + registration.TAKEOVER_MARGIN_MS
BODY = BrokerRegistration(endpoints=(Endpoint("PLAINTEXT", "127.0.0.1", 9092),), timestamp_ms=1)


@pytest.fixture
async def server():
    server = FakeZooKeeper(ManualClock())
    zk = server.client()
    await zk.start(1000)
    await cluster_identity.ensure_paths(zk)
    await zk.close()
    return server


async def client_of(server):
    zk = server.client()
    await zk.start(1000)
    return zk


def registration_of(zk, broker_id=3, **options):
    return Registration(zk, broker_id=broker_id, body=BODY, session_timeout_ms=SESSION_TIMEOUT_MS, **options)


async def turns():
    for _ in range(20):
        await asyncio.sleep(0)


async def refused_in_time(server, registering):
    """Registers while somebody else has the place, for as long as a dead broker's node may stand."""
    task = asyncio.ensure_future(registering)
    await turns()
    server.clock.advance(TAKEOVER_MS)
    await task


async def expired(zk):
    """A new session in place of the one that the client had."""
    zk.expire()
    while zk.session_id in zk.former_session_ids:  # noqa: ASYNC110 - the fake opens the next one in a later turn
        await asyncio.sleep(0)


@pytest.mark.parametrize("path", paths.PERSISTENT_PATHS)
def test_paths_without_content_hold_null_as_kafkas_do(server, path):
    """Apache Kafka 2.0.0 reads an empty /latest_producer_id_block as JSON, and does not start."""
    assert server.tree.nodes[path].data is None


async def test_register_and_unregister(server):
    zk = await client_of(server)
    own = registration_of(zk)
    assert own.epoch == -1
    epoch = await own.register()
    data, stat = await zk.get(paths.broker_id(3))
    assert (own.epoch, epoch, stat.ephemeral_owner) == (stat.czxid, stat.czxid, zk.session_id)
    assert BrokerRegistration.decode(data).endpoints == BODY.endpoints
    await own.unregister()
    assert await zk.children(paths.BROKER_IDS) == []
    assert own.epoch == -1
    await own.unregister()


async def test_a_former_lifes_node_is_waited_for(server):
    dead, zk = await client_of(server), await client_of(server)
    old_epoch = await registration_of(dead).register()
    own = registration_of(zk)
    async with asyncio.TaskGroup() as tasks:
        registering = tasks.create_task(own.register())
        await turns()
        assert not registering.done()
        server.close_session(dead.session_id)
    assert own.epoch > old_epoch


async def test_a_living_namesake_is_named(server):
    await registration_of(await client_of(server)).register()
    with pytest.raises(AlreadyRegistered, match=r"broker\.id=3 is running"):
        await refused_in_time(server, registration_of(await client_of(server)).register())


async def test_a_new_session_brings_a_new_epoch(server):
    zk = await client_of(server)
    own = registration_of(zk)
    first = await own.register()
    await expired(zk)
    assert await own.register() > first


async def test_later_registrations_of_a_process_name_its_first_epoch(server):
    """So a controller can tell who lost a session from who restarted."""
    zk = await client_of(server)
    own = registration_of(zk)

    async def first_epoch():
        return BrokerRegistration.decode((await zk.get(paths.broker_id(3)))[0]).first_epoch

    first = await own.register()
    assert await first_epoch() is None
    for _ in range(2):
        await expired(zk)
        assert await own.register() > first
        assert await first_epoch() == first
    await own.change(replace(BODY, rack="r2"))
    assert await first_epoch() == first
    await own.update({TopicPartition("t", 0): 7})
    assert await first_epoch() == first
    await own.unregister()
    await registration_of(zk).register()
    assert await first_epoch() is None, "another process's"


async def test_bug_32_a_stranger_in_ones_place_ends_the_broker_by_name_and_keeps_the_place(server):
    zk, stranger = await client_of(server), await client_of(server)
    own = registration_of(zk)
    await own.register()
    async with asyncio.TaskGroup() as tasks:
        watching = tasks.create_task(_outcome(own))
        await asyncio.sleep(0)
        await expired(zk)
        await registration_of(stranger).register()
        with pytest.raises(AlreadyRegistered):
            await refused_in_time(server, own.register())
    assert "lost its registration, and another broker with broker.id=3 is running" in watching.result()
    await own.unregister()
    assert (await zk.exists(paths.broker_id(3))).ephemeral_owner == stranger.session_id


async def test_bug_32_a_session_that_cannot_be_had_again_ends_the_broker_at_a_deadline(server):
    zk = await client_of(server)
    own = registration_of(zk, deaf_ms_max=1)
    await own.register()
    async with asyncio.TaskGroup() as tasks:
        watching = tasks.create_task(_outcome(own))
        await asyncio.sleep(0)
        await expired(zk)  # and nobody registers
        await turns()
        server.clock.advance(1)
    assert "could not register again within 1 ms" in watching.result()


async def test_bug_32_a_new_registration_in_time_keeps_the_broker(server):
    zk = await client_of(server)
    own = registration_of(zk)
    await own.register()
    async with asyncio.TaskGroup() as tasks:
        watching = tasks.create_task(own.run())
        for _ in range(3):
            await asyncio.sleep(0)
            await expired(zk)
            await own.register()
        for _ in range(5):
            await asyncio.sleep(0)
        assert not watching.done()
        watching.cancel()


async def test_a_node_that_somebody_deletes_is_made_anew_with_a_new_epoch(server):
    zk, operator = await client_of(server), await client_of(server)
    own = registration_of(zk)
    await own.register()
    async with asyncio.TaskGroup() as tasks:
        keeping, watching = tasks.create_task(own.keep()), tasks.create_task(own.run())
        for _ in range(2):
            await turns()
            first = own.epoch
            await operator.delete(paths.broker_id(3))
            await turns()
            stat = await operator.exists(paths.broker_id(3))
            assert (own.epoch, stat.ephemeral_owner) == (stat.czxid, zk.session_id)
            assert own.epoch > first
        await expired(zk)
        await turns()
        assert await operator.exists(paths.broker_id(3)) is None, "a new session's is the controller's to make"
        await own.register()
        await turns()
        await operator.delete(paths.broker_id(3))
        await turns()
        assert (await operator.exists(paths.broker_id(3))).ephemeral_owner == zk.session_id
        await own.unregister()
        await turns()
        assert await operator.exists(paths.broker_id(3)) is None
        assert not watching.done()
        watching.cancel()
        keeping.cancel()


async def test_a_stranger_who_takes_a_deleted_nodes_place_ends_the_broker(server):
    zk, stranger = await client_of(server), await client_of(server)
    own = registration_of(zk)
    await own.register()
    async with asyncio.TaskGroup() as tasks:
        keeping, watching = tasks.create_task(own.keep()), tasks.create_task(_outcome(own))
        await turns()
        await stranger.multi([
            DeleteOp(paths.broker_id(3)),
            CreateOp(paths.broker_id(3), BODY.encode(), ephemeral=True),
        ])  # fmt: skip
        await turns()
        server.clock.advance(TAKEOVER_MS)
        await watching
        keeping.cancel()
    assert "lost its registration, and another broker with broker.id=3 is running" in watching.result()


async def _outcome(own):
    with pytest.raises(RegistrationLost) as caught:
        await own.run()
    return str(caught.value)


async def test_brokers_agree_on_a_cluster_id(server):
    clients = [await client_of(server) for _ in range(3)]
    ids = await asyncio.gather(*(cluster_identity.cluster_id(zk, random.Random(n)) for n, zk in enumerate(clients)))
    assert len(set(ids)) == 1
    assert len(ids[0]) == 22


async def test_generated_ids_start_above_the_reserved_ones(server):
    zk = await client_of(server)
    assert [await cluster_identity.generated_broker_id(zk, 1000) for _ in range(3)] == [1001, 1002, 1003]


def test_registered_addresses():
    ports, own_address = {"PLAINTEXT": 40001}, MachineNetwork().own_address
    endpoints = cluster_identity.registered_endpoints(config(listeners="PLAINTEXT://127.0.0.1:0"), ports, own_address)
    assert endpoints == (Endpoint("PLAINTEXT", "127.0.0.1", 40001),)
    endpoints = cluster_identity.registered_endpoints(config(listeners="PLAINTEXT://:0"), ports, own_address)
    assert endpoints[0].host not in ("", "0.0.0.0")
    advertised = config(listeners="PLAINTEXT://:0", advertised_listeners="PLAINTEXT://a.example:7")
    assert cluster_identity.registered_endpoints(advertised, ports, own_address) == (
        Endpoint("PLAINTEXT", "a.example", 7),
    )


async def test_time_in_which_zookeeper_did_not_answer_proves_no_other_broker(server):
    """A ZooKeeper that was restarted gives the former session its whole time again."""
    dead, zk = await client_of(server), await client_of(server)
    await registration_of(dead).register()
    own = registration_of(zk)
    async with asyncio.TaskGroup() as tasks:
        registering = tasks.create_task(own.register())
        await turns()
        zk.suspend()
        zk.resume()
        await turns()
        server.clock.advance(TAKEOVER_MS)
        await turns()
        assert not registering.done(), "its patience began anew"
        server.close_session(dead.session_id)
    assert own.epoch >= 0
