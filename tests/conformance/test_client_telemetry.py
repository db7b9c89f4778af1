"""What Kafka's newest Java client pushes of its own metrics (KIP-714), as its own Admin subscribes to them."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path

import pytest

from tests.support.processes.command_line import detached

pytestmark = [pytest.mark.conformance, pytest.mark.timeout(300)]

PROBE = Path(__file__).with_name("TelemetryProbe.java")
PROFILE = ("--config", "inter.broker.protocol.version=3.9")


def asked(state, path):
    with urllib.request.urlopen(f"{state['brokers'][0]['admin']}{path}", timeout=30) as response:
        return response.read().decode()


def test_the_java_clients_metrics_are_those_that_its_admin_subscribes_to(newest_client, tmp_path):
    with detached(tmp_path / "data", *PROFILE) as state:
        printed = newest_client.run(str(PROBE), state["bootstrap"], "t").splitlines()
        metrics = asked(state, "/metrics").splitlines()
        clients = {one["client_id"]: one for one in json.loads(asked(state, "/state/clients"))["clients"]}
    said = dict(line.split(" ", 1) for line in printed)
    assert said["listed"] == "[java]"
    assert said["described"] == (
        "[interval.ms=500 DYNAMIC_CLIENT_METRICS_CONFIG, match=client_software_name=apache-kafka-java "
        "DYNAMIC_CLIENT_METRICS_CONFIG, metrics=* DYNAMIC_CLIENT_METRICS_CONFIG]"
    )
    for kind, measured in (("producer", "record_queue_time_avg"), ("consumer", "fetch_manager_fetch_latency_avg")):
        client = clients[f"java-{kind}"]
        assert client["instance_id"] == said[kind]
        assert (client["last_error"], client["left_out"]) == ("NONE", 0)
        assert client["software"].startswith("apache-kafka-java 4.4.0")
        mine = [line for line in metrics if f'client_instance_id="{said[kind]}"' in line]
        assert any(line.startswith(f"org_apache_kafka_{kind}_{measured}{{") for line in mine)
        assert any(line.startswith(f"org_apache_kafka_{kind}_connection_creation_total{{") for line in mine)
    assert any('group_id="pushing"' in line for line in metrics if line.startswith("org_apache_kafka_consumer_"))
