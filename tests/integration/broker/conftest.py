"""Which event loops broker tests run on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import pytest
import uvloop


def pytest_asyncio_loop_factories(
    config: pytest.Config, item: pytest.Item
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """Brokers run on uvloop. The network's tests run on the stock loop, too: it calls protocols in another order."""
    if item.path.name == "test_network.py":
        return {"uvloop": uvloop.new_event_loop, "asyncio": asyncio.SelectorEventLoop}
    return {"uvloop": uvloop.new_event_loop}
