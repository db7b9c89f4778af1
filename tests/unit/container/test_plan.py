"""What a container runs: the variables of apache/kafka's and confluentinc's images, the mounted file, the defaults."""

from __future__ import annotations

import pytest

from kavka.broker.config.broker_config import BrokerConfig
from kavka.broker.config.types import ConfigError
from kavka.container.kraft import HostPort
from kavka.container.plan import MOUNTED, plan_of

SINGLE_NODE = {
    "KAFKA_NODE_ID": "1",
    "KAFKA_LISTENER_SECURITY_PROTOCOL_MAP": "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,PLAINTEXT_HOST:PLAINTEXT",
    "KAFKA_ADVERTISED_LISTENERS": "PLAINTEXT_HOST://localhost:9092,PLAINTEXT://broker:19092",
    "KAFKA_PROCESS_ROLES": "broker,controller",
    "KAFKA_CONTROLLER_QUORUM_VOTERS": "1@broker:29093",
    "KAFKA_LISTENERS": "CONTROLLER://:29093,PLAINTEXT_HOST://:9092,PLAINTEXT://:19092",
    "KAFKA_INTER_BROKER_LISTENER_NAME": "PLAINTEXT",
    "KAFKA_CONTROLLER_LISTENER_NAMES": "CONTROLLER",
    "CLUSTER_ID": "4L6g3nShT-eMCtK--X86sw",
    "KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR": "1",
    "KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS": "0",
    "KAFKA_TRANSACTION_STATE_LOG_MIN_ISR": "1",
    "KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR": "1",
    "KAFKA_SHARE_COORDINATOR_STATE_TOPIC_REPLICATION_FACTOR": "1",
    "KAFKA_LOG_DIRS": "/tmp/kraft-combined-logs",
}
"""What apache/kafka's compose file of a single node gives its container."""

JAAS = """
// the login of brokers and of one user
KafkaServer {
  org.apache.kafka.common.security.plain.PlainLoginModule required
  username="admin" password="a;}secret"
  user_admin="a;}secret"
  user_client="other";
};
Client { org.example.Whatever required; };
"""


def plan(environment, host_name="broker", **files):
    """The plan where these files are, and no others."""

    def read(path):
        try:
            return files[path]
        except KeyError:
            raise FileNotFoundError(2, "No such file or directory") from None

    return plan_of(environment, read, host_name=host_name)


def configuration(made):
    """The broker's configuration, which must be one."""
    return BrokerConfig.from_properties({"zookeeper.connect": "localhost:2181", **made.properties})


def test_without_any_variable_it_is_a_node_on_9092():
    alone = plan({})
    config = configuration(alone)
    assert [str(one) for one in config.listeners] == ["PLAINTEXT://:9092"]
    assert [str(one) for one in config.advertised_listeners] == ["PLAINTEXT://localhost:9092"]
    assert config.broker_id == 1
    assert config.log_dirs == ["/var/lib/kafka/data"]
    assert config.offsets_topic_replication_factor == 1
    assert alone.keeper == HostPort("127.0.0.1", 0)
    assert alone.keeper_dir == "/var/lib/kafka/data/.zookeeper"
    assert alone.runs_broker
    assert alone.notes == ()


def test_apache_kafkas_single_node_starts():
    single = plan(SINGLE_NODE)
    config = configuration(single)
    assert config.broker_id == 1
    assert [str(one) for one in config.listeners] == ["PLAINTEXT_HOST://:9092", "PLAINTEXT://:19092"]
    assert config.inter_broker_listener == "PLAINTEXT"
    assert single.keeper == HostPort("0.0.0.0", 29093)
    assert single.keeper_dir == "/tmp/kraft-combined-logs/.zookeeper"
    assert single.cluster_id == "4L6g3nShT-eMCtK--X86sw"


def test_a_variable_that_is_no_key_is_worth_a_note():
    (note,) = plan({"KAFKA_LOG_RETENTION_MSS": "1"}).notes
    assert "KAFKA_LOG_RETENTION_MSS" in note


def test_listeners_follow_from_what_is_advertised():
    made = plan({"KAFKA_ADVERTISED_LISTENERS": "PLAINTEXT://example.org:29092,OTHER://[::1]:9093,"})
    assert made.properties["listeners"] == "PLAINTEXT://0.0.0.0:29092,OTHER://0.0.0.0:9093"


def test_listeners_that_are_given_advertise_themselves():
    assert "advertised.listeners" not in plan({"KAFKA_LISTENERS": "PLAINTEXT://:7000"}).properties


def test_a_variable_wins_over_the_mounted_file_and_that_over_the_image():
    mounted = "broker.id=7\nlog.dirs=/mounted\nnum.partitions=3\n"
    made = plan({"KAFKA_NUM_PARTITIONS": "4", "KAVKA_LOG_DIRS": "/own"}, **{MOUNTED: mounted})
    assert made.properties["broker.id"] == "7"
    assert made.properties["num.partitions"] == "4"
    assert made.properties["log.dirs"] == "/own"


def test_one_underscore_is_a_dot_two_are_one_three_are_a_dash():
    name = "KAFKA_LISTENER_NAME_A__B___C_SSL_CLIENT_AUTH"
    made = plan({name: "none", "KAFKA_LISTENERS": "A_B-C://:9092"})
    assert made.properties["listener.name.a_b-c.ssl.client.auth"] == "none"


def test_stores_and_passwords_lie_among_the_secrets():
    environment = {
        "KAFKA_ADVERTISED_LISTENERS": "SSL://localhost:9093",
        "KAFKA_SSL_KEYSTORE_FILENAME": "kafka01.keystore.p12",
        "KAFKA_SSL_KEYSTORE_CREDENTIALS": "keystore_creds",
        "KAFKA_SSL_KEY_CREDENTIALS": "key_creds",
        "KAFKA_SSL_TRUSTSTORE_FILENAME": "ca.jks",
        "KAFKA_SSL_TRUSTSTORE_CREDENTIALS": "truststore_creds",
        "KAFKA_SSL_ENDPOINT_IDENTIFICATION_ALGORITHM": "",
    }
    passwords = {f"/etc/kafka/secrets/{name}_creds": f"{name}!\n" for name in ("keystore", "key", "truststore")}
    made = plan(environment, **passwords)
    assert {key: value for key, value in made.properties.items() if key.startswith("ssl.")} == {
        "ssl.keystore.location": "/etc/kafka/secrets/kafka01.keystore.p12",
        "ssl.keystore.type": "PKCS12",
        "ssl.keystore.password": "keystore!",
        "ssl.key.password": "key!",
        "ssl.truststore.location": "/etc/kafka/secrets/ca.jks",
        "ssl.truststore.password": "truststore!",
        "ssl.endpoint.identification.algorithm": "",
    }
    assert made.notes == ()


def test_a_password_file_that_is_not_there_is_named():
    with pytest.raises(ConfigError, match="/etc/kafka/secrets/nowhere, which KAFKA_SSL_KEY_CREDENTIALS names"):
        plan({"KAFKA_SSL_KEY_CREDENTIALS": "nowhere"})


SASL = SINGLE_NODE | {
    "KAFKA_LISTENER_SECURITY_PROTOCOL_MAP": "CONTROLLER:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT",
    "KAFKA_ADVERTISED_LISTENERS": "SASL_PLAINTEXT://broker:19094",
    "KAFKA_LISTENERS": "CONTROLLER://:29093,SASL_PLAINTEXT://:19094",
    "KAFKA_INTER_BROKER_LISTENER_NAME": "SASL_PLAINTEXT",
    "KAFKA_SASL_ENABLED_MECHANISMS": "PLAIN",
    "KAFKA_SASL_MECHANISM_INTER_BROKER_PROTOCOL": "PLAIN",
    "KAFKA_OPTS": "-Xmx1g -Djava.security.auth.login.config=/etc/kafka/secrets/broker_jaas.conf",
}


def test_logins_come_from_the_jaas_file():
    made = plan(SASL, **{"/etc/kafka/secrets/broker_jaas.conf": JAAS})
    configuration(made)
    login = made.properties["listener.name.sasl_plaintext.plain.sasl.jaas.config"]
    assert login.startswith("org.apache.kafka.common.security.plain.PlainLoginModule required ")
    assert 'user_client="other";' in login
    assert "listener.name.controller.plain.sasl.jaas.config" not in made.properties


def test_where_clients_log_in_nobody_reaches_a_lone_nodes_zookeeper():
    assert plan(SASL, **{"/etc/kafka/secrets/broker_jaas.conf": JAAS}).keeper == HostPort("127.0.0.1", 0)


@pytest.mark.parametrize(
    "jaas", ["", "KafkaServer { org.example.Own required; };", JAAS.replace("KafkaServer", "Kafka")]
)
def test_a_jaas_file_without_a_login_is_refused(jaas):
    with pytest.raises(ConfigError, match="no section KafkaServer"):
        plan(SASL, **{"/etc/kafka/secrets/broker_jaas.conf": jaas})


def test_jvm_options_without_logins_mean_nothing():
    assert plan({"KAFKA_OPTS": "-Xmx1g", "KAFKA_HEAP_OPTS": "-Xmx1g"}).notes == ()


def test_a_node_of_several_waits_for_the_keeper_longer_than_for_a_zookeeper():
    voters = {"KAFKA_CONTROLLER_QUORUM_VOTERS": "1@a:9093,2@b:9093", "KAFKA_PROCESS_ROLES": "broker,controller"}
    second = plan({**voters, "KAFKA_NODE_ID": "2"})
    assert second.properties["zookeeper.connection.timeout.ms"] == "60000"
    assert "offsets.topic.replication.factor" not in second.properties
    named = plan({"KAFKA_ZOOKEEPER_CONNECT": "zk:2181"})
    assert "zookeeper.connection.timeout.ms" not in named.properties


def test_the_keeper_of_several_nodes_says_what_depends_on_it():
    voters = {"KAFKA_CONTROLLER_QUORUM_VOTERS": "1@a:9093,2@b:9093", "KAFKA_PROCESS_ROLES": "broker,controller"}
    (note,) = plan({**voters, "KAFKA_NODE_ID": "1"}).notes
    assert "0.0.0.0:9093" in note
    assert "KAFKA_ZOOKEEPER_CONNECT" in note


@pytest.mark.parametrize(
    ("given", "level"), [("", "INFO"), ("WARN", "WARNING"), ("trace", "DEBUG"), ("OFF", "ERROR"), ("odd", "INFO")]
)
def test_log4js_levels_are_the_brokers(given, level):
    assert plan({"KAFKA_LOG4J_ROOT_LOGLEVEL": given}).log_level == level
