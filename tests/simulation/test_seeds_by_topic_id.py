"""Seeds in which topics are made anew while replicas of the former ones are away, and brokers fetch by topic id."""

from __future__ import annotations

import pytest

from kavka.simulation.faults import FaultKind
from kavka.simulation.scenario import Scenario
from tests.support.simulation.seeds import check

SETTINGS = {"inter.broker.protocol.version": "3.9", "kavka.later.apis.enable": "false"}
"""Of all brokers: the `upgrade` workload goes down to 3.0 then, which a cluster that has finalized features cannot."""
CHURNED = (FaultKind.TOPIC_CHURN, FaultKind.KILL, FaultKind.CUT, FaultKind.PAUSE, FaultKind.SESSION_EXPIRY)


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_seed_in_which_topics_are_made_anew(seed):
    check(seed, Scenario(settings=SETTINGS, kinds=CHURNED))
