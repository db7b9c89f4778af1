"""kavka: a Kafka cluster that installs with pip.

    from kavka import Admin, Consumer, LocalCluster, Producer

The names are loaded when they are first used (PEP 562): importing kavka costs next to nothing, which the command line
and every broker's start depend on.

kavka installs four more packages at the top level: protocol, timer, broker and controller. A user's own file of one of
these names would be imported instead of ours and fail somewhere deep inside, so the import of kavka looks first and
says which file it is.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from os.path import dirname, join
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import FrameType

    from kavka.client.admin import Admin as Admin
    from kavka.client.consumer import Consumer as Consumer
    from kavka.client.consumer_group import RebalanceListener as RebalanceListener
    from kavka.client.producer import Producer as Producer
    from kavka.common.types import NewTopic as NewTopic
    from kavka.common.types import TopicPartition as TopicPartition
    from kavka.legacy.consumer_registry import ConsumerRegistry as ConsumerRegistry
    from kavka.legacy.zookeeper_consumer import ZookeeperConsumer as ZookeeperConsumer
    from kavka.local.cluster import LocalCluster as LocalCluster

__version__ = "0.1.0"

__all__ = [
    "Producer",
    "Consumer",
    "RebalanceListener",
    "Admin",
    "LocalCluster",
    "NewTopic",
    "TopicPartition",
    "ZookeeperConsumer",
    "ConsumerRegistry",
]

_HOMES = {
    "Producer": "kavka.client.producer",
    "Consumer": "kavka.client.consumer",
    "RebalanceListener": "kavka.client.consumer_group",
    "Admin": "kavka.client.admin",
    "LocalCluster": "kavka.local.cluster",
    "NewTopic": "kavka.common.types",
    "TopicPartition": "kavka.common.types",
    "ZookeeperConsumer": "kavka.legacy.zookeeper_consumer",
    "ConsumerRegistry": "kavka.legacy.consumer_registry",
}

_SIBLINGS = ("protocol", "timer", "broker", "controller")


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'kavka' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})


def refuse_hidden_siblings() -> None:
    """Fails when a file elsewhere hides one of kavka's four packages.

    Raises:
        ImportError: one would; the message names the file.
    """
    home = dirname(dirname(__file__))
    for name in _SIBLINGS:
        loaded = sys.modules.get(name)
        spec = getattr(loaded, "__spec__", None) if loaded is not None else find_spec(name)
        origin = getattr(spec, "origin", None) or getattr(loaded, "__file__", None)
        if origin is None:
            continue  # a directory without code hides nothing; a missing package will say so itself
        if origin != join(home, name, "__init__.py"):
            raise ImportError(
                f"{origin} hides kavka's own package {name!r}, which is installed in {home}: rename that file or start "
                "Python where it is not on sys.path (python -P leaves the current directory out)"
            )


def _is_loaded_for_everybody() -> bool:
    """Whether pytest loads every plugin that is installed, for tests that may have nothing to do with kavka."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        if frame.f_code.co_name == "load_setuptools_entrypoints":
            return True
        frame = frame.f_back
    return False


if not _is_loaded_for_everybody():  # else the plugin looks, when a test asks for a cluster
    refuse_hidden_siblings()
