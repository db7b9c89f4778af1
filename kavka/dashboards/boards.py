"""The dashboards: cluster, broker, topic, group, controller, purgatory."""

from __future__ import annotations

from typing import Final

from kavka.dashboards.panel import Board, Choice, lines, number, quantile, rate

_MANAGER: Final = "kafka_server_replicamanager"
_TRAFFIC: Final = "kafka_server_brokertopicmetrics"
_REQUESTS: Final = "kafka_network_requestmetrics"
_CONTROLLER: Final = "kafka_controller_kafkacontroller"
_EVENTS: Final = "kafka_controller_controllereventmanager"
_PURGATORY: Final = "kafka_server_delayedoperationpurgatory"
_DURATION: Final = "kavka_request_duration_seconds"
_WHEEL: Final = "kavka_timing_wheel"
_HERE: Final = 'instance=~"$instance"'
_TOPIC: Final = 'topic=~"$topic"'
_GROUP: Final = 'consumergroup=~"$group"'
_IN_BY_TOPIC: Final = rate(f"{_TRAFFIC}_messagesin_total", "topic", 'topic!=""')
_LAG_TREND: Final = f"deriv(kafka_consumergroup_lag_sum{{{_GROUP}}}[10m])"
_PARTITIONS_OFF: Final = (
    "Off by default: empty until the brokers' kavka.metrics.partitions, a regular expression, matches the topic. One "
    "series for each partition is many where partitions are."
)
"""Behind the i of panels that show nothing where they are not switched on."""
_END: Final = "kafka_log_log_logendoffset"
_UNCLEAN: Final = "kafka_controller_controllerstats_uncleanleaderelections_total"
_COMMITTED: Final = f"rate(kafka_consumergroup_current_offset_sum{{{_GROUP}}}[$__rate_interval])"
_BROKERS: Final = Choice("instance", "kavka_build_info", "instance")

CLUSTER: Final = Board(
    "cluster",
    "kavka: cluster",
    (
        (
            "Is everything there",
            (
                number("Live brokers", "max(kafka_brokers)"),
                number(
                    "Active controllers",
                    f"sum({_CONTROLLER}_activecontrollercount)",
                    text="One. None: nobody elects leaders. More for longer than a moment: the brokers disagree.",
                ),
                number(
                    "Partitions without a leader",
                    f"sum({_CONTROLLER}_offlinepartitionscount)",
                    text="Nobody can read or write these. Bring back a broker that has a replica in sync.",
                ),
                number(
                    "Under-replicated partitions",
                    f"sum({_MANAGER}_underreplicatedpartitions)",
                    text="A broker is down or cannot keep up.",
                ),
                number("Refusing acks=all", f"sum({_MANAGER}_underminisrpartitioncount)"),
                number("Failed data directories", "sum(kafka_log_logmanager_offlinelogdirectorycount)"),
            ),
        ),
        (
            "Traffic",
            (
                lines("Records in", (rate(f"{_TRAFFIC}_messagesin_total", "instance", 'topic=""'), "{{instance}}")),
                lines(
                    "Bytes in",
                    (rate(f"{_TRAFFIC}_bytesin_total", "instance", 'topic=""'), "{{instance}}"),
                    unit="Bps",
                ),
                lines(
                    "Bytes out",
                    (rate(f"{_TRAFFIC}_bytesout_total", "instance", 'topic=""'), "{{instance}}"),
                    unit="Bps",
                ),
                lines(
                    "Busiest topics, records in",
                    (f"topk(10, {_IN_BY_TOPIC})", "{{topic}}"),
                ),
                lines(
                    "Groups furthest behind",
                    ("topk(10, sum by (consumergroup) (kafka_consumergroup_lag_sum))", "{{consumergroup}}"),
                ),
                lines(
                    "Copied between brokers",
                    (f"sum(rate({_TRAFFIC}_replicationbytesin_total[$__rate_interval]))", "in"),
                    (f"sum(rate({_TRAFFIC}_reassignmentbytesin_total[$__rate_interval]))", "of it, moves"),
                    unit="Bps",
                ),
            ),
        ),
        (
            "Balance and health",
            (
                lines("Leaders", (f"{_MANAGER}_leadercount", "{{instance}}")),
                lines("Replicas", (f"{_MANAGER}_partitioncount", "{{instance}}")),
                lines(
                    "In-sync sets",
                    (rate(f"{_MANAGER}_isrshrinks_total", "instance"), "shrink {{instance}}"),
                    (rate(f"{_MANAGER}_isrexpands_total", "instance"), "expand {{instance}}"),
                    text="Zero in steady state.",
                ),
                lines("Lag of replicas", ("kafka_server_replicafetchermanager_maxlag", "{{instance}}")),
                lines(
                    "Slowest requests (p99)",
                    (f"topk(10, {quantile(0.99, _DURATION, 'request')})", "{{request}}"),
                    unit="s",
                ),
                lines("Lag of the event loop", ("kavka_event_loop_lag_seconds", "{{instance}}"), unit="s"),
            ),
        ),
    ),
)

BROKER: Final = Board(
    "broker",
    "kavka: broker",
    (
        (
            "Load",
            (
                lines(
                    "Idle share of the event loop",
                    (
                        f"kafka_server_kafkarequesthandlerpool_requesthandleravgidle_percent{{{_HERE}}}",
                        "{{instance}}",
                    ),
                    unit="percentunit",
                    text="Near zero: requests wait for their turn. Move leaders to other brokers.",
                ),
                lines("Loop lag", (f"kavka_event_loop_lag_seconds{{{_HERE}}}", "{{instance}}"), unit="s"),
                lines(
                    "CPU", (rate("process_cpu_seconds_total", "instance", _HERE), "{{instance}}"), unit="percentunit"
                ),
                lines("Memory", (f"process_resident_memory_bytes{{{_HERE}}}", "{{instance}}"), unit="bytes"),
                lines(
                    "Descriptors",
                    (f"process_open_fds{{{_HERE}}}", "open {{instance}}"),
                    (f"process_max_fds{{{_HERE}}}", "limit {{instance}}"),
                ),
                lines(
                    "Connections",
                    (
                        f"kafka_server_socket_server_metrics_connection_count{{{_HERE}}}",
                        "{{listener}} {{instance}}",
                    ),
                ),
            ),
        ),
        (
            "Requests",
            (
                lines("Requests", (rate(f"{_REQUESTS}_requests_total", "request", _HERE), "{{request}}"), unit="reqps"),
                lines("p99", (quantile(0.99, _DURATION, "request", _HERE), "{{request}}"), unit="s"),
                lines(
                    "Errors",
                    (
                        rate(f"{_REQUESTS}_errors_total", "request, error", f'{_HERE}, error!="NONE"'),
                        "{{request}} {{error}}",
                    ),
                ),
                lines(
                    "Time in the broker itself",
                    (rate(f"{_REQUESTS}_localtimems_sum", "request", _HERE), "{{request}}"),
                    unit="ms",
                    text="Milliseconds a second.",
                ),
                lines(
                    "Time that requests waited for others",
                    (rate(f"{_REQUESTS}_remotetimems_sum", "request", _HERE), "{{request}}"),
                    unit="ms",
                ),
                lines(
                    "Refused partitions",
                    (rate(f"{_TRAFFIC}_failedproducerequests_total", "instance", f'{_HERE}, topic=""'), "produce"),
                    (rate(f"{_TRAFFIC}_failedfetchrequests_total", "instance", f'{_HERE}, topic=""'), "fetch"),
                ),
            ),
        ),
        (
            "Disk and replicas",
            (
                lines(
                    "Flushes, p99",
                    (f'kafka_log_logflushstats_logflushrateandtimems{{{_HERE}, quantile="0.99"}}', "{{instance}}"),
                    unit="ms",
                ),
                lines(
                    "Since the cleaner last looked",
                    (f"kafka_log_logcleanermanager_time_since_last_run_ms{{{_HERE}}}", "{{instance}}"),
                    unit="ms",
                ),
                lines("Dirtiest log", (f"kafka_log_logcleanermanager_max_dirty_percent{{{_HERE}}}", "{{instance}}")),
                lines("Lag of replicas", (f"kafka_server_replicafetchermanager_maxlag{{{_HERE}}}", "{{instance}}")),
                lines("Fetch rate", (f"kafka_server_replicafetchermanager_minfetchrate{{{_HERE}}}", "{{instance}}")),
                lines(
                    "ZooKeeper's answers, p99",
                    (
                        f'kafka_server_zookeeperclientmetrics_zookeeperrequestlatencyms{{{_HERE}, quantile="0.99"}}',
                        "{{instance}}",
                    ),
                    unit="ms",
                ),
            ),
        ),
    ),
    (_BROKERS,),
)

TOPIC: Final = Board(
    "topic",
    "kavka: topic",
    (
        (
            "Traffic",
            (
                lines("Records in", (rate(f"{_TRAFFIC}_messagesin_total", "topic", _TOPIC), "{{topic}}")),
                lines("Bytes in", (rate(f"{_TRAFFIC}_bytesin_total", "topic", _TOPIC), "{{topic}}"), unit="Bps"),
                lines("Bytes out", (rate(f"{_TRAFFIC}_bytesout_total", "topic", _TOPIC), "{{topic}}"), unit="Bps"),
                lines(
                    "Refused bytes", (rate(f"{_TRAFFIC}_bytesrejected_total", "topic", _TOPIC), "{{topic}}"), unit="Bps"
                ),
                lines("Partitions", (f"max by (topic) (kafka_topic_partitions{{{_TOPIC}}})", "{{topic}}")),
                lines(
                    "Lag by group",
                    (f"sum by (consumergroup) (kafka_consumergroup_lag_sum{{{_TOPIC}}})", "{{consumergroup}}"),
                ),
            ),
        ),
        (
            "Partitions, where kavka.metrics.partitions names the topic",
            (
                lines(
                    "In sync",
                    (
                        f"max by (topic, partition) (kafka_cluster_partition_insyncreplicascount{{{_TOPIC}}})",
                        "{{topic}}-{{partition}}",
                    ),
                    text=_PARTITIONS_OFF,
                ),
                lines(
                    "High watermark",
                    (
                        f"max by (topic, partition) (kafka_topic_partition_current_offset{{{_TOPIC}}})",
                        "{{topic}}-{{partition}}",
                    ),
                    text=_PARTITIONS_OFF,
                ),
                lines(
                    "Records kept",
                    (
                        f"max by (topic, partition) ({_END}{{{_TOPIC}}} - kafka_log_log_logstartoffset)",
                        "{{topic}}-{{partition}}",
                    ),
                    text=_PARTITIONS_OFF,
                ),
                lines(
                    "Bytes kept",
                    (f"sum by (topic, instance) (kafka_log_log_size{{{_TOPIC}}})", "{{topic}} {{instance}}"),
                    unit="bytes",
                    text=_PARTITIONS_OFF,
                ),
                lines(
                    "Waiting for open transactions",
                    (
                        f"max by (topic, partition) (kafka_cluster_partition_laststableoffsetlag{{{_TOPIC}}})",
                        "{{topic}}-{{partition}}",
                    ),
                    text=_PARTITIONS_OFF,
                ),
                lines(
                    "Lag of replicas",
                    (
                        f"max by (topic, instance) (kafka_server_fetcherlagmetrics_consumerlag{{{_TOPIC}}})",
                        "{{topic}} {{instance}}",
                    ),
                    text=_PARTITIONS_OFF,
                ),
            ),
        ),
    ),
    (Choice("topic", "kafka_topic_partitions", "topic"),),
)

GROUP: Final = Board(
    "group",
    "kavka: consumer groups",
    (
        (
            "Lag",
            (
                lines(
                    "Lag",
                    (
                        f"sum by (consumergroup, topic) (kafka_consumergroup_lag_sum{{{_GROUP}}})",
                        "{{consumergroup}} {{topic}}",
                    ),
                ),
                lines(
                    "Lag by partition", (f"topk(20, kafka_consumergroup_lag{{{_GROUP}}})", "{{topic}}-{{partition}}")
                ),
                lines(
                    "Records committed",
                    (
                        f"sum by (consumergroup, topic) ({_COMMITTED})",
                        "{{consumergroup}} {{topic}}",
                    ),
                ),
                lines(
                    "Minutes until caught up",
                    (
                        f"sum by (consumergroup) (kafka_consumergroup_lag_sum{{{_GROUP}}}) / 60 / clamp_min("
                        f"sum by (consumergroup) (-{_LAG_TREND}), 0.001)",
                        "{{consumergroup}}",
                    ),
                    text="By how the lag shrank in the last ten minutes; very large where it does not.",
                ),
                lines(
                    "Members",
                    (f"sum by (consumergroup) (kafka_consumergroup_members{{{_GROUP}}})", "{{consumergroup}}"),
                ),
                lines(
                    "Committed offsets",
                    ("sum(kafka_coordinator_group_groupmetadatamanager_numoffsets)", "committed offsets"),
                ),
            ),
        ),
        (
            "Coordinators",
            (
                lines(
                    "Groups by state",
                    *(
                        (f"sum(kafka_coordinator_group_groupmetadatamanager_numgroups{state})", state)
                        for state in ("stable", "preparingrebalance", "completingrebalance", "empty", "dead")
                    ),
                ),
                lines("Rebalances", (rate("kavka_group_rebalances_total", "instance"), "{{instance}}")),
                lines("Sessions expired", (rate("kavka_group_sessions_expired_total", "instance"), "{{instance}}")),
                lines("Commits", (rate("kavka_group_offsets_committed_total", "instance"), "{{instance}}")),
                lines("Transactional ids", ("sum by (state) (kavka_transactional_ids)", "{{state}}")),
                lines(
                    "Transactions",
                    ("sum(rate(kavka_transaction_commits_total[$__rate_interval]))", "committed"),
                    ("sum(rate(kavka_transaction_aborts_total[$__rate_interval]))", "aborted"),
                ),
            ),
        ),
    ),
    (Choice("group", "kafka_consumergroup_members", "consumergroup"),),
)

CONTROLLER: Final = Board(
    "controller",
    "kavka: controller",
    (
        (
            "Who, and how busy",
            (
                lines("Active", (f"{_CONTROLLER}_activecontrollercount", "{{instance}}")),
                lines("Epoch", ("max(kavka_controller_epoch)", "epoch")),
                lines("Events that wait", (f"{_EVENTS}_eventqueuesize", "{{instance}}")),
                lines(
                    "Wait of an event, p99",
                    (f'{_EVENTS}_eventqueuetimems{{quantile="0.99"}}', "{{instance}}"),
                    unit="ms",
                    text="Of the last five to ten minutes.",
                ),
                lines("Events by what they were about", (rate("kavka_controller_events_total", "state"), "{{state}}")),
                lines(
                    "Requests to brokers that wait",
                    ("kafka_controller_controllerchannelmanager_queuesize", "to broker {{broker_id}}"),
                ),
            ),
        ),
        (
            "What it decided",
            (
                lines(
                    "Elections",
                    (
                        rate("kafka_controller_controllerstats_leaderelectionrateandtimems_count", "instance"),
                        "{{instance}}",
                    ),
                ),
                lines(
                    "Elections that lose records",
                    (
                        rate(_UNCLEAN, "instance"),
                        "unclean {{instance}}",
                    ),
                    (rate("kavka_controller_elections_failed_total", "instance"), "nobody could lead {{instance}}"),
                ),
                lines(
                    "Led by another than the first replica",
                    (f"sum({_CONTROLLER}_preferredreplicaimbalancecount)", "partitions"),
                ),
                lines(
                    "Deletions under way",
                    (f"sum({_CONTROLLER}_topicstodeletecount)", "topics"),
                    (f"sum({_CONTROLLER}_replicastodeletecount)", "replicas"),
                    (f"sum({_CONTROLLER}_topicsineligibletodeletecount)", "topics that cannot be deleted now"),
                ),
                lines(
                    "Partitions",
                    (f"sum({_CONTROLLER}_globalpartitioncount)", "partitions"),
                    (f"sum({_CONTROLLER}_globaltopiccount)", "topics"),
                ),
                lines(
                    "Our own faults",
                    ("sum(kavka_controller_illegal_transitions_total)", "illegal transitions"),
                    ("sum(kavka_controller_events_failed_total)", "failed events"),
                    text="Zero, or report a bug.",
                ),
            ),
        ),
        (
            "ZooKeeper",
            (
                lines(
                    "Session", ('kafka_server_sessionexpirelistener_sessionstate{state="CONNECTED"}', "{{instance}}")
                ),
                lines(
                    "Breaks",
                    (
                        rate("kafka_server_sessionexpirelistener_zookeeperdisconnects_total", "instance"),
                        "disconnects {{instance}}",
                    ),
                    (
                        rate("kafka_server_sessionexpirelistener_zookeeperexpires_total", "instance"),
                        "sessions lost {{instance}}",
                    ),
                ),
                lines(
                    "Calls",
                    (
                        rate("kafka_server_zookeeperclientmetrics_zookeeperrequestlatencyms_count", "instance"),
                        "{{instance}}",
                    ),
                ),
            ),
        ),
    ),
)

PURGATORY: Final = Board(
    "purgatory",
    "kavka: purgatory and timing wheel",
    (
        (
            "What waits",
            (
                lines(
                    "Operations that wait",
                    (
                        f"sum by (delayedOperation) ({_PURGATORY}_numdelayedoperations{{{_HERE}}})",
                        "{{delayedOperation}}",
                    ),
                ),
                lines(
                    "Watchers",
                    (f"sum by (delayedOperation) ({_PURGATORY}_purgatorysize{{{_HERE}}})", "{{delayedOperation}}"),
                    text="An operation counts once for each key that it waits under; what completed is swept later.",
                ),
                lines(
                    "Keys",
                    (f"sum by (delayedOperation) (kavka_purgatory_watch_keys{{{_HERE}}})", "{{delayedOperation}}"),
                ),
                lines(
                    "Completed",
                    (rate("kavka_purgatory_completed_total", "delayedOperation", _HERE), "{{delayedOperation}}"),
                ),
                lines(
                    "Out of time",
                    (rate("kavka_purgatory_expired_total", "delayedOperation", _HERE), "{{delayedOperation}}"),
                    text="Produce: replicas do not keep up. Fetch: usual, topics are quiet.",
                ),
                lines(
                    "Produce and fetch, p99",
                    (quantile(0.99, _DURATION, "request", f'{_HERE}, request=~"Produce|Fetch"'), "{{request}}"),
                    unit="s",
                ),
            ),
        ),
        (
            "The wheel",
            (
                lines(
                    "Timers that wait",
                    (f"sum by (delayedOperation) ({_WHEEL}_outstanding{{{_HERE}}})", "{{delayedOperation}}"),
                ),
                lines(
                    "Buckets in the heap",
                    (f"sum by (delayedOperation) ({_WHEEL}_buckets_queued{{{_HERE}}})", "{{delayedOperation}}"),
                ),
                lines(
                    "Buckets in use, by level",
                    (
                        f"sum by (delayedOperation, level) ({_WHEEL}_level_buckets{{{_HERE}}})",
                        "{{delayedOperation}} level {{level}}",
                    ),
                ),
                lines(
                    "Timers",
                    (rate(f"{_WHEEL}_added_total", "delayedOperation", _HERE), "added {{delayedOperation}}"),
                    (rate(f"{_WHEEL}_cancelled_total", "delayedOperation", _HERE), "cancelled {{delayedOperation}}"),
                    (rate(f"{_WHEEL}_expired_total", "delayedOperation", _HERE), "ran {{delayedOperation}}"),
                ),
                lines(
                    "How late, on average",
                    (
                        f"{rate(f'{_WHEEL}_lateness_seconds_total', 'delayedOperation', _HERE)} / "
                        f"clamp_min({rate(f'{_WHEEL}_expired_total', 'delayedOperation', _HERE)}, 0.001)",
                        "{{delayedOperation}}",
                    ),
                    unit="s",
                ),
                lines(
                    "The latest ever",
                    (f"max by (delayedOperation) ({_WHEEL}_lateness_seconds_max{{{_HERE}}})", "{{delayedOperation}}"),
                    unit="s",
                ),
            ),
        ),
    ),
    (_BROKERS,),
)

BOARDS: Final = {board.name: board for board in (CLUSTER, BROKER, TOPIC, GROUP, CONTROLLER, PURGATORY)}
"""By name, in the order in which they are shown."""
