"""Everything that is looked at, in one call: the configurations that are meant, their machine, their running brokers.

a server.properties          that one; and its brokers, where an endpoint is named
a data directory in use      each broker's generated file, and each broker
neither                      what `kavka start` would do now
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from kavka.admin_http import AdminHttp, AdminRefused, AdminUnreachable
from kavka.broker.config import sources as config_sources
from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.properties import parse_properties
from kavka.broker.config.types import ConfigError
from kavka.doctor.facts import BrokerFacts, ConfigFacts, Facts
from kavka.doctor.gather_machine import (
    gather_advertised,
    gather_dir,
    gather_java,
    gather_limits,
    gather_port,
    gather_python,
    gather_spark,
    gather_zookeepers,
)
from kavka.local.secrets import token_for
from kavka.local.state import ClusterState, read_state
from kavka.timer.readings import Readings

ADMIN_TIMEOUT_MS: Final = 5_000
ENDPOINTS_MAX: Final = 16
"""Asked at once."""


class Where(NamedTuple):
    """What shall be looked at.

    Attributes:
        properties: a server.properties.
        data_dir: where `kavka start` keeps its cluster.
        admin: an admin endpoint of a cluster elsewhere.
    """

    properties: Path | None
    data_dir: Path
    admin: str | None = None
    token: str | None = None


def gather(where: Where, *, environment: Mapping[str, str], clock: Readings) -> Facts:
    """Gathers all facts. What cannot be found out is one of them."""
    state = read_state(where.data_dir)
    running = state is not None and any(process.is_alive() for process in (state.supervisor, *state.processes))
    live = state if running and where.properties is None else None
    configs, taken = _configs(where, live, environment)
    pids = [] if state is None else [broker.pid for broker in state.brokers] + [state.supervisor.pid]
    dirs = tuple(gather_dir(path) for config in taken for path in config.log_dirs)
    listeners = [(config, endpoint) for config in taken for endpoint in config.listeners]
    ports = tuple(gather_port(endpoint, pids) for _, endpoint in listeners)
    served = {(port.host, port.port) for port in ports if port.is_ours}
    return Facts(
        now_ms=clock.now_ms(),
        configs=configs,
        ports=ports,
        advertised=tuple(
            gather_advertised(endpoint, config.advertised_listeners, is_served=(endpoint.host, endpoint.port) in served)
            for config, endpoint in listeners
        ),
        dirs=dirs,
        limits=gather_limits(max((one.partitions for one in dirs), default=0)),
        zookeepers=gather_zookeepers(_zookeeper(where, live, taken)),
        java=gather_java(environment),
        spark=gather_spark(),
        python=gather_python(),
        brokers=_brokers(where, live),
    )


def _configs(
    where: Where, live: ClusterState | None, environment: Mapping[str, str]
) -> tuple[tuple[ConfigFacts, ...], list[BrokerConfig]]:
    facts: list[ConfigFacts] = []
    taken: list[BrokerConfig] = []
    if where.properties is not None:
        files = [where.properties]
    elif live is not None:
        files = [where.data_dir / f"broker-{broker.id}.properties" for broker in live.brokers]
        files = [file for file in files if file.exists()]  # brokers in a program's event loop have none
    else:
        files = []
    for file in files:
        fact, config = _config(file, environment if where.properties is not None else {})
        facts.append(fact)
        if config is not None:
            taken.append(config)
    if not files and live is None and where.admin is None:
        given = {"listeners": "PLAINTEXT://127.0.0.1:9092", "log.dirs": str(where.data_dir / "broker-0")}
        taken.append(BrokerConfig.from_properties({"zookeeper.connect": "127.0.0.1:2181", **given}))
        facts.append(ConfigFacts("what `kavka start` generates"))
    return tuple(facts), taken


def _config(file: Path, environment: Mapping[str, str]) -> tuple[ConfigFacts, BrokerConfig | None]:
    try:
        given = config_sources.merged(parse_properties(file.read_text(encoding="utf-8")), environment, ())
        config = BrokerConfig.from_properties(given.properties)
    except OSError as error:
        return ConfigFacts(str(file), error.strerror or str(error)), None
    except (ConfigError, ValueError) as error:
        return ConfigFacts(str(file), str(error)), None
    return ConfigFacts(str(file), warnings=tuple(given.warnings), inert=tuple(config.inert())), config


def _zookeeper(where: Where, live: ClusterState | None, taken: Sequence[BrokerConfig]) -> str:
    """`zookeeper.connect`; empty where `kavka start` would bring its own."""
    if live is not None:
        return live.zookeeper
    return str(taken[0].zookeeper_connect) if where.properties is not None and taken else ""


def _brokers(where: Where, live: ClusterState | None) -> tuple[BrokerFacts, ...]:
    found: list[tuple[str, str | None]] = []
    if where.admin is not None:
        try:
            known = _http(where.admin, where.token or token_for(where.admin, live)).get("/peers")
        except (AdminUnreachable, AdminRefused, ValueError) as error:
            return (BrokerFacts(where.admin, where.admin, str(error)),)
        found = [(f"broker {one['id']}", one["admin"]) for one in known or ()]
    elif live is not None:
        found = [(f"broker {broker.id}", broker.admin) for broker in live.brokers]
    if not found:
        return ()
    with ThreadPoolExecutor(max_workers=min(len(found), ENDPOINTS_MAX)) as threads:
        return tuple(
            threads.map(lambda one: _broker(one[0], one[1], where.token or token_for(one[1] or "", live)), found)
        )


def _broker(name: str, url: str | None, token: str | None) -> BrokerFacts:
    if url is None:
        return BrokerFacts(name, None)
    try:
        http = _http(url, token)
        metrics = read_metrics(http.text("/metrics"))
        try:
            health = http.get("/health")
        except AdminRefused as refused:  # 503: not ready, and why
            health = refused.answer
    except (AdminUnreachable, AdminRefused, ValueError) as error:
        return BrokerFacts(name, url, str(error))
    if not isinstance(health, dict):
        return BrokerFacts(name, url, f"{url} is no admin endpoint of kavka")
    offline = tuple(map(str, health.get("offline_log_dirs", ())))
    full = tuple(map(str, health.get("full_log_dirs", ())))
    is_ready = bool(health.get("ready"))
    return BrokerFacts(name, url, is_ready=is_ready, offline_dirs=offline, full_dirs=full, metrics=metrics)


def _http(url: str, token: str | None) -> AdminHttp:
    return AdminHttp(url, token=token, timeout_ms=ADMIN_TIMEOUT_MS)


def read_metrics(text: str) -> dict[str, float]:
    """Parses a scrape's text into series → value; what is no number is left out."""
    found = {}
    for line in text.splitlines():
        series, _, value = line.rpartition(" ")
        try:
            found[series] = float(value)
        except ValueError:
            continue
    return found
