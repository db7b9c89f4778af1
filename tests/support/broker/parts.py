"""A broker's parts under the names by which handlers' constructors ask for them, and handlers built of them."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

from kavka.broker.cluster.later_config_nodes import GROUPS, SUBSCRIPTIONS, LaterConfigNodes
from kavka.broker.requests.awaited_leaders import AwaitedLeaders
from kavka.broker.requests.cluster_view import AdvertisedBrokers
from kavka.broker.requests.config_resources import ConfigResources, ConfigStore
from kavka.broker.requests.current_leaders import CurrentLeaders
from kavka.broker.requests.internal_topics import InternalTopics
from kavka.broker.requests.served_apis import HANDLERS
from kavka.protocol.api_keys import ApiKey


class Parts:
    """Whatever a test gives it; what it does not give is None."""

    def __init__(self, **parts: Any) -> None:
        self.__dict__.update(parts)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return None

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def check_listeners(self, config: Any) -> None:
        """Finds every configuration of listeners right."""

    def reconfigured(self, config: Any) -> None:
        self.config = config

    def charge_by(self, quotas: Any) -> None:
        self.quotas = quotas


class QuotasOf:
    """The quotas that a broker of parts has now."""

    def __init__(self, broker: Any) -> None:
        self._broker = broker

    @property
    def current(self) -> Any:
        return self._broker.quotas


def _part_of(owner: str, part: str) -> Callable[[Any], Any]:
    """What takes a part out of its owner; None of an owner that the broker of parts lacks."""
    return lambda broker: getattr(getattr(broker, owner, None), part, None)


def _view(broker: Any) -> AdvertisedBrokers:
    return AdvertisedBrokers(broker.broker_id, lambda: broker.config)


MADE: dict[str, Callable[[Any], Any]] = {
    **{
        part: _part_of("replica_manager", part)
        for part in (
            "commands",
            "controller_epoch",
            "fetches",
            "flusher",
            "followers",
            "log_dir_moves",
            "partitions",
            "traffic",
            "waiting",
        )
    },
    **{
        part: _part_of("log_manager", part)
        for part in ("checkpoint_log_start_offsets", "data_dirs", "filesystem", "record_checks")
    },
    "broker": lambda broker: broker,
    "config": lambda broker: lambda: broker.config,
    "quotas": QuotasOf,
    "follower_fetches": lambda broker: broker.metrics.follower_fetches,
    "awaited": lambda broker: AwaitedLeaders(broker.metadata_cache, broker.clock, broker.lane),
    "configs": lambda broker: ConfigStore(broker.zk, broker.config_changes),
    "internal_topics": lambda broker: InternalTopics(
        broker.metadata_cache, broker.controller, broker.controller_channel, lambda: broker.config
    ),
    "resources": lambda broker: ConfigResources(
        ConfigStore(broker.zk, broker.config_changes),
        broker_id=broker.broker_id,
        config=lambda: broker.config,
        metadata_cache=broker.metadata_cache,
        check_listeners=broker.check_listeners,
        has_later=True,
    ),
    "group_nodes": lambda broker: LaterConfigNodes(broker.zk, GROUPS),
    "subscriptions": lambda broker: LaterConfigNodes(broker.zk, SUBSCRIPTIONS),
    "view": _view,
    "leaders": lambda broker: CurrentLeaders(
        metadata_cache=broker.metadata_cache,
        partitions=_part_of("replica_manager", "partitions")(broker),
        view=_view(broker),
    ),
}
"""What is not under its own name in a broker of parts."""


def handling(handler: Any, broker: Any) -> Any:
    """A handler, built of what it asks for if it is still a module; a test's own handler as it is."""
    if not isinstance(handler, ModuleType):
        return handler
    stem = handler.__name__.rpartition(".")[2]
    cls = getattr(handler, "".join(word.capitalize() for word in stem.split("_")) + "Handler")
    return cls(**{name: MADE[name](broker) if name in MADE else getattr(broker, name, None) for name in _asked_by(cls)})


@cache
def _asked_by(cls: type) -> list[str]:
    """What a handler asks for; handlers are built for each request of a test."""
    return list(inspect.signature(cls).parameters)


def load_handler(name: str) -> ModuleType:
    """The module of a handler."""
    return importlib.import_module(f"kavka.broker.handlers.{name}")


def maker_of(broker: Any) -> Callable[[ApiKey], Any]:
    """What a dispatcher builds its handlers with."""
    return lambda api: handling(load_handler(HANDLERS[api]), broker)
