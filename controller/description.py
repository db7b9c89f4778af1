"""The controller for observability: what waits, which reassignments and deletions are under way, how states are spread.

Plain values that JSON can show, each list cut at `SHOWN_MAX`. Nothing here decides or changes anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kavka.common.steps import in_order
from kavka.protocol.epochs import ControllerEpoch

if TYPE_CHECKING:
    from collections.abc import Callable

    from kavka.common.steps import Steps
    from kavka.controller.context import ControllerContext
    from kavka.controller.event_queue import EventQueue

SHOWN_MAX: Final = 1_000


def describe(
    queue: EventQueue,
    context: ControllerContext | None,
    *,
    epoch: ControllerEpoch,
    active_id: int,
    has_heard_all: Callable[[int], bool],
) -> Steps[dict[str, Any]]:
    """Describes the controller for observability, at some moments where there are very many partitions.

    Args:
        queue: of this process.
        context: the cluster as the active controller has it; None: this one is not active.
        epoch: of the term, -1 when not active.
        active_id: the broker that is the controller, -1 when nobody knows.
        has_heard_all: tells whether nothing waits for a broker, and nothing is on the way to it.
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
        shown.update((yield from _cluster(context, has_heard_all)))
    return shown


def _cluster(context: ControllerContext, has_heard_all: Callable[[int], bool]) -> Steps[dict[str, Any]]:
    partition_states, replica_states = yield from context.state_counts()
    reassigning = yield from in_order(list(context.reassigning))
    deleting = yield from in_order(list(context.topics_to_delete))
    return {
        "brokers": [
            {
                "id": broker.broker_id,
                "epoch": broker.epoch,
                "rack": broker.rack,
                "is_shutting_down": broker.broker_id in context.shutting_down,
                "has_heard_all": has_heard_all(broker.broker_id),
                "offline_replicas": len(context.offline_dirs.get(broker.broker_id, ())),
            }
            for broker in sorted(context.brokers.values(), key=lambda broker: broker.broker_id)
        ],
        "partition_states": {state.name: count for state, count in partition_states.items()},
        "replica_states": {state.name: count for state, count in replica_states.items()},
        "reassignments": [
            {
                "partition": str(partition),
                "replicas": list(context.assignment(partition).replicas),
                "adding": list(context.assignment(partition).adding),
                "removing": list(context.assignment(partition).removing),
            }
            for partition in reassigning[:SHOWN_MAX]
        ],
        "deletions": [
            {
                "topic": topic,
                "has_started": topic in context.topics_deletion_started,
                "is_ineligible": topic in context.topics_ineligible,
            }
            for topic in deleting[:SHOWN_MAX]
        ],
    }
