"""A share coordinator on a real log."""

from __future__ import annotations

import pytest

from tests.support.replica.node import Node


@pytest.fixture
def node(tmp_path):
    node = Node(tmp_path)
    yield node
    node.log_manager.close()
