"""What the admin endpoint's routes may see and do: one broker, and what `app` alone knows of it.

Plain references, built by `app`. The controller is seen through a Protocol: the
broker's packages know nothing of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from kavka.broker.http.high_watermarks import HighWatermarks
    from kavka.broker.http.observed import Observed
    from kavka.broker.network.budgets import Budgets
    from kavka.broker.requests.fault_tap import FaultTap
    from kavka.broker.requests.transcript import Transcript
    from kavka.common.event_feed import EventFeed
    from kavka.common.steps import Steps
    from kavka.timer.dev_clock import DevClock
    from kavka.timer.purgatory import Purgatory


class ControllerView(Protocol):
    """The controller of this process, as it lets itself be looked at; `controller.controller.Controller` is one."""

    @property
    def is_active(self) -> bool:
        """Tells whether this process is the controller and decides now."""

    def measure(self) -> Steps[Any]:
        """Returns a `controller.statistics.ControllerStatistics`: plain numbers, by Kafka's names."""

    def describe_in_steps(self) -> Steps[dict[str, Any]]:
        """Describes what waits and what is under way, as JSON can show it."""


class Admin:
    """One broker, as its admin endpoint sees it.

    Attributes:
        services: the broker's parts that are shown.
        controller: the controller of this process, active or not.
        is_ready: whether clients are served and the controller has spoken.
        feed: what happens in this broker, for subscribers.
        faults: what makes requests fail on purpose.
        transcript: what is written down of the wire.
        budgets: what clients may make this broker hold.
        dev_clock: this broker's clock where it can be moved; None: it is the machine's.
        high_watermarks: of any partition, for groups' lag.
        topics_shown: which topics have series of their own.
        partitions_shown: of which topics every partition has; None: of none.
    """

    __slots__ = (
        "budgets",
        "controller",
        "dev_clock",
        "faults",
        "feed",
        "high_watermarks",
        "is_ready",
        "partitions_shown",
        "services",
        "topics_shown",
        "transcript",
    )

    def __init__(
        self,
        services: Observed,
        controller: ControllerView,
        feed: EventFeed,
        faults: FaultTap,
        transcript: Transcript,
        is_ready: Callable[[], bool],
        high_watermarks: HighWatermarks,
        budgets: Budgets,
        dev_clock: DevClock | None,
    ) -> None:
        self.dev_clock = dev_clock
        self.budgets = budgets
        self.high_watermarks = high_watermarks
        self.services = services
        self.controller = controller
        self.feed = feed
        self.faults = faults
        self.transcript = transcript
        self.is_ready = is_ready
        self.topics_shown = re.compile(services.config.kavka_metrics_topics)
        pattern: str = services.config.kavka_metrics_partitions
        self.partitions_shown = re.compile(pattern) if pattern else None

    def is_topic_shown(self, topic: str) -> bool:
        """Tells whether a topic has series of its own."""
        return self.topics_shown.fullmatch(topic) is not None

    def purgatories(self) -> list[Purgatory[Any]]:
        """Lists every purgatory of this broker."""
        waiting = self.services.replica_manager.waiting
        return [
            waiting.produce_purgatory,
            waiting.fetch_purgatory,
            waiting.share_fetch_purgatory,
            waiting.delete_records_purgatory,
            self.services.groups.rebalance_purgatory,
        ]
