"""KRaft's settings: which node keeps the ZooKeeper, by what address the others find it, and what is left of them."""

from __future__ import annotations

import pytest

from kavka.broker.config.types import ConfigError
from kavka.container.kraft import HostPort, node_of

VOTERS = "1@kafka-1:9093,2@kafka-2:9093,3@kafka-3:9093"


def combined(node_id, **others):
    """A node of apache/kafka's compose file of three that are broker and controller."""
    return {
        "node.id": str(node_id),
        "process.roles": "broker,controller",
        "controller.quorum.voters": VOTERS,
        "controller.listener.names": "CONTROLLER",
        "listener.security.protocol.map": "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,PLAINTEXT_HOST:PLAINTEXT",
        "listeners": "PLAINTEXT://:19092,CONTROLLER://:9093,PLAINTEXT_HOST://:9092",
        "advertised.listeners": f"PLAINTEXT://kafka-{node_id}:19092,PLAINTEXT_HOST://localhost:29092",
        **others,
    }


def node(given, host_name="somewhere"):
    return node_of(given, host_name=host_name)


def test_the_lowest_voter_keeps_zookeeper_where_the_quorum_would_meet():
    first = node(combined(1))
    assert first.keeper == HostPort("0.0.0.0", 9093)
    assert first.runs_broker
    assert not first.is_alone
    assert "zookeeper.connect" not in first.properties


@pytest.mark.parametrize("node_id", [2, 3])
def test_the_other_voters_find_it_there(node_id):
    other = node(combined(node_id))
    assert other.keeper is None
    assert other.runs_broker
    assert other.properties["zookeeper.connect"] == "kafka-1:9093"


@pytest.mark.parametrize("voters", [VOTERS, "3@kafka-3:9093, 1@kafka-1:9093 ,2@kafka-2:9093"])
def test_all_nodes_agree_however_the_voters_are_ordered(voters):
    nodes = [node(combined(node_id, **{"controller.quorum.voters": voters})) for node_id in (1, 2, 3)]
    assert [one.keeper is not None for one in nodes] == [True, False, False]


def test_nothing_of_krafts_reaches_the_broker():
    kept = node(combined(2, **{"controller.quorum.request.timeout.ms": "2000", "metadata.log.dir": "/m"}))
    assert kept.properties == {
        "broker.id": "2",
        "listener.security.protocol.map": "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,PLAINTEXT_HOST:PLAINTEXT",
        "listeners": "PLAINTEXT://:19092,PLAINTEXT_HOST://:9092",
        "advertised.listeners": "PLAINTEXT://kafka-2:19092,PLAINTEXT_HOST://localhost:29092",
        "zookeeper.connect": "kafka-1:9093",
    }
    (note,) = kept.notes
    assert "controller.quorum.request.timeout.ms, metadata.log.dir" in note


def test_settings_of_the_controllers_listener_go_with_it():
    kept = node(combined(2, **{"listener.name.controller.ssl.client.auth": "none"}))
    assert not any("controller" in key for key in kept.properties)


def test_an_advertised_controller_is_no_listener_either():
    advertised = "PLAINTEXT://kafka-2:19092,controller://kafka-2:9093"
    kept = node(combined(2, **{"advertised.listeners": advertised}))
    assert kept.properties["advertised.listeners"] == "PLAINTEXT://kafka-2:19092"


def test_one_voter_that_is_a_broker_too_is_alone():
    alone = node(combined(1, **{"controller.quorum.voters": "1@broker:9093"}))
    assert alone.is_alone
    assert alone.keeper == HostPort("0.0.0.0", 9093)


def test_a_controller_alone_keeps_zookeeper_and_runs_no_broker():
    given = {
        "node.id": "1",
        "process.roles": "controller",
        "controller.quorum.voters": "1@controller-1:9093,2@controller-2:9094",
        "controller.listener.names": "CONTROLLER",
        "listeners": "CONTROLLER://:9093",
    }
    keeper, idle = node(given), node(given | {"node.id": "2"})
    assert (keeper.runs_broker, keeper.keeper) == (False, HostPort("0.0.0.0", 9093))
    assert (idle.runs_broker, idle.keeper) == (False, None)


def test_a_broker_alone_finds_the_controllers():
    given = {"node.id": "4", "process.roles": "broker", "controller.quorum.voters": "1@controller-1:9093"}
    broker = node(given | {"listeners": "PLAINTEXT://:9092"})
    assert broker.keeper is None
    assert broker.properties["zookeeper.connect"] == "controller-1:9093"


@pytest.mark.parametrize("given", [{}, {"broker.id": "1"}, {"process.roles": "broker,controller", "node.id": "1"}])
def test_a_node_that_is_told_of_no_other_has_a_zookeeper_for_itself(given):
    alone = node(given)
    assert alone.is_alone
    assert alone.keeper == HostPort("127.0.0.1", 0)


def test_a_zookeeper_that_is_named_wins_over_any_quorum():
    given = combined(1, **{"zookeeper.connect": "zk-1:2181,zk-2:2181"})
    named = node(given)
    assert named.keeper is None
    assert named.properties["zookeeper.connect"] == "zk-1:2181,zk-2:2181"


def test_a_quorum_without_ids_is_kept_by_its_first_host():
    given = combined(1) | {"controller.quorum.bootstrap.servers": "kafka-1:9093,kafka-2:9093"}
    del given["controller.quorum.voters"]
    assert node(given, host_name="kafka-1").keeper == HostPort("0.0.0.0", 9093)
    assert node(given, host_name="kafka-2").properties["zookeeper.connect"] == "kafka-1:9093"


def test_the_keeper_listens_at_the_host_that_its_listener_names():
    given = combined(1, listeners="PLAINTEXT://:19092,CONTROLLER://10.0.0.7:9093")
    assert node(given).keeper == HostPort("10.0.0.7", 9093)


@pytest.mark.parametrize("protocol", ["SSL", "SASL_PLAINTEXT", "SASL_SSL"])
def test_a_secured_quorum_is_not_replaced_by_an_open_door(protocol):
    secured = {"listener.security.protocol.map": f"CONTROLLER:{protocol},PLAINTEXT:PLAINTEXT,PLAINTEXT_HOST:PLAINTEXT"}
    with pytest.raises(ConfigError, match=f"CONTROLLER is {protocol}"):
        node(combined(1, **secured))
    alone = node(combined(1, **secured, **{"controller.quorum.voters": "1@broker:9093"}))
    assert alone.keeper == HostPort("127.0.0.1", 0)


def test_ids_above_those_that_are_given_by_hand_get_room():
    assert node(combined(2001)).properties["reserved.broker.max.id"] == "2001"
    assert "reserved.broker.max.id" not in node(combined(1000)).properties
    assert node(combined(2001, **{"reserved.broker.max.id": "5000"})).properties["reserved.broker.max.id"] == "5000"


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"process.roles": "brokr"}, "process.roles"),
        ({"broker.id": "7"}, "node.id=1 and broker.id=7"),
        ({"controller.quorum.voters": "kafka-1:9093"}, "id@host:port"),
        ({"controller.quorum.voters": "1@kafka-1"}, "host and port"),
        ({"node.id": ""}, "nothing says which"),
        ({"process.roles": "broker", "controller.quorum.voters": ""}, "where the controllers are"),
    ],
)
def test_contradictions_are_named(changed, complaint):
    with pytest.raises(ConfigError, match=complaint):
        node(combined(1) | changed)
