"""GET /state/clients: the client instances that push metrics of their own (KIP-714), and what they pushed last.

Beside the connection that an instance came by, /state/connections says the same in short.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.telemetry.client_instance import instance_text
from kavka.common.printable import printable

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.broker.telemetry.client_instance import ClientInstance
    from kavka.common.steps import Steps
    from kavka.timer.moments import MonotonicMs

INSTANCES_PER_PAGE_MAX: Final = 100
"""Client instances in one response, each with all that it pushed."""


def clients(request: Request, admin: Admin) -> Steps[Any]:
    """Shows a page of client instances, whoever was heard of last first."""
    telemetry, now_ms = admin.services.telemetry, admin.services.clock.monotonic_ms()
    known = list(reversed(telemetry.instances.values()))
    offset = request.integer("offset", 0)
    shown = []
    for instance in known[offset : offset + request.integer("limit", 20, high=INSTANCES_PER_PAGE_MAX)]:
        pushed = [
            {
                "name": name,
                "labels": dict(labels),
                "value": series.value if isfinite(series.value) else repr(series.value),
            }
            for (name, labels), series in instance.series.items()
        ]
        shown.append({**described(instance, now_ms), "metrics": pushed})
        yield
    return {"count": len(known), "offset": offset, "subscriptions": sorted(telemetry.subscriptions), "clients": shown}


def described(instance: ClientInstance, now_ms: MonotonicMs) -> dict[str, Any]:
    """Describes a client instance in short."""
    client, told, pushed_ms = instance.client, instance.told, instance.last_push_ms
    return {
        "instance_id": instance_text(instance.instance_id),
        "client_id": printable(client.client_id or ""),
        "software": " ".join(filter(None, (client.software_name, client.software_version))),
        "address": f"{client.address}:{client.port}",
        "principal": client.principal,
        "requested": list(told.metrics),
        "interval_ms": told.interval_ms,
        "pushes": instance.pushes,
        "pushed_ms_ago": None if pushed_ms is None else now_ms - pushed_ms,
        "series": len(instance.series),
        "left_out": instance.left_out,
        "is_terminating": instance.is_terminating,
        "last_error": instance.last_error.name,
    }
