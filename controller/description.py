"""The controller for observability: what waits, which reassignments and deletions are under way, how states are spread.

Plain values that JSON can show, each list cut at `SHOWN_MAX`. Nothing here decides or changes anything.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from kavka.controller.context import ControllerContext
    from kavka.controller.event_queue import EventQueue

SHOWN_MAX: Final = 1_000


def describe(queue: EventQueue, context: ControllerContext | None, *, epoch: int, active_id: int) -> dict[str, Any]:
    """Describes one moment of the controller for observability.

    Args:
        queue: of this process.
        context: the cluster as the active controller has it; None: this one is not active.
        epoch: of the term, -1 when not active.
        active_id: the broker that is the controller, -1 when nobody knows.
    """
    waiting = queue.waiting()
    shown: dict[str, Any] = {
        "is_active": context is not None,
        "active_id": active_id,
        "epoch": epoch,
        "busy_with": queue.state.name,
        "queue_size": len(waiting),
        "queue": [event.told() for event in waiting[:SHOWN_MAX]],
    }
    if context is not None:
        shown.update(_cluster(context))
    return shown


def _cluster(context: ControllerContext) -> dict[str, Any]:
    replica_states = Counter(state.name for states in context.replica_states.values() for state in states.values())
    return {
        "brokers": [
            {
                "id": broker.broker_id,
                "epoch": broker.epoch,
                "rack": broker.rack,
                "is_shutting_down": broker.broker_id in context.shutting_down,
                "offline_replicas": len(context.offline_dirs.get(broker.broker_id, ())),
            }
            for broker in sorted(context.brokers.values(), key=lambda broker: broker.broker_id)
        ],
        "partition_states": dict(Counter(state.name for state in context.partition_states.values())),
        "replica_states": dict(replica_states),
        "reassignments": [
            {
                "partition": str(partition),
                "replicas": list(context.assignment(partition).replicas),
                "adding": list(context.assignment(partition).adding),
                "removing": list(context.assignment(partition).removing),
            }
            for partition in sorted(context.reassigning)[:SHOWN_MAX]
        ],
        "deletions": [
            {
                "topic": topic,
                "has_started": topic in context.topics_deletion_started,
                "is_ineligible": topic in context.topics_ineligible,
            }
            for topic in sorted(context.topics_to_delete)[:SHOWN_MAX]
        ],
    }
