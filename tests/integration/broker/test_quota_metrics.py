"""What a scrape tells of quotas, of conversions for old clients, and of the controller's time."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from kavka.client import quotas
from kavka.protocol.messages import FetchRequest
from kavka.protocol.records.message_set import encode_message
from tests.support.broker.quotas import connected, fetch, produce, set_quota
from tests.support.http.web import ask


async def scraped(cluster):
    """Name and labels → value."""
    text = (await ask(f"{cluster.brokers[0].admin}/metrics")).body.decode()
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_who_uses_how_much_and_waits_how_long(cluster):
    assert ("kavka_quota_limit", "", "app", "produce") not in await scraped(cluster)
    await set_quota(cluster, {"client-id": "app"}, {quotas.PRODUCE: 20_000.0, quotas.MUTATION: 2.0})
    async with connected(cluster) as connection:
        await connection.request(produce(), version=9)
        throttle_ms = (await connection.request(produce(), version=9)).throttle_time_ms
        assert throttle_ms > 0
        shown = await scraped(cluster)
    assert shown["kavka_quota_limit", "", "app", "produce"] == 20_000
    assert 20_000 < shown["kafka_server_produce_byte_rate", "", "app"] < 20_500
    assert shown["kafka_server_produce_throttle_time", "", "app"] == throttle_ms
    assert shown["kavka_quota_throttles_total", "", "app", "produce"] == 1
    assert shown["kavka_quota_throttled_seconds_total", "", "app", "produce"] == throttle_ms / 1000
    assert shown["kafka_network_requestmetrics_throttletimems_sum", "Produce"] == throttle_ms
    assert ("kafka_server_fetch_byte_rate", "", "app") not in shown


async def test_records_that_are_rewritten_for_old_clients_are_counted(cluster):
    old = produce()
    old.topic_data[0].partition_data[0].records = b"".join(
        encode_message(1, offset=offset, timestamp=0, key=None, value=b"x") for offset in range(2)
    )
    async with connected(cluster) as connection:
        await connection.request(old, version=2)
        await connection.request(produce(b"new"), version=9)
        await connection.request(fetch(0), version=11)
        asked = FetchRequest(replica_id=-1, max_wait_ms=0, topics=fetch(0).topics)
        await connection.request(asked, version=2)
    shown = await scraped(cluster)
    assert shown["kafka_server_brokertopicmetrics_producemessageconversions_total", "t"] == 2
    assert shown["kafka_server_brokertopicmetrics_fetchmessageconversions_total", "t"] == 3
    assert shown[("kafka_controller_controllerstats_topicchangerateandtimems_count",)] >= 0
    assert shown[("kafka_controller_controllerstats_controllerchangerateandtimems_count",)] >= 1
