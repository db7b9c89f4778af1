"""What one look at a broker costs among n partitions that it holds and the cluster has: scrapes, states, housekeeping.

The partitions are real and lie in memory; they share one log, for nothing here depends on what logs hold. Each row is
CPU in all, and the longest that the event loop is held by it ("longest slice"), which should not grow.

    python -m benchmarks.growth_partitions              all of it, half a minute
    benchmarks.growth_partitions.rows()                 the same, for `benchmarks.growth`
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import logging
import random
import re
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from benchmarks import report
from benchmarks.growth_figures import Figures
from benchmarks.growth_fit import Series, table
from benchmarks.metadata import everything
from kavka.broker.http import metrics, state
from kavka.broker.http.admin import Admin
from kavka.broker.http.families import cluster, replicas, traffic
from kavka.broker.http.messages import Request
from kavka.broker.metrics import TransactionMetrics
from kavka.broker.process_tuning import GC_THRESHOLDS
from kavka.broker.replica.fetch_session import FetchSessionCache
from kavka.broker.replica.fetch_types import FetchResult, FetchSpec
from kavka.broker.replica.isr_changes import IsrChanges, IsrRules
from kavka.broker.transaction.state_manager import TransactionStateManager
from kavka.common.event_feed import EventFeed
from kavka.common.types import TopicPartition
from kavka.controller.context import ControllerContext, Leadership, PartitionReplica, ReplicaAssignment
from kavka.controller.description import describe
from kavka.controller.states import PartitionState, ReplicaState
from kavka.controller.statistics import context_counts
from kavka.protocol.epochs import ControllerEpoch, LeaderEpoch
from kavka.timer.moments import MonotonicMs

PARTITIONS: Final = (1_000, 10_000, 50_000)
PARTITIONS_A_TOPIC: Final = 10
REPLICAS: Final = (0, 1, 2)
SHOWN: Final = ("topics", "transactions", "purgatories")


def _support(module: str) -> Any:
    return importlib.import_module(f"tests.support.{module}")


def broker_of(partitions: int, directory: Path) -> Any:
    """A broker that holds so many partitions, leads every other one, and knows a cluster of no others."""
    node = _support("replica.node").Node(directory)
    broker = _support("broker.fakes").services()
    broker.metadata_cache.update(everything(partitions))
    state_class = importlib.import_module("kavka.protocol.messages").LeaderAndIsrRequest.LeaderAndIsrPartitionState
    log = node.log_manager.get_or_create(TopicPartition("shared", 0), is_new=True)
    for first in range(0, partitions, PARTITIONS_A_TOPIC):
        for index in range(PARTITIONS_A_TOPIC):
            held = node.manager.partitions.hold(TopicPartition(f"topic-{first:07d}", index), log)
            held.make_leader(
                state_class(partition_index=index, controller_epoch=1, leader=1, isr=[1, 2, 3], replicas=[1, 2, 3]),
                now_ms=0,
            )
    broker.replica_manager = node.manager
    broker.log_manager = node.log_manager
    broker.topic_configs = node.topics
    states = TransactionStateManager(
        node.appends("__transaction_state"),
        partition_count=lambda: 50,
        append_timeout_ms=lambda: 0,
        clock=node.clock,
        metrics=TransactionMetrics(),
    )
    broker.transactions = SimpleNamespace(states=states, markers=SimpleNamespace(waiting=0, unfinished=0))
    return broker


def context_of(partitions: int) -> ControllerContext:
    """The cluster as its controller knows it."""
    context = ControllerContext(epoch=ControllerEpoch(1), epoch_version=1)
    for first in range(0, partitions, PARTITIONS_A_TOPIC):
        topic = f"topic-{first:07d}"
        assignment = dict.fromkeys(range(PARTITIONS_A_TOPIC), ReplicaAssignment(REPLICAS))
        context.add_topic(topic, topic_id=bytes(16), partitions=assignment)
        for index in assignment:
            name = TopicPartition(topic, index)
            context.leadership[name] = Leadership(0, LeaderEpoch(1), REPLICAS, ControllerEpoch(1), 1)
            context.start_partition(name, PartitionState.Online)
            for broker_id in REPLICAS:
                context.start_replica(PartitionReplica(name, broker_id), ReplicaState.Online)
    return context


async def _looked_at(found: Figures, n: int, directory: Path) -> None:
    broker = broker_of(n, directory)
    unused: Any = None
    admin = Admin(broker, unused, EventFeed(broker.clock.now_ms), unused, unused, lambda: True, unused, unused, None)
    for what, pattern in (("a scrape", None), ("a scrape of each partition", re.compile(".*"))):
        admin.partitions_shown = pattern
        collected = (metric for module in (traffic, replicas, cluster) for metric in module.collect(admin))
        await found.in_lane(what, n, metrics.text_of(collected))
    for part in SHOWN:
        request = Request("GET", f"/state/{part}", {})
        request.params = {"part": part}
        await found.watched(f"/state/{part}", n, state.handle(request, admin))
    manager = broker.replica_manager
    changes = IsrChanges(
        IsrRules(unused, lambda: 30_000, lambda _tp, _id: True),
        clock=broker.clock,
        machine_clock=broker.machine_clock,
        ticks=time.perf_counter_ns,
        on_changed=lambda _: None,
    )
    await found.in_lane("a look at the ISRs", n, changes.check_each(list(manager.partitions)))
    sessions = FetchSessionCache(random.Random(1))
    names = [partition.topic_partition for partition in manager.partitions]
    specs = [FetchSpec(topic, index, 0, 1 << 20) for topic, index in names]
    made = sessions.begin(is_privileged=False, now_ms=MonotonicMs(0))
    made.remember(specs, [FetchResult(None)] * n)
    with found.cpu("a fetch session closed", n):
        made.close()
    reconfiguration = manager.reconfiguration.apply(broker.topic_configs.log_config)
    await found.in_lane("the broker's configuration", n, reconfiguration)
    context = context_of(n)
    await found.in_lane("the controller's numbers", n, context_counts(context))
    queue: Any = SimpleNamespace(waiting=list, state=SimpleNamespace(name="Idle"))
    told = describe(queue, context, epoch=ControllerEpoch(1), active_id=1, has_heard_all=lambda _: True)
    await found.in_lane("/state/controller", n, told)
    broker.log_manager.close()


def rows(partitions: Sequence[int] = PARTITIONS) -> list[Series]:
    """All of it."""
    logging.disable(logging.WARNING)
    thresholds = gc.get_threshold()
    gc.set_threshold(*GC_THRESHOLDS)  # as a broker has them
    found = Figures("partitions")
    for n in partitions:
        with tempfile.TemporaryDirectory(prefix="kavka-") as directory:
            asyncio.run(_looked_at(found, n, Path(directory)))
    gc.set_threshold(*thresholds)
    logging.disable(logging.NOTSET)
    return found.series()


def main() -> None:
    """The command."""
    report.parser("growth_partitions", (__doc__ or "").partition("\n")[0]).parse_args()
    print(table(rows()))


if __name__ == "__main__":
    main()
