"""Who pushes what, and when: subscriptions, client instances, and the latest of what they pushed. Kafka's
ClientMetricsManager.

    GetTelemetrySubscriptions ─▶ subscribe ─▶ the subscriptions that match the client ─▶ what it is to push, how often
    PushTelemetry             ─▶ admit ─▶ (inflate, read: the handler) ─▶ keep ─▶ series for /metrics and /state
                                   └▶ too early, of an unknown subscription, after its end: an error code

A client may ask another broker at any time, which then knows nothing of it: an id that is not known is taken as it
comes. Whom nothing is heard of for three intervals, or a minute, is forgotten. Without I/O: the owner advances the
timer, and time is an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from kavka.broker.config.client_metrics import ALL_METRICS, INTERVAL_MS_DEFAULT
from kavka.broker.telemetry.client_instance import Client, ClientInstance, Told, instance_text
from kavka.protocol.errors import (
    ErrorCode,
    InvalidRequest,
    KafkaError,
    TelemetryTooLarge,
    ThrottlingQuotaExceeded,
    UnknownSubscriptionId,
    UnsupportedCompressionType,
)
from kavka.protocol.records.compression import Compression
from kavka.protocol.records.crc32c import crc32c

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kavka.broker.config.client_metrics import Subscription
    from kavka.broker.telemetry.series import Found
    from kavka.protocol.messages import PushTelemetryRequest
    from kavka.timer.moments import MonotonicMs
    from kavka.timer.timer import Timer

INSTANCES_MAX: Final = 16_384
"""Client instances that a broker knows, as in Kafka; whoever was heard of longest ago is forgotten first."""

SERIES_MAX: Final = 20_000
"""Series of all client instances of a broker; what comes beyond is left out."""

EXPIRY_MS_MIN: Final = 60_000
"""After so long without a request a client instance is forgotten, or after three intervals where those are longer."""

ACCEPTED: Final = (Compression.ZSTD, Compression.LZ4, Compression.GZIP, Compression.SNAPPY)
"""Compressions that clients are told of, the best first; they take the first that they have."""

NO_INSTANCE: Final = bytes(16)
_RESERVED: Final = frozenset({NO_INSTANCE, bytes(15) + b"\x01"})
_ASKS_AGAIN: Final = frozenset({ErrorCode.UNKNOWN_SUBSCRIPTION_ID, ErrorCode.UNSUPPORTED_COMPRESSION_TYPE})
"""After these a client may ask at once what it is to push."""


class ClientTelemetry:
    """The client instances of one broker.

    Attributes:
        instances: by id, whoever was heard of longest ago first.
        subscriptions: by name.
        timer: forgets client instances.
        series: how many are kept, of all client instances.
        pushes: how many were taken.
        left_out: data points that were not kept.
        throttled: requests that came too early.
        unknown_subscriptions: pushes of a subscription that is none, or was changed.
        broken: pushes that could not be read.

    Args:
        timer: the owner advances it.
        random_id: draws 16 bytes.
        max_bytes: `telemetry.max.bytes`.
    """

    __slots__ = (
        "_random_id",
        "_version",
        "broken",
        "instances",
        "left_out",
        "max_bytes",
        "pushes",
        "series",
        "subscriptions",
        "throttled",
        "timer",
        "unknown_subscriptions",
    )

    def __init__(self, timer: Timer, *, random_id: Callable[[], bytes], max_bytes: int) -> None:
        self.timer = timer
        self.max_bytes = max_bytes
        self.instances: dict[bytes, ClientInstance] = {}
        self.subscriptions: Mapping[str, Subscription] = {}
        self.series = 0
        self.pushes = 0
        self.left_out = 0
        self.throttled = 0
        self.unknown_subscriptions = 0
        self.broken = 0
        self._random_id = random_id
        self._version = 0

    def change(self, subscriptions: Iterable[Subscription]) -> None:
        """Replaces the subscriptions; each client hears of it with its next request."""
        self.subscriptions = {each.name: each for each in subscriptions}
        self._version += 1

    # ---- requests ---------------------------------------------------------------------------------------------------

    def subscribe(self, instance_id: bytes, client: Client, now_ms: MonotonicMs) -> ClientInstance:
        """Returns the client instance that asks what to push. Where the id is zeros, that is a new one.

        Raises:
            ThrottlingQuotaExceeded: it asked or pushed less than an interval ago.
        """
        instance = self._instance(instance_id if instance_id != NO_INSTANCE else self._new_id(), client)
        if not instance.may_ask(now_ms) and instance.last_error not in _ASKS_AGAIN:
            raise self._too_early(instance)
        instance.last_error = ErrorCode.NONE
        return instance

    def admit(self, push: PushTelemetryRequest, client: Client, now_ms: MonotonicMs) -> ClientInstance:
        """Returns the client instance whose push is let in, before anything of it is read.

        Raises:
            InvalidRequest: the id is none, or the client said that it sends no more.
            ThrottlingQuotaExceeded: an interval has not passed; one that ends the client's pushes may come earlier.
            UnknownSubscriptionId: the subscriptions are others now.
            UnsupportedCompressionType: there is no such compression.
            TelemetryTooLarge: there are more than `telemetry.max.bytes`.
        """
        if push.client_instance_id in _RESERVED:
            raise InvalidRequest(f"{instance_text(push.client_instance_id)} is no client instance id")
        instance = self._instance(push.client_instance_id, client)
        try:
            self._check(push, instance, now_ms)
        except KafkaError as error:
            instance.last_error = error.code
            raise
        finally:
            instance.is_terminating = push.terminating
            if push.terminating:
                self._forget_later(instance, EXPIRY_MS_MIN)
        return instance

    def _check(self, push: PushTelemetryRequest, instance: ClientInstance, now_ms: MonotonicMs) -> None:
        if instance.is_terminating:
            raise InvalidRequest(
                f"client instance {instance_text(instance.instance_id)} has said that it sends no more"
            )
        if not instance.may_push(now_ms) and not push.terminating:
            raise self._too_early(instance)
        if push.subscription_id != instance.told.subscription_id:
            self.unknown_subscriptions += 1
            raise UnknownSubscriptionId(f"the subscription {push.subscription_id} is none, or was changed")
        if not Compression.NONE <= push.compression_type <= Compression.ZSTD:
            raise UnsupportedCompressionType(f"there is no compression {push.compression_type}")
        if len(push.metrics) > self.max_bytes:
            raise TelemetryTooLarge(f"{len(push.metrics)} bytes are more than telemetry.max.bytes={self.max_bytes}")

    def _too_early(self, instance: ClientInstance) -> ThrottlingQuotaExceeded:
        self.throttled += 1
        return ThrottlingQuotaExceeded(
            f"client instance {instance_text(instance.instance_id)} may come every {instance.told.interval_ms} ms"
        )

    # ---- what was pushed --------------------------------------------------------------------------------------------

    def keep(self, instance: ClientInstance, found: Found, left_out: int, now_ms: MonotonicMs) -> None:
        """Keeps what a client pushed, in place of what it had pushed before; as much as there is room for."""
        instance.last_error = ErrorCode.NONE
        instance.pushes += 1
        instance.last_push_ms = now_ms
        self.pushes += 1
        if self.instances.get(instance.instance_id) is not instance:
            return  # it was forgotten meanwhile
        self.series -= len(instance.series)
        room = SERIES_MAX - self.series
        if len(found) > room:
            left_out += len(found) - room
            found = {key: found[key] for key in list(found)[:room]}
        instance.series = found
        instance.left_out = left_out
        self.series += len(found)
        self.left_out += left_out

    def refuse(self, instance: ClientInstance, error: KafkaError) -> None:
        """Counts a push that could not be read."""
        instance.last_error = error.code
        self.broken += 1

    # ---- client instances -------------------------------------------------------------------------------------------

    def _instance(self, instance_id: bytes, client: Client) -> ClientInstance:
        instance = self.instances.pop(instance_id, None)
        if instance is None:
            instance = ClientInstance(instance_id, client, self._told(instance_id, client))
            while len(self.instances) >= INSTANCES_MAX:
                self._forget(self.instances[next(iter(self.instances))])
        elif instance.told.version != self._version:
            instance.renew(self._told(instance_id, client))
        instance.client = client
        self.instances[instance_id] = instance
        self._forget_later(instance, max(EXPIRY_MS_MIN, 3 * instance.told.interval_ms))
        return instance

    def _told(self, instance_id: bytes, client: Client) -> Told:
        """Joins the subscriptions that match a client: all their metrics, at the shortest of their intervals."""
        texts = {
            "client_instance_id": instance_text(instance_id),
            "client_id": client.client_id,
            "client_software_name": client.software_name,
            "client_software_version": client.software_version,
            "client_source_address": client.address,
            "client_source_port": str(client.port),
        }
        matching = [each for each in self.subscriptions.values() if each.matches(texts)]
        joined = frozenset[str]().union(*(each.metrics for each in matching))
        metrics = (ALL_METRICS,) if ALL_METRICS in joined else tuple(sorted(joined))
        interval_ms = min((each.interval_ms for each in matching), default=INTERVAL_MS_DEFAULT)
        return Told(_subscription_id(instance_id, metrics, interval_ms), metrics, interval_ms, self._version)

    def _new_id(self) -> bytes:
        while True:
            drawn = self._random_id()
            if drawn not in _RESERVED and drawn not in self.instances:
                return drawn

    def _forget_later(self, instance: ClientInstance, after_ms: int) -> None:
        if instance.expiry is not None:
            self.timer.cancel(instance.expiry)
        instance.expiry = self.timer.add(after_ms, partial(self._forget, instance))

    def _forget(self, instance: ClientInstance) -> None:
        if instance.expiry is not None:
            self.timer.cancel(instance.expiry)
            instance.expiry = None
        if self.instances.pop(instance.instance_id, None) is not None:
            self.series -= len(instance.series)


def _subscription_id(instance_id: bytes, metrics: tuple[str, ...], interval_ms: int) -> int:
    """Computes the id of what a client is told: of every broker the same, so that it may go on with another one."""
    drawn = crc32c(f"{','.join(metrics)}/{interval_ms}".encode())
    for start in range(0, len(instance_id), 4):
        drawn ^= int.from_bytes(instance_id[start : start + 4], "big")
    return drawn - (1 << 32) if drawn >> 31 else drawn
