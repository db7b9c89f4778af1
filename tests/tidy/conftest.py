"""For the rules: the syntax trees of all sources are made once, and are gone when the rules are through."""

from __future__ import annotations

import pytest

from kavka.simulation.heap import without_collections
from tests.tidy import rules


@pytest.fixture(scope="package", autouse=True)
def _trees():
    """Half a gigabyte: a collector that walks it makes parsing take eight times as long, and tests behind it wait."""
    with without_collections():
        yield
        rules.tree_of.cache_clear()
