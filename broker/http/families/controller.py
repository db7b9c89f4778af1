"""The controller of this process: gauges of the cluster while it is active, its queue and its events always."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from prometheus_client.core import Metric

from kavka.broker.http.families.build import counter, counters, gauge, gauges, recent_milliseconds

if TYPE_CHECKING:
    from kavka.broker.http.admin import Admin
    from kavka.common.time_slots import Timed

_CONTROLLER: Final = "kafka_controller_kafkacontroller"
_MANAGER: Final = "kafka_controller_controllereventmanager"
_CHANNELS: Final = "kafka_controller_controllerchannelmanager"
_UNTIMED: Final = ("Idle", "ControllerShutdown")
_STATS: Final = "kafka_controller_controllerstats"


def collect(admin: Admin) -> Iterable[Metric]:
    """Collects the metrics that Kafka's controller shows, and the epoch."""
    now = admin.controller.statistics()
    for name, text, value in (
        ("activecontrollercount", "1 where this broker is the controller.", now.is_active),
        ("controllerstate", "What it is busy with, by number; 0 is nothing.", now.controller_state),
        ("offlinepartitionscount", "Partitions without a leader.", now.offline_partitions_count),
        ("preferredreplicaimbalancecount", "Led by another than the first.", now.preferred_replica_imbalance_count),
        ("globaltopiccount", "Topics.", now.global_topic_count),
        ("globalpartitioncount", "Partitions.", now.global_partition_count),
        ("activebrokercount", "Live brokers.", now.active_brokers),
        ("topicstodeletecount", "Topics that wait for their deletion.", now.topics_to_delete_count),
        ("replicastodeletecount", "Their replicas.", now.replicas_to_delete_count),
        ("topicsineligibletodeletecount", "Topics that cannot be deleted now.", now.topics_ineligible_to_delete_count),
        ("replicasineligibletodeletecount", "Their replicas.", now.replicas_ineligible_to_delete_count),
    ):
        yield gauge(f"{_CONTROLLER}_{name}", text, value)
    yield gauge(f"{_MANAGER}_eventqueuesize", "Events that wait.", now.event_queue_size)
    yield _times(f"{_MANAGER}_eventqueuetimems", "How long events waited.", now.event_queue_times)
    yield gauge(f"{_CHANNELS}_totalqueuesize", "Requests that wait to be sent.", sum(now.channel_queue_sizes.values()))
    yield gauges(
        f"{_CHANNELS}_queuesize",
        "Requests that wait to be sent to a broker.",
        ("broker_id",),
        (((str(broker),), size) for broker, size in sorted(now.channel_queue_sizes.items())),
    )
    yield from _states(now.event_times)
    yield counter("kavka_controller_elections", "Partitions for which a leader was elected.", now.elections)
    yield counter(f"{_STATS}_uncleanleaderelections", "Elections of replicas out of sync.", now.unclean_elections)
    yield gauge("kavka_controller_epoch", "The epoch of the term, -1 when not active.", now.epoch)
    yield counter("kavka_controller_terms", "How often this broker was elected.", now.terms)
    yield counter("kavka_controller_elections_failed", "Partitions for which nobody could lead.", now.elections_failed)
    yield counter("kavka_controller_illegal_transitions", "Transitions that were refused.", now.illegal_transitions)
    yield counters(
        "kavka_controller_events",
        "Events handled, by what the controller was busy with.",
        ("state",),
        (((state,), count) for state, count in sorted(now.events_handled.items())),
    )
    yield counter("kavka_controller_events_failed", "Events whose handling failed.", now.events_failed)
    yield counter("kavka_controller_events_coalesced", "News that waited already.", now.events_coalesced)


def _states(times: Mapping[str, Timed]) -> Iterable[Metric]:
    """Yields how often the controller was busy with what, and for how long: Kafka's <State>RateAndTimeMs."""
    for state, timed in sorted(times.items()):
        if state not in _UNTIMED:
            name = "leaderelection" if state == "BrokerChange" else state.lower()
            yield _times(f"{_STATS}_{name}rateandtimems", f"How long the controller was busy with {state}.", timed)


def _times(name: str, text: str, timed: Timed) -> Metric:
    return recent_milliseconds(name, text, timed.recent, count=timed.count, total_ns=timed.total_ns)
