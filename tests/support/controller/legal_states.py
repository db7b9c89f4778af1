"""Which state may follow which, written down beside the tables of the code."""

from __future__ import annotations

from typing import Any

import pytest

# Written down a second time, from Kafka's documentation of the machines: the tables are held against it.
LEGAL_PARTITION = {
    "NonExistent": {"Offline"},
    "New": {"NonExistent"},
    "Online": {"New", "Online", "Offline"},
    "Offline": {"New", "Online", "Offline"},
}
LEGAL_REPLICA = {
    "NonExistent": {"DeletionSuccessful"},
    "New": {"NonExistent"},
    "Online": {"New", "Online", "Offline", "DeletionIneligible"},
    "Offline": {"New", "Online", "Offline", "DeletionIneligible"},
    "DeletionStarted": {"Offline"},
    "DeletionSuccessful": {"DeletionStarted"},
    "DeletionIneligible": {"Offline", "DeletionStarted"},
}


def matrix(states: Any) -> list[Any]:
    return [pytest.param(a, b, id=f"{a.name}_to_{b.name}") for a in states for b in states]
