"""What testcontainers' modules do to start one of Kafka's images, by language: variables, command, script, log line.

Of each the contract, as of 2026: which paths and commands the script uses, and what has to appear in the log. `mapped`
is the port of the host that the engine has chosen, `inner` one inside the container, where brokers reach each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

COMMON = {
    "KAFKA_INTER_BROKER_LISTENER_NAME": "BROKER",
    "KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR": "1",
    "KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS": "1",
    "KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR": "1",
    "KAFKA_TRANSACTION_STATE_LOG_MIN_ISR": "1",
    "KAFKA_LOG_FLUSH_INTERVAL_MESSAGES": "9223372036854775807",
    "KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS": "0",
}


class Ports(NamedTuple):
    """Ports of this machine, in the place of those that a container has for itself."""

    mapped: int
    inner: int
    quorum: int
    zookeeper: int


class Module(NamedTuple):
    """One language's module."""

    variables: Callable[[Ports], dict[str, str]]
    path: str
    run: str
    script: Callable[[Ports], str]
    log: str


def _listeners(ports: Ports, *, with_quorum: bool) -> dict[str, str]:
    listeners = f"PLAINTEXT://0.0.0.0:{ports.mapped},BROKER://0.0.0.0:{ports.inner}"
    protocols = "BROKER:PLAINTEXT,PLAINTEXT:PLAINTEXT"
    if not with_quorum:
        return {"KAFKA_LISTENERS": listeners, "KAFKA_LISTENER_SECURITY_PROTOCOL_MAP": protocols, "KAFKA_BROKER_ID": "1"}
    return {
        "CLUSTER_ID": "4L6g3nShT-eMCtK--X86sw",
        "KAFKA_LISTENERS": f"{listeners},CONTROLLER://0.0.0.0:{ports.quorum}",
        "KAFKA_LISTENER_SECURITY_PROTOCOL_MAP": f"{protocols},CONTROLLER:PLAINTEXT",
        "KAFKA_PROCESS_ROLES": "broker,controller",
        "KAFKA_CONTROLLER_LISTENER_NAMES": "CONTROLLER",
        "KAFKA_NODE_ID": "1",
    }


def _advertised(ports: Ports) -> str:
    return f"PLAINTEXT://localhost:{ports.mapped},BROKER://127.0.0.1:{ports.inner}"


def _kraft(ports: Ports) -> dict[str, str]:
    return COMMON | _listeners(ports, with_quorum=True)


def _zookeeper(ports: Ports) -> dict[str, str]:
    return COMMON | _listeners(ports, with_quorum=False)


def _script_of_java(ports: Ports, *, image: str) -> str:
    return f"#!/bin/bash\nexport KAFKA_ADVERTISED_LISTENERS={_advertised(ports)}\n/etc/{image}/docker/run \n"


def _own_zookeeper(ports: Ports) -> str:
    return (
        f"echo 'clientPort={ports.zookeeper}' > zookeeper.properties\n"
        "echo 'dataDir=/var/lib/zookeeper/data' >> zookeeper.properties\n"
        "echo 'dataLogDir=/var/lib/zookeeper/log' >> zookeeper.properties\n"
        "zookeeper-server-start zookeeper.properties &\n"
    )


def _script_of_python(ports: Ports, *, boot: str) -> str:
    return (
        f"#!/bin/bash\n{boot}export KAFKA_ADVERTISED_LISTENERS={_advertised(ports)}\n"
        ". /etc/confluent/docker/bash-config\n/etc/confluent/docker/configure\n/etc/confluent/docker/launch\n"
    )


def _script_of_go(ports: Ports) -> str:
    return (
        "#!/bin/bash\nsource /etc/confluent/docker/bash-config\n"
        f'export KAFKA_ADVERTISED_LISTENERS="{_advertised(ports)}${{EXTRA_LISTENERS:+,${{EXTRA_LISTENERS}}}}"\n'
        "echo Starting Kafka KRaft mode\n"
        "sed -i '/KAFKA_ZOOKEEPER_CONNECT/d' /etc/confluent/docker/configure\n"
        'echo \'kafka-storage format --ignore-formatted -t "$(kafka-storage random-uuid)" '
        "-c /etc/kafka/kafka.properties' >> /etc/confluent/docker/configure\n"
        "echo '' > /etc/confluent/docker/ensure\n/etc/confluent/docker/configure\n/etc/confluent/docker/launch"
    )


_FORMAT = (
    "sed -i '/KAFKA_ZOOKEEPER_CONNECT/d' /etc/confluent/docker/configure\n"
    "echo 'kafka-storage format --ignore-formatted -t abc -c /etc/kafka/kafka.properties' >> "
    "/etc/confluent/docker/configure\n"
)

RUNNING = r"Transitioning from RECOVERY to RUNNING"
STARTED = r".*\[KafkaServer id=\d+\] started.*"

MODULES = {
    "java, apache/kafka": Module(
        variables=_kraft,
        path="/tmp/testcontainers_start.sh",
        run="{path}",
        script=lambda ports: _script_of_java(ports, image="kafka"),
        log=RUNNING,
    ),
    "java, cp-kafka": Module(
        variables=_kraft,
        path="/tmp/testcontainers_start.sh",
        run="{path}",
        script=lambda ports: _script_of_java(ports, image="confluent"),
        log=RUNNING,
    ),
    "node, its own ZooKeeper": Module(
        variables=lambda ports: _zookeeper(ports) | {"KAFKA_ZOOKEEPER_CONNECT": f"localhost:{ports.zookeeper}"},
        path="/testcontainers_start.sh",
        run="{path}",
        script=lambda ports: (
            f"#!/bin/bash\nexport KAFKA_ADVERTISED_LISTENERS={_advertised(ports)}\n"
            f"echo '' > /etc/confluent/docker/ensure \n{_own_zookeeper(ports)}/etc/confluent/docker/run \n"
        ),
        log=STARTED,
    ),
    "python, its own ZooKeeper": Module(
        variables=_zookeeper,
        path="/tc-start.sh",
        run="sh {path}",
        script=lambda ports: _script_of_python(
            ports,
            boot=f"{_own_zookeeper(ports)}export KAFKA_ZOOKEEPER_CONNECT='localhost:{ports.zookeeper}'\n",
        ),
        log=STARTED,
    ),
    "python, KRaft": Module(
        variables=lambda ports: _kraft(ports) | {"KAFKA_CONTROLLER_QUORUM_VOTERS": f"1@localhost:{ports.quorum}"},
        path="/tc-start.sh",
        run="sh {path}",
        script=lambda ports: _script_of_python(ports, boot=_FORMAT),
        log=r".*Kafka Server started.*",
    ),
    "go": Module(
        variables=lambda ports: (
            _kraft(ports)
            | {
                "KAFKA_BROKER_ID": "1",
                "KAFKA_REST_BOOTSTRAP_SERVERS": f"PLAINTEXT://0.0.0.0:{ports.mapped}",
                "KAFKA_CONTROLLER_QUORUM_VOTERS": f"1@localhost:{ports.quorum}",
            }
        ),
        path="/usr/sbin/testcontainers_start.sh",
        run="bash {path}",
        script=_script_of_go,
        log=RUNNING,
    ),
    "dotnet, apache/kafka": Module(
        variables=_kraft,
        path="/testcontainers.sh",
        run="{path}",
        script=lambda ports: (
            f"#!/bin/bash\n\nexport KAFKA_ADVERTISED_LISTENERS={_advertised(ports)},\nexec /etc/kafka/docker/run\n"
        ),
        log=RUNNING,
    ),
}
