"""What a container of kavka's image is to run, from its variables and the file that is mounted: pure.

    defaults of the image           weakest: data below /var/lib/kafka/data, PLAINTEXT on 9092, factors 1 on a lone node
    /mnt/shared/config/server.properties
    KAFKA_SSL_KEYSTORE_FILENAME=…   what Kafka's images derive properties from (`image_variables`)
    KAFKA_LOG_RETENTION_MS=…        then KAVKA_LOG_RETENTION_MS=…, as for any broker (`broker.config.sources`)
      └─▶ KRaft's settings understood (`kraft`) ─▶ NodePlan ─▶ `node` runs it

Not here: files and processes, and whether the broker takes its properties: it says so itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from kavka.broker.config import sources
from kavka.broker.config.properties import parse_properties
from kavka.broker.config.types import ConfigError
from kavka.container import image_variables
from kavka.container.image_variables import ReadText
from kavka.container.kraft import LOOPBACK, HostPort, node_of
from kavka.local.defaults import development_defaults
from kavka.local.secrets import is_guarded

DATA: Final = "/var/lib/kafka/data"
"""The image's volume."""
MOUNTED: Final = "/mnt/shared/config/server.properties"
"""Where Kafka's image takes a file from."""
PORT: Final = 9092
JOIN_TIMEOUT_MS: Final = 60_000
"""How long a node waits for the keeper's ZooKeeper, whose container may start after it."""

LEVELS: Final = {
    "ALL": "DEBUG", "TRACE": "DEBUG", "DEBUG": "DEBUG", "INFO": "INFO", "WARN": "WARNING", "WARNING": "WARNING",
    "ERROR": "ERROR", "FATAL": "ERROR", "OFF": "ERROR",
}  # fmt: skip
"""Levels of log4j → those of a broker here."""

_HOST: Final = re.compile(r"://[^,]*:")


class NodePlan(NamedTuple):
    """What a container runs.

    Attributes:
        properties: the broker's; `zookeeper.connect` is missing where `keeper` is set.
        runs_broker: whether there is a broker.
        keeper: where the embedded ZooKeeper listens; None: none runs here.
        keeper_dir: where that keeps its files: with the broker's, so that both are there or neither.
        cluster_id: the id that the cluster is to have, if the keeper is the first to say so.
        log_level: of the broker's log.
        notes: what the user should know, each a sentence.
    """

    properties: Mapping[str, str]
    runs_broker: bool
    keeper: HostPort | None
    keeper_dir: str
    cluster_id: str | None
    log_level: str
    notes: tuple[str, ...]


def plan_of(environment: Mapping[str, str], read: ReadText, *, host_name: str, default_dir: str = DATA) -> NodePlan:
    """Derives what a container runs.

    Args:
        environment: all variables there are.
        read: reads a file as text.
        host_name: the container's.
        default_dir: where data is kept unless `log.dirs` says otherwise.

    Raises:
        ConfigError: the settings contradict each other, or a file that they name cannot be read.
    """
    given, warnings = _given(environment, read)
    node = node_of(given, host_name=host_name)
    properties = _defaults(node.properties, default_dir) | node.properties
    keeper = node.keeper
    if keeper is not None and node.is_alone:
        properties = {"broker.id": "1", **development_defaults(1), **properties}
        if is_guarded({**properties, "zookeeper.connect": str(keeper)}):
            keeper = HostPort(LOOPBACK, 0)  # with logins on its listeners a node has no open door beside them
    elif keeper is None and "zookeeper.connect" not in given:
        properties.setdefault("zookeeper.connection.timeout.ms", str(JOIN_TIMEOUT_MS))
    properties |= image_variables.login_properties(environment, properties["listeners"], read)
    first_dir = properties["log.dirs"].split(",")[0].strip()
    return NodePlan(
        properties=properties,
        runs_broker=node.runs_broker,
        keeper=keeper,
        keeper_dir=f"{first_dir}/.zookeeper",
        cluster_id=environment.get("CLUSTER_ID") or None,
        log_level=LEVELS.get(environment.get("KAFKA_LOG4J_ROOT_LOGLEVEL", "").strip().upper(), "INFO"),
        notes=(*warnings, *node.notes, *_keeper_notes(keeper, is_alone=node.is_alone)),
    )


def _given(environment: Mapping[str, str], read: ReadText) -> tuple[dict[str, str], list[str]]:
    """Properties and warnings, of the file and of all variables."""
    try:
        mounted = parse_properties(read(MOUNTED))
    except FileNotFoundError:
        mounted = {}
    except (OSError, ValueError) as error:
        raise ConfigError(f"{MOUNTED} cannot be read: {error}") from None
    keys = {name: value for name, value in environment.items() if name not in image_variables.HANDLED}
    own, warnings = sources.environment_properties(keys)
    return {**mounted, **image_variables.image_properties(environment, read), **own}, warnings


def _defaults(properties: Mapping[str, str], default_dir: str) -> dict[str, str]:
    """What the image says where its user says nothing; listeners follow from the addresses that are advertised."""
    advertised = properties.get("advertised.listeners")
    defaults = {"log.dirs": properties.get("log.dir") or default_dir}
    if advertised:
        return {"listeners": _HOST.sub("://0.0.0.0:", advertised), **defaults}
    if "listeners" in properties:
        return defaults
    return {"listeners": f"PLAINTEXT://:{PORT}", "advertised.listeners": f"PLAINTEXT://localhost:{PORT}", **defaults}


def _keeper_notes(keeper: HostPort | None, *, is_alone: bool) -> tuple[str, ...]:
    if keeper is None or keeper.port == 0 or is_alone:
        return ()
    return (
        f"the whole cluster's ZooKeeper runs on this node, at {keeper}: one server, without TLS and logins. While "
        f"it is down nobody is elected. For more set KAFKA_ZOOKEEPER_CONNECT, to a ZooKeeper ensemble",
    )
