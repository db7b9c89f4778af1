"""Kafka's own tools where one has to log in: users through the broker and behind its back, tokens, who may use them."""

from __future__ import annotations

import pytest

from kavka.common.jaas import PLAIN_MODULE, SCRAM_MODULE
from tests.conformance import kafka_tools
from tests.integration.cluster import KavkaProcess, reserve_ports, wait_until

pytestmark = [pytest.mark.conformance]

TOKENS = "org.apache.kafka.tools.DelegationTokenCommand"


class Guarded:
    """A broker that everybody has to log in to, and a tool's way in.

    Args:
        folder: for data and files of properties.
        tools: Kafka's.
    """

    def __init__(self, folder, tools):
        self.folder = folder
        self.tools = tools
        self.process = KavkaProcess(
            folder / "data",
            config={
                "listeners": f"SASL_PLAINTEXT://127.0.0.1:{reserve_ports(self)}",
                "security.inter.broker.protocol": "SASL_PLAINTEXT",
                "sasl.mechanism.inter.broker.protocol": "PLAIN",
                "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
                "delegation.token.secret.key": "of all brokers",
                "listener.name.sasl_plaintext.plain.sasl.jaas.config": (
                    f'{PLAIN_MODULE} required username="broker" password="b" user_broker="b" user_alice="a";'
                ),
            },
        )
        self.process.start()

    def properties(self, mechanism, user, password, **more):
        module = PLAIN_MODULE if mechanism == "PLAIN" else SCRAM_MODULE
        options = "".join(f' {name}="{value}"' for name, value in more.items())
        path = self.folder / f"{len(list(self.folder.glob('*.properties')))}.properties"
        path.write_text(
            f"security.protocol=SASL_PLAINTEXT\nsasl.mechanism={mechanism}\n"
            f'sasl.jaas.config={module} required username="{user}" password="{password}"{options};\n'
        )
        return str(path)

    def run(self, tool, properties, *arguments):
        return self.tools.run(
            tool, "--bootstrap-server", self.process.bootstrap, "--command-config", properties, *arguments
        )


@pytest.fixture(scope="module")
def guarded(tools, tmp_path_factory):
    guarded = Guarded(tmp_path_factory.mktemp("logins"), tools)
    yield guarded
    assert guarded.process.stop() == 0, guarded.process.log()


def works(guarded, properties):
    try:
        guarded.run(kafka_tools.TOPICS, properties, "--list")
    except AssertionError:
        return False
    return True


def test_kafka_configs_makes_users_through_the_broker(guarded):
    alice = guarded.properties("PLAIN", "alice", "a")
    user = ("--entity-type", "users", "--entity-name", "carol")
    guarded.run(
        kafka_tools.CONFIGS, alice, "--alter", *user, "--add-config", "SCRAM-SHA-512=[iterations=8192,password=c]"
    )
    carol = guarded.properties("SCRAM-SHA-512", "carol", "c")
    wait_until(lambda: works(guarded, carol), "carol logs in")
    assert "SCRAM-SHA-512=iterations=8192" in guarded.run(kafka_tools.CONFIGS, carol, "--describe", *user)
    guarded.run(kafka_tools.CONFIGS, alice, "--alter", *user, "--delete-config", "SCRAM-SHA-512")
    wait_until(lambda: not works(guarded, carol), "carol is let in no more")


def test_kafka_configs_makes_users_in_zookeeper_as_before_the_first_broker(guarded):
    user = ("--entity-type", "users", "--entity-name", "dave")
    at = ("--zookeeper", guarded.process.zookeeper)
    guarded.tools.run(
        kafka_tools.CONFIGS, *at, "--alter", *user, "--add-config", "SCRAM-SHA-256=[iterations=4096,password=d]"
    )
    dave = guarded.properties("SCRAM-SHA-256", "dave", "d")
    wait_until(lambda: works(guarded, dave), "dave logs in")


def test_a_token_is_made_used_renewed_and_ended(guarded):
    alice = guarded.properties("PLAIN", "alice", "a")
    made = guarded.run(TOKENS, alice, "--create", "--max-life-time-period", "-1", "--renewer-principal", "User:broker")
    token_id, secret, owner = next(line for line in made.splitlines() if "User:alice" in line).split()[:3]
    assert owner == "User:alice"
    by_token = guarded.properties("SCRAM-SHA-256", token_id, secret, tokenauth="true")
    guarded.run(kafka_tools.TOPICS, by_token, "--create", "--topic", "made-by-token")
    with pytest.raises(AssertionError):
        guarded.run(TOKENS, by_token, "--create", "--max-life-time-period", "-1")
    described = guarded.run(TOKENS, alice, "--describe", "--owner-principal", "User:alice")
    assert token_id in described
    assert "User:broker" in described
    broker = guarded.properties("PLAIN", "broker", "b")
    guarded.run(TOKENS, broker, "--renew", "--renew-time-period", "-1", "--hmac", secret)
    guarded.run(TOKENS, alice, "--expire", "--expiry-time-period", "-1", "--hmac", secret)
    assert not works(guarded, by_token)
