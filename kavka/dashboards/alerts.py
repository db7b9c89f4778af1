"""What a person shall be called for, as rules for Prometheus.

Two severities: `critical` is for now, clients cannot read or write or records may be lost; `warning` is for today. Each
says what it means and what to do first. A threshold that stands in Kafka's or Strimzi's own rules is theirs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

_MANAGER: Final = "kafka_server_replicamanager"
_TRAFFIC: Final = "kafka_server_brokertopicmetrics"
_CONTROLLER: Final = "kafka_controller_kafkacontroller"
_LISTENER: Final = "kafka_server_sessionexpirelistener"


@dataclass(frozen=True, slots=True)
class Alert:
    """One rule.

    Attributes:
        name: of the alert.
        expression: true where a person shall be called.
        wait: for how long it must be true.
        is_critical: whether it is for now.
        summary: one line, with the labels in it.
        help: what it means and what to do.
    """

    name: str
    expression: str
    wait: str
    is_critical: bool
    summary: str
    help: str


def _now(name: str, expression: str, wait: str, summary: str, text: str) -> Alert:
    return Alert(name, expression, wait, True, summary, text)


def _today(name: str, expression: str, wait: str, summary: str, text: str) -> Alert:
    return Alert(name, expression, wait, False, summary, text)


_ON: Final = "on {{ $labels.instance }}"

REPLICAS: Final = (
    _now(
        "KavkaOfflinePartitions",
        f"sum({_CONTROLLER}_offlinepartitionscount) > 0",
        "10s",
        "{{ $value }} partitions have no leader",
        "Nobody can read or write them. Bring back a broker that has a replica in sync; `kavka cluster status`.",
    ),
    _now(
        "KavkaUnderMinIsr",
        f"{_MANAGER}_underminisrpartitioncount > 0",
        "1m",
        f"{{{{ $value }}}} partitions refuse acks=all {_ON}",
        "Fewer replicas are in sync than min.insync.replicas. Bring back the brokers that are down.",
    ),
    _now(
        "KavkaOfflineLogDirectory",
        "kafka_log_logmanager_offlinelogdirectorycount > 0",
        "0s",
        f"{{{{ $value }}}} data directories failed {_ON}",
        "The broker's log says which, and why. Replace the disk and restart the broker; replicas are copied anew.",
    ),
    _today(
        "KavkaUnderReplicated",
        f"{_MANAGER}_underreplicatedpartitions > 0",
        "2m",
        f"{{{{ $value }}}} partitions lack replicas {_ON}",
        "A broker is down or cannot keep up. The next failure may make partitions unavailable.",
    ),
    _today(
        "KavkaOfflineReplicas",
        f"{_MANAGER}_offlinereplicacount > 0",
        "1m",
        f"{{{{ $value }}}} replicas are in failed directories {_ON}",
        "See KavkaOfflineLogDirectory.",
    ),
    _today(
        "KavkaReplicasFarBehind",
        "kafka_server_replicafetchermanager_maxlag > 10000",
        "10m",
        f"A replica lacks {{{{ $value }}}} records {_ON}",
        "Its broker is too slow or throttled. Look at its loop, its disk and replication throttles.",
    ),
    _today(
        "KavkaIsrKeepsShrinking",
        f"increase({_MANAGER}_isrshrinks_total[5m]) > 0",
        "15m",
        f"In-sync sets keep shrinking {_ON}",
        "Followers fall behind and come back. Look for pauses: disks, CPU, the network.",
    ),
    _now(
        "KavkaUncleanElection",
        "increase(kafka_controller_controllerstats_uncleanleaderelections_total[10m]) > 0",
        "0s",
        "A replica out of sync was made leader: records that were acknowledged are lost",
        "unclean.leader.election.enable is on. Compare what clients wrote with what is there.",
    ),
    _today(
        "KavkaLateTransactions",
        f"{_MANAGER}_partitionswithlatetransactionscount > 0",
        "5m",
        f"{{{{ $value }}}} partitions have a transaction that nobody ends {_ON}",
        "Consumers that read committed records stand still. `kavka txn list`, then `kavka txn abort`.",
    ),
)

CONTROLLER: Final = (
    _now(
        "KavkaNoController",
        f"sum({_CONTROLLER}_activecontrollercount) < 1",
        "1m",
        "No broker is the controller",
        "Nobody elects leaders. Is ZooKeeper reachable? `kavka doctor`.",
    ),
    _now(
        "KavkaTwoControllers",
        f"sum({_CONTROLLER}_activecontrollercount) > 1",
        "1m",
        "{{ $value }} brokers say that they are the controller",
        "Older ones are fenced by their epoch, but should have noticed. Restart those with the lower epoch.",
    ),
    _today(
        "KavkaControllerQueueGrows",
        "kafka_controller_controllereventmanager_eventqueuesize > 100",
        "5m",
        f"{{{{ $value }}}} events wait for the controller {_ON}",
        "Its decisions come late. See the controller's dashboard for what it is busy with.",
    ),
    _today(
        "KavkaDeletionStands",
        f"{_CONTROLLER}_topicsineligibletodeletecount > 0",
        "30m",
        "{{ $value }} topics cannot be deleted",
        "A broker with one of their replicas is down, or they are being moved.",
    ),
    _today(
        "KavkaLeadersUnbalanced",
        f"{_CONTROLLER}_preferredreplicaimbalancecount > 0",
        "1h",
        "{{ $value }} partitions are led by another replica than their first",
        "`kavka cluster elect` gives them back.",
    ),
    _today(
        "KavkaZooKeeperDisconnected",
        f'{_LISTENER}_sessionstate{{state="CONNECTED"}} == 0',
        "30s",
        f"No connection to ZooKeeper {_ON}",
        "The broker goes on serving, but nobody elects leaders and it will be taken for dead.",
    ),
    _today(
        "KavkaZooKeeperSessionLost",
        f"increase({_LISTENER}_zookeeperexpires_total[10m]) > 0",
        "0s",
        f"A session with ZooKeeper was lost {_ON}",
        "The broker stood still, or ZooKeeper was away, for longer than zookeeper.session.timeout.ms.",
    ),
)

SERVING: Final = (
    _now(
        "KavkaBrokerDown",
        'up{job="kavka"} == 0',
        "1m",
        f"Nothing answers {_ON}",
        "The broker is down, or its admin endpoint cannot be reached. `kavka status`, and the broker's log.",
    ),
    _today(
        "KavkaBrokerNotReady",
        "kafka_server_kafkaserver_brokerstate != 3",
        "5m",
        f"The broker does not get ready {_ON}",
        "It recovers logs after a crash, or no controller has spoken to it.",
    ),
    _today(
        "KavkaLoopLate",
        "kavka_event_loop_lag_seconds > 0.25",
        "2m",
        f"Requests wait {{{{ $value }}}} s for their turn {_ON}",
        "The broker has more to do than one core can. Move leaders away, or batch more in clients.",
    ),
    _today(
        "KavkaLoopBusy",
        "kafka_server_kafkarequesthandlerpool_requesthandleravgidle_percent < 0.1",
        "10m",
        f"The event loop is hardly ever idle {_ON}",
        "See KavkaLoopLate: it is about to come.",
    ),
    _today(
        "KavkaRequestsSlow",
        "histogram_quantile(0.99, sum by (le, instance, request) "
        '(rate(kavka_request_duration_seconds_bucket{request=~"Produce|Metadata|OffsetCommit"}[5m]))) > 1',
        "10m",
        f"{{{{ $labels.request }}}} takes {{{{ $value }}}} s (p99) {_ON}",
        "With acks=all: are replicas slow? Otherwise the loop or the disk.",
    ),
    _today(
        "KavkaProduceFails",
        f'rate({_TRAFFIC}_failedproducerequests_total{{topic=""}}[5m]) > 0',
        "10m",
        f"Produce requests fail {_ON}",
        "The errors by name are in kafka_network_requestmetrics_errors_total and in the producers' own logs.",
    ),
    _today(
        "KavkaDescriptorsRunOut",
        "process_open_fds / process_max_fds > 0.8",
        "5m",
        f"Four fifths of all descriptors are in use {_ON}",
        "Raise `ulimit -n`: each segment and each connection takes one.",
    ),
    _today(
        "KavkaCertificateEnds",
        "kavka_tls_certificate_ends_timestamp_seconds - time() < 1209600",
        "1h",
        f"The certificate of listener {{{{ $labels.listener }}}} ends within two weeks {_ON}",
        "Renew its key store and set listener.name.NAME.ssl.keystore.location again: `kavka config alter --broker ID`.",
    ),
    _today(
        "KavkaCleanerStands",
        "kafka_log_logcleanermanager_time_since_last_run_ms > 600000",
        "5m",
        f"The log cleaner has not looked for ten minutes {_ON}",
        "Compacted topics grow. The broker's log says why.",
    ),
    _today(
        "KavkaDamagedLogs",
        "kavka_log_damaged > 0",
        "5m",
        f"{{{{ $value }}}} replicas have damaged logs {_ON}",
        "The disk has changed what was written. They are copied from their leaders while others are in sync; the "
        "broker's log names the files.",
    ),
    _today(
        "KavkaUncleanablePartitions",
        "kafka_log_logcleanermanager_uncleanable_partitions_count > 0",
        "5m",
        f"{{{{ $value }}}} logs cannot be cleaned {_ON}",
        "A batch in them is damaged. `kavka log verify` finds it.",
    ),
)

WAITING: Final = (
    _today(
        "KavkaProducePurgatoryFull",
        'kafka_server_delayedoperationpurgatory_numdelayedoperations{delayedOperation="Produce"} > 1000',
        "5m",
        f"{{{{ $value }}}} produce requests wait for replicas {_ON}",
        "Followers do not keep up, or too few are in sync.",
    ),
    _today(
        "KavkaProduceTimesOut",
        "increase(kafka_server_delayedproducemetrics_expires_total[5m]) > 0",
        "5m",
        f"Produce requests run out of time {_ON}",
        "Their records are written, but not on all replicas; producers will send them again.",
    ),
    _today(
        "KavkaGroupFallsBehind",
        "kafka_consumergroup_lag_sum > 10000 and deriv(kafka_consumergroup_lag_sum[15m]) > 0",
        "30m",
        "{{ $labels.consumergroup }} is {{ $value }} records behind on {{ $labels.topic }}, and falls further",
        "Its members read more slowly than producers write, or it has none.",
    ),
    _today(
        "KavkaGroupsKeepRebalancing",
        "kafka_coordinator_group_groupmetadatamanager_numgroupspreparingrebalance > 0",
        "10m",
        f"{{{{ $value }}}} groups rebalance and do not come to an end {_ON}",
        "A member does not join in its rebalance timeout, or members come and go.",
    ),
    _today(
        "KavkaMarkersWait",
        "kafka_coordinator_transaction_transactionmarkerchannelmanager_unknowndestinationqueuesize > 0",
        "5m",
        f"Transactions cannot end {_ON}",
        "A partition of theirs has no leader.",
    ),
)

GROUPS: Final = {"replicas": REPLICAS, "controller": CONTROLLER, "serving": SERVING, "waiting": WAITING}


def rules() -> dict[str, Any]:
    """Returns the document that `rule_files` of Prometheus names."""
    return {
        "groups": [
            {"name": f"kavka {name}", "rules": [_rule(alert) for alert in group]} for name, group in GROUPS.items()
        ]
    }


def _rule(alert: Alert) -> dict[str, Any]:
    return {
        "alert": alert.name,
        "expr": alert.expression,
        "for": alert.wait,
        "labels": {"severity": "critical" if alert.is_critical else "warning"},
        "annotations": {"summary": alert.summary, "description": alert.help},
    }
