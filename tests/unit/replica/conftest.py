"""One broker's data plane without a network: a real log, a clock that stands still, and requests by hand."""

from __future__ import annotations

import pytest

from tests.support.replica.node import Node


@pytest.fixture
def node(tmp_path):
    node = Node(tmp_path)
    yield node
    node.log_manager.close()


@pytest.fixture
def leader(node):
    """A node that leads t-0 alone."""
    node.lead()
    return node
