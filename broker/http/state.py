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

What a part needs is in memory: nothing is asked of other brokers, so a response takes milliseconds however large the
cluster is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from kavka.broker.http import coordinators
from kavka.broker.http.messages import HttpError, Response, json_response

if TYPE_CHECKING:
    from kavka.broker.cluster.metadata_cache import TopicState
    from kavka.broker.http.admin import Admin
    from kavka.broker.http.messages import Request
    from kavka.broker.replica.partition import Partition

PAGE_MAX: Final = 1_000
WAITING_MAX: Final = 500
"""Operations shown of one purgatory."""


def handle(request: Request, admin: Admin) -> Response:
    """Returns the part of the state that the path names, or all."""
    part = request.params.get("part")
    if part is None:
        return json_response({name: show(request, admin) for name, show in _PARTS.items()})
    if part == "topics" and "name" in request.params:
        return json_response(_topic(request, admin))
    show = _PARTS.get(part)
    if show is None or "name" in request.params:
        raise HttpError(HTTPStatus.NOT_FOUND, f"there is no {request.path}; there is /state/{', /state/'.join(_PARTS)}")
    return json_response(show(request, admin))


def _broker(request: Request, admin: Admin) -> Any:
    services = admin.services
    loop = services.metrics.loop
    offline = {log_dir.path for log_dir in services.log_manager.offline_dirs}
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
        "replicas": sum(1 for _ in services.replica_manager.partitions()),
    }


def _brokers(request: Request, admin: Admin) -> Any:
    snapshot = admin.services.metadata_cache.snapshot
    return [
        {
            "id": node.broker_id,
            "rack": node.rack,
            "endpoints": {name: f"{host}:{port}" for name, (host, port) in node.endpoints.items()},
            "is_controller": node.broker_id == snapshot.controller_id,
        }
        for node in sorted(snapshot.brokers.values(), key=lambda node: node.broker_id)
    ]


def _topics(request: Request, admin: Admin) -> Any:
    snapshot = admin.services.metadata_cache.snapshot
    try:
        pattern = re.compile(request.query.get("match", ""))
    except re.error as error:
        raise HttpError(HTTPStatus.BAD_REQUEST, f"match is no regular expression: {error}") from error
    names = sorted(name for name in snapshot.topics if pattern.search(name))
    if request.query.get("only") == "unhealthy":
        names = [name for name in names if not _is_healthy(snapshot.topics[name])]
    offset = request.integer("offset", 0)
    limit = request.integer("limit", 100, high=PAGE_MAX)
    return {
        "count": len(names),
        "offset": offset,
        "topics": [_summary(name, snapshot.topics[name], admin) for name in islice(names, offset, offset + limit)],
    }


def _is_healthy(topic: TopicState) -> bool:
    return all(state.leader >= 0 and len(state.isr) >= len(state.replicas) for state in topic.partitions.values())


def _summary(name: str, topic: Any, admin: Admin) -> dict[str, Any]:
    partitions = topic.partitions.values()
    traffic = admin.services.metrics.traffic.topics.get(name)
    here = [
        partition
        for index in topic.partitions
        if (partition := admin.services.replica_manager.find(name, index)) is not None
    ]
    return {
        "name": name,
        "id": topic.topic_id.hex(),
        "partitions": len(partitions),
        "replication_factor": max((len(state.replicas) for state in partitions), default=0),
        "under_replicated": sum(len(state.isr) < len(state.replicas) for state in partitions),
        "without_leader": sum(state.leader < 0 for state in partitions),
        "bytes_here": sum(partition.log.size for partition in here),
        "messages_in": 0 if traffic is None else traffic.messages_in,
    }


def _topic(request: Request, admin: Admin) -> Any:
    name = request.params["name"]
    offset, limit = request.integer("offset", 0), request.integer("limit", PAGE_MAX, high=PAGE_MAX)
    topic = admin.services.metadata_cache.snapshot.topics.get(name)
    if topic is None:
        raise HttpError(HTTPStatus.NOT_FOUND, f"this broker knows no topic {name}")
    return {
        **_summary(name, topic, admin),
        "configs": dict(admin.services.topic_configs.cached(name) or {}),
        "partition_states": [
            {
                "partition": index,
                "leader": state.leader,
                "leader_epoch": state.leader_epoch,
                "controller_epoch": state.controller_epoch,
                "replicas": list(state.replicas),
                "isr": list(state.isr),
                "offline": list(state.offline_replicas),
                "here": _replica(admin.services.replica_manager.find(name, index), admin),
            }
            for index, state in sorted(topic.partitions.items())[offset : offset + limit]
        ],
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


def _controller(request: Request, admin: Admin) -> Any:
    recent = admin.feed.recent(("controller-event", "controller"))
    return {**admin.controller.describe(), "recent": [event._asdict() for event in recent[-100:]]}


def _purgatories(request: Request, admin: Admin) -> Any:
    shown = []
    for purgatory in admin.purgatories():
        now_ms = purgatory.timer.now_ms()
        numbers = purgatory.statistics()
        operations = []
        for op, keys in islice(purgatory.waiting().items(), WAITING_MAX):
            expiration_ms = op.expiration_ms
            left_ms = None if expiration_ms is None else expiration_ms - now_ms
            operations.append(
                {
                    "keys": [str(key) for key in keys],
                    "timeout_ms": op.delay_ms,
                    "waited_ms": None if left_ms is None else op.delay_ms - left_ms,
                    "left_ms": left_ms,
                    **op.describe(),
                }
            )
        shown.append({**numbers._asdict(), "operations": operations})
    return shown


def _timers(request: Request, admin: Admin) -> Any:
    return [
        {
            "name": purgatory.name,
            **purgatory.timer.statistics()._asdict(),
            "next_expiration_ms": purgatory.timer.next_expiration_ms(),
            "now_ms": purgatory.timer.now_ms(),
            "levels": purgatory.timer.levels(),
        }
        for purgatory in admin.purgatories()
    ]


_PARTS: Final[dict[str, Callable[[Request, Admin], Any]]] = {
    "broker": _broker,
    "brokers": _brokers,
    "topics": _topics,
    "controller": _controller,
    "purgatories": _purgatories,
    "timers": _timers,
    "groups": coordinators.groups,
    "transactions": coordinators.transactions,
}
