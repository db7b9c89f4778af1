"""A broker that goes on leading what it knows another to lead is found, once its controller has no more to tell it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest

from kavka.client.admin import Admin
from kavka.common.types import NewTopic
from kavka.protocol.messages import UpdateMetadataRequest
from kavka.simulation.checks import check_all
from kavka.simulation.cluster import PORT, SimulatedBroker, SimulatedCluster, simulated
from kavka.simulation.control_onlooker import OUTSTAYED_MS, ControlOnlooker
from kavka.simulation.decisions import Decisions
from kavka.simulation.history import History
from kavka.simulation.host_clock import HostClock
from kavka.simulation.leaders import CONTROLLER, role_holder
from kavka.simulation.znode_hands import expire_session
from kavka.wire.connection import Connection

VERSION = 5
"""Of UpdateMetadata: the last that names topics and has no ids."""
LATER = 9
"""A leader epoch behind all of the run."""
LOOK_MS = 250


@dataclass(frozen=True)
class Roles:
    """Who is who."""

    cluster: SimulatedCluster
    controller: SimulatedBroker
    leader: SimulatedBroker
    other: SimulatedBroker


def roles_of(cluster):
    name = role_holder(cluster, CONTROLLER)
    controller = next(broker for broker in cluster.brokers if broker.name == name)
    return Roles(cluster, controller, *(broker for broker in cluster.brokers if broker is not controller))


async def create(roles):
    replicas = [broker.broker_id for broker in (roles.leader, roles.other, roles.controller)]
    async with Admin(roles.cluster.bootstrap) as admin:
        await admin.create_topics([NewTopic(name="t", assignments={0: replicas})])


async def tell(roles):
    """Tells the leader, in the controller's name, that another broker leads in a later epoch."""
    cluster, other = roles.leader.inside.cluster, roles.other.broker_id
    state = UpdateMetadataRequest.UpdateMetadataPartitionState(
        controller_epoch=cluster.controller_epoch.latest,
        leader=other,
        leader_epoch=LATER,
        isr=[other],
        replicas=[other, roles.leader.broker_id],
    )
    request = UpdateMetadataRequest(
        controller_id=roles.controller.broker_id,
        controller_epoch=cluster.controller_epoch.latest,
        broker_epoch=cluster.registration.epoch,
        topic_states=[UpdateMetadataRequest.UpdateMetadataTopicState(topic_name="t", partition_states=[state])],
    )
    connection = await Connection.open(
        roles.leader.name, PORT, client_id="stranger", connect_timeout_ms=1_000, clock=HostClock(roles.cluster.loop)
    )
    async with connection:
        response = await connection.request(request, version=VERSION, timeout_ms=5_000)
    assert response.error_code == 0


def told_everything(roles):
    """Leaves them alone."""


def paused(roles):
    """Stops the controller: it may have more to say when it goes on."""
    roles.cluster.pause(roles.controller)


def unanswered(roles):
    """Has the controller wait for the leader's response, which is lost: what comes next stays with it."""
    roles.cluster.links.cut(roles.leader.name, roles.controller.name, both_ways=False)
    expire_session(roles.cluster.zookeeper, roles.other.broker_id)


@pytest.mark.parametrize(("meanwhile", "found"), [(told_everything, ["outstayed"]), (paused, []), (unanswered, [])])
def test_who_goes_on_leading_is_found_unless_its_controller_has_more_to_tell(meanwhile, found):
    cluster, decisions = simulated(1), Decisions()
    onlooker = ControlOnlooker(cluster, decisions)

    async def whole():
        async with asyncio.timeout(300):
            await cluster.start_all()
            roles = roles_of(cluster)
            await cluster.client("admin", lambda: create(roles))
            meanwhile(roles)
            await asyncio.sleep(LOOK_MS / 1_000)
            await cluster.client("stranger", lambda: tell(roles))
            for _ in range(2 * OUTSTAYED_MS // LOOK_MS):
                onlooker.look()
                await asyncio.sleep(LOOK_MS / 1_000)

    with cluster.world() as loop:
        loop.run_until_complete(whole())
    assert [breach.invariant for breach in check_all(History(), decisions=decisions)] == found
