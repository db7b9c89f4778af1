"""A transaction coordinator on a real log, beside leaders of partitions that answer as a test says."""

from __future__ import annotations

import pytest

from tests.support.replica.node import Node


@pytest.fixture
def node(tmp_path):
    node = Node(tmp_path)
    yield node
    node.log_manager.close()
