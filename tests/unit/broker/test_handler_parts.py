"""What handlers are built of: every API that is served has its handler, built when it is first used."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from kavka.broker.assembly.handlers.parts import HandlerParts
from kavka.broker.assembly.handlers.table import FAMILIES, MAKE
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.quota.live_quotas import LiveQuotas
from kavka.broker.requests.served_apis import HANDLERS
from kavka.common.on_demand import OnDemand
from kavka.protocol.api_keys import ApiKey
from kavka.simulation.memory_disk import MemoryDisk
from tests.support.broker.data_plane import node_in_memory


class Anything:
    """Has the parts that it is given, and every other, each as good as the next: handlers are only built here."""

    def __init__(self, **parts: Any) -> None:
        self.__dict__.update(parts)

    def __getattr__(self, name: str) -> Anything:
        return Anything()


@pytest.fixture(scope="module")
def parts() -> HandlerParts:
    """A broker's parts; its replicas and metrics are real, for compiled handlers take no others."""
    node = node_in_memory(MemoryDisk())
    replication = Anything(manager=node.manager)
    identity = Anything(config=lambda: BrokerConfig.from_properties({"zookeeper.connect": "nowhere:2181"}))
    coordinators = Anything(share_reading=OnDemand(Anything), share_states=OnDemand(Anything))
    inside: Any = Anything(replication=replication, cluster=Anything(identity=identity), coordinators=coordinators)
    tools: Any = Anything(metrics=node.services.metrics)
    telemetry: Any = Anything()
    return HandlerParts(inside, tools, {}, LiveQuotas(), lambda config: None, telemetry)


@pytest.mark.parametrize("api", sorted(HANDLERS))
def test_an_api_is_handled_by_the_class_of_its_module(parts: HandlerParts, api: ApiKey) -> None:
    handler = MAKE[api](parts)
    name = HANDLERS[api]
    assert type(handler).__module__ == f"kavka.broker.handlers.{name}"
    assert type(handler).__name__ == "".join(word.capitalize() for word in name.split("_")) + "Handler"
    assert callable(handler.handle)


def test_each_api_is_built_in_one_place() -> None:
    assert Counter(api for family in FAMILIES for api in family.MAKE) == Counter(list(HANDLERS))


def test_no_handler_is_loaded_before_it_is_used() -> None:
    script = (
        "import sys; import kavka.broker.assembly.handlers.table;"
        "print(*[name for name in sys.modules if name.startswith('kavka.broker.handlers.')])"
    )
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == []
