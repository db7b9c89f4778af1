"""The whole matrix of both machines, legal and illegal, and the page that is generated from the tables."""

from __future__ import annotations

import os
from enum import Enum
from pathlib import Path

import pytest

from kavka.broker.group.consumer.states import MEMBER_TRANSITIONS as CONSUMER_MEMBER_TRANSITIONS
from kavka.broker.group.share.states import SHARE_PARTITION_TRANSITIONS
from kavka.broker.group.states import GROUP_TRANSITIONS
from kavka.broker.group.streams.states import STREAMS_MEMBER_TRANSITIONS
from kavka.broker.network.request_flow import FLOW_TRANSITIONS
from kavka.broker.security.sasl.states import LOGIN_TRANSITIONS
from kavka.broker.share.partition.led_states import LED_TRANSITIONS
from kavka.broker.share.partition.states import RECORD_TRANSITIONS
from kavka.broker.transaction.states import TRANSACTION_TRANSITIONS
from kavka.common.transitions import IllegalTransition, TransitionTable, to_markdown
from kavka.common.types import TopicPartition
from kavka.controller.context import ControllerContext, PartitionReplica
from kavka.controller.states import PARTITION_TRANSITIONS, REPLICA_TRANSITIONS, PartitionState, ReplicaState
from kavka.wire.consumer_membership_states import CONSUMER_MEMBER_TRANSITIONS as OWN_CONSUMER_TRANSITIONS
from kavka.wire.membership_states import MEMBER_TRANSITIONS
from kavka.wire.share_membership_states import SHARE_MEMBER_TRANSITIONS
from kavka.wire.telemetry_states import TELEMETRY_TRANSITIONS
from kavka.wire.transaction_states import CLIENT_TRANSACTION_TRANSITIONS
from tests.support.controller.legal_states import LEGAL_PARTITION, LEGAL_REPLICA, matrix

PAGE = Path(__file__).resolve().parents[3] / "docs" / "state-machines.md"

HEAD = """# State machines

Generated from the tables in the code; `UPDATE=1 pytest tests/unit/controller/test_states.py` writes it anew. What a
state means, what is done in it and what leaves it is said where it is declared: `controller/states.py`,
`broker/group/states.py`, `broker/transaction/states.py`, `broker/security/sasl/states.py`,
`broker/network/request_flow.py`, `kavka/wire/transaction_states.py`, `kavka/wire/membership_states.py`,
`kavka/wire/consumer_membership_states.py`.
"""


P = TopicPartition("t", 0)
R = PartitionReplica(P, 1)


@pytest.mark.parametrize(("current", "target"), matrix(PartitionState))
def test_partition(current, target):
    context = ControllerContext(epoch=1, epoch_version=0)
    context.start_partition(P, current)
    if current.name in LEGAL_PARTITION[target.name]:
        context.move_partition(P, target)
        assert context.partition_state(P) is target
    else:
        with pytest.raises(IllegalTransition, match=f"t-0: {current.name} → {target.name}"):
            context.move_partition(P, target)
        assert context.partition_state(P) is current


@pytest.mark.parametrize(("current", "target"), matrix(ReplicaState))
def test_replica(current, target):
    context = ControllerContext(epoch=1, epoch_version=0)
    context.start_replica(R, current)
    if current.name in LEGAL_REPLICA[target.name]:
        context.move_replica(R, target)
        assert context.replica_state(R) is target
    else:
        with pytest.raises(IllegalTransition, match=f"t-0 on 1: {current.name} → {target.name}"):
            context.move_replica(R, target)
        assert context.replica_state(R) is current


def test_a_forgotten_replica_leaves_nothing():
    context = ControllerContext(epoch=1, epoch_version=0)
    context.start_replica(R, ReplicaState.DeletionSuccessful)
    context.move_replica(R, ReplicaState.NonExistent)
    assert context.replica_states == {P: {}}


def test_every_state_has_a_row():
    class Light(Enum):
        RED = 0
        GREEN = 1

    with pytest.raises(AssertionError, match="no row for \\['GREEN'\\]"):
        TransitionTable("light", {Light.RED: frozenset({Light.GREEN})})
    table = TransitionTable("light", {Light.RED: frozenset({Light.GREEN}), Light.GREEN: frozenset()})
    assert table.is_legal(Light.GREEN, Light.RED)
    with pytest.raises(IllegalTransition, match="RED → GREEN is illegal, GREEN is entered from nowhere"):
        table.check(Light.RED, Light.GREEN)


def test_every_state_says_what_it_does():
    source = (Path(__file__).resolve().parents[3] / "controller" / "states.py").read_text(encoding="utf-8")
    for state in (*PartitionState, *ReplicaState):
        assert f"    {state.name} = {state.value}\n" in source
    assert source.count("    action: ") == source.count("    transition: ") == len(PartitionState) + len(ReplicaState)


def test_the_page_is_current():
    tables = (
        PARTITION_TRANSITIONS,
        REPLICA_TRANSITIONS,
        GROUP_TRANSITIONS,
        TRANSACTION_TRANSITIONS,
        LOGIN_TRANSITIONS,
        CLIENT_TRANSACTION_TRANSITIONS,
        MEMBER_TRANSITIONS,
        FLOW_TRANSITIONS,
        CONSUMER_MEMBER_TRANSITIONS,
        SHARE_MEMBER_TRANSITIONS,
        OWN_CONSUMER_TRANSITIONS,
        SHARE_PARTITION_TRANSITIONS,
        STREAMS_MEMBER_TRANSITIONS,
        RECORD_TRANSITIONS,
        LED_TRANSITIONS,
        TELEMETRY_TRANSITIONS,
    )
    page = "\n".join([HEAD, *map(to_markdown, tables)])
    if os.environ.get("UPDATE") == "1":
        PAGE.write_text(page, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page


class Watched:
    """A feed that somebody follows."""

    is_watched = True

    def __init__(self):
        self.events = []

    def publish(self, kind, **what):
        self.events.append((kind, what))


def test_who_follows_the_feed_hears_of_each_change_of_state_and_of_nothing_else():
    feed = Watched()
    context = ControllerContext(epoch=1, epoch_version=0, feed=feed)
    context.start_partition(P, PartitionState.Offline)
    context.move_partition(P, PartitionState.Online)
    context.move_partition(P, PartitionState.Online)
    context.start_replica(R, ReplicaState.New)
    context.move_replica(R, ReplicaState.Online)
    assert feed.events == [
        ("partition-state", {"partition": "t-0", "before": "Offline", "after": "Online"}),
        ("replica-state", {"replica": str(R), "before": "New", "after": "Online"}),
    ]
