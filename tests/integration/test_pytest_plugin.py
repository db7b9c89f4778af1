"""The pytest plugin, as other people's tests use it: through pytest itself, with their clients."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

from kavka.sync import Admin, LocalCluster

pytest_plugins = ["pytester"]
pytestmark = pytest.mark.slow

ARGUMENTS = ("-p", "kavka.pytest_plugin", "-p", "no:cacheprovider", "-p", "no:asyncio", "-p", "no:timeout")


@pytest.fixture
def tests(pytester):
    """Runs a file of tests in a pytest of its own: pytester's other way imports half of our modules twice."""

    def run(code, *arguments):
        pytester.makepyfile(textwrap.dedent(code))
        return pytester.runpytest_subprocess(*ARGUMENTS, *arguments, timeout=110)

    return run


def test_a_topic_is_written_and_read_with_confluent_kafka(tests):
    result = tests(
        """
        from confluent_kafka import Consumer, Producer

        def test_round_trip(kafka_bootstrap, kafka_topic):
            producer = Producer({"bootstrap.servers": kafka_bootstrap})
            producer.produce(kafka_topic, b"hello")
            assert producer.flush(30) == 0
            consumer = Consumer({
                "bootstrap.servers": kafka_bootstrap, "group.id": "g", "auto.offset.reset": "earliest",
            })
            consumer.subscribe([kafka_topic])
            assert consumer.poll(30).value() == b"hello"
            consumer.close()
        """
    )
    result.assert_outcomes(passed=1)


def test_tests_that_ask_for_the_same_share_a_cluster_and_each_has_its_own_topic(tests):
    result = tests(
        """
        import pytest

        seen = []

        @pytest.mark.parametrize("number", [1, 2])
        def test_shared(kafka_cluster, kafka_topic, number):
            seen.append((kafka_cluster, kafka_topic))

        @pytest.mark.kafka(config={"num.partitions": 7}, partitions=5)
        def test_another(kafka_cluster, kafka_topic):
            assert kafka_cluster.state(f"topics/{kafka_topic}")["partitions"] == 5
            seen.append((kafka_cluster, kafka_topic))

        @pytest.mark.kafka(scope="function")
        def test_its_own(kafka_cluster):
            seen.append((kafka_cluster, ""))

        def test_what_was_seen(kafka_cluster_factory):
            clusters, topics = zip(*seen)
            assert clusters[0] is clusters[1] is kafka_cluster_factory()
            assert len({id(cluster) for cluster in clusters}) == 3
            assert len(set(topics)) == 4
        """
    )
    result.assert_outcomes(passed=5)


def test_three_brokers_are_killed_cut_off_and_whole_again_for_the_next_test(tests):
    result = tests(
        """
        import pytest
        from kafka import KafkaProducer

        pytestmark = pytest.mark.kafka(brokers=3, replication_factor=3)
        ALL = {0, 1, 2}

        def test_a_leader_dies(kafka_cluster, kafka_topic):
            leader = kafka_cluster.wait_for("leader", topic=kafka_topic)["leader"]
            producer = KafkaProducer(bootstrap_servers=kafka_cluster.bootstrap, acks="all", retries=100)
            producer.send(kafka_topic, b"before").get(30)
            kafka_cluster.kill(leader)
            producer.send(kafka_topic, b"after").get(30)
            producer.close()
            assert not kafka_cluster.brokers[leader].pid

        def test_it_is_back(kafka_cluster, kafka_topic):
            assert all(broker.pid for broker in kafka_cluster.brokers)
            kafka_cluster.wait_for("isr", topic=kafka_topic, size=3)

        def test_a_leader_is_cut_off_and_its_followers_leave_the_isr_in_no_time(kafka_cluster, kafka_topic):
            leader = kafka_cluster.wait_for("leader", topic=kafka_topic)["leader"]
            active = next(b["id"] for b in kafka_cluster.state("brokers") if b["is_controller"])
            follower = min(ALL - {leader, active})
            kafka_cluster.partition({follower}, ALL - {follower})
            producer = KafkaProducer(bootstrap_servers=kafka_cluster.bootstrap, acks=1)
            producer.send(kafka_topic, b"unseen by one").get(30)
            producer.close()
            kafka_cluster.advance_clock(60_000)
            kafka_cluster.wait_for("isr", topic=kafka_topic, size=2, broker=leader)
            kafka_cluster.heal()
            kafka_cluster.wait_for("isr", topic=kafka_topic, size=3)

        def test_a_session_expires(kafka_cluster):
            kafka_cluster.expire_session(1)
            kafka_cluster.wait_for("brokers", count=3)
        """
    )
    result.assert_outcomes(passed=4)


def test_faults_strike_and_are_gone_in_the_next_test(tests):
    result = tests(
        """
        import pytest
        from confluent_kafka import KafkaError, Producer

        def produce(cluster, topic):
            told = []
            producer = Producer({"bootstrap.servers": cluster.bootstrap})
            producer.produce(topic, b"x", on_delivery=lambda error, _: told.append(error and error.code()))
            assert producer.flush(30) == 0
            return told

        def test_an_api_fails(kafka_cluster, kafka_topic):
            kafka_cluster.add_fault("error", api="PRODUCE", error="TOPIC_AUTHORIZATION_FAILED", topic=kafka_topic)
            assert produce(kafka_cluster, kafka_topic) == [KafkaError.TOPIC_AUTHORIZATION_FAILED]
            assert [rule["struck"] for rule in kafka_cluster.faults()] == [1]

        def test_and_works_again(kafka_cluster, kafka_topic):
            assert kafka_cluster.faults() == []
            assert produce(kafka_cluster, kafka_topic) == [None]

        def test_what_does_not_come_true_says_what_there_is(kafka_cluster, kafka_topic):
            with pytest.raises(TimeoutError, match=r"broker 0: no isr .*there is {'isr': \\[0\\]}"):
                kafka_cluster.wait_for("isr", topic=kafka_topic, size=2, timeout_ms=10)

        def test_a_slip_of_the_pen_is_told_at_once(kafka_cluster, kafka_topic):
            with pytest.raises(Exception, match="for=isr does not take timeout; it takes topic, partition, size"):
                kafka_cluster.wait_for("isr", topic=kafka_topic, size=2, timeout=2)
            for act in (kafka_cluster.kill, kafka_cluster.restart, kafka_cluster.stop_broker):
                with pytest.raises(ValueError, match="there is no broker 7; this cluster has 0 to 0"):
                    act(7)

        def test_brokers_in_this_process_are_not_paused(kafka_cluster):
            with pytest.raises(RuntimeError, match="processes=True"):
                kafka_cluster.pause(0)
        """
    )
    result.assert_outcomes(passed=5)


def test_a_process_is_paused_and_goes_on(tests):
    result = tests(
        """
        import pytest
        from confluent_kafka import Producer

        @pytest.mark.kafka(processes=True)
        def test_pause(kafka_cluster, kafka_topic):
            told = []
            producer = Producer({"bootstrap.servers": kafka_cluster.bootstrap})
            kafka_cluster.pause(0)
            producer.produce(kafka_topic, b"x", on_delivery=lambda error, _: told.append(error))
            assert producer.flush(0.2) == 1, "nobody answers"
            kafka_cluster.resume(0)
            assert producer.flush(30) == 0
            assert told == [None]
        """
    )
    result.assert_outcomes(passed=1)


def test_a_mark_that_makes_no_sense_is_explained_and_nothing_started(tests):
    told = {
        "kafka(3)": "kafka takes names only, such as kafka(brokers=3), not (3,)",
        "kafka(borkers=3)": "kafka has no 'borkers'; it has brokers*",
        "kafka(scope='planet')": "kafka(scope='planet'): there is function, class, module, session",
        "kafka(brokers='3')": "kafka(brokers='3'): it is a number of at least 1",
        "kafka(partitions=0)": "kafka(partitions=0): it is a number of at least 1",
        "kafka(config='a=b')": "kafka(config='a=b'): it is a mapping of settings*",
        "kafka(processes='no')": "kafka(processes='no'): it is True or False",
    }
    one = "@pytest.mark.{}\ndef test_{}(kafka_cluster): ...\n"
    code = "".join(one.format(mark, number) for number, mark in enumerate(told))
    foreign = "@pytest.mark.kafka('of somebody else')\ndef test_foreign(): ...\n"
    result = tests(f"import pytest\n{code}{foreign}")
    result.assert_outcomes(errors=len(told), passed=1)
    result.stdout.fnmatch_lines(list(told.values()))
    result.stdout.no_re_match_line(r".*\.py:\d+.*")


def test_a_setting_that_no_broker_has_is_told_and_a_factory_is_as_strict(tests):
    result = tests(
        """
        import pytest

        @pytest.mark.kafka(config={"num.partitons": 7})
        def test_setting(kafka_cluster): ...

        def test_factory(kafka_cluster_factory):
            kafka_cluster_factory(borkers=3)
        """
    )
    result.assert_outcomes(errors=1, failed=1)
    result.stdout.fnmatch_lines(
        ["E *BrokerDied: *num.partitons*did you mean num.partitions[?]", "kafka has no 'borkers'; it has brokers*"]
    )


def test_workers_of_xdist_have_clusters_of_their_own(tests):
    pytest.importorskip("xdist")
    result = tests(
        """
        import pytest

        @pytest.mark.parametrize("number", range(4))
        def test_many(kafka_topic, kafka_cluster, number):
            assert kafka_cluster.wait_for("topic", topic=kafka_topic)
        """,
        "-n2",
    )
    result.assert_outcomes(passed=4)


def test_who_does_not_use_it_pays_for_nothing(pytester):
    """Nothing of a broker, a client or the event loop is imported by loading the plugin."""
    code = "import pytest, sys; old = set(sys.modules); import kavka.pytest_plugin; print(*set(sys.modules) - old)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    ours = {name for name in loaded if name.split(".")[0] in ("kavka", "broker", "protocol", "timer", "controller")}
    assert ours == {"kavka", "kavka.pytest_plugin"}
    assert "asyncio" not in loaded


def test_a_failing_call_shows_the_tests_line_and_none_of_ours(tests):
    result = tests(
        """
        def test_topic(kafka_cluster, kafka_topic):
            kafka_cluster.create_topic(kafka_topic)

        def test_wait(kafka_cluster, kafka_topic):
            kafka_cluster.wait_for("isr", topic=kafka_topic, size=2, timeout_ms=10)

        def test_fault(kafka_cluster):
            kafka_cluster.add_fault("error", api="NOTHING")
        """
    )
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(
        [
            ">       kafka_cluster.create_topic(kafka_topic)",
            "E       *TopicAlreadyExists: *already exists*",
            '>       kafka_cluster.wait_for("isr", topic=kafka_topic, size=2, timeout_ms=10)',
            "E       TimeoutError: broker 0: no isr *there is {'isr': [[]0]}",
            '>       kafka_cluster.add_fault("error", api="NOTHING")',
            "E       *AdminRefused: *NOTHING*",
        ]
    )
    result.stdout.no_re_match_line(r".*(kavka/|concurrent|threading)\S*\.py:\d+.*")


def test_a_failure_shows_what_the_brokers_logged_during_the_test_and_nothing_from_before(tests):
    result = tests(
        """
        import logging
        import pytest

        @pytest.mark.parametrize("processes", [False, True])
        class TestBrokers:
            @pytest.fixture
            def cluster(self, kafka_cluster_factory, processes):
                return kafka_cluster_factory(processes=processes)

            def test_restarted(self, cluster):
                cluster.restart(0)

            def test_restarted_again(self, cluster):
                cluster.restart(0)
                assert 0

        def test_without_a_cluster():
            assert 0
        """
    )
    result.assert_outcomes(passed=2, failed=3)
    loop, process, without = result.stdout.str().split("assert 0\nE ")[1:]
    assert "- Captured log call -" in loop
    assert "- Kafka broker, broker-0.log -" in process
    for told in (loop, process):
        assert "broker 0 resigns as controller" in told
        assert "broker 0 is the controller of epoch 1\n" not in told
    assert "broker-0.log" not in without


TESTS_FOR_ANY = """
import pytest
from kavka.sync import Admin, Consumer, Producer

@pytest.fixture(scope="module")
def shared(kafka_cluster_factory):
    return kafka_cluster_factory()

def test_round_trip(kafka_bootstrap, kafka_topic, shared):
    assert shared.bootstrap == kafka_bootstrap
    with Producer(kafka_bootstrap) as producer:
        producer.send_and_wait(kafka_topic, b"v")
    with Consumer(kafka_bootstrap, offset_reset="earliest") as consumer:
        consumer.assign(consumer.partitions_for(kafka_topic))
        assert next(consumer).value == b"v"

@pytest.mark.kafka(partitions=3, replication_factor=1)
def test_waiting(kafka_cluster, kafka_topic):
    assert len(kafka_cluster.wait_for("topic", topic=kafka_topic)["leaders"]) == 3
    leader = kafka_cluster.wait_for("leader", topic=kafka_topic)["leader"]
    assert kafka_cluster.wait_for("isr", topic=kafka_topic, partition=2, size=1) == {"isr": [leader]}
    with Admin(kafka_cluster.bootstrap) as admin:
        admin.delete_topics([kafka_topic])
    kafka_cluster.wait_for("no-topic", topic=kafka_topic)
    with pytest.raises(TimeoutError, match=r"no topic \\(topic=.*\\) in time; there is {'leaders': {}}"):
        kafka_cluster.wait_for("topic", topic=kafka_topic, timeout_ms=10)

def test_killing(kafka_cluster, kafka_topic):
    kafka_cluster.kill(0)

@pytest.mark.kafka(brokers=3)
def test_three(kafka_cluster): ...

@pytest.mark.kafka(config={"num.partitions": 7})
def test_settings(kafka_cluster): ...
"""


def test_the_same_tests_run_against_a_cluster_that_runs_already(tests):
    tests(TESTS_FOR_ANY).assert_outcomes(passed=5)
    with LocalCluster(1, in_loop=True) as cluster, Admin(cluster.bootstrap) as admin:
        result = tests(TESTS_FOR_ANY, "--kafka-url", cluster.bootstrap, "-rs")
        result.assert_outcomes(passed=2, skipped=3)
        assert [info.name for info in admin.list_topics()] == [], "it is left as it was"
    told = (
        "kill needs a cluster of the test's own*(--kafka-url)",
        "it needs 3 brokers*has 1*",
        "*config is the test's*",
    )
    for reason in told:
        result.stdout.fnmatch_lines([f"SKIPPED*{reason}"])


def test_a_cluster_behind_a_login_is_reached_by_client_properties(tests, tmp_path):
    login = 'org.apache.kafka.common.security.plain.PlainLoginModule required username="u" password="p" user_u="p";'
    config = {
        "listeners": "SASL_PLAINTEXT://127.0.0.1:0",
        "security.inter.broker.protocol": "SASL_PLAINTEXT",
        "sasl.enabled.mechanisms": "PLAIN",
        "sasl.mechanism.inter.broker.protocol": "PLAIN",
        "listener.name.sasl_plaintext.plain.sasl.jaas.config": login,
    }
    file = tmp_path / "client.properties"
    file.write_text("security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\nsasl.username=u\nsasl.password=p\n")
    with LocalCluster(1, in_loop=True, config=config) as cluster:
        code = "def test_topic(kafka_cluster, kafka_topic):\n    kafka_cluster.wait_for('topic', topic=kafka_topic)\n"
        url = ("--kafka-url", cluster.bootstrap)
        tests(code, *url, "--kafka-client-config", str(file)).assert_outcomes(passed=1)
    refused = {
        "--kafka-client-config is for --kafka-url": ("--kafka-client-config", str(file)),
        "--kafka-url nowhere:x: 'nowhere:x' is not an address; write host:port": ("--kafka-url", "nowhere:x"),
    }
    for told, arguments in refused.items():
        result = tests(code, *arguments)
        result.assert_outcomes(errors=1)
        result.stdout.fnmatch_lines([told])
        result.stdout.no_re_match_line(r".*\.py:\d+: ")
