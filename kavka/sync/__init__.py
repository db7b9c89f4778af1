"""The clients, and a local cluster, for programs without an event loop: plain calls that wait, with deadlines.

    from kavka.sync import Admin, Consumer, LocalCluster, Producer

    caller's threads                        a thread of each client's own
    ┌────────────────────┐   a coroutine    ┌──────────────────────────────┐
    │ producer.send(…)   ├─────────────────▶│ loop: kavka.client.Producer  │──▶ brokers
    │     waits          │◀── its result ───┤                              │
    └────────────────────┘                  └──────────────────────────────┘

Each is the class of `kavka` of that name, method for method; what is awaited there returns here. Several threads may
share one, but a consumer is polled by one at a time. The names are loaded when they are first used, as `kavka`'s are.
"""

from __future__ import annotations

from importlib import import_module as _import_module
from typing import TYPE_CHECKING
from typing import Any as _Any

if TYPE_CHECKING:
    from kavka.sync.admin import Admin as Admin
    from kavka.sync.cluster import LocalCluster as LocalCluster
    from kavka.sync.consumer import Consumer as Consumer
    from kavka.sync.consumer import RebalanceListener as RebalanceListener
    from kavka.sync.producer import Delivery as Delivery
    from kavka.sync.producer import Producer as Producer
    from kavka.sync.share_consumer import ShareConsumer as ShareConsumer

__all__ = ["Producer", "Delivery", "Consumer", "RebalanceListener", "ShareConsumer", "Admin", "LocalCluster"]

_HOMES = {
    "Producer": "kavka.sync.producer",
    "Delivery": "kavka.sync.producer",
    "Consumer": "kavka.sync.consumer",
    "RebalanceListener": "kavka.sync.consumer",
    "ShareConsumer": "kavka.sync.share_consumer",
    "Admin": "kavka.sync.admin",
    "LocalCluster": "kavka.sync.cluster",
}


def __getattr__(name: str) -> _Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'kavka.sync' has no attribute {name!r}")
    value = getattr(_import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_HOMES)
