"""The whole matrix of the group's machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from kavka.broker.group.group_metadata import GroupMetadata
from kavka.broker.group.states import GroupState
from kavka.common.transitions import IllegalTransition

# Written down a second time, from Kafka's documentation of the machine: the table is held against it.
LEGAL = {
    "Empty": {"PreparingRebalance"},
    "PreparingRebalance": {"Stable", "CompletingRebalance", "Empty"},
    "CompletingRebalance": {"PreparingRebalance"},
    "Stable": {"CompletingRebalance"},
    "Dead": {"Stable", "PreparingRebalance", "CompletingRebalance", "Empty", "Dead"},
}


@pytest.mark.parametrize("current", GroupState, ids=lambda state: state.name)
@pytest.mark.parametrize("target", GroupState, ids=lambda state: state.name)
def test_transition(current, target):
    group = GroupMetadata("g", 0, now_ms=5)
    group.state = current
    if current.name in LEGAL[target.name]:
        group.transition_to(target, 7)
        assert (group.state, group.state_since_ms) == (target, 7)
    else:
        with pytest.raises(IllegalTransition, match=f"group g: {current.name} → {target.name}"):
            group.transition_to(target, 7)
        assert (group.state, group.state_since_ms) == (current, 5)


def test_every_state_says_what_it_does():
    source = (Path(__file__).resolve().parents[3] / "broker" / "group" / "states.py").read_text(encoding="utf-8")
    assert source.count("    action: ") == source.count("    transition: ") == len(GroupState)
