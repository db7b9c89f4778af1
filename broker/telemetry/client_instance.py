"""One client that asked what to push: who it is, what it was told, and when it may come again. Kafka's
ClientMetricsInstance.

    GetTelemetrySubscriptions ── told: id, interval ──▶ PushTelemetry ── interval ──▶ PushTelemetry ── … ── terminating

A push right after a subscription is let in whatever the interval says: clients spread their first pushes over it.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, NamedTuple

from kavka.protocol.errors import ErrorCode

if TYPE_CHECKING:
    from kavka.broker.telemetry.series import Found
    from kavka.timer.moments import MonotonicMs
    from kavka.timer.timing_wheel import TimerEntry


class Client(NamedTuple):
    """Who sent a request, as far as subscriptions match it.

    Attributes:
        client_id: of the request; None: it has none.
        software_name: as it said in ApiVersions; None: nothing (KIP-511).
        software_version: likewise.
        address: where its connection comes from.
        port: likewise.
        principal: as who it is logged in.
        connection: the ordinal of the connection.
    """

    client_id: str | None
    software_name: str | None
    software_version: str | None
    address: str
    port: int
    principal: str
    connection: int


class Told(NamedTuple):
    """What a client was told to push.

    Attributes:
        subscription_id: changes when the rest does.
        metrics: prefixes, in order; none: nothing is to be pushed.
        interval_ms: how often.
        version: of the subscriptions that this was made of.
    """

    subscription_id: int
    metrics: tuple[str, ...]
    interval_ms: int
    version: int


def instance_text(instance_id: bytes) -> str:
    """Renders a client instance id as Kafka writes its UUIDs."""
    return urlsafe_b64encode(instance_id).rstrip(b"=").decode()


class ClientInstance:
    """One client instance.

    Attributes:
        instance_id: 16 bytes.
        client: who sent its latest request.
        told: what it was told.
        is_terminating: whether it said that it sends no more.
        last_error: of its latest request.
        pushes: how many were taken.
        last_push_ms: when the latest was taken; None: none was.
        series: what it pushed last.
        left_out: data points of its latest push that are not kept.
        expiry: the timer after which it is forgotten; None: it is forgotten.
    """

    __slots__ = (
        "_asked_ms",
        "_pushed_ms",
        "client",
        "expiry",
        "instance_id",
        "is_terminating",
        "last_error",
        "last_push_ms",
        "left_out",
        "pushes",
        "series",
        "told",
    )

    def __init__(self, instance_id: bytes, client: Client, told: Told) -> None:
        self.instance_id = instance_id
        self.client = client
        self.told = told
        self.is_terminating = False
        self.last_error = ErrorCode.NONE
        self.pushes = 0
        self.last_push_ms: MonotonicMs | None = None
        self.series: Found = {}
        self.left_out = 0
        self.expiry: TimerEntry | None = None
        self._asked_ms: MonotonicMs | None = None
        self._pushed_ms: MonotonicMs | None = None

    def renew(self, told: Told) -> None:
        """Begins anew with other subscriptions, as a client that was never here; what it pushed stays."""
        self.told = told
        self.is_terminating = False
        self.last_error = ErrorCode.NONE
        self._asked_ms = self._pushed_ms = None

    def may_ask(self, now_ms: MonotonicMs) -> bool:
        """Tells whether an interval has passed since its last request; if so, this one counts."""
        latest = max((at for at in (self._asked_ms, self._pushed_ms) if at is not None), default=None)
        if latest is not None and now_ms - latest < self.told.interval_ms:
            return False
        self._asked_ms = now_ms
        return True

    def may_push(self, now_ms: MonotonicMs) -> bool:
        """Tells whether it asked since its last push, or an interval has passed; if so, this one counts."""
        asked, pushed = self._asked_ms, self._pushed_ms
        if pushed is not None and (asked is None or asked <= pushed) and now_ms - pushed < self.told.interval_ms:
            return False
        self._pushed_ms = now_ms
        return True
