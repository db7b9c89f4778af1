"""What mypy says of the two epochs: the types exist for it alone, so it alone can show that they are kept apart."""

from __future__ import annotations

import pytest

from kavka.protocol.epochs import ControllerEpoch, LeaderEpoch
from kavka.protocol.messages import LeaderAndIsrRequest
from tests.support.typing_errors import typing_errors

SNIPPET = """
from kavka.protocol.epochs import ControllerEpoch, LeaderEpoch
from kavka.protocol.messages import LeaderAndIsrRequest

State = LeaderAndIsrRequest.LeaderAndIsrPartitionState

def wanted(request: LeaderAndIsrRequest, state: State, leader: LeaderEpoch, controller: ControllerEpoch) -> None:
    {line}
"""

SOUND = [
    "after: LeaderEpoch = state.leader_epoch + 1",
    "after: ControllerEpoch = max(request.controller_epoch, controller + 1)",
    "is_stale: bool = state.leader_epoch < leader",
    "is_known: bool = leader >= 0",
    "number: int = leader",
    "State(leader_epoch=leader, controller_epoch=controller, partition_epoch=leader)",
]
MIXED = [
    "after: LeaderEpoch = request.controller_epoch",
    "after: ControllerEpoch = state.leader_epoch + 1",
    "after: LeaderEpoch = state.partition_epoch",
    "is_stale: bool = request.controller_epoch < leader",
    "is_known: bool = state.leader_epoch == controller",
    "State(leader_epoch=controller, controller_epoch=leader)",
    "State(leader_epoch=state.partition_epoch)",
]


@pytest.fixture(scope="module")
def errors_of(tmp_path_factory):
    return typing_errors(tmp_path_factory.mktemp("epochs"), SNIPPET, SOUND + MIXED)


@pytest.mark.slow
@pytest.mark.parametrize("line", SOUND)
def test_one_epoch_grows_and_compares(errors_of, line):
    assert errors_of[line] == []


@pytest.mark.slow
@pytest.mark.parametrize("line", MIXED)
def test_two_epochs_or_an_epoch_and_a_number_are_refused(errors_of, line):
    assert errors_of[line]


def test_epochs_are_plain_ints_when_the_program_runs():
    request = LeaderAndIsrRequest(controller_epoch=ControllerEpoch(7))
    assert type(request.controller_epoch) is int
    assert LeaderEpoch is int
    assert ControllerEpoch is int
