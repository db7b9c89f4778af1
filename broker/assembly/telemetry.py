"""Gives a broker its clients' telemetry: subscriptions from ZooKeeper, and who forgets client instances.

    /config/client-metrics/<name> ─▶ read at a session's begin, and where a notification names one ─▶ ClientTelemetry

A subscription that is none is logged and left out. A part of the composition root (`broker.app`).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kavka.broker.cluster.later_config_nodes import SUBSCRIPTIONS, LaterConfigNodes
from kavka.broker.config.client_metrics import Subscription, subscription
from kavka.broker.telemetry.client_telemetry import ClientTelemetry
from kavka.protocol.errors import KafkaError
from kavka.timer.reaper import Reaper
from kavka.timer.timer import Timer
from kavka.zk import paths
from kavka.zk.sanitizer import desanitized, sanitized

if TYPE_CHECKING:
    from kavka.broker.assembly.identity import Identity
    from kavka.broker.assembly.tools import Tools
    from kavka.broker.cluster.config_changes import ConfigChanges

_log = logging.getLogger(__name__)


class SubscriptionSource:
    """Reads subscriptions and lets them take effect.

    Args:
        nodes: where they are.
        telemetry: by which clients are told.
    """

    __slots__ = ("_nodes", "_telemetry", "_texts")

    def __init__(self, nodes: LaterConfigNodes, telemetry: ClientTelemetry) -> None:
        self._nodes = nodes
        self._telemetry = telemetry
        self._texts: dict[str, Mapping[str, str]] = {}

    async def load(self) -> None:
        """Reads all subscriptions.

        Raises:
            ZkError: ZooKeeper cannot be asked; what held before holds on.
        """
        self._take(await self._nodes.read_all())

    async def changed(self, entities: Sequence[tuple[str, str]]) -> None:
        """Reads again what notifications name.

        Raises:
            ZkError: ZooKeeper cannot be asked.
        """
        names = [desanitized(entity) for kind, entity in entities if kind == SUBSCRIPTIONS]
        if names:
            self._take(self._texts | await self._nodes.read_each(names))

    def _take(self, texts: Mapping[str, Mapping[str, str]]) -> None:
        latest = {name: found for name, found in texts.items() if found}
        if latest != self._texts:
            self._texts = latest
            self._telemetry.change(filter(None, map(_usable, latest, latest.values())))


def _usable(name: str, texts: Mapping[str, str]) -> Subscription | None:
    try:
        return subscription(name, texts)
    except KafkaError as error:
        _log.error("%s is no subscription: %s", paths.config(SUBSCRIPTIONS, sanitized(name)), error)
        return None


class Telemetry(NamedTuple):
    """The telemetry of this broker's clients."""

    core: ClientTelemetry
    reaper: Reaper
    nodes: LaterConfigNodes | None
    """None: this broker knows no subscriptions, and offers nobody to push."""


def assemble_telemetry(
    identity: Identity, config_changes: ConfigChanges, tools: Tools, *, has_subscriptions: bool
) -> Telemetry:
    """Builds the clients' telemetry; its subscriptions are followed from the start of the changes on."""
    timer = Timer(tools.clock)
    core = ClientTelemetry(
        timer, random_id=partial(tools.rng.randbytes, 16), max_bytes=identity.config().telemetry_max_bytes
    )
    nodes = LaterConfigNodes(identity.zk, SUBSCRIPTIONS) if has_subscriptions else None
    if nodes is not None:
        config_changes.add_later_listener(SubscriptionSource(nodes, core))
    return Telemetry(core, Reaper(timer, tools.clock), nodes)
