"""The names that dashboards, alerts and exporters know, held against what a cluster of three brokers exports.

The table is that of jmx_exporter's and Strimzi's rules for Kafka's MBeans, and of kafka_exporter. What has no place in
a broker of one loop is not there on purpose: queues of requests and responses, and the times that these would take.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from kavka import (
    Admin,
    ConfigResource,
    Consumer,
    LocalCluster,
    NewTopic,
    Producer,
    ShareConsumer,
    TopicPartition,
)
from kavka.client.configs import Changes
from kavka.client.transaction import GroupMetadata
from kavka.dashboards.alerts import GROUPS
from kavka.dashboards.boards import BOARDS
from tests.support.certificates import Authority
from tests.support.http.metrics_page import metrics_page, missing
from tests.support.http.promql import metric_names
from tests.support.http.web import ask

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "metrics.md"

NAMES = """
kafka_server_replicamanager underreplicatedpartitions underminisrpartitioncount atminisrpartitioncount
    offlinereplicacount partitioncount leadercount reassigningpartitions isrshrinks_total isrexpands_total
    failedisrupdates_total partitionswithlatetransactionscount
kafka_cluster_partition underreplicated underminisr atminisr insyncreplicascount replicascount laststableoffsetlag
kafka_controller_kafkacontroller activecontrollercount offlinepartitionscount preferredreplicaimbalancecount
    controllerstate globaltopiccount globalpartitioncount topicstodeletecount replicastodeletecount
    topicsineligibletodeletecount replicasineligibletodeletecount
kafka_controller_controllerstats leaderelectionrateandtimems leaderelectionrateandtimems_count
    uncleanleaderelections_total
    leaderelectionrateandtimems_sum topicchangerateandtimems_count isrchangerateandtimems_sum
    controllerchangerateandtimems_count
kafka_controller_controllereventmanager eventqueuesize eventqueuetimems
    eventqueuetimems_count eventqueuetimems_sum
kafka_controller_controllerchannelmanager totalqueuesize queuesize
kafka_server_brokertopicmetrics messagesin_total bytesin_total bytesout_total totalproducerequests_total
    totalsharefetchrequests_total failedsharefetchrequests_total totalshareacknowledgementrequests_total
    failedshareacknowledgementrequests_total totalfetchrequests_total failedproducerequests_total
    failedfetchrequests_total bytesrejected_total
    replicationbytesin_total replicationbytesout_total producemessageconversions_total fetchmessageconversions_total
kafka_network_requestmetrics requests_total totaltimems totaltimems_count totaltimems_sum localtimems remotetimems
    requestbytes_total errors_total
kafka_network_socketserver networkprocessoravgidle_percent memorypoolavailable memorypoolused
kafka_server_kafkarequesthandlerpool requesthandleravgidle_percent
kafka_server_socket_server_metrics connection_count connection_creation_total successful_authentication_total
    failed_authentication_total successful_reauthentication_total failed_reauthentication_total
    successful_authentication_no_reauth_total expired_connections_killed_count_total
kafka_server_delayedoperationpurgatory purgatorysize numdelayedoperations
kafka_server_delayedproducemetrics expires_total
kafka_server_delayedfetchmetrics expires_total
kafka_server_delayeddeleterecordsmetrics expires_total
kafka_server_delayedsharefetchmetrics expires_total
kafka_server_sharesessioncache sharesessionscount sharepartitionscount sharesessionevictions_total
kafka_server_sharegroupmetrics recordacknowledgements_total partitionloadtimems partitionloadtimems_count
kafka_server_sharepartitionmetrics acquisitionlocktimeout_total inflightmessagecount inflightbatchcount
    inflightbatchmessagecount
kafka_server_replicafetchermanager maxlag minfetchrate
kafka_server_fetcherlagmetrics consumerlag
kafka_server_fetchsessioncache numincrementalfetchsessions numincrementalfetchpartitionscached
    incrementalfetchsessionevictions_total
kafka_server_kafkaserver brokerstate
kafka_server_zookeeperclientmetrics zookeeperrequestlatencyms zookeeperrequestlatencyms_count
kafka_server_sessionexpirelistener sessionstate zookeeperdisconnects_total zookeeperexpires_total
    zookeepersyncconnects_total
kafka_log_logmanager offlinelogdirectorycount logdirectoryoffline
kafka_log_logflushstats logflushrateandtimems logflushrateandtimems_count
kafka_log_log size numlogsegments logstartoffset logendoffset
kafka_log_logcleaner max_clean_time_secs cleaner_recopy_percent max_buffer_utilization_percent
kafka_log_logcleanermanager max_dirty_percent time_since_last_run_ms
kafka_coordinator_group_groupmetadatamanager numgroups numgroupsstable numgroupsempty numgroupsdead
    numgroupspreparingrebalance numgroupscompletingrebalance numoffsets
kafka_coordinator_transaction_transactionmarkerchannelmanager unknowndestinationqueuesize logappendretryqueuesize
kafka brokers topic_partitions topic_partition_leader topic_partition_replicas topic_partition_in_sync_replica
    topic_partition_leader_is_preferred topic_partition_under_replicated_partition topic_partition_current_offset
    topic_partition_oldest_offset consumergroup_members consumergroup_current_offset consumergroup_current_offset_sum
    consumergroup_lag consumergroup_lag_sum
kavka build_info event_loop_lag_seconds purgatory_watch_keys timing_wheel_outstanding timing_wheel_lateness_seconds_max
    unread_response_bytes unread_response_bytes_max requests_waiting_for_memory log_shortages_total
    timing_wheel_level_buckets controller_events_total request_duration_seconds_bucket transactional_ids
process cpu_seconds_total resident_memory_bytes open_fds max_fds start_time_seconds
"""


def wanted_names() -> set[str]:
    """The table's names: a line that is not indented begins with what its names have in common."""
    names = set()
    prefix = ""
    for line in NAMES.strip().splitlines():
        words = line.split()
        if not line.startswith(" "):
            prefix = words.pop(0)
        names.update(f"{prefix}_{word}" for word in words)
    return names


def read(text: str) -> dict[str, float]:
    """Series → value."""
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    assert len({series for series, _, _ in lines}) == len(lines), "a series is there twice"
    return {series: float(value) for series, _, value in lines}


async def scrape(cluster: LocalCluster) -> list[dict[str, float]]:
    """What each broker exports."""
    return [read((await ask(url)).body.decode()) for url in cluster.state.public()["metrics"]]


async def work(bootstrap: str) -> None:
    """Ten records, read by a group whose positions are committed up to the seventh in a transaction."""
    async with Admin(bootstrap) as admin:
        await admin.create_topics([NewTopic(name="seen", num_partitions=1)])
        # One replica, and a broker coordinates the group that has none: it must ask.
        await admin.create_topics([NewTopic(name="far", num_partitions=3, replication_factor=1)])
    async with Producer(bootstrap) as producer:
        for number in range(10):
            await producer.send("seen", b"%d" % number)
        for number in range(30):
            await producer.send("far", b"%d" % number, partition=number % 3)
        await producer.flush()
    async with Consumer(bootstrap) as consumer:
        await consumer.assign([TopicPartition("seen", 0)], start="earliest")
        count = 0
        while count < 10:
            count += sum(map(len, (await consumer.poll()).values()))
    positions = {TopicPartition("seen", 0): 7, **{TopicPartition("far", index): 4 for index in range(3)}}
    async with Producer(bootstrap, transactional_id="copier") as producer:
        await producer.init_transactions()
        async with producer.transaction():
            await producer.send_offsets_to_transaction(positions, GroupMetadata("readers"))


@asynccontextmanager
async def sharing(bootstrap: str) -> AsyncIterator[None]:
    """A share group has records in flight meanwhile."""
    async with Admin(bootstrap) as admin:
        earliest = Changes(set={"share.auto.offset.reset": "earliest"})
        await admin.alter_configs(ConfigResource.group("sharers"), earliest)
    async with ShareConsumer(bootstrap, group_id="sharers") as sharer:
        sharer.subscribe("seen")
        while not await sharer.poll():
            pass
        yield


def positions_of(scrapes: list[dict[str, float]], name: str) -> dict[str, float]:
    """A family's series, of all brokers."""
    return {series: value for one in scrapes for series, value in one.items() if series.startswith(name + "{")}


def dashboard_names() -> set[str]:
    """Every metric that a generated dashboard, one of its choices, or an alert reads."""
    panels = [panel for board in BOARDS.values() for panel in board.panels()]
    expressions = [expression for panel in panels for expression, _ in panel.queries]
    expressions += [alert.expression for group in GROUPS.values() for alert in group]
    choices = {choice.metric for board in BOARDS.values() for choice in board.choices}
    return choices.union(*map(metric_names, expressions))


def lags(scrapes: list[dict[str, float]]) -> dict[str, float]:
    """The group's lag by topic."""
    name = 'kafka_consumergroup_lag_sum{consumergroup="readers",topic="%s"}'
    return {topic: one[name % topic] for one in scrapes for topic in ("seen", "far") if name % topic in one}


async def test_everything_that_dashboards_and_alerts_ask_for_is_exported(tmp_path):
    config = {
        "kavka.metrics.partitions": "seen",
        "group.share.heartbeat.interval.ms": "50",
        "group.share.min.heartbeat.interval.ms": "50",
        "listeners": "PLAINTEXT://127.0.0.1:0,SSL://127.0.0.1:0",
        "ssl.keystore.location": str(Authority().issue("broker").write(tmp_path)),
    }
    async with LocalCluster(3, in_loop=True, config=config) as cluster:
        await work(cluster.bootstrap)
        async with asyncio.timeout(60), sharing(cluster.bootstrap):
            # The first look at partitions of others has no answer yet: it has them asked about. And where the group's
            # coordinator follows, it hears of the last records a moment after their leader.
            while lags(scrapes := await scrape(cluster)) != {"seen": 3, "far": 18}:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            check_page([(await ask(url)).body.decode() for url in cluster.state.public()["metrics"]])
    names = {series.partition("{")[0] for one in scrapes for series in one}
    assert wanted_names() <= names
    assert dashboard_names() <= names | {"up"}, "Prometheus itself makes `up`"
    each = positions_of(scrapes, "kafka_consumergroup_lag")
    assert each['kafka_consumergroup_lag{consumergroup="readers",partition="2",topic="far"}'] == 6
    check_requests(scrapes)
    check_controller_times(scrapes)


def check_page(texts: list[str]) -> None:
    """docs/reference/metrics.md has every family of a cluster with something in it; UPDATE=1 writes it anew."""
    if os.environ.get("UPDATE"):
        PAGE.write_text(metrics_page(texts), encoding="utf-8")
    lacking = missing(texts, PAGE.read_text(encoding="utf-8"))
    assert lacking == [], "UPDATE=1 pytest tests/integration/broker/test_metric_names.py"


def check_controller_times(scrapes: list[dict[str, float]]) -> None:
    """Timers have the labels by which dashboards made for Kafka ask for them."""
    queue, topics = "kafka_controller_controllereventmanager_eventqueuetimems", "topicchangerateandtimems"
    for name in (queue, f"kafka_controller_controllerstats_{topics}"):
        for one in scrapes:
            quantiles = [one[f'{name}{{quantile="{share}"}}'] for share in (0.5, 0.75, 0.95, 0.98, 0.99, 0.999)]
            assert quantiles == sorted(quantiles)
        assert sum(one[f"{name}_count"] for one in scrapes) > 0


def check_requests(scrapes: list[dict[str, float]]) -> None:
    """Fetches are told apart, and the parts of a time make the whole."""
    requests = 'kafka_network_requestmetrics_requests_total{request="%s"}'
    for one in scrapes:
        if requests % "Fetch" in one:
            parts = one[requests % "FetchConsumer"] + one[requests % "FetchFollower"]
            assert one[requests % "Fetch"] == parts
        for request in ("Fetch", "FetchFollower", "Produce", "Metadata"):
            series = f'kafka_network_requestmetrics_%s{{request="{request}"}}'
            if series % "requests_total" in one:
                count = one[series % "requests_total"]
                assert one[series % "localtimems_count"] == one[series % "remotetimems_count"] == count
                parts = one[series % "localtimems_sum"] + one[series % "remotetimems_sum"]
                assert parts == pytest.approx(one[series % "totaltimems_sum"])
    assert sum(one.get(requests % "FetchConsumer", 0) for one in scrapes) >= 1
    assert sum(one.get('kafka_network_requestmetrics_remotetimems_sum{request="FetchFollower"}', 0) for one in scrapes)
