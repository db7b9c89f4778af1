"""GET /state: the inside of a broker as JSON, all of it or one part.

    /state                   every part below but the topics' partitions
    /state/broker            who this is, its log directories, connections, ZooKeeper session, loop
    /state/brokers           the live brokers, as this broker's metadata has them
    /state/topics            topics, a page of them: ?offset=0&limit=100&match=regular expression; with &only=unhealthy
                             those that lack in-sync replicas or a leader
    /state/topics/NAME       one topic: its partitions, each replica's offsets as far as this broker knows; a page of
                             them: ?offset=0&limit=1000
    /state/controller        the controller of this process: queue, states, reassignments, deletions
    /state/purgatories       what waits, since when, for how long, under which keys
    /state/timers            the timing wheels, level by level, bucket by bucket
    /state/groups            groups that this broker coordinates (`coordinators`)
    /state/transactions      transactional ids that it coordinates, partitions with open transactions
    /state/connections       clients and brokers that are connected: ?offset=0&limit=100, the latest first
    /state/clients           clients that push metrics of their own, and what they pushed last (`clients`)
    /state/share_partitions  what members of share groups read from this broker, and what is in flight

What a part needs is in memory: nothing is asked of other brokers. It is looked through and written in slices of the
loop's time, so a response about very many partitions is of some moments rather than of one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http import clients, coordinators, share_partitions
from kavka.broker.http.messages import JSON, HttpError, Response, json_in_steps
from kavka.broker.replica.replica_counts import PARTITIONS_PER_STEP
from kavka.common.steps import in_order, kept, stretches
from kavka.timer.moments import MonotonicMs

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import PartitionState, TopicState
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.broker.replica.partition import Partition
    from kavka.common.steps import Steps
    from kavka.timer.purgatory import DelayedOperation

PAGE_MAX: Final = 1_000
WAITING_MAX: Final = 500
"""Operations shown of one purgatory."""


async def handle(request: Request, admin: Admin) -> Response:
    """Returns the part of the state that the path names, or all."""
    return Response(await admin.services.lane.do(_text(request, admin)), JSON)


def _text(request: Request, admin: Admin) -> Steps[list[bytes]]:
    part = request.params.get("part")
    if part is None:
        shown: dict[str, Any] = {}
        for name, show in _PARTS.items():
            shown[name] = yield from show(request, admin)
        return (yield from json_in_steps(shown))
    if part == "topics" and "name" in request.params:
        return (yield from json_in_steps((yield from _topic(request, admin))))
    named = _PARTS.get(part)
    if named is None or "name" in request.params:
        raise HttpError(HTTPStatus.NOT_FOUND, f"there is no {request.path}; there is /state/{', /state/'.join(_PARTS)}")
    return (yield from json_in_steps((yield from named(request, admin))))


def _broker(request: Request, admin: Admin) -> Steps[Any]:
    services = admin.services
    loop = services.metrics.loop
    offline = {log_dir.path for log_dir in services.log_manager.offline_dirs}
    yield
    return {
        "id": services.broker_id,
        "cluster_id": services.cluster_id,
        "epoch": services.broker_epoch(),
        "profile": services.config.profile,
        "is_ready": admin.is_ready(),
        "log_dirs": [{"path": path, "is_online": path not in offline} for path in services.config.log_dirs],
        "connections": services.metrics.network.connections,
        "zookeeper": {"state": services.zk.state.name, "session_id": f"{services.zk.session_id or 0:#x}"},
        "loop_lag_ms": loop.lag_ms,
        "loop_lag_ms_max": loop.lag_ms_max,
        "replicas": len(services.replica_manager.partitions),
    }


def _brokers(request: Request, admin: Admin) -> Steps[Any]:
    snapshot = admin.services.metadata_cache.snapshot
    yield
    return [
        {
            "id": node.broker_id,
            "rack": node.rack,
            "endpoints": {name: f"{host}:{port}" for name, (host, port) in node.endpoints.items()},
            "is_controller": node.broker_id == snapshot.controller_id,
        }
        for node in sorted(snapshot.brokers.values(), key=lambda node: node.broker_id)
    ]


def _connections(request: Request, admin: Admin) -> Steps[Any]:
    services = admin.services
    known = [connection for listener in services.listeners() for connection in listener.connections]
    known = yield from in_order(known, key=lambda connection: -connection.info.ordinal)
    pushing = {instance.client.connection: instance for instance in services.telemetry.instances.values()}
    offset = request.integer("offset", 0)
    now_ms = services.clock.monotonic_ms()
    shown = []
    for connection in known[offset : offset + request.integer("limit", 100, high=PAGE_MAX)]:
        info = connection.info
        instance = pushing.get(info.ordinal)
        shown.append(
            {
                "peer": f"{info.peer_host}:{info.peer_port}",
                "listener": info.listener_name,
                "protocol": info.security_protocol,
                "principal": str(info.principal),
                "idle_ms": max(0, now_ms - connection.last_active_ms),
                "is_answered": not connection.is_waiting_for_us,
                "software": " ".join(info.software or ()),
                "client": None if instance is None else clients.described(instance, now_ms),
            }
        )
        yield
    return {"count": len(known), "offset": offset, "connections": shown}


def _topics(request: Request, admin: Admin) -> Steps[Any]:
    topics = admin.services.metadata_cache.snapshot.topics
    try:
        pattern = re.compile(request.query.get("match", ""))
    except re.error as error:
        raise HttpError(HTTPStatus.BAD_REQUEST, f"match is no regular expression: {error}") from error
    names = yield from kept(topics, lambda name: pattern.search(name) is not None)
    if request.query.get("only") == "unhealthy":
        names = yield from kept(names, lambda name: not _is_healthy(topics[name]))
    names = yield from in_order(names)
    offset = request.integer("offset", 0)
    limit = request.integer("limit", 100, high=PAGE_MAX)
    shown = []
    for name in names[offset : offset + limit]:
        shown.append((yield from _summary(name, topics[name], admin)))
    return {"count": len(names), "offset": offset, "topics": shown}


def _is_healthy(topic: TopicState) -> bool:
    return all(state.leader >= 0 and len(state.isr) >= len(state.replicas) for state in topic.partitions.values())


def _summary(name: str, topic: TopicState, admin: Admin) -> Steps[dict[str, Any]]:
    traffic = admin.services.metrics.traffic.topics.get(name)
    find = admin.services.replica_manager.partitions.find
    replication_factor = under_replicated = without_leader = bytes_here = 0
    for stretch in stretches(topic.partitions.items(), PARTITIONS_PER_STEP):
        for index, state in stretch:
            replication_factor = max(replication_factor, len(state.replicas))
            under_replicated += len(state.isr) < len(state.replicas)
            without_leader += state.leader < 0
            here = find(name, index)
            if here is not None:
                bytes_here += here.log.size
        yield
    return {
        "name": name,
        "id": topic.topic_id.hex(),
        "partitions": len(topic.partitions),
        "replication_factor": replication_factor,
        "under_replicated": under_replicated,
        "without_leader": without_leader,
        "bytes_here": bytes_here,
        "messages_in": 0 if traffic is None else traffic.messages_in,
    }


def _topic(request: Request, admin: Admin) -> Steps[Any]:
    name = request.params["name"]
    offset, limit = request.integer("offset", 0), request.integer("limit", PAGE_MAX, high=PAGE_MAX)
    topic = admin.services.metadata_cache.snapshot.topics.get(name)
    if topic is None:
        raise HttpError(HTTPStatus.NOT_FOUND, f"this broker knows no topic {name}")
    summary = yield from _summary(name, topic, admin)
    indexes = yield from in_order(list(topic.partitions))
    shown = []
    for index in indexes[offset : offset + limit]:
        shown.append(_partition(name, index, topic.partitions[index], admin))
        yield
    return {**summary, "configs": dict(admin.services.topic_configs.cached(name) or {}), "partition_states": shown}


def _partition(name: str, index: int, state: PartitionState, admin: Admin) -> dict[str, Any]:
    return {
        "partition": index,
        "leader": state.leader,
        "leader_epoch": state.leader_epoch,
        "controller_epoch": state.controller_epoch,
        "replicas": list(state.replicas),
        "isr": list(state.isr),
        "offline": list(state.offline_replicas),
        "here": _replica(admin.services.replica_manager.partitions.find(name, index), admin),
    }


def _replica(partition: Partition | None, admin: Admin) -> Any:
    """Describes what this broker knows of its own replica, and, as leader, of the others."""
    if partition is None:
        return None
    log = partition.log
    now_ms = admin.services.clock.monotonic_ms()
    return {
        "is_leader": partition.is_leader,
        "leader_epoch": partition.leader_epoch,
        "log_start_offset": log.log_start_offset,
        "last_stable_offset": log.last_stable_offset,
        "high_watermark": log.high_watermark,
        "log_end_offset": log.log_end_offset,
        "bytes": log.size,
        "isr": list(partition.isr),
        "asked_isr": None if partition.pending is None else list(partition.pending.isr),
        "epochs": [[epoch, start] for epoch, start in log.leader_epoch_cache.entries],
        "followers": [
            {
                "broker": replica.broker_id,
                "log_end_offset": replica.log_end_offset,
                "behind": max(0, log.log_end_offset - replica.log_end_offset) if replica.log_end_offset >= 0 else None,
                "caught_up_ms_ago": now_ms - replica.last_caught_up_ms if replica.last_caught_up_ms > 0 else None,
            }
            for replica in partition.remote_replicas.values()
        ],
    }


def _controller(request: Request, admin: Admin) -> Steps[Any]:
    shown = yield from admin.controller.describe_in_steps()
    recent = admin.feed.recent(("controller-event", "controller"))
    return {**shown, "recent": [event._asdict() for event in recent[-100:]]}


def _purgatories(request: Request, admin: Admin) -> Steps[Any]:
    shown = []
    for purgatory in admin.purgatories():
        waiting: dict[DelayedOperation, list[str]] = {}
        for stretch in stretches(purgatory.watches()):
            for op, key in stretch:
                if op in waiting:
                    waiting[op].append(str(key))
                elif len(waiting) < WAITING_MAX:
                    waiting[op] = [str(key)]
            yield
        operations = []
        for op, keys in waiting.items():
            operations.append(_waiting(op, keys, purgatory.timer.now_ms()))
            yield
        shown.append({**purgatory.statistics()._asdict(), "operations": operations})
    return shown


def _waiting(op: DelayedOperation, keys: list[str], now_ms: MonotonicMs) -> dict[str, Any]:
    left_ms = None if op.expiration_ms is None else op.expiration_ms - now_ms
    return {
        "keys": keys,
        "timeout_ms": op.delay_ms,
        "waited_ms": None if left_ms is None else op.delay_ms - left_ms,
        "left_ms": left_ms,
        **op.describe(),
    }


def _timers(request: Request, admin: Admin) -> Steps[Any]:
    shown = []
    for purgatory in admin.purgatories():
        shown.append(
            {
                "name": purgatory.name,
                **purgatory.timer.statistics()._asdict(),
                "next_expiration_ms": purgatory.timer.next_expiration_ms(),
                "now_ms": purgatory.timer.now_ms(),
                "levels": purgatory.timer.levels(),
            }
        )
        yield
    return shown


_PARTS: Final[dict[str, Callable[[Request, Admin], Steps[Any]]]] = {
    "broker": _broker,
    "brokers": _brokers,
    "topics": _topics,
    "controller": _controller,
    "purgatories": _purgatories,
    "timers": _timers,
    "groups": coordinators.groups,
    "transactions": coordinators.transactions,
    "connections": _connections,
    "clients": clients.clients,
    "share_partitions": share_partitions.share_partitions,
}
