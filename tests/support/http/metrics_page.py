"""docs/reference/metrics.md, made of what brokers export: every family with its type, its labels and its help."""

from __future__ import annotations

import re
from collections.abc import Iterable

from prometheus_client.parser import text_string_to_metric_families

INTRODUCTION = """# Metrics

Made of what a cluster exports, by `UPDATE=1 pytest tests/integration/broker/test_metric_names.py`; do not edit.

What `/metrics` of a broker has, by the names that dashboards for Kafka already use. Series of a partition or a topic
are there for those that `kavka.metrics.partitions` names. A `summary` has quantiles and comes with `_count` and `_sum`,
a `counter` ends in `_total`. [Monitoring](../operations/monitoring.md) says which to look at first.

| metric | type | what it is | labels |
|---|---|---|---|
"""
LATER_HEAD = """
## What Kafka has got since 3.0

What brokers of Kafka 3.9 under ZooKeeper export and those of 3.0 do not, and where it is here.

| in Kafka | since | here |
|---|---|---|
"""
_TXN = "AddPartitionsToTxnManager"
_LATER = (
    (
        "`ReplicaManager`: `PartitionsWithLateTransactionsCount`",
        "3.2",
        "`kafka_server_replicamanager_partitionswithlatetransactionscount`",
    ),
    ("`ReplicaManager`: `ProducerIdCount`", "3.5", "`kafka_server_replicamanager_produceridcount`"),
    (f"`{_TXN}`: `VerificationTimeMs`", "3.6", "`kafka_server_addpartitionstotxnmanager_verificationtimems`"),
    (
        f"`{_TXN}`: `VerificationFailureRate`",
        "3.6",
        "`kafka_server_addpartitionstotxnmanager_verificationfailurerate_count`",
    ),
    ("`KafkaController`: `ActiveBrokerCount`", "3.1", "`kafka_controller_kafkacontroller_activebrokercount`"),
    ("`KafkaController`: `FencedBrokerCount`", "3.1", "left out: it is 0 under ZooKeeper, in Kafka, too"),
    ("`KafkaController`: `ZkMigrationState`", "3.6", "left out: there is nothing that a cluster could migrate to"),
    (
        "`LogManager`: `remainingLogsToRecover`, `remainingSegmentsToRecover`",
        "3.3",
        "left out: they say how far the recovery of logs is, and `/metrics` answers when that is done",
    ),
    (
        "`RequestMetrics`: `DeprecatedRequestsPerSec`",
        "3.7",
        "left out: no version is about to go here, and its labels are what clients call themselves, without a bound",
    ),
    (
        "`BrokerTopicMetrics`: `Remote…`, `BuildRemoteLogAuxState…`; `DelayedRemoteFetchMetrics`; `RemoteLogManager`",
        "3.6",
        "left out: no log is tiered",
    ),
    (
        "`group-coordinator-metrics`: `group-count`, `share-group-count`, `share-group-rebalance-count`",
        "4.0",
        "`kafka_server_group_coordinator_metrics_group_count`",
    ),
    (
        "`ShareSessionCache`, `ShareGroupMetrics`: `RecordAcknowledgementsPerSec`, `PartitionLoadTimeMs`",
        "4.1",
        "`kafka_server_sharegroupmetrics_recordacknowledgements_total`",
    ),
    (
        "`SharePartitionMetrics`: `AcquisitionLockTimeoutPerSec`, `InFlightMessageCount`, `InFlightBatchCount`, "
        "`InFlightBatchMessageCount`",
        "4.1",
        "`kafka_server_sharepartitionmetrics_inflightmessagecount`",
    ),
    (
        "`SharePartitionMetrics`: `FetchLock…`; `ShareGroupMetrics`: `…FetchRatio`, `TopicPartitionsAcquireTimeMs`",
        "4.1",
        "left out: one loop acquires what it has read in one step, without locks",
    ),
    (
        "`AssignmentsManager`, `client-metrics`, the other `group-coordinator-metrics`, `raft-metrics`, …",
        "3.0 to 3.9",
        "left out: KRaft's alone",
    ),
)
"""In Kafka; since when; where it is here, which is checked, or why not."""

_OF_THE_INTERPRETER = "python_"
_OWN_NAMES = {"le", "quantile"}
"""Labels that say which part of a histogram or a summary it is."""


def metrics_page(texts: Iterable[str]) -> str:
    """Renders the families of all texts together as one table."""
    return INTRODUCTION + "".join(f"{head}{labels}\n" for head, labels in _rows(texts)) + _later()


def _later() -> str:
    return LATER_HEAD + "".join(f"| {' | '.join(row)} |\n" for row in _LATER)


def missing(texts: Iterable[str], page: str) -> list[str]:
    """Lists the rows that a page lacks, and what it says is there and is not.

    Which labels there are depends on what has happened, and is not looked at.
    """
    rows = _rows(texts)
    heads = "".join(head for head, _ in rows)
    promised = [here for _, _, here in _LATER if here.startswith("`kafka_") and f"| {here} |" not in heads]
    return [head for head, _ in rows if head not in page] + promised


def _rows(texts: Iterable[str]) -> list[tuple[str, str]]:
    labels: dict[str, set[str]] = {}
    for text in texts:
        for family in text_string_to_metric_families(text):
            if not family.name.startswith(_OF_THE_INTERPRETER):
                name = f"{family.name}_total" if family.type == "counter" else family.name
                found = labels.setdefault(f"| `{name}` | {family.type} | {_cell(family.documentation)} | ", set())
                found.update(label for sample in family.samples for label in sample.labels)
    return [(head, f"{', '.join(sorted(found - _OWN_NAMES))} |") for head, found in sorted(labels.items())]


def _cell(text: str) -> str:
    return re.sub(r"([|<*])", r"\\\1", " ".join(text.split()))
