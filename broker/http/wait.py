"""GET /wait: responds when something has become true, or when the time is up: tests need not sleep and hope.

    /wait?for=topic&topic=T                      this broker knows T and every partition of it has a live leader
    /wait?for=leader&topic=T&partition=0         that partition has a live leader (&broker=N: this one)
    /wait?for=isr&topic=T&partition=0&size=3     its in-sync set has so many members
    /wait?for=brokers&count=3                    so many brokers live
    /wait?for=high-watermark&topic=T&partition=0&offset=100   its leader, this broker, has so many committed
    /wait?for=log-start&topic=T&partition=0&offset=100        … and has deleted those before, by retention or request
    /wait?for=no-topic&topic=T                   T is gone from this broker's metadata
    /wait?for=group, committed, no-open-transactions   see `coordinators`
    &timeout_ms=30000

200 with what was found, 408 with what there was instead. One broker shows what it knows; where all must know, ask each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http import coordinators
from kavka.broker.http.messages import HttpError, Response, json_response

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import PartitionState
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.broker.log.log import Log
    from kavka.common.steps import Steps

TIMEOUT_MS: Final = 30_000
TIMEOUT_MS_MAX: Final = 600_000
LOOK_MS: Final = 10
"""Pause between looks: what is waited for changes by many paths, and looking costs microseconds."""

Outcome = tuple[bool, Any]
"""Whether it is true now, and what there is."""


async def handle(request: Request, admin: Admin) -> Response:
    """Waits until a condition holds, or its time is up."""
    kind = request.query.get("for", "")
    condition = CONDITIONS.get(kind)
    if condition is None:
        raise HttpError(
            HTTPStatus.BAD_REQUEST, f"for={kind!r} is nothing to wait for; there is {', '.join(CONDITIONS)}"
        )
    _refuse_unknown(request, kind)
    timeout_ms = request.integer("timeout_ms", TIMEOUT_MS, high=TIMEOUT_MS_MAX)
    clock = admin.services.machine_clock  # whoever waits does so also while the broker's clock is frozen
    began_ms = clock.monotonic_ms()
    while True:
        outcome = condition(request, admin)
        is_met, found = outcome if isinstance(outcome, tuple) else await admin.services.lane.do(outcome)
        waited_ms = clock.monotonic_ms() - began_ms
        if is_met or waited_ms >= timeout_ms:
            break
        await clock.sleep(min(LOOK_MS, timeout_ms - waited_ms))
    answer = {"for": kind, "is_met": is_met, "waited_ms": waited_ms, "found": found}
    return json_response(answer, status=HTTPStatus.OK if is_met else HTTPStatus.REQUEST_TIMEOUT)


def _refuse_unknown(request: Request, kind: str) -> None:
    """Refuses a parameter that the condition does not take: `timeout=2` would otherwise wait for 30 s.

    Raises:
        HttpError: there is one.
    """
    known = ("for", *PARAMETERS[kind], "timeout_ms")
    unknown = [name for name in request.query if name not in known]
    if unknown:
        message = f"for={kind} does not take {', '.join(unknown)}; it takes {', '.join(known[1:])}"
        raise HttpError(HTTPStatus.BAD_REQUEST, message)


def needed(request: Request, name: str) -> str:
    """Returns a query parameter that must be there.

    Raises:
        HttpError: it is not.
    """
    value = request.query.get(name)
    if not value:
        raise HttpError(HTTPStatus.BAD_REQUEST, f"for={request.query['for']} needs {name}=…")
    return value


def _topic(request: Request, admin: Admin) -> Outcome:
    snapshot = admin.services.metadata_cache.snapshot
    topic = snapshot.topics.get(needed(request, "topic"))
    leaders = {} if topic is None else {index: state.leader for index, state in topic.partitions.items()}
    return bool(leaders) and all(leader in snapshot.brokers for leader in leaders.values()), {"leaders": leaders}


def _no_topic(request: Request, admin: Admin) -> Outcome:
    is_known = needed(request, "topic") in admin.services.metadata_cache.snapshot.topics
    return not is_known, {"is_known": is_known}


def _partition(request: Request, admin: Admin) -> PartitionState | None:
    snapshot = admin.services.metadata_cache.snapshot
    return snapshot.partition(needed(request, "topic"), request.integer("partition", 0))


def _leader(request: Request, admin: Admin) -> Outcome:
    state = _partition(request, admin)
    leader = -1 if state is None else state.leader
    wanted = request.integer("broker", -1, low=-1)
    is_live = leader in admin.services.metadata_cache.snapshot.brokers
    return is_live and wanted in (-1, leader), {"leader": leader}


def _isr(request: Request, admin: Admin) -> Outcome:
    needed(request, "size")
    state = _partition(request, admin)
    isr = [] if state is None else list(state.isr)
    return len(isr) == request.integer("size", 0), {"isr": isr}


def _led(request: Request, admin: Admin) -> tuple[Log | None, int]:
    """Returns the log of the partition that is meant, where this broker leads it; and the offset that is waited for."""
    topic = needed(request, "topic")
    needed(request, "offset")
    partition = admin.services.replica_manager.partitions.find(topic, request.integer("partition", 0))
    log = partition.log if partition is not None and partition.is_leader else None
    return log, request.integer("offset", 0, high=2**53)


def _high_watermark(request: Request, admin: Admin) -> Outcome:
    log, wanted = _led(request, admin)
    if log is None:
        return False, {"is_leader": False}
    return log.high_watermark >= wanted, {"is_leader": True, "high_watermark": log.high_watermark}


def _log_start(request: Request, admin: Admin) -> Outcome:
    log, wanted = _led(request, admin)
    if log is None:
        return False, {"is_leader": False}
    return log.log_start_offset >= wanted, {"is_leader": True, "log_start_offset": log.log_start_offset}


def _brokers(request: Request, admin: Admin) -> Outcome:
    needed(request, "count")
    brokers = sorted(admin.services.metadata_cache.snapshot.brokers)
    return len(brokers) == request.integer("count", 0), {"brokers": brokers}


CONDITIONS: Final[Mapping[str, Callable[[Request, Admin], Outcome | Steps[Outcome]]]] = {
    "topic": _topic,
    "no-topic": _no_topic,
    "leader": _leader,
    "isr": _isr,
    "brokers": _brokers,
    "high-watermark": _high_watermark,
    "log-start": _log_start,
    "group": coordinators.wait_group,
    "committed": coordinators.wait_committed,
    "no-open-transactions": coordinators.wait_no_open_transactions,
}

_PARTITION: Final = ("topic", "partition")
PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    "topic": ("topic",),
    "no-topic": ("topic",),
    "leader": (*_PARTITION, "broker"),
    "isr": (*_PARTITION, "size"),
    "brokers": ("count",),
    "high-watermark": (*_PARTITION, "offset"),
    "log-start": (*_PARTITION, "offset"),
    "group": ("group", "members"),
    "committed": ("group", "topic", "count"),
    "no-open-transactions": (),
}
"""Condition → the parameters that it takes beside for and timeout_ms."""
