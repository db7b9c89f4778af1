"""Gives a broker its quotas: what clients have used, and from ZooKeeper what they may use.

    /config/users/<u>  /config/users/<u>/clients/<c>  /config/clients/<c>  /config/ips/<address>
        ─▶ read at a session's begin, and again where a notification names one ─▶ ClientQuotas, ConnectionRates

While nobody has a quota the dispatcher and the handlers hold None, and no request pays for what nobody uses. A value
that is none is logged and left out. A part of the composition root (`broker.app`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from kavka.broker.cluster.topic_configs import read_config
from kavka.broker.config.types import LONG_MAX
from kavka.broker.quota import limits
from kavka.broker.quota.client_quotas import ClientQuotas
from kavka.broker.quota.entities import Default, QuotaEntity, entity_at
from kavka.broker.requests.quota_nodes import READS_AT_ONCE, stored_entities
from kavka.zk import paths
from kavka.zk.client import ZkClient

if TYPE_CHECKING:
    from kavka.broker.config.broker_config import BrokerConfig
    from kavka.broker.metrics import BrokerMetrics
    from kavka.broker.quota.connection_rates import ConnectionRates
    from kavka.timer.clock import Clock

_log = logging.getLogger(__name__)


class QuotaSource:
    """Reads quotas and lets them take effect.

    Args:
        zk: where they are.
        quotas: those of clients.
        rates: those of addresses.
        enabled: notified whether any client has one, whenever that may have changed.
    """

    __slots__ = ("_enabled", "_limits", "_quotas", "_rates", "_zk")

    def __init__(
        self, zk: ZkClient, quotas: ClientQuotas, rates: ConnectionRates, enabled: Callable[[bool], None]
    ) -> None:
        self._zk = zk
        self._quotas = quotas
        self._rates = rates
        self._enabled = enabled
        self._limits: dict[QuotaEntity, dict[str, float]] = {}

    async def load(self) -> None:
        """Reads all quotas.

        Raises:
            ZkError: ZooKeeper cannot be asked; what held before holds on.
        """
        entities = await stored_entities(self._zk)
        self._limits = {entity: found for entity, found in await self._read(entities) if found}
        self._apply()

    async def changed(self, entities: Sequence[tuple[str, str]]) -> None:
        """Reads again what notifications name.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        named = [found for kind, path in entities if (found := entity_at(kind, path)) is not None]
        if not named:
            return
        for entity, values in await self._read(named):
            if values != self._limits.get(entity, {}):
                _log.info("%s: %s", paths.config(entity.entity_type, entity.path), values or "no quota")
            self._limits.pop(entity, None)
            if values:
                self._limits[entity] = values
        self._apply()

    async def _read(self, entities: Sequence[QuotaEntity]) -> list[tuple[QuotaEntity, dict[str, float]]]:
        found: list[tuple[QuotaEntity, dict[str, float]]] = []
        for start in range(0, len(entities), READS_AT_ONCE):
            part = entities[start : start + READS_AT_ONCE]
            found += zip(part, await asyncio.gather(*(self._read_one(entity) for entity in part)), strict=True)
        return found

    async def _read_one(self, entity: QuotaEntity) -> dict[str, float]:
        stored = await read_config(self._zk, entity.entity_type, entity.path)
        try:
            return limits.numbers(entity.entity_type, stored.texts)
        except ValueError as error:
            _log.error("%s holds no quota: %s", paths.config(entity.entity_type, entity.path), error)
            return {}

    def _apply(self) -> None:
        self._quotas.change(self._limits)
        of_addresses: dict[str | Default, float] = {
            entity.ip: found[limits.CONNECTION] for entity, found in self._limits.items() if entity.ip is not None
        }
        self._rates.change(of_addresses)
        self._enabled(self._quotas.is_enabled)


class Charged(Protocol):
    """Who charges clients by their quotas: the dispatcher, and by `LiveQuotas` the handlers."""

    def charge_by(self, quotas: ClientQuotas | None) -> None:
        """Charges clients from now on; None: nobody has a quota."""


def assemble_quotas(
    zk: ZkClient, quotas: ClientQuotas, rates: ConnectionRates, charged: Sequence[Charged]
) -> QuotaSource:
    """Builds what reads quotas and lets them take effect."""

    def enabled(are_any: bool) -> None:
        for one in charged:
            one.charge_by(quotas if are_any else None)

    return QuotaSource(zk, quotas, rates, enabled)


def client_quotas(
    config: BrokerConfig, *, clock: Clock, metrics: BrokerMetrics, ticks: Callable[[], int]
) -> ClientQuotas:
    """Builds the clients' quotas, with the configuration's for who has none."""
    return ClientQuotas(
        now_ms=clock.monotonic_ms,
        ticks=ticks,
        samples=config.quota_window_num,
        window_ms=config.quota_window_size_seconds * 1000,
        mutation_samples=config.controller_quota_window_num,
        mutation_window_ms=config.controller_quota_window_size_seconds * 1000,
        produce_fallback=_fallback(config.quota_producer_default),
        fetch_fallback=_fallback(config.quota_consumer_default),
        follower_fetches=metrics.follower_fetches,
    )


def _fallback(bytes_per_second: int) -> float | None:
    return None if bytes_per_second == LONG_MAX else float(bytes_per_second)
